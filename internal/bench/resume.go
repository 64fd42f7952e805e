package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"eidolon/actors/event"
)

// longSession is the length of the log that is resumed, in bytes.
const longSession = 100 << 20

// resume is the time from the start of the program to the first line of a long session on the screen.
func resume(ctx context.Context, p *probe) (took float64, err error) {
	dir, err := os.MkdirTemp("", "eidolon-bench-")
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(dir)) }()
	home, work := filepath.Join(dir, "home"), filepath.Join(dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		return 0, err
	}
	env := append(os.Environ(), "EIDOLON_HOME="+home, "OPENAI_BASE_URL=http://127.0.0.1:9/v1")
	first := exec.CommandContext(ctx, p.binary, "exec", "--mock", "-p", "hello", "--root", work)
	first.Env = env
	if _, err := measure(first); err != nil {
		return 0, err
	}
	logs, err := filepath.Glob(filepath.Join(home, "projects", "*", "sessions", "*", "events.jsonl"))
	if err != nil || len(logs) != 1 {
		return 0, fmt.Errorf("found the sessions %q: %w", logs, err)
	}
	if err := lengthen(logs[0]); err != nil {
		return 0, err
	}
	return firstLine(ctx, p, work, env)
}

// lengthen adds turns of 10 KB to a log.
func lengthen(log string) error {
	data, err := os.ReadFile(log)
	if err != nil {
		return err
	}
	f, err := os.OpenFile(log, os.O_WRONLY|os.O_APPEND, 0)
	if err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	answer := strings.Repeat("This is a line of an answer that is as long as others.\n", 180)
	seq, size := int64(strings.Count(string(data), "\n")), 0
	for turn := 2; size < longSession && err == nil; turn++ {
		for _, ev := range []event.Event{
			event.Message{Role: event.RoleUser, Text: fmt.Sprintf("question %d", turn)},
			event.Message{Role: event.RoleAssistant, Text: answer},
			event.Usage{InputTokens: 100, OutputTokens: 100, Model: "m"},
			event.TurnEnd{Reason: event.EndDone},
		} {
			var line []byte
			if line, err = event.Encode(nil, event.Envelope{Seq: seq, Time: time.Unix(seq, 0), Turn: turn, Event: ev}); err != nil {
				break
			}
			seq++
			size += len(line)
			_, err = w.Write(line)
		}
	}
	return errors.Join(err, w.Flush(), f.Close())
}

// firstLine is the time until the end of the latest session is shown, in milliseconds.
func firstLine(ctx context.Context, p *probe, work string, env []string) (float64, error) {
	cmd := exec.CommandContext(ctx, p.binary, "threads", "resume", "--root", work)
	cmd.Env = env
	shown, err := cmd.StderrPipe()
	if err != nil {
		return 0, err
	}
	began := time.Now() //nolint:forbidigo // a benchmark is about real time
	if err := cmd.Start(); err != nil {
		return 0, err
	}
	r := bufio.NewReader(shown)
	line, err := r.ReadString('\n')
	took := ms(time.Since(began))
	_, drained := r.WriteTo(new(strings.Builder))
	if err := errors.Join(err, drained, cmd.Wait()); err != nil {
		return 0, fmt.Errorf("%w after %q", err, line)
	}
	return took, nil
}
