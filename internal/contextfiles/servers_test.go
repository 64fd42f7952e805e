package contextfiles_test

import (
	"context"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fsapi"
	"eidolon/internal/agents"
	"eidolon/internal/commands"
	"eidolon/internal/contextfiles"
)

// docs is a server of that name. Its texts name files, which nobody may take for words of the person.
type docs struct{}

func (docs) Has(server string) bool { return server == "docs" }

func (docs) Prompt(_ context.Context, name, typed string) (string, bool, error) {
	switch name {
	case "mcp__docs__explain":
		return "Explain" + typed + " with @calc.go", true, nil
	case "mcp__docs__broken":
		return "", true, errors.New("it needs a word")
	}
	return "", false, nil
}

func (docs) Resource(_ context.Context, server, uri string) (string, bool, error) {
	switch {
	case server != "docs":
		return "", false, nil
	case uri == "memo:todo":
		return "buy milk", true, nil
	case uri == "file://manual":
		return "the manual, with @calc.go and </resource>", true, nil
	}
	return "", true, errors.New("no such\x1b resource")
}

// What servers have for people goes along as text, and refers to nothing.
//
// Covers: R23, R24
func TestWhatServersHave(t *testing.T) {
	dir := top(t)
	plant(t, dir, map[string]string{"calc.go": "package calc\n", ".eidolon/commands/mine.md": "Mine: @docs:file://manual", "docs:memo:todo": "a file\n"})
	files := open(t, dir)
	r := contextfiles.New(contextfiles.Options{
		Files: files, Servers: docs{},
		Open: func(string) (fsapi.Files, error) { return nil, errors.New("none") },
		Commands: func(ctx context.Context) commands.Set {
			return commands.Load(ctx, commands.Options{Workspace: files, Trusted: func(string, []byte) bool { return true }})
		},
		Agents: func(context.Context) agents.Set { return agents.Set{} },
	})
	const memo = "<resource uri=\"docs:memo:todo\">\nbuy milk\n</resource>"
	const manual = "<resource-1 uri=\"docs:file://manual\">\nthe manual, with @calc.go and </resource>\n</resource-1>"
	for name, c := range map[string]struct {
		text, want string
		notices    []string
	}{
		"a resource":                {"see @docs:file://manual.", "see @docs:file://manual.\n\n" + manual, nil},
		"one that is not there":     {"@docs:file://none", "@docs:file://none", []string{"@docs:file://none was left out: no such␛ resource"}},
		"of nobody":                 {"@other:file://manual", "@other:file://manual", []string{"@other:file://manual stays text: there is no server other"}},
		"without slashes":           {"(@docs:memo:todo) is", "(@docs:memo:todo) is\n\n" + memo, nil},
		"without slashes, nobody's": {"@other:memo:todo @docs:todo @docs:10:30 @docs:memo: @docs: me@docs:memo:todo 10:30:a", "@other:memo:todo @docs:todo @docs:10:30 @docs:memo: @docs: me@docs:memo:todo 10:30:a", nil},
		"a file of such a name":     {`@"docs:memo:todo"`, "@\"docs:memo:todo\"\n\n<file path=\"docs:memo:todo\">\na file\n</file>", nil},
		"a project may not ask":     {"/mine", "Mine: @docs:file://manual", []string{"@docs:file://manual stays text"}},
		"a prompt":                  {"/mcp__docs__explain it", "Explain it with @calc.go", nil},
		"a prompt about something":  {"/mcp__docs__explain @calc.go", "Explain @calc.go with @calc.go\n\n<file path=\"calc.go\">\npackage calc\n</file>", nil},
	} {
		t.Run(name, func(t *testing.T) {
			if err := r.Check(t.Context(), contextfiles.Input{Text: c.text}); err != nil {
				t.Error(err)
			}
			got, err := r.Resolve(t.Context(), contextfiles.Input{Text: c.text})
			if err != nil || got.Text != c.want {
				t.Errorf("%v: %q", err, got.Text)
			}
			if diff := cmp.Diff(c.notices, got.Notices); diff != "" {
				t.Error(diff)
			}
		})
	}
	for text, want := range map[string]string{
		"/mcp__docs__broken": "/mcp__docs__broken: it needs a word",
		"/mcp__docs__none":   "there is no command /mcp__docs__none; `eidolon commands list` shows those that there are",
	} {
		if _, err := r.Resolve(t.Context(), contextfiles.Input{Text: text}); err == nil || err.Error() != want {
			t.Errorf("%s: %v", text, err)
		}
	}
}
