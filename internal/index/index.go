package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"eidolon/internal/store"
)

// Options of an index.
type Options struct {
	Base string // the program's own directory
	// Progress, unless nil, is called while logs are read: how many of how many sessions are done, and
	// how many bytes there were to read at the beginning. It is called from one goroutine.
	Progress func(done, total int, bytes int64)
}

// Index is the search index of a base directory. It holds nothing open between two calls.
type Index struct{ o Options }

// New makes an index. Nothing is read or made yet.
func New(o Options) *Index { return &Index{o} }

// Update brings the index up to date with the session in a directory. When another process is doing
// such work, there is nothing to do: whoever searches looks for what is new.
func (x *Index) Update(ctx context.Context, dir string) error {
	l, err := store.LogOf(dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil // deleted meanwhile
	}
	if err != nil {
		return fmt.Errorf("update the search index: %w", err)
	}
	release, err := x.claim()
	if errors.Is(err, store.ErrClaimed) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("update the search index: %w", err)
	}
	err = x.update(ctx, l)
	if errors.Is(err, errDamaged) {
		if err = removeDatabase(x.o.Base); err == nil {
			err = x.update(ctx, l)
		}
	}
	if err = errors.Join(err, release()); err != nil {
		return fmt.Errorf("update the search index: %w", err)
	}
	return nil
}

// update takes up what is new in a log. The caller holds the lock.
func (x *Index) update(ctx context.Context, l store.LogFile) error {
	d, err := makeDatabase(ctx, x.o.Base)
	if err != nil {
		return err
	}
	known, err := d.one(ctx, keyOf(l.Stored))
	if err == nil {
		err = d.update(ctx, compare([]store.LogFile{l}, known, false), nil)
	}
	return errors.Join(err, d.Close())
}

// claim takes the lock of who writes to the index.
func (x *Index) claim() (release func() error, err error) {
	return store.Claim(filepath.Join(x.o.Base, lockName))
}

// make makes the index when it is missing. One that failed is taken away before.
func (x *Index) make(ctx context.Context, failed error) error {
	release, err := x.claim()
	if err != nil {
		return err
	}
	if errors.Is(failed, errDamaged) {
		err = removeDatabase(x.o.Base)
	}
	if err == nil {
		var d *database
		if d, err = makeDatabase(ctx, x.o.Base); err == nil {
			err = d.Close()
		}
	}
	return errors.Join(err, release())
}
