package tools

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/search"
)

const (
	grepLimit    = 100     // matching lines that a call gives unless it asks for more
	maxGrepLimit = 2000    // matching lines that a call may ask for
	maxContext   = 10      // lines around a match
	grepFileSize = maxScan // bytes of one file that are searched
	binaryProbe  = 8 << 10 // bytes in which a NUL shows that a file is not text
)

type grepInput struct {
	Pattern    string `json:"pattern"`
	Path       string `json:"path"`
	Glob       string `json:"glob"`
	IgnoreCase bool   `json:"ignoreCase"`
	Context    int    `json:"context"`
	Limit      int    `json:"limit"`
}

type grepOutput struct {
	Matches   []grepMatch `json:"matches"`
	Truncated bool        `json:"truncated"`
}

type grepMatch struct {
	Path string `json:"path"`
	Line int    `json:"line"`
	Text string `json:"text"`
}

func (k *kit) grep() tool.Handler {
	return handler[grepInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "grep",
			Summary: "Search file contents line by line with a regular expression (RE2), without binary files and those git ignores.",
			Params: []tool.Param{
				{Name: "pattern", Type: tool.String, Required: true},
				{Name: "path", Type: tool.String, Summary: "file or directory"},
				{Name: "glob", Type: tool.String, Summary: "only files like *.go"},
				{Name: "ignoreCase", Type: tool.Boolean},
				{Name: "context", Type: tool.Integer, Min: new(int64(0)), Summary: "lines around a match"},
				{Name: "limit", Type: tool.Integer, Min: new(int64(1)), Summary: "default 100"},
			},
			ReadOnly: true, Subject: "path",
		},
		classify: func(in grepInput) (tool.Class, error) {
			if _, _, err := in.compile(); err != nil {
				return tool.Class{}, err
			}
			return k.classRead("path", orRoot(in.Path))
		},
		run: k.runGrep,
	}
}

// compile gives the expression and the choice of files, which is nil for all of them.
func (in grepInput) compile() (*search.Matcher, *filePattern, error) {
	if in.Pattern == "" {
		return nil, nil, invalid("pattern", "pattern is empty; to list files use glob or ls")
	}
	m, err := search.Compile(in.Pattern, in.IgnoreCase)
	if err != nil {
		return nil, nil, invalid("pattern", "pattern: %v", err)
	}
	if in.Glob == "" {
		return m, nil, nil
	}
	p, err := newPattern("glob", in.Glob)
	return m, &p, err
}

func (k *kit) runGrep(ctx context.Context, c call, in grepInput) tool.Result {
	matcher, chosen, err := in.compile()
	if err != nil {
		return failure(ctx, err, kindRead)
	}
	src, err := k.open(c, orRoot(in.Path))
	if err != nil {
		return failure(ctx, err, kindRead)
	}
	defer src.close()
	entry, err := src.files.Stat(ctx, src.rel)
	if err != nil {
		return fileFailure(ctx, src.files, src.rel, err, kindRead)
	}
	page := newGrepPage(in)
	if !entry.IsDir() {
		err := page.search(ctx, src, src.rel, matcher)
		linkToDir := entry.Mode&fs.ModeSymlink != 0 && fsapi.CodeOf(err) == fsapi.NotRegular
		if err == nil || errors.Is(err, errFull) {
			return page.result(false, 0)
		}
		if !linkToDir {
			return fileFailure(ctx, src.files, src.rel, err, kindRead)
		}
	}
	late, unread, err := k.search(ctx, src.files, src.rel, func(e fsapi.Entry) error {
		if !e.Mode.IsRegular() || e.Size == 0 || chosen != nil && !chosen.match(src.rel, e) {
			return nil
		}
		err := page.search(ctx, src, e.Path, matcher)
		switch code := fsapi.CodeOf(err); {
		case errors.Is(err, errFull):
			return fs.SkipAll
		case err != nil && code != fsapi.NotText && code != fsapi.NotFound: // a binary has no matches
			page.unread++
		}
		return ctx.Err()
	})
	if err != nil {
		return fileFailure(ctx, src.files, src.rel, err, kindRead)
	}
	return page.result(late, unread)
}

// errFull ends a search whose page has no room for more.
var errFull = errors.New("the page is full")

// search reads a file and adds what is found in it. Text is what has no NUL near its beginning:
// checking all of it as carefully as read_file does would cost more than the search.
func (p *grepPage) search(ctx context.Context, src source, rel string, m *search.Matcher) error {
	content, err := src.files.Read(ctx, rel, fsapi.ReadOptions{Limit: grepFileSize})
	if err != nil {
		return err
	}
	if bytes.IndexByte(content.Data[:min(len(content.Data), binaryProbe)], 0) >= 0 {
		return &fsapi.FileError{Code: fsapi.NotText, Op: "search", Path: rel}
	}
	if content.Truncated {
		p.partial++
	}
	if !p.add(src.name(rel), content.Data, m) {
		return errFull
	}
	return nil
}

func (p *grepPage) result(late bool, unread int) tool.Result {
	text := p.text.String()
	if len(p.out.Matches) == 0 {
		text = "no match\n"
	}
	if p.out.Truncated {
		text += fmt.Sprintf("[cut after %d matching lines; narrow the search with path or glob, or set limit]\n", len(p.out.Matches))
	}
	if p.partial > 0 {
		text += fmt.Sprintf("[of %d very large %s only the beginning was searched]\n", p.partial, plural(p.partial, "file", "files"))
	}
	if p.unread > 0 {
		text += fmt.Sprintf("[%d %s could not be read]\n", p.unread, plural(p.unread, "file", "files"))
	}
	p.out.Truncated = p.out.Truncated || late || p.partial > 0
	r := tool.OK(p.out, text[:len(text)-1]+searchNotes(late, unread))
	r.Cut = p.out.Truncated
	return r
}
