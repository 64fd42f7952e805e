package checkpoint

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"
	"time"
)

// The limits that count when Options name none.
const (
	DefaultMaxFile    = 8 << 20   // bytes of one file
	DefaultMaxTotal   = 256 << 20 // bytes of all files together
	DefaultMaxEntries = 50_000    // files, links, directories and what is left out
)

// Options say what is kept and where.
type Options struct {
	Root string // the workspace
	Dir  string // where this session's checkpoints are; made when the first is taken
	Base string // what the sessions of the project share; "" shares nothing. May be deleted at any time
	// Skip names directories that are no part of the workspace even where they lie inside it, such as
	// the program's base directory. Dir and Base are skipped in any case.
	Skip       []string
	MaxFile    int64            // 0 means DefaultMaxFile
	MaxTotal   int64            // 0 means DefaultMaxTotal
	MaxEntries int              // 0 means DefaultMaxEntries
	Now        func() time.Time // nil means time.Now
}

// Store is the checkpoints of one session. Its methods may be called from several goroutines; they
// run one after the other.
type Store struct {
	opts Options
	root *os.Root
	real string // the workspace with its links resolved

	mu sync.Mutex
	state
	reader blobReader
}

// Open opens the workspace. It reads and writes no checkpoint yet.
func Open(o Options) (*Store, error) {
	real, err := filepath.Abs(o.Root)
	if err == nil {
		real, err = filepath.EvalSymlinks(real)
	}
	if err != nil {
		return nil, fmt.Errorf("open checkpoints of %q: %w", o.Root, err)
	}
	if o.Dir == "" {
		return nil, fmt.Errorf("open checkpoints of %q: %w", o.Root, errNoDir)
	}
	// os.OpenRoot would wait for a writer if this were a FIFO.
	if info, err := os.Stat(real); err != nil || !info.IsDir() {
		return nil, fmt.Errorf("open checkpoints of %q: %w", o.Root, errors.Join(err, errNotDirectory))
	}
	root, err := os.OpenRoot(real)
	if err != nil {
		return nil, fmt.Errorf("open checkpoints of %q: %w", o.Root, err)
	}
	return &Store{opts: o.withDefaults(), root: root, real: real}, nil
}

func (o Options) withDefaults() Options {
	if o.MaxFile <= 0 {
		o.MaxFile = DefaultMaxFile
	}
	if o.MaxTotal <= 0 {
		o.MaxTotal = DefaultMaxTotal
	}
	if o.MaxEntries <= 0 {
		o.MaxEntries = DefaultMaxEntries
	}
	if o.Now == nil {
		o.Now = time.Now //nolint:forbidigo // where the real clock comes in when none is given
	}
	return o
}

// Close lets go of the workspace. Calls after it fail.
func (s *Store) Close() error { return s.root.Close() }
