// Package mdfiles finds the Markdown files of folders, each with the YAML head that it may begin with.
// Commands and agents are kept this way: in folders of the user and in folders of a project, also in
// those that other programs of this kind read.
//
// [Find] is lenient: a file that cannot be used is left out with one notice that names the file, the
// line and the reason, and the others are there all the same. It is bounded, because a project is
// somebody else's: in depth, in the number of files and folders, and in the size of a file.
package mdfiles

import (
	"context"
	"fmt"
	"path"
	"slices"
	"strings"

	"eidolon/fsapi"
)

// MaxBytes is the size of the largest file that is read.
const MaxBytes = 256 << 10

// Bounds of one folder with all below it. What people keep stays far below them.
const (
	maxDepth   = 8
	maxFiles   = 500
	maxFolders = 500
)

// Source says whose a file is.
type Source string

// The owners of files.
const (
	User    Source = "user"
	Project Source = "project"
)

// Label is how an owner is shown, of a file that the user trusts or not.
func (s Source) Label(untrusted bool) string {
	if untrusted {
		return string(s) + ", untrusted"
	}
	return string(s)
}

// Marked is how the description that a file gives of itself is shown, of one that the user trusts or not.
func Marked(description string, untrusted bool) string {
	if !untrusted {
		return description
	}
	return strings.TrimSpace("(untrusted) " + description)
}

// Tree is where folders are. A workspace is one, and [Local] gives another.
type Tree interface {
	List(ctx context.Context, name string) ([]fsapi.Entry, error)
	Read(ctx context.Context, name string, opts fsapi.ReadOptions) (fsapi.Content, error)
}

// Folder is a place to look at.
type Folder struct {
	Tree   Tree
	Dir    string // in the tree
	Shown  string // how paths of the folder begin when they are shown
	Source Source
	// Skip leaves out a file, or a directory with all below it. The path begins below Dir. Nil skips
	// nothing.
	Skip func(rel string, dir bool) bool
}

// Find gives the files of all folders, folder by folder and in the order of their paths. A folder
// that does not exist has none. Texts are keys of the head that hold text for people, which is often
// written without the quotes that YAML would need.
func Find(ctx context.Context, folders []Folder, texts ...string) (files []File, notices []string) {
	f := finder{texts: texts}
	for _, folder := range folders {
		f.folder, f.count, f.dirs = folder, 0, 0
		f.dir(ctx, ".", 1)
	}
	return f.files, f.notices
}

// finder is the state of one look.
type finder struct {
	texts   []string
	folder  Folder
	count   int // files met in the folder,
	dirs    int // and directories
	files   []File
	notices []string
}

func (f *finder) note(format string, args ...any) {
	f.notices = append(f.notices, fmt.Sprintf(format, args...))
}

// shown is how the path of an entry is shown.
func (f *finder) shown(rel string) string { return path.Join(f.folder.Shown, rel) }

func (f *finder) dir(ctx context.Context, rel string, depth int) {
	if f.dirs++; f.dirs > maxFolders {
		if f.dirs == maxFolders+1 {
			f.note("%s: only the first %d folders are looked at", f.folder.Shown, maxFolders)
		}
		return
	}
	entries, err := f.folder.Tree.List(ctx, path.Join(f.folder.Dir, rel))
	switch code := fsapi.CodeOf(err); {
	case err == nil:
	case rel == "." && (code == fsapi.NotFound || code == fsapi.NotDirectory):
		return
	default:
		f.note("%s: %s", f.shown(rel), code.Text())
		return
	}
	slices.SortFunc(entries, func(a, b fsapi.Entry) int { return strings.Compare(sortKey(a), sortKey(b)) })
	for _, e := range entries {
		below := path.Join(rel, e.Name)
		if strings.HasPrefix(e.Name, ".") || f.folder.Skip != nil && f.folder.Skip(below, e.IsDir()) {
			continue
		}
		switch {
		case e.IsDir() && depth == maxDepth:
			f.note("%s: what lies deeper than %d folders is not looked at", f.shown(below), maxDepth)
		case e.IsDir():
			f.dir(ctx, below, depth+1)
		case strings.EqualFold(path.Ext(e.Name), ".md"):
			f.file(ctx, below)
		}
	}
}

// sortKey puts a directory where its paths belong among those of the files beside it.
func sortKey(e fsapi.Entry) string {
	if e.IsDir() {
		return e.Name + "/"
	}
	return e.Name
}

func (f *finder) file(ctx context.Context, rel string) {
	if f.count++; f.count > maxFiles {
		if f.count == maxFiles+1 {
			f.note("%s: only the first %d files are read", f.folder.Shown, maxFiles)
		}
		return
	}
	shown := f.shown(rel)
	content, err := f.folder.Tree.Read(ctx, path.Join(f.folder.Dir, rel), fsapi.ReadOptions{Limit: MaxBytes, Text: true})
	switch {
	case err != nil:
		f.note("%s: %s", shown, fsapi.CodeOf(err).Text())
		return
	case content.Truncated:
		f.note("%s: larger than %d KiB, so it is not used", shown, MaxBytes>>10)
		return
	}
	file, err := parse(shown, content.Data, f.texts)
	if err != nil {
		f.note("%v", err)
		return
	}
	file.Rel, file.Source = rel, f.folder.Source
	f.files = append(f.files, file)
}

// Named gives the entry of a name: of exactly this one, else the first that differs in letter case.
func Named[T any](list []T, nameOf func(T) string, name string) (entry T, ok bool) {
	for _, e := range list {
		switch have := nameOf(e); {
		case have == name:
			return e, true
		case !ok && strings.EqualFold(have, name):
			entry, ok = e, true
		}
	}
	return entry, ok
}
