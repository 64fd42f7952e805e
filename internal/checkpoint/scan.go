package checkpoint

import (
	"context"
	"errors"
	"io/fs"
	"os"
	"path"
	"slices"
	"strings"

	"eidolon/internal/leaf/ignore"
)

const (
	// maxDepth bounds the recursion and the number of directories that are open at once.
	maxDepth = 128
	// tempPrefix marks files that are being written, here and by the tools; listings of the workspace
	// hide them and remove those that a killed process left behind.
	tempPrefix = ".eidolon-tmp-"
)

// errFull ends a scan at the limit of entries.
var errFull = errors.New("too many entries")

// seen is one path as a scan found it.
type seen struct {
	path   string
	typ    Type // None when it is left out
	reason Reason
	target string
	info   fs.FileInfo
}

// scanner walks through a workspace.
type scanner struct {
	opts Options
	skip []fs.FileInfo
	// known, when it is not nil, is the checkpoint that is gone back to: its directories are entered
	// although they are ignored by now, what it left out is not even looked at.
	known tree
	// prefix is the path of the workspace in its repository, which the rules of git are about.
	prefix string

	found []seen
	total int64 // bytes of the files found
}

// scan lists what is in the workspace, in an order in which a directory comes before what is in it.
// With a known tree there is no limit of entries.
func (s *Store) scan(ctx context.Context, known tree) (found []seen, incomplete bool, err error) {
	w := scanner{opts: s.opts, known: known}
	for _, name := range append([]string{s.opts.Dir, s.opts.Base}, s.opts.Skip...) {
		if info, err := os.Stat(name); name != "" && err == nil {
			w.skip = append(w.skip, info)
		}
	}
	rules, prefix := s.rulesAbove()
	w.prefix = prefix
	names, err := list(s.root)
	if err != nil {
		return nil, false, err
	}
	err = w.dir(ctx, s.root, ".", names, rules, 1)
	if errors.Is(err, errFull) {
		return w.found, true, nil
	}
	return w.found, false, err
}

// dir visits the entries of a directory that is open already.
func (w *scanner) dir(ctx context.Context, at *os.Root, rel string, names []string, rules ignore.Rules, depth int) error {
	if slices.Contains(names, ".gitignore") {
		rules = rules.With(readRules(at, ".gitignore", path.Join(w.prefix, rel)))
	}
	for _, name := range names {
		if err := ctx.Err(); err != nil {
			return err
		}
		if w.known == nil && len(w.found) >= w.opts.MaxEntries {
			return errFull
		}
		full := name
		if rel != "." {
			full = rel + "/" + name
		}
		switch info, err := at.Lstat(name); {
		case errors.Is(err, fs.ErrNotExist):
			continue
		case err != nil:
			w.leave(full, Unreadable, nil)
		case info.IsDir():
			if err := w.enter(ctx, at, full, info, rules, depth); err != nil {
				return err
			}
		default:
			w.file(at, full, name, info)
		}
	}
	return nil
}

// enter visits a directory with what is in it, or leaves it out.
func (w *scanner) enter(ctx context.Context, at *os.Root, full string, info fs.FileInfo, rules ignore.Rules, depth int) error {
	if why := w.outside(full, info, rules, depth); why != "" {
		w.leave(full, why, info)
		return nil
	}
	sub, err := openSub(at, path.Base(full), info)
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	var names []string
	if err == nil {
		defer sub.Close()
		names, err = list(sub)
	}
	if err != nil {
		w.leave(full, Unreadable, info)
		return nil
	}
	w.found = append(w.found, seen{path: full, typ: Dir, info: info})
	return w.dir(ctx, sub, full, names, rules, depth+1)
}

// outside says why a directory is not entered, or gives "".
func (w *scanner) outside(full string, info fs.FileInfo, rules ignore.Rules, depth int) Reason {
	old := w.known[full]
	switch {
	case isGit(path.Base(full)):
		return Git
	case slices.ContainsFunc(w.skip, func(s fs.FileInfo) bool { return os.SameFile(s, info) }):
		return Skipped
	case depth >= maxDepth:
		return TooDeep
	case old != nil && old.typ == None:
		return old.reason
	case old != nil && old.typ == Dir:
		return ""
	case rules.Match(path.Join(w.prefix, full), true):
		return Ignored
	}
	return ""
}

// file visits what is not a directory.
func (w *scanner) file(at *os.Root, full, name string, info fs.FileInfo) {
	old := w.known[full]
	switch {
	case isGit(name):
		w.leave(full, Git, info)
	case strings.HasPrefix(name, tempPrefix):
		w.leave(full, Skipped, info)
	case old != nil && old.typ == None:
		w.leave(full, old.reason, info)
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := at.Readlink(name)
		if err != nil {
			w.leave(full, Unreadable, info)
			return
		}
		w.found = append(w.found, seen{path: full, typ: Link, target: target, info: info})
	case !info.Mode().IsRegular():
		w.leave(full, Special, info)
	case info.Size() > w.opts.MaxFile:
		w.leave(full, TooLarge, info)
	case w.total+info.Size() > w.opts.MaxTotal:
		w.leave(full, OverTotal, info)
	default:
		w.total += info.Size()
		w.found = append(w.found, seen{path: full, typ: File, info: info})
	}
}

func (w *scanner) leave(full string, why Reason, info fs.FileInfo) {
	w.found = append(w.found, seen{path: full, reason: why, info: info})
}

// isGit says whether a name is git's own. Some file systems do not tell capital letters from small
// ones.
func isGit(name string) bool { return strings.EqualFold(name, ".git") }
