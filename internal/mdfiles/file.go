package mdfiles

import (
	"bytes"
	"errors"
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// File is a Markdown file.
type File struct {
	Path   string // as it is shown
	Rel    string // below its folder, with slashes
	Source Source
	Body   string // without the head and without blank lines around it; line breaks are LF
	Data   []byte // the whole file as it is

	head *yamldoc.Node
}

// Decode fills what into points to from the named keys of the head. Other keys are passed over: the
// programs that share these folders have keys of their own. The error names file, line and reason.
func (f File) Decode(into any, keys ...string) error {
	if !f.head.IsSet() {
		return nil
	}
	if f.head.Kind == yamldoc.Map {
		f.head.Fields = slices.DeleteFunc(f.head.Fields, func(x *yamldoc.Field) bool { return !slices.Contains(keys, x.Key) })
	}
	return first(f.head.Decode(into))
}

// parse cuts a file into head and body.
func parse(name string, data []byte, texts []string) (File, error) {
	head, body, ok := yamldoc.FrontMatter(data)
	f := File{Path: name, Body: tidy(body), Data: data}
	if !ok {
		if line, _, _ := bytes.Cut(body, []byte("\n")); string(bytes.TrimRight(line, " \t\r")) == "---" {
			return File{}, yamldoc.Problem{File: name, Line: 1, Message: `the head that begins here has no end, a line "---"`}
		}
		return f, nil
	}
	root, err := yamldoc.Parse(name, head)
	if err != nil || !allTexts(root, texts) {
		// Such as `argument-hint: [path] [name]` and `description: fix: a bug`, which people mean as text.
		if eased, again := yamldoc.Parse(name, quoteTexts(head, texts)); again == nil {
			root, err = eased, nil
		}
	}
	f.head = root
	return f, first(err)
}

// tidy is a body with its line breaks as LF and no blank lines around it.
func tidy(body []byte) string {
	text := strings.ReplaceAll(string(body), "\r\n", "\n")
	for {
		line, rest, found := strings.Cut(text, "\n")
		if !found || strings.TrimSpace(line) != "" {
			return strings.TrimRight(text, " \t\n")
		}
		text = rest
	}
}

// first is the first problem of an error: one line is enough to find the place.
func first(err error) error {
	if all, ok := errors.AsType[*yamldoc.Error](err); ok {
		return all.Problems[0]
	}
	return err
}

// allTexts says whether the keys for people hold text as YAML reads them.
func allTexts(root *yamldoc.Node, texts []string) bool {
	for _, key := range texts {
		if value := root.Get(key); value.IsSet() && value.Kind != yamldoc.Scalar {
			return false
		}
	}
	return true
}

// quoteTexts puts quotes around the values of the keys for people, where they stand bare on the line of
// their key. The lines stay the same lines.
func quoteTexts(head []byte, texts []string) []byte {
	lines := strings.Split(string(head), "\n")
	for i, line := range lines {
		key, value, found := strings.Cut(line, ":")
		value = strings.TrimSpace(value)
		if !found || value == "" || !slices.Contains(texts, key) || strings.ContainsRune(`"'|>`, rune(value[0])) {
			continue
		}
		lines[i] = key + ": '" + strings.ReplaceAll(value, "'", "''") + "'"
	}
	return []byte(strings.Join(lines, "\n"))
}
