package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"eidolon/actors/stubmodel"
	"eidolon/internal/index/corpus"
	"eidolon/internal/stubserver"
)

// probe starts the program and takes its measure from outside.
type probe struct {
	binary   string
	scripts  string
	sessions string // directory with many of them, or "" while there is none
}

// result is the cost of one whole process.
type result struct {
	wall   time.Duration
	cpu    time.Duration // user and system
	peakMB float64       // resident memory, 0 where the system does not tell
}

// keptSessions is how many sessions the measures of many have.
const keptSessions = 10_000

// makeKept makes these sessions and the search index, once for all measures.
func (p *probe) makeKept(ctx context.Context) error {
	if p.sessions != "" {
		return nil
	}
	dir, err := os.MkdirTemp("", "eidolon-bench-")
	if err != nil {
		return err
	}
	p.sessions = dir
	if err := os.Mkdir(filepath.Join(dir, "work"), 0o700); err != nil {
		return err
	}
	if err := corpus.Write(filepath.Join(dir, "home"), filepath.Join(dir, "work"), keptSessions); err != nil {
		return err
	}
	_, err = p.kept(ctx, "threads", "search", corpus.Word(300))
	return err
}

// kept runs a command where many sessions are.
func (p *probe) kept(ctx context.Context, args ...string) (result, error) {
	if err := p.makeKept(ctx); err != nil {
		return result{}, err
	}
	cmd := exec.CommandContext(ctx, p.binary, args...)
	cmd.Dir = filepath.Join(p.sessions, "work")
	cmd.Env = append(os.Environ(), "EIDOLON_HOME="+filepath.Join(p.sessions, "home"))
	return measure(cmd)
}

// indexed runs a search without an index, which makes it.
func (p *probe) indexed(ctx context.Context) (result, error) {
	if err := p.makeKept(ctx); err != nil {
		return result{}, err
	}
	for _, name := range []string{"index.db", "index.db-wal", "index.db-shm"} {
		if err := os.Remove(filepath.Join(p.sessions, "home", name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return result{}, err
		}
	}
	return p.kept(ctx, "threads", "search", corpus.Word(300))
}

// close takes away what was made.
func (p *probe) close() error {
	if p.sessions == "" {
		return nil
	}
	return os.RemoveAll(p.sessions)
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
	dir, err := os.MkdirTemp("", "eidolon-bench-")
	if err != nil {
		return res, nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	work := filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		return res, nil, err
	}
	return p.play(ctx, parsed, protocol, filepath.Join(dir, "home"), work)
}

// play runs one prompt against a server that plays a script, in a workspace.
func (p *probe) play(ctx context.Context, script *stubmodel.Script, protocol, home, work string) (result, []stubserver.Exchange, error) {
	server, err := stubserver.Start(ctx, script, stubserver.Options{})
	if err != nil {
		return result{}, nil, err
	}
	defer server.Close()
	cmd := exec.CommandContext(ctx, p.binary, "exec", "-p", "hello", "--root", work, "--tool-protocol", protocol)
	cmd.Env = append(os.Environ(), "EIDOLON_HOME="+home, "OPENAI_BASE_URL="+server.URL, "OPENAI_API_KEY=stub")
	res, err := measure(cmd)
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
