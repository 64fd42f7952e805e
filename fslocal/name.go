package fslocal

import (
	"io/fs"
	"path"
	"path/filepath"
	"strings"

	"eidolon/fsapi"
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
	return rel, nil
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
			if filepath.IsAbs(target) || strings.HasPrefix(target, "/") {
				return "", w.escape
			}
			if links++; links > maxLinks {
				return "", errLinks
			}
			done = path.Dir(done)
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
	if Protected(target) && !Protected(rel) {
		return "", &fsapi.FileError{Code: fsapi.ProtectedPath, Op: op, Path: name, Err: throughLink(target)}
	}
	return target, nil
}
