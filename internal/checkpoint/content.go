package checkpoint

import (
	"compress/flate"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
)

// content reads back what an entry refers to and checks it.
func (s *Store) content(e *entry) ([]byte, error) {
	at, ok := s.blobs[e.hash]
	if !ok {
		return nil, &DamagedError{File: s.opts.Dir, Err: errNoBlob}
	}
	name := s.packPath(at.pack)
	data, err := s.reader.read(name, at, e.size)
	if err == nil && sha256.Sum256(data) != e.hash {
		err = errSum
	}
	if err != nil {
		return nil, &DamagedError{File: name, Err: err}
	}
	return data, nil
}

// blobReader reads contents out of packs. It keeps the last pack open, because the next content is
// mostly in it too.
type blobReader struct {
	name  string
	file  *os.File
	size  int64
	flate io.ReadCloser
}

func (r *blobReader) read(name string, at blob, size int64) ([]byte, error) {
	if err := r.open(name); err != nil {
		return nil, err
	}
	if at.offset > r.size || at.length > r.size-at.offset {
		return nil, errTorn
	}
	// A content that claims to be larger than any file that is kept is not believed before it is seen.
	data := make([]byte, 0, min(size, DefaultMaxFile)+1)
	in := io.Reader(io.NewSectionReader(r.file, at.offset, at.length))
	if at.packed {
		in = r.unpack(in)
	}
	data, err := appendUpTo(data, in, size)
	if err == nil && int64(len(data)) != size {
		err = fmt.Errorf("%w: %d bytes instead of %d", errSum, len(data), size)
	}
	return data, err
}

func (r *blobReader) open(name string) error {
	if r.file != nil && r.name == name {
		return nil
	}
	r.close()
	f, err := os.Open(name)
	if err != nil {
		return err
	}
	info, err := f.Stat()
	if err != nil {
		f.Close()
		return err
	}
	r.name, r.file, r.size = name, f, info.Size()
	return nil
}

// unpack reads through the one decompressor, whose tables are larger than most files.
func (r *blobReader) unpack(in io.Reader) io.Reader {
	if again, ok := r.flate.(flate.Resetter); ok && again.Reset(in, nil) == nil {
		return r.flate
	}
	r.flate = flate.NewReader(in)
	return r.flate
}

// close lets go of the pack.
func (r *blobReader) close() {
	if r.file != nil {
		r.file.Close()
		r.file = nil
	}
}
