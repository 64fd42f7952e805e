package tools

import (
	"context"
	"fmt"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/diff"
)

type writeInput struct {
	Path    string `json:"path"`
	Content string `json:"content"`
	Mode    string `json:"mode"`
}

type writeOutput struct {
	Path    string `json:"path"`
	Bytes   int    `json:"bytes"` // of the content given
	Created bool   `json:"created"`
}

func (k *kit) writeFile() tool.Handler {
	return handler[writeInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "write_file", Aliases: []string{"write"},
			Summary: "Create or replace a file with exactly this content, or append to it. Missing directories are made.",
			Params: []tool.Param{
				{Name: "path", Type: tool.String, Required: true},
				{Name: "content", Type: tool.String, Required: true},
				{Name: "mode", Type: tool.String, Enum: []string{"overwrite", "append"}},
			},
			Main: "content", Subject: "path",
		},
		classify: func(in writeInput) (tool.Class, error) { return k.classWrite(in.Path) },
		run:      k.runWrite,
		preview:  k.dry().runWrite,
	}
}

func (k *kit) runWrite(ctx context.Context, _ call, in writeInput) tool.Result {
	rel, err := k.resolveToWrite("path", in.Path)
	if err != nil {
		return failure(ctx, err, kindWrite)
	}
	opts := fsapi.WriteOptions{Append: in.Mode == "append"}
	change, err := k.Files.Write(ctx, rel, []byte(in.Content), opts)
	if err != nil {
		kind := kindWrite
		if fsapi.CodeOf(err) == fsapi.NotDirectory { // a parent is a file, so it cannot be made
			kind = kindMkdir
		}
		return fileFailure(ctx, k.Files, rel, err, kind)
	}
	how := "overwritten"
	switch {
	case change.Created:
		how = "created"
	case opts.Append:
		how = "appended"
	}
	out := writeOutput{Path: change.Path, Bytes: len(in.Content), Created: change.Created}
	r := tool.OK(out, fmt.Sprintf("wrote %d bytes (%s)", out.Bytes, how))
	r.Diff = difference(change)
	return r
}

// difference shows people what a change did.
func difference(c fsapi.Change) string {
	before := c.Old
	if !c.Created && before == nil {
		before = []byte{} // an empty file, not a new one
	}
	return diff.Unified(c.Path, before, c.New)
}
