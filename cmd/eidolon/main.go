// Command eidolon is a coding agent for the terminal. Each file of this package is one command: it
// reads flags, fills in options, and makes one call.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log"
	"os"
	"runtime/debug"

	"eidolon/internal/app"
	"eidolon/internal/leaf/clean"
	"eidolon/tui/ttyguard"
)

func main() {
	if len(os.Args) > 1 && os.Args[1] == ttyguard.Arg {
		os.Exit(ttyguard.Main()) // before anything that takes time or memory
	}
	if os.Getenv("GOGC") == "" {
		// The live heap is a few megabytes. At the default pace a short run spends a quarter of its time
		// collecting it.
		debug.SetGCPercent(300)
	}
	if os.Getenv("GOMEMLIMIT") == "" {
		// That pace is for a small heap. A service that answers with all that an answer may have makes it a
		// large one, of which three times as much again would be garbage.
		debug.SetMemoryLimit(calmHeap)
	}
	log.SetOutput(io.Discard) // libraries write there what is no business of a person's
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// calmHeap is the size of the heap from which memory counts for more than time.
const calmHeap = 256 << 20

// Exit codes that are not those of a run.
const (
	exitDone   = 0
	exitFailed = 1
	exitUsage  = 2

	exitInterrupted = 130
)

// run is the program, in a form that tests can start.
func run(args []string, stdin *os.File, stdout, stderr io.Writer) int {
	stdout, stderr = &veil{to: stdout}, &veil{to: stderr}
	h := &host{stdin: stdin, stdout: stdout, stderr: stderr}
	root := newRoot(h)
	root.SetArgs(dialect(args))
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)
	cmd, err := root.ExecuteContextC(context.Background())
	var coded *codeError
	switch {
	case err == nil:
		return exitDone
	case errors.As(err, &coded):
		if coded.err != nil {
			fmt.Fprintf(stderr, "error: %s\n", clean.Text(coded.err.Error())) // names of files and texts of services are in it
		}
		return coded.code
	}
	// What the command library itself complains about is how it was called.
	fmt.Fprintf(stderr, "error: %s\nRun `eidolon --help` or `eidolon COMMAND --help` to see what can be given.\n", clean.Text(misuse(cmd, err)))
	return exitUsage
}

// codeError ends the program with a code. Without err the message has been written already.
type codeError struct {
	code int
	err  error
}

// Error gives the message.
func (e *codeError) Error() string {
	if e.err == nil {
		return fmt.Sprintf("exit code %d", e.code)
	}
	return e.err.Error()
}

// Unwrap gives the cause.
func (e *codeError) Unwrap() error { return e.err }

// failed marks an error as one of running, not of calling, unless a name was given that cannot be.
func failed(err error) error {
	var coded *codeError
	if err == nil || errors.As(err, &coded) {
		return err
	}
	if app.Misnamed(err) {
		return &codeError{exitUsage, err}
	}
	return &codeError{exitFailed, err}
}

// usage is an error in the way a command was called.
func usage(format string, args ...any) error {
	return &codeError{exitUsage, fmt.Errorf(format, args...)}
}
