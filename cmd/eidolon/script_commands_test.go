package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// testKey is the key that programs under test are given. It may appear nowhere but in the header of a
// request.
const testKey = "sk-loopback-4f3c2b1a09"

// scriptCommands are the commands of scripts beside the standard ones.
var scriptCommands = map[string]func(ts *testscript.TestScript, neg bool, args []string){
	"pages":     servePages,
	"webserver": serveFiles,
	"mcpsite":   serveTools,
	"stubmodel": startModel,
	"requests":  countRequests,
	"request":   matchRequest,
	"gap":       checkGap,
	"exits":     checkExit,
	"crash":     crash,
	"session":   findSession,
	"events":    checkEvents,
}

// checkExit implements
//
//	exits CODE COMMAND...
func checkExit(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: exits CODE COMMAND...")
	}
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		var exit *exec.ExitError
		if !errors.As(err, &exit) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if fmt.Sprint(got) != args[0] {
		ts.Fatalf("exit code %d", got)
	}
}

// crash implements
//
//	crash REGEXP COMMAND...
//
// It kills the command with SIGKILL at the first line of its output that matches.
func crash(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: crash REGEXP COMMAND...")
	}
	re, err := regexp.Compile(args[0])
	ts.Check(err)
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, args[1], args[2:]...)
	cmd.Dir = ts.MkAbs(".")
	cmd.Env = os.Environ()
	for _, name := range append([]string{"OPENAI_BASE_URL", "OPENAI_API_KEY"}, surroundingNames()...) {
		cmd.Env = append(cmd.Env, name+"="+ts.Getenv(name))
	}
	p, err := start(cmd)
	ts.Check(err)
	err = p.await(re)
	killed := cmd.Process.Kill()
	p.wait()
	ts.Check(errors.Join(err, killed))
}

func surroundingNames() []string {
	var names []string
	for name := range surroundings("") {
		names = append(names, name)
	}
	return names
}

// findSession implements
//
//	session
//
// There must be exactly one session. Its id becomes $SESSION and its directory $LOG.
func findSession(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 0 {
		ts.Fatalf("usage: session")
	}
	dirs, err := filepath.Glob(filepath.Join(ts.Getenv("EIDOLON_HOME"), "projects", "*", "sessions", "*"))
	ts.Check(err)
	if len(dirs) != 1 {
		ts.Fatalf("there are %d sessions: %q", len(dirs), dirs)
	}
	ts.Setenv("SESSION", filepath.Base(dirs[0]))
	ts.Setenv("LOG", dirs[0])
}

// checkEvents implements
//
//	events FILE OUTLINE
//
// The file must hold a whole run of `exec --json` that keeps every rule of the format; what it tells
// is written to the file OUTLINE, a line for each event.
func checkEvents(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: events FILE OUTLINE")
	}
	s, err := readEvents([]byte(ts.ReadFile(args[0])))
	ts.Check(err)
	ts.Check(s.whole())
	if s.dir != "" {
		ts.Check(s.onDisk())
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[1]), []byte(strings.Join(s.outline(), "\n")+"\n"), 0o600))
}
