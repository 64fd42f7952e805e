package tools

import (
	"context"
	"fmt"
	"strings"

	"eidolon/actors/tool"
)

type editInput struct {
	Path     string `json:"path"`
	Old      string `json:"old"`
	New      string `json:"new"`
	Expected int    `json:"expectedReplacements"`
}

type editOutput struct {
	Path         string `json:"path"`
	Replacements int    `json:"replacements"`
}

func (k *kit) edit() tool.Handler {
	return handler[editInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "edit", Aliases: []string{"edit_file"},
			Summary: "Replace exact text in a file. old must be in it exactly expectedReplacements times (default 1), else nothing changes.",
			Params: []tool.Param{
				{Name: "path", Type: tool.String, Required: true},
				{Name: "old", Type: tool.String, Required: true, Summary: "text as in the file, blanks and tabs included"},
				{Name: "new", Type: tool.String, Required: true},
				{Name: "expectedReplacements", Type: tool.Integer, Min: new(int64(1))},
			},
			Subject: "path",
		},
		classify: func(in editInput) (tool.Class, error) { return k.classWrite(in.Path) },
		run:      k.runEdit,
		preview:  k.dry().runEdit,
	}
}

func (k *kit) runEdit(ctx context.Context, _ call, in editInput) tool.Result {
	rel, err := k.resolveToWrite("path", in.Path)
	if err != nil {
		return failure(ctx, err, kindRead)
	}
	want := max(in.Expected, 1)
	switch {
	case in.Old == "":
		return failure(ctx, invalid("old", "old is empty; give the text to replace, or use write_file for a new file"), "")
	case in.Old == in.New:
		return failure(ctx, invalid("new", "old and new are the same; nothing would change"), "")
	}
	var at string
	change, err := k.Files.Edit(ctx, rel, func(before []byte) ([]byte, error) {
		after, lines, err := replace(rel, string(before), in.Old, in.New, want)
		at = lines
		return []byte(after), err
	})
	if err != nil {
		return k.editFailure(ctx, rel, err)
	}
	r := tool.OK(editOutput{Path: change.Path, Replacements: want},
		fmt.Sprintf("%d %s in %s, %s", want, plural(want, "replacement", "replacements"), change.Path, at))
	r.Diff = difference(change)
	return r
}

// editFailure gives the result of an edit that did not take place.
func (k *kit) editFailure(ctx context.Context, rel string, err error) tool.Result {
	if miss, ok := asMiss(err); ok {
		return tool.Fail(miss.code, miss.message).WithKind(miss.kind)
	}
	kind := kindRead
	if isWriteFailure(err) {
		kind = kindWrite
	}
	return fileFailure(ctx, k.Files, rel, err, kind)
}

// replace gives text with old replaced by repl, provided that old is there exactly want times, and
// the lines of it in words. Both get the line breaks of the file: models write "\n" always.
func replace(name, text, old, repl string, want int) (after, lines string, err error) {
	breaks := breaksOf(text)
	old, repl = breaks.fit(old), breaks.fit(repl)
	n := strings.Count(text, old)
	if n == 0 && breaks.crlf > 0 && breaks.lf > 0 {
		if crlf := toCRLF(old); strings.Contains(text, crlf) {
			old, repl = crlf, toCRLF(repl)
			n = strings.Count(text, old)
		}
	}
	switch {
	case n == 0:
		return "", "", missing(name, text, old, repl)
	case n != want:
		return "", "", wrongCount(name, text, old, n, want)
	}
	return strings.ReplaceAll(text, old, repl), linesOf(text, old), nil
}
