package tools

import (
	"errors"
	"io"
	"io/fs"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/tools/fence"
)

// outPrefix begins the names of spooled output, and without its slash means all of it. A workspace
// file of that name is "./@out/...".
const outPrefix = "@out/"

// cutOut gives the part of a name that comes after outPrefix, if the name is one of spooled output.
func cutOut(name string) (string, bool) {
	name = strings.TrimSpace(name)
	if name+"/" == outPrefix {
		return "", true
	}
	return strings.CutPrefix(name, outPrefix)
}

// resolve gives the workspace-relative form of a path from a model, whose surrounding blanks do not
// count.
func (k *kit) resolve(param, name string) (string, error) {
	name = strings.TrimSpace(name)
	if name == "" {
		return "", invalid(param, "%s is empty; give a path relative to the workspace", param)
	}
	return k.Files.Resolve(name)
}

// classRead judges a call that reads below name. It runs ahead of the model's commitment: reading
// inside the workspace harms nobody.
func (k *kit) classRead(param, name string) (tool.Class, error) {
	if out, found := cutOut(name); found {
		if out != "" && !fs.ValidPath(out) {
			return tool.Class{}, invalid(param, "%q is not the name of kept output, which is @out/ and a plain name", name)
		}
		return tool.Class{ReadOnly: true, Speculative: true, Subject: outPrefix + out}, nil
	}
	rel, err := k.resolve(param, name)
	if err != nil {
		return tool.Class{}, err
	}
	return tool.Class{ReadOnly: true, Speculative: true, Subject: rel, Also: k.targets(rel)}, nil
}

// resolveToWrite is resolve for a name that is changed. A file that is written under the name of
// spooled output could not be read by it.
func (k *kit) resolveToWrite(param, name string) (string, error) {
	rel, err := k.resolve(param, name)
	if _, found := cutOut(rel); found && err == nil {
		return "", invalid(param, "%s: names that begin with %s are for the kept output of commands, which cannot be changed; "+
			"take another name", param, outPrefix)
	}
	return rel, err
}

// classWrite judges a call that changes what is at name.
func (k *kit) classWrite(name string) (tool.Class, error) {
	rel, err := k.resolveToWrite("path", name)
	if err != nil {
		return tool.Class{}, err
	}
	also := k.targets(rel)
	return tool.Class{Subject: rel, Also: also, Protected: k.protected(append(also, rel)...), Edits: true}, nil
}

// targets gives what names lead to through links: a rule about that is about the call too.
func (k *kit) targets(names ...string) []string {
	var all []string
	for _, name := range names {
		if target := fence.Target(k.Files.Root(), name); target != "" {
			all = append(all, target)
		}
	}
	return all
}

// protected gives the last of the names that is a protected one, or "".
func (k *kit) protected(names ...string) string {
	for _, name := range slices.Backward(names) {
		if k.Protected(name) {
			return name
		}
	}
	return ""
}

// source is a place that is read: a name and the files it belongs to.
type source struct {
	files  fsapi.Files
	rel    string
	prefix string // what stands before the names of these files when they are shown: "" or "@out/"
}

// name is how a name of the source is shown.
func (s source) name(rel string) string {
	if s.prefix != "" && rel == "." {
		return s.prefix
	}
	return s.prefix + rel
}

// errNoOutput says why a name of spooled output means nothing: the directory is made when it is needed.
var errNoOutput = errors.New("no output of a command has been kept yet")

// open finds the place that a path means. The caller closes it.
func (k *kit) open(c call, name string) (source, error) {
	out, found := cutOut(name)
	if !found {
		rel, err := k.resolve("path", name)
		return source{files: k.Files, rel: rel}, err
	}
	if c.OutDir == "" || k.OpenOut == nil {
		return source{}, &fsapi.FileError{Code: fsapi.NotFound, Op: "read", Path: outPrefix + out, Err: errNoOutput}
	}
	files, err := k.OpenOut(c.OutDir)
	if err != nil {
		return source{}, &fsapi.FileError{Code: fsapi.NotFound, Op: "read", Path: outPrefix + out, Err: errNoOutput}
	}
	rel, err := files.Resolve(orRoot(out))
	return source{files: files, rel: rel, prefix: outPrefix}, err
}

func (s source) close() {
	if c, ok := s.files.(io.Closer); ok && s.prefix != "" {
		_ = c.Close() // nothing was written, so there is nothing to lose
	}
}
