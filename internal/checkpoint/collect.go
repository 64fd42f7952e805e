package checkpoint

import (
	"context"
	"crypto/sha256"
	"errors"
	"io"
	"io/fs"
	"os"
	"path"
	"runtime"
	"sync"
)

const (
	// together is how many files of one directory a worker takes at once.
	together = 64
	// attempts is how often a file that changes while it is read is read again.
	attempts = 3
)

// collector makes a tree of what a scan found.
type collector struct {
	store *Store
	cache tree    // files that did not change since are taken from here
	pack  *packer // takes new contents; nil when only hashes are wanted
	taken int64   // when the scan began

	mu   sync.Mutex
	tree tree
	read int // files that had to be read
}

// collect looks the files up in the cache and has the others read, by as many workers as there are
// cores.
func (c *collector) collect(ctx context.Context, found []seen) error {
	c.tree = make(tree, len(found))
	var groups [][]seen
	open := map[string]int{} // directory -> index of its last group
	for _, at := range found {
		if at.typ == File && !c.cached(at) {
			c.read++
			dir := path.Dir(at.path)
			i, ok := open[dir]
			if !ok || len(groups[i]) == together {
				i = len(groups)
				groups, open[dir] = append(groups, nil), i
			}
			groups[i] = append(groups[i], at)
			continue
		}
		c.plain(at)
	}
	return c.readAll(ctx, groups)
}

// plain adds what needs no reading.
func (c *collector) plain(at seen) {
	switch at.typ {
	case Dir:
		c.tree[at.path] = &entry{typ: Dir, mode: at.info.Mode().Perm()}
	case Link:
		c.tree[at.path] = &entry{typ: Link, target: at.target}
	case None:
		if at.reason != Git && at.reason != Skipped { // left alone by name, so nobody needs to know
			c.tree[at.path] = &entry{reason: at.reason}
		}
	case File: // it was in the cache
	}
}

// cached adds a file whose content is known from before.
func (c *collector) cached(at seen) bool {
	old := c.cache[at.path]
	if old == nil || !old.fresh(at.info) || !c.store.has(old.hash) {
		return false
	}
	now := *old
	now.mode = at.info.Mode().Perm()
	now.checked = c.taken // the look that was taken now is as good as reading
	c.tree[at.path] = &now
	return true
}

// readAll has the groups read. The first failure, or the end of ctx, ends it.
func (c *collector) readAll(ctx context.Context, groups [][]seen) error {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	todo := make(chan []seen)
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(groups)) {
		workers.Go(func() {
			var memory compressor
			for group := range todo {
				if err := c.readGroup(ctx, &memory, group); err != nil {
					cancel(err)
				}
			}
		})
	}
	for _, group := range groups {
		todo <- group
	}
	close(todo)
	workers.Wait()
	return context.Cause(ctx)
}

// readGroup reads files of one directory.
func (c *collector) readGroup(ctx context.Context, memory *compressor, group []seen) error {
	if ctx.Err() != nil {
		return nil // readAll knows
	}
	dir, err := openDir(c.store.root, path.Dir(group[0].path))
	if err == nil {
		defer dir.Close()
	}
	for _, at := range group {
		if ctx.Err() != nil {
			return nil // readAll knows
		}
		e, data := &entry{}, []byte(nil)
		if err == nil {
			e, data = c.readFile(dir, at)
		} else if e.reason = Unreadable; errors.Is(err, fs.ErrNotExist) {
			e = nil
		}
		if e == nil {
			continue
		}
		if c.pack != nil && e.typ == File {
			if err := c.pack.add(memory, e.hash, data); err != nil {
				return err
			}
		}
		c.mu.Lock()
		c.tree[at.path] = e
		c.mu.Unlock()
	}
	return nil
}

// readFile makes the entry of a file. It is nil when the file has vanished.
func (c *collector) readFile(dir *os.Root, at seen) (*entry, []byte) {
	limit := max(c.store.opts.MaxFile, at.info.Size())
	data, info, stable, err := readStable(dir, path.Base(at.path), limit)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case errors.Is(err, errTooLarge):
		return &entry{reason: TooLarge}, nil
	case err != nil:
		return &entry{reason: Unreadable}, nil
	}
	e := &entry{typ: File, mode: info.Mode().Perm(), size: int64(len(data)), hash: sha256.Sum256(data), unsaved: true}
	if stable {
		e.stamp, e.checked = stampOf(info), c.taken
	}
	return e, data
}

// readStable reads a file, again when it changes meanwhile. One that does not come to rest is
// given as it was read last.
func readStable(dir *os.Root, name string, limit int64) (data []byte, info fs.FileInfo, stable bool, err error) {
	for range attempts {
		data, info, stable, err = readOnce(dir, name, limit)
		if stable || err != nil && !errors.Is(err, errSwapped) {
			break
		}
	}
	return data, info, stable, err
}

func readOnce(dir *os.Root, name string, limit int64) (data []byte, info fs.FileInfo, stable bool, err error) {
	f, info, err := openRegular(dir, name)
	if err != nil {
		return nil, nil, false, err
	}
	defer f.Close()
	data, stable, err = readOpen(f, info, limit)
	return data, info, stable, err
}

// readOpen reads a file of which info was the last look, and says whether it is the same after
// that.
func readOpen(f *os.File, info fs.FileInfo, limit int64) (data []byte, stable bool, err error) {
	data, err = readUpTo(f, info.Size(), limit)
	if err != nil {
		return nil, false, err
	}
	after, err := f.Stat()
	if err != nil {
		return nil, false, err
	}
	return data, stampOf(info) == stampOf(after) && info.Size() == after.Size(), nil
}

// readUpTo reads at most limit bytes. The size is a guess for the buffer: files may grow.
func readUpTo(r io.Reader, size, limit int64) ([]byte, error) {
	return appendUpTo(make([]byte, 0, min(size, limit)+1), r, limit)
}

func appendUpTo(data []byte, r io.Reader, limit int64) ([]byte, error) {
	for {
		if len(data) == cap(data) {
			data = append(data, 0)[:len(data)]
		}
		n, err := r.Read(data[len(data):cap(data)])
		data = data[:len(data)+n]
		switch {
		case int64(len(data)) > limit:
			return nil, errTooLarge
		case err == io.EOF:
			return data, nil
		case err != nil:
			return nil, err
		}
	}
}
