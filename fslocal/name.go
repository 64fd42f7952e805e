package fslocal

import (
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"eidolon/fsapi"
	"eidolon/fslocal/protected"
)

// maxLinks is how many links one name may lead through, as in the Linux kernel.
const maxLinks = 40

// Resolve gives the workspace-relative form of name. It works on the text alone: "a/../b" is "b",
// whatever a is, and a leading "~" is an ordinary character.
func (w *Workspace) Resolve(name string) (string, error) {
	rel, code := relative(name, w.given, w.real)
	if code != "" {
		return "", &fsapi.FileError{Code: code, Op: "resolve", Path: name}
	}
	return w.shown(rel), nil
}

// relative maps name onto the first of roots it lies under and gives the slash-separated rest, or
// the code that says why there is none.
func relative(name string, roots ...string) (string, fsapi.Code) {
	if name == "" || strings.ContainsRune(name, 0) {
		return "", fsapi.InvalidPath
	}
	name = filepath.Clean(filepath.FromSlash(name))
	if filepath.IsAbs(name) {
		rest, found := "", false
		for _, root := range roots {
			if rest, found = below(root, name); found {
				break
			}
		}
		if !found {
			return "", fsapi.OutsideWorkspace
		}
		name = rest
	}
	if name == ".." || strings.HasPrefix(name, ".."+string(filepath.Separator)) {
		return "", fsapi.OutsideWorkspace
	}
	// What is left are names that Windows gives a meaning of its own, such as "NUL" and "C:x".
	if !filepath.IsLocal(name) || !plainName(name) {
		return "", fsapi.InvalidPath
	}
	return filepath.ToSlash(name), ""
}

// below gives the part of name under root. Both are absolute and clean.
func below(root, name string) (string, bool) {
	if samePath(name, root) {
		return ".", true
	}
	prefix := strings.TrimSuffix(root, string(filepath.Separator)) + string(filepath.Separator)
	if len(name) > len(prefix) && samePath(name[:len(prefix)], prefix) {
		return name[len(prefix):], true
	}
	return "", false
}

// follow gives the name that rel has once every link on its way is replaced by what it points to.
// Parts that do not exist stay as they are. The answer says where a change will land and is not a
// promise: os.Root confines the change itself if the tree is another one by then.
func (w *Workspace) follow(rel string) (string, error) {
	done, todo := ".", strings.Split(rel, "/")
	links, missing := 0, false
	for len(todo) > 0 {
		part := todo[0]
		todo = todo[1:]
		switch {
		case part == "" || part == ".":
			continue
		case part == ".." && done == ".":
			return "", w.escape
		case part == "..":
			done = path.Dir(done)
			continue
		}
		done = path.Join(done, part)
		if missing {
			continue
		}
		info, err := w.root.Lstat(filepath.FromSlash(done))
		switch {
		case isNotExist(err):
			missing = true
		case err != nil:
			return "", err
		case info.Mode()&fs.ModeSymlink != 0:
			target, err := w.root.Readlink(filepath.FromSlash(done))
			if err != nil {
				return "", err
			}
			if links++; links > maxLinks {
				return "", errLinks
			}
			done = path.Dir(done)
			if filepath.IsAbs(target) || strings.HasPrefix(target, "/") {
				if target, done = w.inside(target), "."; target == "" {
					return "", w.escape
				}
			}
			todo = append(strings.Split(filepath.ToSlash(target), "/"), todo...)
		}
	}
	return done, nil
}

// landing is follow for a name that is about to be changed. It refuses one that reaches a protected
// file under a harmless name.
func (w *Workspace) landing(op, name, rel string) (string, error) {
	target, err := w.follow(rel)
	if err != nil {
		return "", w.fail(op, name, err)
	}
	return target, w.harmless(op, name, rel, target)
}

// harmless refuses a change of target under the name rel when the one is protected and the other is not.
func (w *Workspace) harmless(op, name, rel, target string) error {
	if w.protected(target) && !w.protected(rel) {
		return &fsapi.FileError{Code: fsapi.ProtectedPath, Op: op, Path: name, Err: throughLink(w.shown(target))}
	}
	return nil
}

// inside gives the part of an absolute link's text that is below the root, or "". The text is not
// cleaned: behind a link, ".." is not what it is in a text.
func (w *Workspace) inside(target string) string {
	for _, root := range []string{w.given, w.real} {
		if rest, found := below(root, target); found {
			return rest
		}
	}
	return ""
}

// mapped gives the name to try instead when os.Root refused rel with err. It follows no absolute link,
// one that points inside neither; with links replaced by what they point to, the name has none any more.
// If the tree is another one by then, os.Root refuses again.
func (w *Workspace) mapped(rel string, err error) (string, bool) {
	if !errors.Is(err, w.escape) {
		return "", false
	}
	target, err := w.follow(rel)
	return target, err == nil
}

// lstat describes what rel is, without following a link in its last part.
func (w *Workspace) lstat(rel string) (fs.FileInfo, error) {
	info, err := w.root.Lstat(filepath.FromSlash(rel))
	if dir, ok := w.mapped(path.Dir(rel), err); ok {
		return w.root.Lstat(filepath.FromSlash(path.Join(dir, path.Base(rel))))
	}
	return info, err
}

// shown is how a name of the workspace stands in answers.
func (w *Workspace) shown(rel string) string {
	if w.prefix == "" {
		return rel
	}
	return path.Join(w.prefix, rel)
}

// protected says whether a name is protected. Beside the workspace the directory's own name counts too:
// below ~/.config, "git" is what ".config/git" is.
func (w *Workspace) protected(rel string) bool { return protected.Name(w.shown(rel)) }
