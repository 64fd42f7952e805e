package commands_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fslocal"
	"eidolon/internal/commands"
)

// place makes a base directory, a home and a workspace with the given files.
func place(t *testing.T, files map[string]string) commands.Options {
	t.Helper()
	dir := t.TempDir()
	for _, sub := range []string{"base", "home", "w"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	for name, content := range files {
		full := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(full), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(full, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	w, err := fslocal.Open(fslocal.Options{Root: filepath.Join(dir, "w")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.Close() })
	return commands.Options{
		Base: filepath.Join(dir, "base"), Home: filepath.Join(dir, "home"), Workspace: w,
		Trusted: func(string, []byte) bool { return true },
	}
}

// load gives each command as "name source mode: body", and the notices with the directory cut out.
func load(t *testing.T, o commands.Options) (list, notices []string) {
	t.Helper()
	set := commands.Load(t.Context(), o)
	for _, c := range set.Commands {
		list = append(list, fmt.Sprintf("%s %s %s: %s", c.Name, c.Source, c.Mode, c.Body))
	}
	for _, n := range set.Notices {
		notices = append(notices, strings.ReplaceAll(filepath.ToSlash(n), filepath.ToSlash(filepath.Dir(o.Base))+"/", ""))
	}
	return list, notices
}

// Covers: E52, E58, R79
func TestLoad(t *testing.T) {
	o := place(t, map[string]string{
		"base/commands/git/commit.md":           "mine",
		"base/commands/only/here.md":            "mine",
		"base/other.md":                         "no command",
		"home/.claude/commands/git/commit.md":   "claude's",
		"home/.claude/commands/claude.md":       "claude's",
		"w/.claude/commands/review.md":          "claude's",
		"w/.claude/commands/git/commit.md":      "claude's",
		"w/.eidolon/commands/git/commit.md":     "the project's",
		"w/.eidolon/openspec/commands/apply.md": "apply",
		"w/.eidolon/plain.md":                   "plain",
		"w/.eidolon/README.md":                  "no command",
		"w/.eidolon/commands/README.md":         "a command",
		"w/.eidolon/agents/a.md":                "no command",
		"w/.eidolon/skills/s/SKILL.md":          "no command",
		"w/.eidolon/sessions/s/notes.md":        "no command",
		"w/.eidolon/worktrees/x/commands/no.md": "no command",
		"w/.eidolon/commands/agents/new.md":     "agents:new",
		"w/.eidolon/commands/.hidden/x.md":      "no command",
		"w/.eidolon/commands/notes.txt":         "no command",
		"w/.eidolon/commands/inserted.md":       "---\nmode: insert\n---\ninserted",
		"w/.eidolon/commands/executed.md":       "---\nmode: execute\n---\nexecuted",
		"w/.eidolon/commands/Größe.md":          "letters",
	})
	o.BuiltIn = []commands.Command{
		{Name: "status", Mode: commands.Execute}, {Name: "review", Mode: commands.Execute}, {Name: "Claude", Mode: commands.Execute},
	}
	list, notices := load(t, o)
	want := []string{
		"Claude built-in execute: ",
		"Größe project either: letters",
		"README project either: a command",
		"agents:new project either: agents:new",
		"executed project execute: executed",
		"git:commit project either: the project's",
		"inserted project insert: inserted",
		"only:here user either: mine",
		"openspec:apply project either: apply",
		"plain project execute: plain",
		"review built-in execute: ",
		"status built-in execute: ",
	}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
	wantNotices := []string{
		"home/.claude/commands/claude.md: /Claude is a command of the program itself; give the file another name",
		".claude/commands/review.md: /review is a command of the program itself; give the file another name",
	}
	if diff := cmp.Diff(wantNotices, notices); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

// A project that nobody trusts brings texts and nothing else, and takes no name of the user's.
//
// Covers: R87
func TestLoadUntrusted(t *testing.T) {
	o := place(t, map[string]string{
		"base/commands/deploy.md":       "mine",
		"base/commands/same.md":         "the same",
		"w/.eidolon/commands/deploy.md": "theirs",
		"w/.claude/commands/DEPLOY.md":  "theirs too",
		"w/.eidolon/commands/same.md":   "the same",
		"w/.eidolon/commands/new.md":    "---\nmodel: large\nagent: boss\n---\nnew",
		"w/.eidolon/commands/known.md":  "---\nmodel: large\n---\nknown",
	})
	o.Trusted = func(name string, data []byte) bool {
		return name == ".eidolon/commands/known.md" && string(data) == "---\nmodel: large\n---\nknown"
	}
	set := commands.Load(t.Context(), o)
	var got []string
	for _, c := range set.Commands {
		got = append(got, fmt.Sprintf("%s %s %t %q %s", c.Name, c.Source, c.Untrusted, c.Held, c.Model))
	}
	for _, c := range set.Shadowed {
		got = append(got, fmt.Sprintf("shadowed %s %q", c.Path, c.Held))
	}
	want := []string{
		"deploy user false [] ",
		"known project false [] large",
		`new project true ["the model large" "the agent boss"] `,
		"same user false [] ",
		`shadowed .claude/commands/DEPLOY.md ["the place of your own /deploy"]`,
		`shadowed .eidolon/commands/deploy.md ["the place of your own /deploy"]`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
	if len(set.Notices) != 2 || !strings.Contains(set.Notices[1], ".eidolon/commands/deploy.md: your own /deploy is used; `eidolon trust`") {
		t.Errorf("notices %q", set.Notices)
	}
	if len(set.Files) != 5 {
		t.Errorf("%d files of the project", len(set.Files))
	}
}

// Heads are read as people write them, also for other programs.
//
// Covers: R78
func TestLoadHead(t *testing.T) {
	tests := map[string]struct {
		file string
		want commands.Command
	}{
		"all keys": {
			"---\ndescription: Do it\nargument-hint: \"[what]\"\nmode: execute\nmodel: small\nagent: reviewer\n---\n\nText.\n",
			commands.Command{Description: "Do it", ArgumentHint: "[what]", Mode: commands.Execute, Model: "small", Agent: "reviewer", Body: "Text."},
		},
		"keys of others": {
			"---\nallowed-tools: Bash(git add:*), Read\ndisable-model-invocation: true\nhooks: {a: [b]}\n---\nText.",
			commands.Command{Mode: commands.Either, Body: "Text."},
		},
		"brackets without quotes": {
			"---\nargument-hint: [pr] [priority]\ndescription: fix: it's a bug\n---\nText.",
			commands.Command{Description: "fix: it's a bug", ArgumentHint: "[pr] [priority]", Mode: commands.Either, Body: "Text."},
		},
		"a list that is meant as text": {
			"---\nargument-hint: [message]\n---\nText.",
			commands.Command{ArgumentHint: "[message]", Mode: commands.Either, Body: "Text."},
		},
		"carriage returns": {
			"---\r\ndescription: Do it\r\n---\r\n\r\nOne.\r\nTwo.\r\n",
			commands.Command{Description: "Do it", Mode: commands.Either, Body: "One.\nTwo."},
		},
		"no head": {
			"Text.\n\n---\n\nMore.",
			commands.Command{Mode: commands.Either, Body: "Text.\n\n---\n\nMore."},
		},
		"an empty head": {"---\n---\n  Text.", commands.Command{Mode: commands.Either, Body: "  Text."}},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			set := commands.Load(t.Context(), place(t, map[string]string{"w/.eidolon/commands/x.md": tt.file}))
			tt.want.Name, tt.want.Source, tt.want.Path = "x", "project", ".eidolon/commands/x.md"
			if diff := cmp.Diff([]commands.Command{tt.want}, set.Commands); diff != "" {
				t.Errorf("commands (-want +got):\n%s", diff)
			}
			if len(set.Notices) > 0 {
				t.Errorf("notices %q", set.Notices)
			}
		})
	}
}

// A file that cannot be used costs one notice with its place, and no other command.
//
// Covers: R78
func TestLoadMalformed(t *testing.T) {
	tests := map[string]struct{ name, file, want string }{
		"a wrong mode":        {"x.md", "---\ndescription: a\nmode: both\n---\nText.", `.eidolon/commands/x.md:3: mode must be execute or insert, not "both"`},
		"a broken head":       {"x.md", "---\nmodel: [a\n---\nText.", ".eidolon/commands/x.md:"},
		"a head of two kinds": {"x.md", "---\n- a\n---\nText.", ".eidolon/commands/x.md:2: the document must be a group of keys, not a list"},
		"a head without end":  {"x.md", "---\ndescription: a\nText.", `.eidolon/commands/x.md:1: the head that begins here has no end, a line "---"`},
		"no text":             {"x.md", "---\ndescription: a\n---\n \n", ".eidolon/commands/x.md: it has no text, so there is nothing to send"},
		"not text":            {"x.md", "a\x00b", ".eidolon/commands/x.md: the file is not text"},
		"too large":           {"x.md", strings.Repeat("a", 300<<10), ".eidolon/commands/x.md: larger than 256 KiB, so it is not used"},
		"a blank in the name": {"a b.md", "Text.", `.eidolon/commands/a b.md: "a b" cannot be typed as a command: use letters, digits, "-", "_" and "." in names of files`},
		"a hidden character":  {"a\u202eb.md", "Text.", `"a\u202eb" cannot be typed`},
		"a name twice":        {"commands/good.md", "Text.", ".eidolon/commands/good.md: its command /good is that of .eidolon/commands/commands/good.md already"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			list, notices := load(t, place(t, map[string]string{
				"w/.eidolon/commands/" + tt.name: tt.file, "w/.eidolon/commands/good.md": "good",
			}))
			if len(notices) != 1 || !strings.Contains(notices[0], tt.want) {
				t.Errorf("notices %q, want one with %q", notices, tt.want)
			}
			if len(list) != 1 || !strings.HasPrefix(list[0], "good ") {
				t.Errorf("commands %q, want good alone", list)
			}
		})
	}
}

// What a project links to outside of itself is not read; what the user links to is.
func TestLoadLinks(t *testing.T) {
	o := place(t, map[string]string{
		"elsewhere/secret.md": "secret", "elsewhere/mine/tool.md": "mine", "w/shared/ok.md": "ok", "w/.eidolon/commands/x.md": "x",
	})
	top := filepath.Dir(o.Base)
	for link, target := range map[string]string{
		"w/.eidolon/commands/secret.md": filepath.Join(top, "elsewhere", "secret.md"),
		"w/.eidolon/commands/up.md":     "../../../elsewhere/secret.md",
		"w/.eidolon/commands/ok.md":     "../../shared/ok.md",
		"w/.eidolon/commands/dir":       "../..",
		"base/commands":                 filepath.Join(top, "elsewhere"),
		"elsewhere/mine/loop":           filepath.Join(top, "elsewhere"),
	} {
		if err := os.Symlink(target, filepath.Join(top, filepath.FromSlash(link))); err != nil {
			t.Skip(err)
		}
	}
	list, notices := load(t, o)
	want := []string{"mine:tool user either: mine", "ok project either: ok", "secret user either: secret", "x project either: x"}
	if diff := cmp.Diff(want, list); diff != "" {
		t.Errorf("commands (-want +got):\n%s", diff)
	}
	wantNotices := []string{
		".eidolon/commands/secret.md: the path is outside the workspace", ".eidolon/commands/up.md: the path is outside the workspace",
	}
	if diff := cmp.Diff(wantNotices, notices); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

// A project cannot make the look at its commands long.
func TestLoadIsBounded(t *testing.T) {
	files := map[string]string{}
	for i := range 510 {
		files[fmt.Sprintf("w/.eidolon/commands/c%03d.md", i)] = "x"
	}
	files["w/.eidolon/commands/"+strings.Repeat("d/", 9)+"deep.md"] = "x"
	list, notices := load(t, place(t, files))
	if len(list) != 500 {
		t.Errorf("%d commands, want 500", len(list))
	}
	want := []string{
		".eidolon: only the first 500 files are read",
		".eidolon/commands/d/d/d/d/d/d/d: what lies deeper than 8 folders is not looked at",
	}
	if diff := cmp.Diff(want, notices); diff != "" {
		t.Errorf("notices (-want +got):\n%s", diff)
	}
}

func TestLoadIsCancelled(t *testing.T) {
	o := place(t, map[string]string{"w/.eidolon/commands/x.md": "x", "base/commands/y.md": "y"})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if set := commands.Load(ctx, o); len(set.Commands) > 0 || len(set.Notices) == 0 {
		t.Errorf("got %v", set)
	}
}

// Covers: E53
func TestMatch(t *testing.T) {
	set := commands.Load(t.Context(), place(t, map[string]string{
		"w/.eidolon/commands/git/commit.md": "x", "w/.eidolon/commands/Git/push.md": "x", "w/.eidolon/commands/review.md": "x",
	}))
	for prefix, want := range map[string]int{"": 3, "g": 2, "GIT:": 2, "git:c": 1, "x": 0} {
		if got := set.Match(prefix); len(got) != want {
			t.Errorf("%q matches %v, want %d", prefix, got, want)
		}
	}
	for name, want := range map[string]string{"review": "review", "REVIEW": "review", "git:push": "Git:push", "none": ""} {
		if c, found := set.Find(name); c.Name != want || found != (want != "") {
			t.Errorf("%q is %q, want %q", name, c.Name, want)
		}
	}
	if near := set.Nearest("reveiw"); near != "review" {
		t.Errorf("nearest is %q", near)
	}
}
