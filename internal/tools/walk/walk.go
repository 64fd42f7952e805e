// Package walk goes through a workspace's files in order, without those that git would ignore.
//
// It makes one pass: every directory is listed once, and its .gitignore, if it has one, is read once
// and handed down. Ignored directories are not entered, so a pattern cannot bring back what lies
// below one, as in git. Links are shown and not followed.
package walk

import (
	"cmp"
	"context"
	"errors"
	"io/fs"
	"path"
	"slices"

	"eidolon/fsapi"
	"eidolon/internal/leaf/ignore"
)

// maxDepth bounds the recursion; no tree of source files comes near it.
const maxDepth = 256

// Options tune a walk.
type Options struct {
	Depth   int  // levels below the start that are visited; 0 means all
	Ignored bool // visit ignored entries too, without entering ignored directories
}

// Walk calls visit for every entry below the directory start, in the order of their paths. The
// error fs.SkipDir keeps it out of a directory, fs.SkipAll ends the walk; any other ends it and is
// returned. Directories that cannot be listed are counted in unread and passed over, except start
// itself.
//
// A start that is itself ignored was asked for by name: then only the rules found inside it count.
func Walk(
	ctx context.Context, files fsapi.Files, start string, opts Options, visit func(fsapi.Entry) error,
) (unread int, err error) {
	rel, err := files.Resolve(start)
	if err != nil {
		return 0, err
	}
	w := walker{files: files, opts: opts, visit: visit}
	entries, err := files.List(ctx, rel)
	if err != nil {
		return 0, err
	}
	err = w.dir(ctx, rel, entries, w.rulesAbove(ctx, rel), 1)
	if errors.Is(err, fs.SkipAll) {
		err = nil
	}
	return w.unread, err
}

// walker is the state of one walk.
type walker struct {
	files  fsapi.Files
	opts   Options
	visit  func(fsapi.Entry) error
	unread int
}

func (w *walker) dir(ctx context.Context, rel string, entries []fsapi.Entry, above ignore.Rules, depth int) error {
	rules := above.With(w.rulesOf(ctx, rel, entries))
	slices.SortFunc(entries, byPath)
	for _, e := range entries {
		if err := ctx.Err(); err != nil {
			return err
		}
		ignored := rules.Match(e.Path, e.IsDir())
		if ignored && !w.opts.Ignored {
			continue
		}
		switch err := w.visit(e); {
		case errors.Is(err, fs.SkipDir):
			continue
		case err != nil:
			return err
		}
		if !e.IsDir() || ignored || depth == maxDepth || w.opts.Depth > 0 && depth >= w.opts.Depth {
			continue
		}
		below, err := w.files.List(ctx, e.Path)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			w.unread++
			continue
		}
		if err := w.dir(ctx, e.Path, below, rules, depth+1); err != nil {
			return err
		}
	}
	return nil
}

// byPath compares names as parts of paths: a directory sorts as if it ended in a slash, which puts
// the whole tree in the order of its paths.
func byPath(a, b fsapi.Entry) int { return cmp.Compare(sortKey(a), sortKey(b)) }

func sortKey(e fsapi.Entry) string {
	if e.IsDir() {
		return e.Name + "/"
	}
	return e.Name
}

// rulesAbove collects the rules of the directories over rel, which hold inside it.
func (w *walker) rulesAbove(ctx context.Context, rel string) ignore.Rules {
	var found ignore.Rules
	if !path.IsAbs(rel) { // another directory is not of this repository
		found = w.read(ctx, ".git/info/exclude", ".")
	}
	if rel == "." {
		return found
	}
	for _, dir := range parents(rel) {
		found = found.With(w.read(ctx, path.Join(dir, ".gitignore"), dir))
	}
	for _, dir := range append(parents(rel)[1:], rel) {
		if found.Match(dir, true) {
			return nil
		}
	}
	return found
}

// parents lists the directories over rel from the root down: for "a/b/c" ".", "a" and "a/b". Those over
// an absolute name begin with "/", and the files refuse what is over the directory that they have.
func parents(rel string) []string {
	var list []string
	for dir := path.Dir(rel); ; dir = path.Dir(dir) {
		list = append(list, dir)
		if dir == "." || dir == "/" {
			slices.Reverse(list)
			return list
		}
	}
}

func (w *walker) rulesOf(ctx context.Context, dir string, entries []fsapi.Entry) ignore.Rules {
	for _, e := range entries {
		if e.Name == ".gitignore" && !e.IsDir() {
			return w.read(ctx, e.Path, dir)
		}
	}
	return nil
}

// read gives the rules of one file. A file that cannot be read has none: ignoring less than git is
// better than finding nothing.
func (w *walker) read(ctx context.Context, name, dir string) ignore.Rules {
	content, err := w.files.Read(ctx, name, fsapi.ReadOptions{Limit: ignore.MaxText, Text: true})
	if err != nil {
		return nil
	}
	return ignore.Parse(content.Data, dir)
}
