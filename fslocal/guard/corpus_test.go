package guard

import (
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"eidolon/fsapi"
)

// testOptions are what the files under testdata are written for.
var testOptions = Options{Workspace: "/home/dev/proj", Home: "/home/dev", User: "dev"}

// line is one case of a corpus file: what is wanted, and the command.
type line struct {
	file    string
	number  int
	want    string
	command string
}

// corpus reads a file of lines "want | command". A command in double quotes is a Go string.
func corpus(tb testing.TB, name string) []line {
	tb.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", name))
	if err != nil {
		tb.Fatal(err)
	}
	var out []line
	for i, text := range strings.Split(string(data), "\n") {
		want, command, ok := strings.Cut(text, " |")
		if !ok || strings.HasPrefix(text, "#") {
			continue
		}
		command = strings.TrimPrefix(command, " ")
		if unquoted, err := strconv.Unquote(command); err == nil && strings.HasPrefix(command, `"`) {
			command = unquoted
		}
		out = append(out, line{file: name, number: i + 1, want: want, command: command})
	}
	return out
}

func (l line) String() string { return l.file + ":" + strconv.Itoa(l.number) }

// Covers: E5, E49
func TestDangerous(t *testing.T) {
	g := New(testOptions)
	for _, l := range corpus(t, "dangerous.txt") {
		v := g.Judge(fsapi.Command{Text: l.command})
		if string(v.Decision) != l.want {
			t.Errorf("%v: %q is %s (%s), want %s", l, l.command, v.Decision, v.Rule, l.want)
		}
		if v.ReadOnly {
			t.Errorf("%v: %q counts as a reader", l, l.command)
		}
		checkShape(t, l, v)
	}
}

// checkShape checks what holds for every verdict that is not allow.
func checkShape(t *testing.T, l line, v fsapi.Verdict) {
	t.Helper()
	if v.Rule == "" || v.Reason == "" || strings.Contains(v.Reason, "%s") {
		t.Errorf("%v: %q has rule %q and reason %q", l, l.command, v.Rule, v.Reason)
	}
	if v.Start < 0 || v.End < v.Start || v.End > len(l.command) {
		t.Errorf("%v: %q: span [%d, %d) is not inside the command", l, l.command, v.Start, v.End)
	}
}

// Covers: E49
func TestHarmless(t *testing.T) {
	g := New(testOptions)
	for _, l := range corpus(t, "harmless.txt") {
		v := g.Judge(fsapi.Command{Text: l.command})
		if string(v.Decision) != l.want {
			t.Errorf("%v: %q is %s (%s: %s), want %s", l, l.command, v.Decision, v.Rule, v.Reason, l.want)
		}
	}
}

func TestReaders(t *testing.T) {
	g := New(testOptions)
	for _, l := range corpus(t, "readers.txt") {
		v := g.Judge(fsapi.Command{Text: l.command})
		if v.ReadOnly != (l.want == "reads") {
			t.Errorf("%v: %q: read only is %v (%s %s)", l, l.command, v.ReadOnly, v.Decision, v.Rule)
		}
		if l.want == "reads" && v.Decision != fsapi.Allow {
			t.Errorf("%v: %q is %s (%s)", l, l.command, v.Decision, v.Rule)
		}
	}
}

// What git shows of a repository that names no programs for it is read, at the root of the workspace.
func TestReadersWithoutDrivers(t *testing.T) {
	o := testOptions
	o.NoGitDrivers = true
	g := New(o)
	for command, want := range map[string]bool{
		"git diff": true, "git show HEAD~1": true, "git log -p -3": true, "git blame main.go": true, "git stash show -p": true,
		"git diff | head -50": true, "git status && git diff --cached": true, "git --no-pager diff": true,
		"git diff --ext-diff": false, "git diff --output=x": false, "cd sub && git diff": false, "git -C sub diff": false,
		"GIT_EXTERNAL_DIFF=./x git diff": false, "export GIT_EXTERNAL_DIFF=./x; git diff": false, "git -c diff.external=./x diff": false,
		"git config diff.external ./x && git diff": false, "git difftool": false,
	} {
		v := g.Judge(fsapi.Command{Text: command})
		if v.ReadOnly != want || want && v.Decision != fsapi.Allow {
			t.Errorf("%s: %+v", command, v)
		}
	}
}
