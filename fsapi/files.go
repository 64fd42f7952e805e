package fsapi

import (
	"context"
	"io/fs"
	"time"
)

// Files reads and changes the files of one workspace. Implementations are safe for use by several
// goroutines. Every method takes names as described in the package comment and answers with the
// workspace-relative form in Path fields: slashes, no leading "./", "." for the root.
type Files interface {
	// Root is the absolute path of the workspace with links resolved, in the system's own form.
	Root() string
	// Resolve gives the workspace-relative form of name without touching the file system beyond
	// what mapping an absolute name onto the root needs. The name may be one that does not exist.
	Resolve(name string) (string, error)
	// Stat describes what name is. It does not follow a link in the last part of the name.
	Stat(ctx context.Context, name string) (Entry, error)
	// Read reads a regular file.
	Read(ctx context.Context, name string, opts ReadOptions) (Content, error)
	// Write creates or replaces a file in one step: readers see the old bytes or the new ones, never
	// a mixture. Missing parents are made. The mode of an existing file is kept.
	Write(ctx context.Context, name string, data []byte, opts WriteOptions) (Change, error)
	// Edit replaces a text file by what edit makes of its content, as Write does. An error of edit is
	// returned unchanged and leaves the file alone. A file that somebody else changed meanwhile is
	// left alone too, with code Changed.
	Edit(ctx context.Context, name string, edit func(old []byte) ([]byte, error)) (Change, error)
	// Move renames a file or directory. The target must not exist.
	Move(ctx context.Context, from, to string) error
	// Remove deletes a file, a link itself, or an empty directory. A directory with something in it is
	// NotEmpty and stays.
	Remove(ctx context.Context, name string) error
	// List gives the entries of one directory, sorted by name.
	List(ctx context.Context, name string) ([]Entry, error)
}

// ReadOptions bound a read.
type ReadOptions struct {
	Limit int64 // bytes at most; 0 means the implementation's own limit, over which it is TooLarge
	Text  bool  // refuse content that is not text with NotText
}

// Content is what a read gave.
type Content struct {
	Path      string
	Data      []byte
	Size      int64 // of the whole file, in bytes
	Truncated bool  // Data is the first Limit bytes, cut at a character's border when Text was asked
}

// WriteOptions tune a write.
type WriteOptions struct {
	Append bool // add to the end instead of replacing
}

// Change tells what a write did, with both contents so that a difference can be shown.
type Change struct {
	Path    string
	Created bool
	Old     []byte // nil when Created
	New     []byte
	// Protected is true for a name that programs act on (git hooks, shell start files and the like).
	Protected bool
}

// Entry is one name in a directory.
type Entry struct {
	Name    string // last part of the path
	Path    string // workspace-relative
	Mode    fs.FileMode
	Size    int64
	ModTime time.Time
}

// IsDir says whether the entry is a directory (not a link to one).
func (e Entry) IsDir() bool { return e.Mode.IsDir() }
