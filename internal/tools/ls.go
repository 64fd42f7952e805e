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
	maxListed = 1000 // entries that one call gives
	maxDepth  = 20   // levels that one call goes down
)

type lsInput struct {
	Path  string `json:"path"`
	Depth int    `json:"depth"`
}

type lsOutput struct {
	Path      string    `json:"path"`
	Entries   []lsEntry `json:"entries"`
	Truncated bool      `json:"truncated"`
}

type lsEntry struct {
	Path string `json:"path"` // relative to the listed directory
	Type string `json:"type"` // file, dir, link or other
	Size int64  `json:"size"` // of a file, in bytes
}

func (k *kit) ls() tool.Handler {
	return handler[lsInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "ls",
			Summary: "List a directory, directories with a slash. With depth, what lies below too, without entering what git ignores.",
			Params: []tool.Param{
				{Name: "path", Type: tool.String},
				{Name: "depth", Type: tool.Integer, Min: new(int64(1)), Summary: "levels, default 1"},
			},
			ReadOnly: true, Subject: "path",
		},
		classify: func(in lsInput) (tool.Class, error) { return k.classRead("path", orRoot(in.Path)) },
		run:      k.runLs,
	}
}

// orRoot gives the workspace's root for a path that was not given.
func orRoot(name string) string {
	if strings.TrimSpace(name) == "" {
		return "."
	}
	return name
}

func (k *kit) runLs(ctx context.Context, c call, in lsInput) tool.Result {
	src, err := k.open(c, orRoot(in.Path))
	if err != nil {
		return failure(ctx, err, kindRead)
	}
	defer src.close()
	out := lsOutput{Path: src.name(src.rel), Entries: []lsEntry{}}
	opts := walk.Options{Depth: min(max(in.Depth, 1), maxDepth), Ignored: true}
	unread, err := walk.Walk(ctx, src.files, src.rel, opts, func(e fsapi.Entry) error {
		if len(out.Entries) == maxListed {
			out.Truncated = true
			return fs.SkipAll
		}
		out.Entries = append(out.Entries, listed(src.rel, e))
		return nil
	})
	if err != nil {
		r := fileFailure(ctx, src.files, src.rel, err, kindRead)
		if r.Code == tool.Code(fsapi.NotDirectory) {
			r.Text += ": it is a file, which read_file shows"
		}
		return r
	}
	r := tool.OK(out, out.text(unread))
	r.Cut = out.Truncated
	return r
}

func listed(base string, e fsapi.Entry) lsEntry {
	entry := lsEntry{Path: below(base, e.Path), Type: "other"}
	switch {
	case e.IsDir():
		entry.Type = "dir"
	case e.Mode&fs.ModeSymlink != 0:
		entry.Type = "link"
	case e.Mode.IsRegular():
		entry.Type, entry.Size = "file", e.Size
	}
	return entry
}

// below gives the part of name under the directory base. Both are workspace-relative.
func below(base, name string) string {
	if base == "." {
		return name
	}
	return strings.TrimPrefix(name, base+"/")
}

func (o lsOutput) text(unread int) string {
	var b strings.Builder
	for _, e := range o.Entries {
		b.WriteString(shown(e.Path))
		switch e.Type {
		case "dir":
			b.WriteByte('/')
		case "link":
			b.WriteByte('@')
		}
		b.WriteByte('\n')
	}
	if len(o.Entries) == 0 {
		b.WriteString("(the directory is empty)\n")
	}
	if o.Truncated {
		fmt.Fprintf(&b, "[cut: only the first %d entries; list a directory below, or use glob]\n", len(o.Entries))
	}
	if unread > 0 {
		fmt.Fprintf(&b, "[%d %s could not be read]\n", unread, plural(unread, "directory", "directories"))
	}
	return b.String()
}
