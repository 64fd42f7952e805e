package fsapitest

import (
	"context"
	"strings"
	"testing"
	"time"

	"eidolon/fsapi"
)

// OpenRunner makes a runner for an empty workspace that lives as long as the test, and gives the
// workspace's directory.
type OpenRunner func(t *testing.T) (runner fsapi.Runner, root string)

// RunCommands checks one implementation of [fsapi.Runner]. It needs a POSIX shell.
func RunCommands(t *testing.T, open OpenRunner) {
	t.Helper()
	for _, c := range []struct {
		name string
		test func(*testing.T, OpenRunner)
	}{
		{"verdicts", testVerdicts},
		{"ends", testEnds},
		{"directory", testDirectory},
		{"output as it comes", testStreaming},
		{"several at once", testParallel},
		{"input and variables", testInput},
		{"long output", testCut},
		{"long output spooled", testSpool},
		{"time limit", testTimeout},
		{"deaf to the end", testStubborn},
		{"cancelled", testCancel},
		{"cancelled before", testCanceledBefore},
		{"left in the background", testBackground},
		{"emit panics", testPanic},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open) })
	}
}

// patience is how long a test waits for what should take no time. It only ever shows in a failure.
const patience = time.Minute

// allowed is a verdict that lets c run.
func allowed(c fsapi.Command) fsapi.Verdict {
	return fsapi.Verdict{Decision: fsapi.Allow, Rule: "test", Subject: c.Subject()}
}

// run runs a command that must start, and fails the test if it takes too long.
func run(t *testing.T, r fsapi.Runner, c fsapi.Command, emit func(fsapi.Output)) fsapi.Exit {
	t.Helper()
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	exit, err := r.Run(ctx, c, allowed(c), emit)
	if err != nil {
		t.Fatalf("%q: %v", c.Text, err)
	}
	if exit.Canceled {
		t.Fatalf("%q did not end", c.Text)
	}
	return exit
}

func testVerdicts(t *testing.T, open OpenRunner) {
	r, root := open(t)
	c := fsapi.Command{Text: "echo ran > proof"}
	for name, v := range map[string]fsapi.Verdict{
		"none":              {},
		"only a subject":    {Subject: c.Subject()},
		"deny":              {Decision: fsapi.Deny, Subject: c.Subject(), Rule: "x", Reason: "no"},
		"ask":               {Decision: fsapi.Ask, Subject: c.Subject(), Rule: "x", Reason: "maybe"},
		"unknown decision":  {Decision: "ALLOW", Subject: c.Subject()},
		"no subject":        {Decision: fsapi.Allow},
		"other text":        {Decision: fsapi.Allow, Subject: fsapi.Command{Text: "echo ran >proof"}.Subject()},
		"other directory":   {Decision: fsapi.Allow, Subject: fsapi.Command{Dir: ".", Text: c.Text}.Subject()},
		"text as directory": {Decision: fsapi.Allow, Subject: c.Text},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := r.Run(t.Context(), c, v, nil)
			wantCode(t, "run", err, fsapi.CommandBlocked)
		})
	}
	onlyFiles(t, root)
}

func testEnds(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	for _, c := range []struct {
		name, text, stdout, stderr string
		code                       int
		signal                     string
	}{
		{name: "nothing", text: "true"},
		{name: "empty text", text: ""},
		{name: "output", text: "echo out", stdout: "out\n"},
		{name: "only errors", text: "echo err >&2", stderr: "err\n"},
		{name: "both", text: "echo out; echo err >&2; exit 3", stdout: "out\n", stderr: "err\n", code: 3},
		{name: "no newline", text: "printf abc", stdout: "abc"},
		{name: "several lines", text: "echo a\necho b # comment\n", stdout: "a\nb\n"},
		{name: "begins with a dash", text: "-x 2>/dev/null; echo $?", stdout: "127\n"},
		{name: "unknown program", text: "no-such-program-here 2>/dev/null", code: 127},
		{name: "killed", text: "kill -KILL $$", code: 137, signal: "SIGKILL"},
		{name: "terminated", text: "kill -TERM $$", code: 143, signal: "SIGTERM"},
		{name: "nothing to read", text: "cat; echo $?", stdout: "0\n"},
		{name: "no start files", text: "echo ${PS1-none} $-", stdout: "none hBc\n"},
		{name: "invalid bytes", text: `printf 'a\377b\303'`, stdout: "a\uFFFDb\uFFFD"},
		{name: "NUL", text: `printf 'a\000b'`, stdout: "a␀b"},
		{name: "wide", text: "printf 'é€😀'", stdout: "é€😀"},
	} {
		t.Run(c.name, func(t *testing.T) {
			exit := run(t, r, fsapi.Command{Text: c.text}, nil)
			if exit.Stdout.Text != c.stdout || exit.Stderr.Text != c.stderr {
				t.Errorf("printed %q and %q, want %q and %q", exit.Stdout.Text, exit.Stderr.Text, c.stdout, c.stderr)
			}
			if exit.Code != c.code || exit.Signal != c.signal || exit.TimedOut {
				t.Errorf("ended with %+v, want %d %q", exit, c.code, c.signal)
			}
			if exit.Stdout.Cut || exit.Stdout.Spool != "" {
				t.Errorf("cut: %+v", exit.Stdout)
			}
		})
	}
	t.Run("NUL in the text", func(t *testing.T) {
		c := fsapi.Command{Text: "echo a\x00b"}
		_, err := r.Run(t.Context(), c, allowed(c), nil)
		wantCode(t, "run", err, fsapi.StartFailed)
	})
	t.Run("text too long for the system", func(t *testing.T) {
		c := fsapi.Command{Text: ": " + strings.Repeat("x", 3<<20)}
		_, err := r.Run(t.Context(), c, allowed(c), nil)
		wantCode(t, "run", err, fsapi.StartFailed)
	})
}

func testDirectory(t *testing.T, open OpenRunner) {
	away := outside(t)
	r, root := open(t)
	put(t, root, "sub/deep/f", "")
	link(t, root, "out", away)
	link(t, root, "in", "sub/deep")
	for _, c := range []struct{ dir, base string }{{"", ""}, {".", ""}, {"sub", "sub"}, {"sub/deep", "deep"}, {"sub/../sub", "sub"}, {"in", "deep"}} {
		exit := run(t, r, fsapi.Command{Text: "pwd -P; pwd", Dir: c.dir}, nil)
		physical, logical, _ := strings.Cut(strings.TrimSuffix(exit.Stdout.Text, "\n"), "\n")
		if !strings.HasSuffix(physical, c.base) || logical == "" || strings.HasPrefix(logical, "/proc/") {
			t.Errorf("in %q it is %q, also called %q", c.dir, physical, logical)
		}
	}
	for dir, code := range map[string]fsapi.Code{
		"none": fsapi.NotFound, "sub/deep/f": fsapi.NotDirectory, "..": fsapi.OutsideWorkspace,
		"out": fsapi.OutsideWorkspace, "out/sub": fsapi.OutsideWorkspace, "/": fsapi.OutsideWorkspace, "a\x00": fsapi.InvalidPath,
	} {
		c := fsapi.Command{Text: "touch proof", Dir: dir}
		_, err := r.Run(t.Context(), c, allowed(c), nil)
		wantCode(t, dir, err, code)
	}
}

func testParallel(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	type answer struct{ text, want string }
	answers := make(chan answer)
	for word := range strings.FieldsSeq("a b c d e f g h") {
		go func() {
			c := fsapi.Command{Text: "for i in 1 2 3; do echo " + word + "; done"}
			exit, err := r.Run(t.Context(), c, allowed(c), nil)
			if err != nil {
				exit.Stdout.Text = err.Error()
			}
			answers <- answer{exit.Stdout.Text, strings.Repeat(word+"\n", 3)}
		}()
	}
	for range 8 {
		if a := <-answers; a.text != a.want {
			t.Errorf("printed %q, want %q", a.text, a.want)
		}
	}
}
