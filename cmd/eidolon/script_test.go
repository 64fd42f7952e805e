package main

import (
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"eidolon/fslocal/sandbox"
	"eidolon/internal/app"
)

var update = flag.Bool("update", false, "write what cmp finds into the scripts")

// TestMain lets the tests start the program, under its own name, as a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"eidolon": main, "stubmcp": stubmcp})
}

// TestScripts runs testdata/script. A script starts in the workspace $WORK/w, with the base directory
// $WORK/base and the home $WORK/home, and without any model; script_commands_test.go has the commands
// that it can use beside the usual ones. The rows that a script covers are named in the script. At its
// end every session that it leaves behind is replayed, and must come again as it was.
func TestScripts(t *testing.T) {
	testdata, err := filepath.Abs("../../testdata")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir:                filepath.Join(testdata, "script"),
		RequireUniqueNames: true,
		UpdateScripts:      *update,
		Cmds:               scriptCommands,
		Condition:          condition,
		Setup: func(env *testscript.Env) error {
			env.Cd = filepath.Join(env.WorkDir, "w")
			for name, value := range surroundings(env.WorkDir) {
				env.Setenv(name, value)
			}
			env.Setenv("TESTDATA", testdata)
			env.Defer(func() { playAgain(t, env.WorkDir) })
			env.Values[serverKey{}] = &serverHolder{}
			return makeDirs(env.WorkDir)
		},
	})
}

// condition answers [sandbox] in a script: whether commands can be confined on this machine.
func condition(name string) (bool, error) {
	if name != "sandbox" {
		return false, fmt.Errorf("there is no condition %q", name)
	}
	reach := sandbox.New(sandbox.Options{Level: sandbox.Auto}).Reach()
	return reach.Files && reach.Network, nil
}

// surroundings are the variables of a program that has the directory to itself.
func surroundings(dir string) map[string]string {
	return map[string]string{
		"HOME":         filepath.Join(dir, "home"),
		"EIDOLON_HOME": filepath.Join(dir, "base"),
		"TMPDIR":       filepath.Join(dir, "tmp"),
		"GORACE":       "atexit_sleep_ms=0 halt_on_error=1", // by default each process ends a second late
	}
}

// makeDirs makes what surroundings names, but for the base directory: that is the program's own work.
func makeDirs(dir string) error {
	for _, sub := range []string{"w", "home", "tmp"} {
		if err := os.MkdirAll(filepath.Join(dir, sub), 0o700); err != nil {
			return err
		}
	}
	return nil
}

// playAgain replays the sessions below the directory of a script.
func playAgain(t *testing.T, dir string) {
	t.Helper()
	sessions, err := filepath.Glob(filepath.Join(dir, "*", "projects", "*", "sessions", "*"))
	if err != nil {
		t.Error(err)
	}
	for _, path := range sessions {
		o := app.Options{Root: dir, Now: time.Now}
		rec, err := app.OpenRecording(t.Context(), o, path)
		if err != nil {
			continue // a script about logs that are damaged, or that never began
		}
		report, err := rec.Replay(t.Context(), o, app.ReplayOptions{Notice: func(string) {}})
		if err != nil {
			t.Errorf("replay %s: %v", path, err)
		}
		for _, d := range report.Differences {
			t.Errorf("replay %s: %v", path, d)
		}
	}
}
