package tools

import (
	"context"
	"fmt"
	"io/fs"
	"strings"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/tools/walk"
)

const (
	globLimit    = 200  // files that a call gives unless it asks for more
	maxGlobLimit = 5000 // files that a call may ask for
)

type globInput struct {
	Pattern string `json:"pattern"`
	Path    string `json:"path"`
	Limit   int    `json:"limit"`
}

type globOutput struct {
	Files     []string `json:"files"`
	Truncated bool     `json:"truncated"`
}

func (k *kit) glob() tool.Handler {
	return handler[globInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "glob",
			Summary: "Find files by name pattern (*, ?, [a-z], {a,b}, **), without those git ignores. A pattern without / matches names at any depth.",
			Params: []tool.Param{
				{Name: "pattern", Type: tool.String, Required: true},
				{Name: "path", Type: tool.String, Summary: "directory to search"},
				{Name: "limit", Type: tool.Integer, Min: new(int64(1)), Summary: "default 200"},
			},
			ReadOnly: true, Subject: "path",
		},
		classify: func(in globInput) (tool.Class, error) {
			dir, _, err := k.globStart(in)
			if err != nil {
				return tool.Class{}, err
			}
			return tool.Class{ReadOnly: true, Speculative: true, Subject: dir, Also: k.targets(dir)}, nil
		},
		run: k.runGlob,
	}
}

// globStart gives the directory where the search begins and the pattern for what is below it.
func (k *kit) globStart(in globInput) (string, filePattern, error) {
	if _, found := cutOut(in.Path); found {
		return "", filePattern{}, invalid("path", "glob does not look into kept output; ls with path = %q lists it", outPrefix)
	}
	base, err := k.resolve("path", orRoot(in.Path))
	if err != nil {
		return "", filePattern{}, err
	}
	p, err := newPattern("pattern", in.Pattern)
	if err != nil {
		return "", filePattern{}, err
	}
	dir, p := p.split(base)
	dir, err = k.Files.Resolve(dir)
	return dir, p, err
}

func (k *kit) runGlob(ctx context.Context, _ call, in globInput) tool.Result {
	dir, p, err := k.globStart(in)
	if err != nil {
		return failure(ctx, err, kindRead)
	}
	if base, err := k.resolve("path", orRoot(in.Path)); err == nil && base != "." {
		if _, err := k.Files.Stat(ctx, base); err != nil { // else a wrong path would look like no match
			return fileFailure(ctx, k.Files, base, err, kindRead)
		}
	}
	limit := globLimit
	if in.Limit > 0 {
		limit = min(in.Limit, maxGlobLimit)
	}
	out := globOutput{Files: []string{}}
	late, unread, err := k.search(ctx, k.Files, dir, func(e fsapi.Entry) error {
		if e.IsDir() || !p.match(dir, e) {
			return nil
		}
		if len(out.Files) == limit {
			out.Truncated = true
			return fs.SkipAll
		}
		out.Files = append(out.Files, e.Path)
		return nil
	})
	code := fsapi.CodeOf(err)
	nowhere := code == fsapi.NotFound || code == fsapi.NotDirectory // the plain part of the pattern
	if err != nil && !nowhere {
		return fileFailure(ctx, k.Files, dir, err, kindRead)
	}
	k.addLiteral(ctx, in, &out)
	text := shownLines(out.Files)
	switch {
	case len(out.Files) == 0:
		text = fmt.Sprintf("no file matches %s", in.Pattern)
	case out.Truncated:
		text += fmt.Sprintf("\n[cut: only the first %d files; narrow the pattern or set limit]", limit)
	}
	out.Truncated = out.Truncated || late
	r := tool.OK(out, text+searchNotes(late, unread))
	r.Cut = out.Truncated
	return r
}

// addLiteral finds a file whose very name is the pattern when nothing matched: "[id].tsx" is a name
// in some frameworks.
func (k *kit) addLiteral(ctx context.Context, in globInput, out *globOutput) {
	if len(out.Files) > 0 || !strings.ContainsAny(in.Pattern, "[{") {
		return
	}
	name := orRoot(in.Path) + "/" + strings.TrimSpace(in.Pattern)
	if e, err := k.Files.Stat(ctx, name); err == nil && !e.IsDir() {
		out.Files = append(out.Files, e.Path)
	}
}

// search walks below dir for as long as a search may take. It says late when the time was over, and
// how many directories could not be read.
func (k *kit) search(
	ctx context.Context, files fsapi.Files, dir string, visit func(fsapi.Entry) error,
) (late bool, unread int, err error) {
	limited, cancel := context.WithTimeout(ctx, k.SearchTime)
	defer cancel()
	unread, err = walk.Walk(limited, files, dir, walk.Options{}, visit)
	if err != nil && limited.Err() != nil && ctx.Err() == nil {
		return true, unread, nil
	}
	return false, unread, err
}

func searchNotes(late bool, unread int) string {
	notes := ""
	if late {
		notes += "\n[cut: the search ran out of time; narrow it with path or glob]"
	}
	if unread > 0 {
		notes += fmt.Sprintf("\n[%d %s could not be read]", unread, plural(unread, "directory", "directories"))
	}
	return notes
}
