package checkpoint

import (
	"bytes"
	"compress/flate"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"hash"
	"io"
	"os"
	"path/filepath"
	"sync"

	"eidolon/internal/private"
)

const (
	// packsName is the directory of contents in a session's store and in the base.
	packsName = "packs"
	packExt   = ".pack"
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
		if _, err := private.MakeDir(p.dir); err != nil {
			return err
		}
		f, err := private.Temp(p.dir)
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
