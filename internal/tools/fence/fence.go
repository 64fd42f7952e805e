// Package fence keeps some paths of a workspace from everybody who reads it: it wraps an
// [fsapi.Files] so that what the user's configuration forbids to read can be neither read, listed,
// changed nor moved to where it could be read.
//
// A forbidden path is absolute, begins with "~/", or is relative to the workspace. It stands for what
// it names and all that lies below, and "*" and "?" stand for any characters between two slashes, as
// the guard of commands understands it. Names are judged as they are written and, with links
// followed, as what they lead to; what exists is judged by its identity too, so that neither another
// spelling that the file system takes for the same nor another name of the same file helps. The
// directory over a forbidden path still shows its name.
package fence

import (
	"context"
	"errors"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/fsapi"
)

// errForbidden is the reason of every refusal.
var errForbidden = errors.New("the setting sandbox.forbidRead keeps everybody from reading it")

// fence is the wrapped workspace.
type fence struct {
	fsapi.Files
	forbidden []string // patterns of what lies inside, or of any place: absolute and clean, with slashes
	known     []string // those that are plain names, wherever they lie
	within    bool     // some of known lie inside
}

// New wraps files. Without forbidden paths it gives files as they are. Home is what "~" stands for.
func New(files fsapi.Files, forbidden []string, home string) fsapi.Files {
	if files == nil || len(forbidden) == 0 {
		return files
	}
	f := &fence{Files: files}
	dirs := dirsOf(files)
	for _, p := range forbidden {
		p = filepath.ToSlash(p)
		switch {
		case p == "~" || strings.HasPrefix(p, "~/"):
			p = filepath.ToSlash(home) + p[1:]
		case !filepath.IsAbs(filepath.FromSlash(p)):
			p = filepath.ToSlash(files.Root()) + "/" + p
		}
		p = path.Clean(p)
		for _, p := range slices.Compact([]string{p, follow(p)}) {
			plain := !strings.ContainsAny(p, `*?[\`)
			inside := slices.ContainsFunc(dirs, func(dir string) bool { return overlap(p, dir) })
			if plain {
				f.known = append(f.known, p)
				f.within = f.within || inside
			}
			if inside || !plain { // no link leads to another place, so its name need not be looked for
				f.forbidden = append(f.forbidden, p)
			}
		}
	}
	return f
}

// dirsOf gives the directories that files can reach, with links resolved.
func dirsOf(files fsapi.Files) []string {
	dirs := []string{files.Root()}
	if several, ok := files.(interface{ Dirs() []string }); ok {
		dirs = several.Dirs()
	}
	for i := range dirs {
		dirs[i] = filepath.ToSlash(dirs[i])
	}
	return dirs
}

// overlap says whether one of two directories lies in the other.
func overlap(a, b string) bool {
	return strings.HasPrefix(slashed(a), slashed(b)) || strings.HasPrefix(slashed(b), slashed(a))
}

func slashed(dir string) string { return strings.TrimSuffix(dir, "/") + "/" }

// Stat describes what name is.
func (f *fence) Stat(ctx context.Context, name string) (fsapi.Entry, error) {
	if err := f.check("stat", name); err != nil {
		return fsapi.Entry{}, err
	}
	return f.Files.Stat(ctx, name)
}

// Read reads a regular file.
func (f *fence) Read(ctx context.Context, name string, opts fsapi.ReadOptions) (fsapi.Content, error) {
	if err := f.check("read", name); err != nil {
		return fsapi.Content{}, err
	}
	return f.Files.Read(ctx, name, opts)
}

// Write creates or replaces a file. The change that it gives shows the old content.
func (f *fence) Write(ctx context.Context, name string, data []byte, opts fsapi.WriteOptions) (fsapi.Change, error) {
	if err := f.check("write", name); err != nil {
		return fsapi.Change{}, err
	}
	return f.Files.Write(ctx, name, data, opts)
}

// Edit replaces a text file by what edit makes of its content.
func (f *fence) Edit(ctx context.Context, name string, edit func(old []byte) ([]byte, error)) (fsapi.Change, error) {
	if err := f.check("edit", name); err != nil {
		return fsapi.Change{}, err
	}
	return f.Files.Edit(ctx, name, edit)
}

// Move renames a file or directory that holds nothing forbidden: under another name it could be read.
func (f *fence) Move(ctx context.Context, from, to string) error {
	for _, name := range []string{from, to} {
		if err := f.check("move", name); err != nil {
			return err
		}
	}
	if rel, err := f.Resolve(from); err == nil && slices.ContainsFunc(f.names(rel), f.holds) {
		return &fsapi.FileError{Code: fsapi.ProtectedPath, Op: "move", Path: from, Err: errForbidden}
	}
	return f.Files.Move(ctx, from, to)
}

// Remove deletes a file or an empty directory.
func (f *fence) Remove(ctx context.Context, name string) error {
	if err := f.check("delete", name); err != nil {
		return err
	}
	return f.Files.Remove(ctx, name)
}

// List gives the entries of one directory.
func (f *fence) List(ctx context.Context, name string) ([]fsapi.Entry, error) {
	if err := f.check("list", name); err != nil {
		return nil, err
	}
	return f.Files.List(ctx, name)
}

// check refuses a name that is forbidden. One that cannot be resolved is left to the files.
func (f *fence) check(op, name string) error {
	rel, err := f.Resolve(name)
	if err == nil && f.refuses(rel) {
		return &fsapi.FileError{Code: fsapi.ProtectedPath, Op: op, Path: name, Err: errForbidden}
	}
	return nil
}

// refuses says whether a name is forbidden. What does not lie inside needs only a look at the file: it may
// have a second name here.
func (f *fence) refuses(rel string) bool {
	if len(f.forbidden) == 0 {
		return f.same(f.full(rel))
	}
	names := f.names(rel)
	return slices.ContainsFunc(names, f.forbids) || f.same(names[1])
}

// full gives the absolute form of a name.
func (f *fence) full(rel string) string {
	if filepath.IsAbs(filepath.FromSlash(rel)) {
		return rel
	}
	return path.Join(filepath.ToSlash(f.Root()), rel)
}

// names gives the absolute forms of a name: as it is written, and what it leads to.
func (f *fence) names(rel string) []string {
	name := f.full(rel)
	return []string{name, follow(name)}
}

// forbids says whether p is a forbidden path or lies below one.
func (f *fence) forbids(p string) bool {
	return slices.ContainsFunc(f.forbidden, func(pattern string) bool {
		return matchStart(pattern, p, strings.Count(pattern, "/"))
	})
}

// holds says whether something forbidden is or may lie below p.
func (f *fence) holds(p string) bool {
	return slices.ContainsFunc(f.forbidden, func(pattern string) bool {
		return matchStart(pattern, p, strings.Count(p, "/"))
	})
}

// matchStart says whether the first so many parts of a pattern and a path agree, and both have as many.
// A part of the pattern that is no valid pattern agrees with all: what was forbidden badly stays forbidden.
func matchStart(pattern, p string, parts int) bool {
	patterns, names := strings.Split(pattern, "/"), strings.Split(p, "/")
	if pattern == "/" {
		return true
	}
	if len(patterns) <= parts || len(names) <= parts {
		return false
	}
	for i := range parts + 1 {
		if ok, err := path.Match(patterns[i], names[i]); !ok && err == nil && patterns[i] != names[i] {
			return false
		}
	}
	return true
}
