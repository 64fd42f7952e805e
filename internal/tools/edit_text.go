package tools

import (
	"context"
	"fmt"
	"strings"

	"eidolon/actors/tool"
)

type editTextInput struct {
	Path        string  `json:"path"`
	Action      string  `json:"action"`
	InsertAfter *int    `json:"insertAfter"`
	Find        string  `json:"find"`
	Replace     *string `json:"replace"`
	StartLine   int     `json:"startLine"`
	EndLine     int     `json:"endLine"`
	NewText     *string `json:"newText"`
}

type editTextOutput struct {
	Path   string `json:"path"`
	Action string `json:"action"`
	Lines  int64  `json:"lines"` // of the file, now
}

const (
	actionInsert  = "insert"
	actionReplace = "replace"
	actionDelete  = "delete_range"
)

func (k *kit) editText() tool.Handler {
	return handler[editTextInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "edit_text",
			Summary: "Change a file by line: insert newText as lines after insertAfter, replace the first find, or delete_range startLine to endLine.",
			Params: []tool.Param{
				{Name: "path", Type: tool.String, Required: true},
				{Name: "action", Type: tool.String, Required: true, Enum: []string{actionInsert, actionReplace, actionDelete}},
				{Name: "insertAfter", Type: tool.Integer, Min: new(int64(0)), Summary: "line number; 0 = top"},
				{Name: "find", Type: tool.String},
				{Name: "replace", Type: tool.String},
				{Name: "startLine", Type: tool.Integer, Min: new(int64(1))},
				{Name: "endLine", Type: tool.Integer, Min: new(int64(1)), Summary: "inclusive"},
				{Name: "newText", Type: tool.String},
			},
			Main: "newText", Subject: "path",
		},
		classify: func(in editTextInput) (tool.Class, error) { return k.classWrite(in.Path) },
		run:      k.runEditText,
		preview:  k.dry().runEditText,
	}
}

func (k *kit) runEditText(ctx context.Context, _ call, in editTextInput) tool.Result {
	rel, err := k.resolveToWrite("path", in.Path)
	if err != nil {
		return failure(ctx, err, kindRead)
	}
	if err := in.check(); err != nil {
		return failure(ctx, err, "")
	}
	var said string
	change, err := k.Files.Edit(ctx, rel, func(before []byte) ([]byte, error) {
		after, what, err := in.apply(rel, string(before))
		said = what
		return []byte(after), err
	})
	if err != nil {
		return k.editFailure(ctx, rel, err)
	}
	out := editTextOutput{Path: change.Path, Action: in.Action, Lines: countLines(change.New)}
	r := tool.OK(out, fmt.Sprintf("%s; %s has %d %s now", said, out.Path, out.Lines, plural(int(out.Lines), "line", "lines")))
	r.Diff = difference(change)
	return r
}

// check refuses an input whose parts do not belong together. A text that the action would not use is
// refused too: dropping it in silence would lose what the model wrote.
func (in editTextInput) check() error {
	hasText := in.NewText != nil && *in.NewText != ""
	hasReplace := in.Replace != nil && *in.Replace != ""
	switch in.Action {
	case actionInsert:
		switch {
		case in.InsertAfter == nil:
			return invalid("insertAfter", "insert needs insertAfter: the number of the line before the new ones, 0 for the top")
		case !hasText:
			return invalid("newText", "insert needs newText, the lines to insert")
		case in.Find != "" || hasReplace:
			return invalid("find", "insert uses no find and no replace; for those the action is replace")
		}
	case actionReplace:
		switch {
		case in.Find == "":
			return invalid("find", "replace needs find, the text to look for")
		case in.Replace == nil && in.NewText == nil:
			return invalid("replace", `replace needs replace, the text to put there ("" deletes)`)
		case hasReplace && hasText && *in.Replace != *in.NewText:
			return invalid("replace", "replace and newText are both given and differ; give one of them")
		case in.Find == in.replacement():
			return invalid("replace", "find and replace are the same; nothing would change")
		}
	case actionDelete:
		switch {
		case in.StartLine == 0 || in.EndLine == 0:
			return invalid("startLine", "delete_range needs startLine and endLine, both inclusive and counted from 1")
		case hasText || in.Find != "" || hasReplace:
			return invalid("newText", "delete_range puts nothing in the place of the lines; to replace text use edit")
		}
	}
	return nil
}

func (in editTextInput) replacement() string {
	if in.Replace != nil && (*in.Replace != "" || in.NewText == nil) {
		return *in.Replace
	}
	return *in.NewText
}

// apply gives the changed text and what was done in words.
func (in editTextInput) apply(name, text string) (after, said string, err error) {
	switch in.Action {
	case actionInsert:
		return insertLines(name, text, *in.InsertAfter, *in.NewText)
	case actionDelete:
		return deleteLines(name, text, in.StartLine, in.EndLine)
	}
	return replaceFirst(name, text, in.Find, in.replacement())
}

func replaceFirst(name, text, find, repl string) (after, said string, err error) {
	breaks := breaksOf(text)
	find, repl = breaks.fit(find), breaks.fit(repl)
	if !strings.Contains(text, find) && breaks.crlf > 0 && strings.Contains(text, toCRLF(find)) {
		find, repl = toCRLF(find), toCRLF(repl)
	}
	at := strings.Index(text, find)
	if at < 0 {
		return "", "", missing(name, text, find, repl)
	}
	said = fmt.Sprintf("replaced at line %d", strings.Count(text[:at], "\n")+1)
	if n := strings.Count(text, find); n > 1 {
		said += fmt.Sprintf(" (the first of %d places)", n)
	}
	return text[:at] + repl + text[at+len(find):], said, nil
}
