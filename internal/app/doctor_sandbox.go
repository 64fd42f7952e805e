package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/proc"
	"eidolon/fslocal/sandbox"
)

// Attempt is something that the program tries within the sandbox, to see whether it holds.
type Attempt struct {
	What    string `json:"what"`   // as [sandbox.Try] knows it
	Target  string `json:"target"` // a file, an address, the number of a process
	Refused bool   `json:"refused"`
	Error   string `json:"error"` // what else went wrong, or ""
}

// TryAll makes the attempts that a list describes, and gives the list with what came of them. It is
// what the program does when it is started by its own doctor, as a command in the sandbox.
func TryAll(ctx context.Context, list []byte) ([]Attempt, error) {
	var attempts []Attempt
	if err := json.Unmarshal(list, &attempts); err != nil {
		return nil, fmt.Errorf("read the list of attempts: %w", err)
	}
	for i, a := range attempts {
		refused, err := sandbox.Try(ctx, a.What, a.Target)
		attempts[i].Refused = refused
		if err != nil {
			attempts[i].Error = err.Error()
		}
	}
	return attempts, nil
}

// expectation is an attempt and what should come of it.
type expectation struct {
	Attempt
	about string
	works bool // it should not be refused
}

// examineSandbox says what confines commands, and proves it: the program itself is run as a command and
// tries what it should not be able to do. That happens beside the workspace, in directories that are
// made for it, so that nothing in the workspace is touched.
func examineSandbox(ctx context.Context, o Options) []Finding {
	const what = "sandbox for commands"
	reach := sandbox.New(sandbox.Options{Level: sandbox.Auto}).Reach()
	switch {
	case o.Config.Sandbox.Bash == string(sandbox.Off):
		return []Finding{{"off", what, "`sandbox.bash` is off: commands run with your own rights, behind the guard"}}
	case reach.Name == "" && o.Config.Sandbox.Bash == string(sandbox.Enforce):
		return []Finding{{"missing", what, reach.Lacks + "; no command runs, for `sandbox.bash` is enforce"}}
	case reach.Name == "":
		return []Finding{{"missing", what, reach.Lacks + "; commands run with your own rights, behind the guard"}}
	}
	network := "with the network"
	if !o.Config.Sandbox.Network {
		network = "without the network"
	}
	all := []Finding{{"ok", what, fmt.Sprintf("%s, %s; %s", reach.Name, o.Config.Sandbox.Bash, network)}}
	if reach.Lacks != "" {
		all = append(all, Finding{"missing", what, reach.Lacks})
	}
	if o.Program == "" {
		return all
	}
	proof, err := proveSandbox(ctx, o)
	if err != nil {
		proof = []Finding{{"missing", "proof of the sandbox", err.Error()}}
	}
	return append(all, proof...)
}

// proveSandbox runs the attempts and compares.
func proveSandbox(ctx context.Context, o Options) (findings []Finding, err error) {
	dir, err := os.MkdirTemp("", "eidolon-doctor-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	if dir, err = filepath.EvalSymlinks(dir); err != nil {
		return nil, err
	}
	for _, sub := range []string{"work", "outside", "hidden"} {
		if err := os.Mkdir(filepath.Join(dir, sub), 0o700); err != nil {
			return nil, err
		}
	}
	if err := os.WriteFile(filepath.Join(dir, "hidden", "file"), nil, 0o600); err != nil {
		return nil, err
	}
	var listen net.ListenConfig
	listener, err := listen.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, err
	}
	defer func() { _ = listener.Close() }() // nobody else connects to it
	expected := expectations(dir, listener.Addr().String())
	got, err := tryConfined(ctx, o, dir, expected)
	if err != nil {
		return nil, err
	}
	for i, e := range expected {
		findings = append(findings, e.compare(got[i]))
	}
	return findings, nil
}

func expectations(dir, address string) []expectation {
	in := func(parts ...string) string { return filepath.Join(append([]string{dir}, parts...)...) }
	self := strconv.Itoa(os.Getpid())
	return []expectation{
		{Attempt{What: sandbox.TryWrite, Target: in("work", "file")}, "write to the workspace", true},
		{Attempt{What: sandbox.TryTemp}, "make a temporary file", true},
		{Attempt{What: sandbox.TryWrite, Target: in("outside", "file")}, "write outside the workspace", false},
		{Attempt{What: sandbox.TryRead, Target: in("hidden", "file")}, "read what forbidRead hides", false},
		{Attempt{What: sandbox.TryTCP, Target: address}, "connect, with the network off", false},
		{Attempt{What: sandbox.TryUDP, Target: address}, "send UDP, with the network off", false},
		{Attempt{What: sandbox.TrySignal, Target: self}, "signal a process outside", false},
		{Attempt{What: sandbox.TryTrace}, "look into processes", false},
	}
}

// compare makes a finding of what came of an attempt.
func (e expectation) compare(got Attempt) Finding {
	what := "sandbox: " + e.about
	switch {
	case got.Error != "":
		return Finding{"missing", what, "could not be tried: " + got.Error}
	case got.Refused && e.works:
		return Finding{"missing", what, "refused, but should work"}
	case !got.Refused && !e.works:
		return Finding{"missing", what, "it worked, but should be refused"}
	case e.works:
		return Finding{"ok", what, "works"}
	}
	return Finding{"ok", what, "refused"}
}

// tryConfined runs this program as a confined command that makes the attempts.
func tryConfined(ctx context.Context, o Options, dir string, expected []expectation) (got []Attempt, err error) {
	var attempts []Attempt
	for _, e := range expected {
		attempts = append(attempts, e.Attempt)
	}
	list, err := json.Marshal(attempts)
	if err != nil {
		return nil, err
	}
	files, err := fslocal.Open(fslocal.Options{Root: filepath.Join(dir, "work"), Now: o.Now})
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, files.Close()) }()
	box := sandbox.New(sandbox.Options{
		Level: sandbox.Auto, Workspace: files.Root(), ForbidRead: []string{filepath.Join(dir, "hidden")},
	})
	defer func() { err = errors.Join(err, box.Close()) }()
	runner := proc.New(proc.Options{Workspace: files, Environ: o.Environ, Now: o.Now, Sandbox: box})
	c := fsapi.Command{Text: shellWord(o.Program) + " sandbox-try " + shellWord(string(list)), Timeout: 10 * time.Second}
	exit, err := runner.Run(ctx, c, fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}, nil)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal([]byte(exit.Stdout.Text), &got); err != nil || len(got) != len(attempts) {
		return nil, fmt.Errorf("the program could not be run as a command (exit code %d): %s", exit.Code, strings.TrimSpace(exit.Stderr.Text))
	}
	return got, nil
}

// shellWord quotes a text so that a shell takes it for one word.
func shellWord(text string) string { return "'" + strings.ReplaceAll(text, "'", `'\''`) + "'" }
