package main

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

var update = flag.Bool("update", false, "write what cmp finds into the scripts")

// TestMain lets the tests start the program, under its own name, as a process of its own.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"eidolon": func() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) },
	})
}

// TestScripts runs testdata/script. A script starts in the workspace $WORK/w, with the base directory
// $WORK/base and the home $WORK/home, and without any model; script_commands_test.go has the commands
// that it can use beside the usual ones. The rows that a script covers are named in the script.
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
		Setup: func(env *testscript.Env) error {
			env.Cd = filepath.Join(env.WorkDir, "w")
			for name, value := range surroundings(env.WorkDir) {
				env.Setenv(name, value)
			}
			env.Setenv("TESTDATA", testdata)
			env.Values[serverKey{}] = &serverHolder{}
			return makeDirs(env.WorkDir)
		},
	})
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
