package checkpoint

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"
)

const (
	dirMode  fs.FileMode = 0o700
	fileMode fs.FileMode = 0o600
	// packsName is the directory of contents in a session's store and in the base.
	packsName = "packs"
	packExt   = ".pack"
	tempExt   = ".tmp"
)

// blob is where a content is.
type blob struct {
	pack   string // name of the pack, without directory and ending
	offset int64
	length int64 // bytes in the pack
	packed bool  // by flate
}

// packer writes the contents that are new in one checkpoint. Several workers may add to it.
type packer struct {
	dir string // of the packs

	mu      sync.Mutex
	known   map[sum]blob // what the store has; read only
	added   map[sum]blob // without the pack's name, which follows from all of it
	claimed map[sum]bool // a worker is at it
	file    *os.File     // nil until there is something to write
	hash    hash.Hash
	size    int64
}

func newPacker(dir string, known map[sum]blob) *packer {
	return &packer{dir: dir, known: known, added: map[sum]blob{}, claimed: map[sum]bool{}, hash: sha256.New()}
}

// add keeps a content unless the store has it.
func (p *packer) add(c *compressor, key sum, data []byte) error {
	if !p.claim(key) {
		return nil
	}
	stored, packed := c.compress(data)
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.file == nil {
		f, err := createTemp(p.dir)
		if err != nil {
			return err
		}
		p.file = f
	}
	if _, err := io.MultiWriter(p.file, p.hash).Write(stored); err != nil {
		return err
	}
	p.added[key] = blob{offset: p.size, length: int64(len(stored)), packed: packed}
	p.size += int64(len(stored))
	return nil
}

// claim says whether the caller has to store a content. Nobody else will.
func (p *packer) claim(key sum) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	if _, ok := p.known[key]; ok || p.claimed[key] {
		return false
	}
	p.claimed[key] = true
	return true
}

// finish gives the pack its name, by which it exists. Without new contents there is none.
func (p *packer) finish() (name string, err error) {
	if p.file == nil {
		return "", nil
	}
	temp := p.file.Name()
	name = hex.EncodeToString(p.hash.Sum(nil))
	err = p.file.Close()
	if err == nil {
		err = os.Rename(temp, filepath.Join(p.dir, name+packExt))
	}
	if err != nil {
		return "", errors.Join(err, os.Remove(temp))
	}
	return name, nil
}

// abandon removes an unfinished pack.
func (p *packer) abandon() {
	if p.file != nil {
		p.file.Close()
		_ = os.Remove(p.file.Name()) // what stays is swept later
	}
}

// compressor is the working memory of one worker.
type compressor struct {
	buf    bytes.Buffer
	writer *flate.Writer
}

// sample is how much of a content is tried before all of it is compressed.
const sample = 16 << 10

// compress gives the form in which a content is stored: packed when that saves a sixteenth.
func (c *compressor) compress(data []byte) (stored []byte, packed bool) {
	if len(data) > 4*sample && !c.shrinks(data[:sample]) || !c.shrinks(data) {
		return data, false
	}
	return c.buf.Bytes(), true
}

func (c *compressor) shrinks(data []byte) bool {
	c.buf.Reset()
	if c.writer == nil {
		c.writer, _ = flate.NewWriter(&c.buf, flate.BestSpeed) // it fails for unknown levels only
	} else {
		c.writer.Reset(&c.buf)
	}
	_, err := c.writer.Write(data)
	err = errors.Join(err, c.writer.Close())
	return err == nil && c.buf.Len() < len(data)-len(data)/16
}

// share makes a file appear under a second name: as a hard link, or as a copy where the file system
// has none. A pack that is there already is the same one, because its name says what is in it.
func share(from, to string) error {
	err := os.Link(from, to)
	if err == nil || errors.Is(err, fs.ErrExist) {
		return nil
	}
	if errors.Is(err, fs.ErrNotExist) {
		return err
	}
	in, err := os.Open(from)
	if err != nil {
		return err
	}
	defer in.Close()
	return replaceFile(to, func(w io.Writer) error {
		_, err := io.Copy(w, in)
		return err
	})
}

// createTemp makes an unfinished file in a directory of ours, which it makes too. Both are for the
// owner alone, whatever the umask says.
func createTemp(dir string) (*os.File, error) {
	if err := makeDir(dir); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp(dir, "*"+tempExt)
	if err != nil {
		return nil, err
	}
	if err := f.Chmod(fileMode); err != nil {
		return nil, errors.Join(err, f.Close(), os.Remove(f.Name()))
	}
	return f, nil
}

// makeDir makes a directory for the owner alone, with those above it that are missing.
func makeDir(path string) error {
	if info, err := os.Stat(path); err == nil && info.IsDir() {
		return nil
	}
	if parent := filepath.Dir(path); parent != path {
		if err := makeDir(parent); err != nil {
			return err
		}
	}
	if err := os.Mkdir(path, dirMode); err != nil && !errors.Is(err, fs.ErrExist) {
		return err
	}
	return os.Chmod(path, dirMode)
}

// replaceFile gives a path a new content. A reader sees the old one or the new one, never a part.
func replaceFile(path string, write func(io.Writer) error) error {
	f, err := createTemp(filepath.Dir(path))
	if err != nil {
		return err
	}
	err = errors.Join(write(f), f.Close())
	if err == nil {
		err = os.Rename(f.Name(), path)
	}
	if err != nil {
		return errors.Join(err, os.Remove(f.Name()))
	}
	return nil
}
