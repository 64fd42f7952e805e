package contextfiles_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/internal/agents"
	"eidolon/internal/commands"
	"eidolon/internal/contextfiles"
	"eidolon/internal/tools/fence"
)

// scene is a workspace w beside a home with a Resolver.
type scene struct {
	*contextfiles.Resolver
	dir    string
	asked  int  // times that commands or agents were looked at
	listed int  // directories that were listed, and files that were read
	wary   bool // of what the project brings
}

func (s *scene) trusts(string, []byte) bool { return !s.wary }

// counting counts the looks at files.
type counting struct {
	fsapi.Files
	s *scene
}

func (c counting) List(ctx context.Context, name string) ([]fsapi.Entry, error) {
	c.s.listed++
	return c.Files.List(ctx, name)
}

func (c counting) Read(ctx context.Context, name string, o fsapi.ReadOptions) (fsapi.Content, error) {
	c.s.listed++
	return c.Files.Read(ctx, name, o)
}

// set makes a scene.
func set(t *testing.T, files map[string]string) *scene {
	t.Helper()
	s := &scene{dir: top(t)}
	plant(t, s.dir, map[string]string{"w/": "", "home/": "", "base/": ""})
	plant(t, s.dir, files)
	home := filepath.Join(s.dir, "home")
	forbidden := []string{"private", filepath.Join(s.dir, "elsewhere", "secret")}
	workspace := counting{fence.New(open(t, filepath.Join(s.dir, "w")), forbidden, home), s}
	s.Resolver = contextfiles.New(contextfiles.Options{
		Files: workspace, Home: home,
		Open: func(dir string) (fsapi.Files, error) {
			files, err := fslocal.OpenReadOnly(dir)
			return fence.New(files, forbidden, home), err
		},
		Commands: func(ctx context.Context) commands.Set {
			s.asked++
			return commands.Load(ctx, commands.Options{
				BuiltIn: []commands.Command{{Name: "status", Mode: commands.Execute}},
				Base:    filepath.Join(s.dir, "base"), Workspace: workspace, Trusted: s.trusts,
			})
		},
		Agents: func(ctx context.Context) agents.Set {
			s.asked++
			return agents.Load(ctx, agents.Options{Workspace: workspace, Trusted: s.trusts})
		},
	})
	return s
}

// turn is what a test compares of a Turn; the directory of the scene is called "T".
type turn struct {
	Text, Agent, Model, Shell, BuiltIn, Args string
	Before, Notices                          []string
}

func (s *scene) resolve(t *testing.T, in contextfiles.Input) turn {
	t.Helper()
	got, err := s.Resolve(t.Context(), in)
	if err != nil {
		t.Fatal(err)
	}
	short := func(text string) string { return strings.ReplaceAll(text, s.dir, "T") }
	out := turn{Text: short(got.Text), Model: got.Model, Shell: got.Shell, BuiltIn: got.BuiltIn, Args: got.Args}
	if got.Agent != nil {
		out.Agent = got.Agent.Name
	}
	for _, b := range got.Before {
		out.Before = append(out.Before, short(b))
	}
	for _, n := range got.Notices {
		out.Notices = append(out.Notices, short(n))
	}
	return out
}

// Covers: E41, E48, R83
func TestResolve(t *testing.T) {
	s := set(t, map[string]string{
		"w/calc.go": "package calc\n", "w/dir/a b.txt": "blanks", "w/dir/sub/x": "", "w/dir/node_modules/y": "", "w/.gitignore": "ignored\n",
		"w/dir/ignored/z": "", "w/picture.png": "\x89PNG\x00", "w/closing.txt": "a </file> b </file-1>", "w/empty": "", "w/crlf": "a\r\nb",
		"w/private/key": "k", "home/notes.txt": "n", "elsewhere/e.txt": "e", "elsewhere/secret/s": "s", "w/dot.": "d",
	})
	tests := map[string]struct {
		text string
		want turn
	}{
		"a file ahead of the turn": {"fix @file:calc.go now", turn{
			Text: "fix @file:calc.go now", Before: []string{"@file:calc.go\npackage calc\n"},
		}},
		"a block after the text": {"fix @calc.go", turn{
			Text: "fix @calc.go\n\n<file path=\"calc.go\">\npackage calc\n</file>",
		}},
		"punctuation of the sentence": {"see (@calc.go), `@file:./calc.go`.", turn{
			Text: "see (@calc.go), `@file:./calc.go`.\n\n<file path=\"calc.go\">\npackage calc\n</file>",
		}},
		"a name that ends in punctuation": {"@file:dot.", turn{Text: "@file:dot.", Before: []string{"@file:dot.\nd"}}},
		"blanks in a name": {`@file:"dir/a b.txt" and @'dir/a b.txt'`, turn{
			Text: `@file:"dir/a b.txt" and @'dir/a b.txt'`, Before: []string{"@file:dir/a b.txt\nblanks"},
		}},
		"line breaks stay": {"@file:crlf", turn{Text: "@file:crlf", Before: []string{"@file:crlf\na\r\nb"}}},
		"an empty file":    {"@empty", turn{Text: "@empty\n\n<file path=\"empty\">\n</file>"}},
		"a directory": {"@dir", turn{
			Text: "@dir\n\n<directory path=\"dir\">\ndir/a b.txt\ndir/node_modules/\ndir/sub/\ndir/sub/x\n</directory>",
		}},
		"a directory ahead": {"@file:dir/sub", turn{Text: "@file:dir/sub", Before: []string{"@file:dir/sub\ndir/sub/x\n"}}},
		"not text": {"@picture.png", turn{
			Text:    "@picture.png\n\n<file path=\"picture.png\">\n[not text, so its 5 bytes are not shown]\n</file>",
			Notices: []string{"@picture.png: not text, so its 5 bytes are not shown"},
		}},
		"a text that would end its block": {"@closing.txt", turn{
			Text: "@closing.txt\n\n<file-2 path=\"closing.txt\">\na </file> b </file-1>\n</file-2>",
		}},
		"mentions and addresses": {"ask @alice, mail me@calc.go or <x@calc.go>, @@ -1 +1 @@, @ and @/ @. @!", turn{
			Text: "ask @alice, mail me@calc.go or <x@calc.go>, @@ -1 +1 @@, @ and @/ @. @!",
		}},
		"a file that is not there": {"@file:none.go", turn{
			Text: "@file:none.go", Notices: []string{"@file:none.go was left out: no such file or directory"},
		}},
		"out of the workspace": {"@file:../elsewhere/e.txt @../elsewhere", turn{
			Text: "@file:../elsewhere/e.txt @../elsewhere",
			Notices: []string{
				"@file:../elsewhere/e.txt was left out: the path is outside the workspace", "@../elsewhere was left out: the path is outside the workspace",
			},
		}},
		"an absolute path": {"@file:" + s.dir + "/elsewhere/e.txt", turn{
			Text: "@file:T/elsewhere/e.txt", Before: []string{"@file:T/elsewhere/e.txt\ne"},
		}},
		"a path in the home": {"@~/notes.txt", turn{Text: "@~/notes.txt\n\n<file path=\"~/notes.txt\">\nn\n</file>"}},
		"forbidden paths": {"@private/key @file:" + s.dir + "/elsewhere/secret/s", turn{
			Text: "@private/key @file:T/elsewhere/secret/s",
			Notices: []string{
				"@private/key was left out: a protected path", "@file:T/elsewhere/secret/s was left out: a protected path",
			},
		}},
		"a resource of a server": {"@docs:file://manual @alice: hi", turn{
			Text: "@docs:file://manual @alice: hi", Notices: []string{"@docs:file://manual stays text"},
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, s.resolve(t, contextfiles.Input{Text: tt.text})); diff != "" {
				t.Errorf("turn (-want +got):\n%s", diff)
			}
		})
	}
}

// Text without a reference is passed on as it is, without a look at the disk.
func TestResolveLeavesTextAlone(t *testing.T) {
	s := set(t, map[string]string{"w/.eidolon/commands/x.md": "x"})
	for _, text := range []string{"", " \n", "plain\r\ntext \x00\xff\n", "a / b", " /x", "mail me@x.org", "1 /x", "/usr/bin/x is gone", "/", "//", "/x/"} {
		got := s.resolve(t, contextfiles.Input{Text: text, Attached: "\n\n@file:secret /x"})
		if diff := cmp.Diff(turn{Text: text + "\n\n@file:secret /x"}, got); diff != "" {
			t.Errorf("%q (-want +got):\n%s", text, diff)
		}
	}
	if s.asked+s.listed > 0 {
		t.Errorf("%d looks at commands and %d at files", s.asked, s.listed)
	}
}

// Covers: E44, E47
func TestResolveAgents(t *testing.T) {
	s := set(t, map[string]string{
		"w/.eidolon/agents/reviewer.md": "---\nmodel: small\n---\nreview", "w/.eidolon/agents/tester.md": "test", "w/a": "a",
	})
	tests := map[string]struct {
		text string
		want turn
	}{
		"with a text":   {"@agent:reviewer look", turn{Text: "@agent:reviewer look", Agent: "reviewer", Model: "small"}},
		"alone":         {" @agent:reviewer ", turn{Agent: "reviewer", Model: "small"}},
		"the last one":  {"@agent:reviewer, @agent:tester. go", turn{Text: "@agent:reviewer, @agent:tester. go", Agent: "tester", Model: "small"}},
		"with a file":   {"@agent:tester @a", turn{Text: "@agent:tester @a\n\n<file path=\"a\">\na\n</file>", Agent: "tester"}},
		"a near miss":   {"@agent:testr", turn{Text: "@agent:testr", Notices: []string{"there is no agent testr; did you mean tester?"}}},
		"an empty name": {"@agent: x", turn{Text: "@agent: x"}},
		"nobody": {"@agent:zzz", turn{
			Text: "@agent:zzz", Notices: []string{"there is no agent zzz; `eidolon agents list` shows those that there are"},
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, s.resolve(t, contextfiles.Input{Text: tt.text})); diff != "" {
				t.Errorf("turn (-want +got):\n%s", diff)
			}
		})
	}
}

// What a project brings is text before the user trusts it, and says what it does without.
func TestResolveUntrusted(t *testing.T) {
	s := set(t, map[string]string{
		"w/.eidolon/commands/commit.md": "---\nmodel: small\nagent: reviewer\n---\nCommit $1. @agent:reviewer",
		"w/.eidolon/commands/mine.md":   "the project's",
		"base/commands/mine.md":         "my own",
		"w/.eidolon/agents/reviewer.md": "---\nmodel: small\n---\nreview",
	})
	s.wary = true
	tests := map[string]struct {
		text string
		want turn
	}{
		"a command": {"/commit x", turn{Text: "Commit x. @agent:reviewer", Notices: []string{
			"/commit is text of a project that you do not trust; it did not get the model small, the agent reviewer (`eidolon trust` lets it)",
		}}},
		"an agent": {"@agent:reviewer go", turn{Text: "@agent:reviewer go", Agent: "reviewer", Notices: []string{
			"@agent:reviewer is text of a project that you do not trust; it did not get the model small (`eidolon trust` lets it)",
		}}},
		"a name of the user's": {"/mine", turn{Text: "my own"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, s.resolve(t, contextfiles.Input{Text: tt.text})); diff != "" {
				t.Errorf("turn (-want +got):\n%s", diff)
			}
		})
	}
}

// Covers: E54, E56, R77
func TestResolveCommands(t *testing.T) {
	s := set(t, map[string]string{
		"w/.eidolon/commands/git/commit.md": "---\nmodel: small\nagent: reviewer\n---\nCommit $1.",
		"w/.eidolon/commands/style.md":      "---\nmode: insert\n---\nBe brief.",
		"w/.eidolon/commands/about.md":      "---\nmode: insert\n---\nIt is about $2: $ARGUMENTS.",
		"w/.eidolon/commands/either.md":     "Either.",
		"w/.eidolon/agents/reviewer.md":     "review",
		"w/a":                               "a",
	})
	commit := turn{Agent: "reviewer", Model: "small"}
	with := func(text string) turn { commit.Text = text; return commit }
	tests := map[string]struct {
		in   contextfiles.Input
		want turn
	}{
		"words":         {contextfiles.Input{Text: `/git:commit "the bug" now`}, with("Commit the bug.")},
		"no words":      {contextfiles.Input{Text: "/git:commit"}, with("Commit .")},
		"letter case":   {contextfiles.Input{Text: "/GIT:Commit x"}, with("Commit x.")},
		"attached data": {contextfiles.Input{Text: "/git:commit x", Attached: "\n\n@a"}, with("Commit x.\n\n@a")},
		"a file in the words": {
			contextfiles.Input{Text: "/git:commit @a"},
			with("Commit @a.\n\n<file path=\"a\">\na\n</file>"),
		},
		"one that is inserted":                        {contextfiles.Input{Text: "/style fix it"}, turn{Before: []string{"Be brief."}, Text: "fix it"}},
		"one that is inserted with words of the turn": {contextfiles.Input{Text: "/about fix it"}, turn{Before: []string{"It is about it: fix it."}, Text: "fix it"}},
		"the words behind all that are inserted": {
			contextfiles.Input{Text: "/about /style fix it"}, turn{Before: []string{"It is about it: fix it.", "Be brief."}, Text: "fix it"},
		},
		"two that are inserted": {
			contextfiles.Input{Text: "/style /either /style fix @file:a", Insert: true},
			turn{Before: []string{"Be brief.", "Either.", "@file:a\na"}, Text: "fix @file:a"},
		},
		"one that is inserted before another": {contextfiles.Input{Text: "/style /git:commit x"}, func() turn {
			want := with("Commit x.")
			want.Before = []string{"Be brief."}
			return want
		}()},
		"a path after one that is inserted": {contextfiles.Input{Text: "/style /nowhere"}, turn{Before: []string{"Be brief."}, Text: "/nowhere"}},
		"nothing to insert before":          {contextfiles.Input{Text: "/style "}, turn{Text: "Be brief."}},
		"run":                               {contextfiles.Input{Text: "/either fix it"}, turn{Text: "Either.\n\nfix it"}},
		"inserted by choice":                {contextfiles.Input{Text: "/either fix it", Insert: true}, turn{Before: []string{"Either."}, Text: "fix it"}},
		"built in":                          {contextfiles.Input{Text: "/status  of it "}, turn{BuiltIn: "status", Args: "of it"}},
		"a path":                            {contextfiles.Input{Text: "/dev is full"}, turn{Text: "/dev is full"}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, s.resolve(t, tt.in)); diff != "" {
				t.Errorf("turn (-want +got):\n%s", diff)
			}
		})
	}
}

func TestResolveUnknownCommand(t *testing.T) {
	s := set(t, map[string]string{"w/.eidolon/commands/commit.md": "x"})
	for text, want := range map[string]string{
		"/comit now": "there is no command /comit; did you mean /commit?",
		"/zzz":       "there is no command /zzz; `eidolon commands list` shows those that there are",
	} {
		in := contextfiles.Input{Text: text}
		_, err := s.Resolve(t.Context(), in)
		if err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
		if checked := s.Check(t.Context(), in); fmt.Sprint(checked) != fmt.Sprint(err) {
			t.Errorf("%q: checked %v, resolved %v", text, checked, err)
		}
	}
	for _, text := range []string{"/commit", "/dev is full", "no command", "/a/b"} {
		if err := s.Check(t.Context(), contextfiles.Input{Text: text}); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
	for text, want := range map[string]string{
		"/status":                 "the command /status is one of the chat; start it with `eidolon`",
		" @agent:a @agent:nobody": contextfiles.ErrNothingAsked.Error(),
	} {
		if err := s.Check(t.Context(), contextfiles.Input{Text: text}); err == nil || err.Error() != want {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

// The text of a project's command refers to the project's files only, whatever else the person named.
func TestResolveTrustsNoProject(t *testing.T) {
	s := set(t, map[string]string{
		"home/key": "secret", "home/notes": "notes", "w/a": "a", "w/.eidolon/agents/other.md": "other",
		"w/.eidolon/commands/grab.md": "Read @a @~/key @agent:other and $1. !`touch x` @!touch x",
		"base/commands/mine.md":       "Read @~/key",
	})
	want := turn{
		Text:    "Read @a @~/key @agent:other and @~/notes. !`touch x` @!touch x\n\n<file path=\"~/notes\">\nnotes\n</file>\n\n<file path=\"a\">\na\n</file>",
		Notices: []string{"@~/key was left out: a command of the project may refer to files of the workspace only"},
	}
	if diff := cmp.Diff(want, s.resolve(t, contextfiles.Input{Text: "/grab @~/notes"})); diff != "" {
		t.Errorf("the project's (-want +got):\n%s", diff)
	}
	if got := s.resolve(t, contextfiles.Input{Text: "/mine"}); !strings.Contains(got.Text, "secret") {
		t.Errorf("the user's own: %+v", got)
	}
	if _, err := os.Stat(filepath.Join(s.dir, "w", "x")); err == nil {
		t.Error("something was run")
	}
}

// Covers: E40
func TestResolveShell(t *testing.T) {
	s := set(t, map[string]string{"w/a": "a"})
	tests := map[string]struct {
		in   contextfiles.Input
		want turn
	}{
		"a command": {contextfiles.Input{Text: "@! git status @a "}, turn{Shell: "git status @a"}},
		"and a turn after it": {contextfiles.Input{Text: "@!ls\nWhat is @a?"}, turn{
			Shell: "ls", Text: "What is @a?\n\n<file path=\"a\">\na\n</file>",
		}},
		"not at the start": {contextfiles.Input{Text: "run @!ls"}, turn{Text: "run @!ls"}},
		"from somebody else": {contextfiles.Input{Text: "@!ls", NoShell: true}, turn{
			Text: "@!ls", Notices: []string{`"@!" runs a command where a person sits at the prompt; here it is text`},
		}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, s.resolve(t, tt.in)); diff != "" {
				t.Errorf("turn (-want +got):\n%s", diff)
			}
		})
	}
	for _, text := range []string{"@!", "@!  ", "@!\nls"} {
		if _, err := s.Resolve(t.Context(), contextfiles.Input{Text: text}); !errors.Is(err, contextfiles.ErrNoShellCommand) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

func TestResolveIsBounded(t *testing.T) {
	many := map[string]string{"w/large": strings.Repeat("é", 200<<10)}
	for i := range 6 {
		many[fmt.Sprintf("w/f%d", i)] = strings.Repeat(fmt.Sprint(i), 250<<10)
	}
	for i := range 600 {
		many[fmt.Sprintf("w/dir/%03d", i)] = ""
	}
	s := set(t, many)
	got := s.resolve(t, contextfiles.Input{Text: "@file:large"})
	if len(got.Before) != 1 || !strings.HasSuffix(got.Before[0], "é\n[cut here: only the first 262144 of 409600 bytes]\n") {
		t.Errorf("large: %d messages, notices %q", len(got.Before), got.Notices)
	}
	got = s.resolve(t, contextfiles.Input{Text: "@f0 @f1 @f2 @f3 @f4 @f5"})
	want := []string{
		"@f4 was left out: all that a prompt refers to may have 1024 KiB together",
		"@f5 was left out: all that a prompt refers to may have 1024 KiB together",
	}
	if diff := cmp.Diff(want, got.Notices); diff != "" || len(got.Text) > 1<<20+1000 {
		t.Errorf("%d bytes, notices (-want +got):\n%s", len(got.Text), diff)
	}
	got = s.resolve(t, contextfiles.Input{Text: "@dir"})
	if n := strings.Count(got.Text, "dir/"); n != 500 || !strings.Contains(got.Text, "\n[cut here: only the first 500 entries]\n") {
		t.Errorf("%d entries of the directory, notices %q", n, got.Notices)
	}
	var text strings.Builder
	for i := range 300 {
		fmt.Fprintf(&text, "@n%d ", i)
	}
	s.listed = 0
	got = s.resolve(t, contextfiles.Input{Text: text.String()})
	if diff := cmp.Diff([]string{"only the first 200 references are looked at"}, got.Notices); diff != "" || s.listed > 200 {
		t.Errorf("%d looks, notices (-want +got):\n%s", s.listed, diff)
	}
}

// Whatever is typed comes out at the beginning of the turn, or is a command.
func FuzzResolve(f *testing.F) {
	f.Add("see @a, @file:\"b c\" and @agent:x @s:y://z")
	f.Add("/cmd @'a")
	f.Add("@!ls\n@file:")
	w, err := fslocal.Open(fslocal.Options{Root: f.TempDir()})
	if err != nil {
		f.Fatal(err)
	}
	defer w.Close()
	r := contextfiles.New(contextfiles.Options{
		Files:    w,
		Open:     func(string) (fsapi.Files, error) { return nil, os.ErrNotExist },
		Commands: func(context.Context) commands.Set { return commands.Set{} },
		Agents:   func(context.Context) agents.Set { return agents.Set{} },
	})
	f.Fuzz(func(t *testing.T, text string) {
		got, err := r.Resolve(t.Context(), contextfiles.Input{Text: text, NoShell: true})
		if err == nil && strings.TrimSpace(text) != "" && !strings.HasPrefix(got.Text, text) {
			t.Errorf("%q became %q", text, got.Text)
		}
	})
}
