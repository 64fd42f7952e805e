package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"eidolon/actors/stubmodel"
	"eidolon/internal/stubserver"
)

// probe starts the program and takes its measure from outside.
type probe struct {
	binary  string
	scripts string
}

// result is the cost of one whole process.
type result struct {
	wall   time.Duration
	cpu    time.Duration // user and system
	peakMB float64       // resident memory, 0 where the system does not tell
}

// run starts the program once and waits for its end.
func (p *probe) run(ctx context.Context, args ...string) (result, error) {
	return measure(exec.CommandContext(ctx, p.binary, args...))
}

// exec runs one prompt against a server that plays a script.
func (p *probe) exec(ctx context.Context, script, protocol string) (res result, xs []stubserver.Exchange, err error) {
	path := filepath.Join(p.scripts, script)
	data, err := os.ReadFile(path)
	if err != nil {
		return res, nil, err
	}
	parsed, err := stubmodel.Parse(path, data)
	if err != nil {
		return res, nil, err
	}
	server, err := stubserver.Start(ctx, parsed, stubserver.Options{})
	if err != nil {
		return res, nil, err
	}
	defer server.Close()
	dir, err := os.MkdirTemp("", "eidolon-bench-")
	if err != nil {
		return res, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		return res, nil, err
	}
	cmd := exec.CommandContext(ctx, p.binary, "exec", "-p", "hello", "--root", work, "--tool-protocol", protocol)
	cmd.Env = append(os.Environ(), "EIDOLON_HOME="+filepath.Join(dir, "home"), "OPENAI_BASE_URL="+server.URL, "OPENAI_API_KEY=stub")
	res, err = measure(cmd)
	return res, server.Exchanges(), err
}

func measure(cmd *exec.Cmd) (result, error) {
	began := time.Now() //nolint:forbidigo // a benchmark is about real time
	out, err := cmd.CombinedOutput()
	res := result{wall: time.Since(began)}
	if err != nil {
		return res, fmt.Errorf("%w: %s", err, out)
	}
	res.cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	res.peakMB = peakMB(cmd.ProcessState)
	return res, nil
}
