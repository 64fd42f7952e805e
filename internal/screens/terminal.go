package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"time"
)

// pause is the time between two looks at the terminal, and about that between two keys of a person: a
// terminal takes what comes faster for a paste.
const pause = 30 * time.Millisecond

// terminal is a tmux with a socket of its own.
type terminal struct {
	socket, dir   string
	env           []string
	columns, rows int
}

// start runs a command in the terminal.
func (t *terminal) start(ctx context.Context, command []string) error {
	args := []string{
		"-f", "/dev/null", "start-server", ";", "set-option", "-g", "status", "off", ";",
		"set-option", "-g", "default-terminal", "tmux-256color", ";", "set-option", "-s", "escape-time", "0", ";",
		"new-session", "-d", "-x", strconv.Itoa(t.columns), "-y", strconv.Itoa(t.rows), "-c", t.dir,
		"env", "-i", "TERM=tmux-256color",
	}
	args = append(append(args, t.env...), command...)
	_, err := t.tmux(ctx, args...)
	return err
}

// stop ends the terminal and what runs in it, and removes the place where it ran. The program may
// write there until it has ended.
func (t *terminal) stop(ctx context.Context, place string) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), patience)
	defer cancel()
	_, _ = t.tmux(ctx, "kill-server") // it may never have begun
	for {
		err := os.RemoveAll(place)
		if err == nil || t.rest(ctx) != nil {
			return err
		}
	}
}

// typed types a text.
func (t *terminal) typed(ctx context.Context, text string) error {
	for _, r := range text {
		if _, err := t.tmux(ctx, "send-keys", "-l", string(r)); err != nil {
			return err
		}
	}
	return t.rest(ctx)
}

// keys presses keys.
func (t *terminal) keys(ctx context.Context, names []string) error {
	for _, name := range names {
		if _, err := t.tmux(ctx, "send-keys", name); err != nil {
			return err
		}
		if err := t.rest(ctx); err != nil {
			return err
		}
	}
	return nil
}

// capture gives what the terminal shows, with its colours if asked.
func (t *terminal) capture(ctx context.Context, colors bool) (string, error) {
	if colors {
		return t.tmux(ctx, "capture-pane", "-e", "-p")
	}
	return t.tmux(ctx, "capture-pane", "-p")
}

// until waits until what the terminal shows is as it should be, and stays so for a number of looks.
func (t *terminal) until(ctx context.Context, looks int, good func(screen string) bool) error {
	last, same := "", 0
	for {
		screen, err := t.capture(ctx, false)
		if err != nil {
			return err
		}
		if screen != last {
			last, same = screen, 0
		}
		if same++; same > looks && good(screen) {
			return nil
		}
		if err := t.rest(ctx); err != nil {
			return fmt.Errorf("%w; the terminal shows:\n%s", err, screen)
		}
	}
}

func (t *terminal) rest(ctx context.Context) error {
	select {
	case <-time.After(pause):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

func (t *terminal) tmux(ctx context.Context, args ...string) (string, error) {
	cmd := exec.CommandContext(ctx, "tmux", append([]string{"-S", t.socket}, args...)...)
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		if ctx.Err() != nil {
			return "", ctx.Err()
		}
		return "", fmt.Errorf("tmux %s: %w: %s", args[0], err, strings.TrimSpace(complaint.String()))
	}
	return out.String(), nil
}
