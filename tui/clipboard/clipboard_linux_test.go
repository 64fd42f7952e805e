package clipboard_test

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/clipboard"
)

// desk is a world of programs and a terminal.
type desk struct {
	mu    sync.Mutex
	ran   []string
	texts map[string]string
	sent  string
	fails map[string]bool // by the command
	hangs map[string]bool
}

func (d *desk) run(ctx context.Context, text, name string, args ...string) error {
	command := strings.Join(append([]string{name}, args...), " ")
	if d.hangs[command] {
		<-ctx.Done()
		return ctx.Err()
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.ran = append(d.ran, command)
	if d.fails[command] {
		return errors.New("exit status 1")
	}
	d.texts[name] = text
	return nil
}

func (d *desk) terminal(sequence string) error {
	d.sent = sequence
	return nil
}

// Covers: Y2
func TestCopy(t *testing.T) {
	file := filepath.Join(t.TempDir(), "copies", "last.txt")
	tests := []struct {
		name  string
		env   map[string]string
		text  string
		fails map[string]bool
		where string
		ran   []string
		sent  string
	}{
		{
			name: "nothing but a terminal", text: "hello",
			where: "the terminal (OSC 52)", sent: "\x1b]52;c;aGVsbG8=\a",
		},
		{
			name: "tmux over SSH", env: map[string]string{"TMUX": "x", "SSH_TTY": "x", "DISPLAY": ":0"}, text: "hello",
			where: "tmux, the terminal (OSC 52)", ran: []string{"tmux load-buffer -w -"},
			sent: "\x1bPtmux;\x1b\x1b]52;c;aGVsbG8=\a\x1b\\",
		},
		{
			name: "an old tmux", env: map[string]string{"TMUX": "x", "SSH_TTY": "x"}, text: "hello",
			fails: map[string]bool{"tmux load-buffer -w -": true},
			where: "tmux, the terminal (OSC 52)", ran: []string{"tmux load-buffer -", "tmux load-buffer -w -"},
			sent: "\x1bPtmux;\x1b\x1b]52;c;aGVsbG8=\a\x1b\\",
		},
		{
			name: "inside screen", env: map[string]string{"STY": "x"}, text: "hello",
			where: "the terminal (OSC 52)", sent: "\x1bP\x1b]52;c;aGVsbG8=\a\x1b\\",
		},
		{
			name: "Wayland", env: map[string]string{"WAYLAND_DISPLAY": "x", "DISPLAY": ":0"}, text: "hello",
			where: "the terminal (OSC 52), wl-copy", ran: []string{"wl-copy"}, sent: "\x1b]52;c;aGVsbG8=\a",
		},
		{
			name: "X without xclip", env: map[string]string{"DISPLAY": ":0"}, text: "hello",
			fails: map[string]bool{"xclip -selection clipboard": true},
			where: "the terminal (OSC 52), the X clipboard", ran: []string{"xclip -selection clipboard", "xsel --clipboard --input"},
			sent: "\x1b]52;c;aGVsbG8=\a",
		},
		{
			name: "Linux inside Windows", env: map[string]string{"WSL_DISTRO_NAME": "x"}, text: "hello",
			where: "the terminal (OSC 52), clip.exe", ran: []string{"clip.exe"}, sent: "\x1b]52;c;aGVsbG8=\a",
		},
		{
			name: "too long for a terminal", env: map[string]string{"WAYLAND_DISPLAY": "x"}, text: strings.Repeat("x", 75_000),
			where: "wl-copy, " + file, ran: []string{"wl-copy"},
		},
		{
			name: "as long as a terminal takes", text: strings.Repeat("x", 74_994),
			where: "the terminal (OSC 52)", sent: "\x1b]52;c;" + strings.Repeat("eHh4", 24_998) + "\a",
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			d := &desk{texts: map[string]string{}, fails: tt.fails}
			c := clipboard.New(clipboard.Options{
				Env: func(name string) string { return tt.env[name] }, Terminal: d.terminal, File: file, Run: d.run,
			})
			where, err := c.Copy(t.Context(), tt.text)
			if err != nil {
				t.Fatal(err)
			}
			slices.Sort(d.ran)
			if diff := cmp.Diff([]any{tt.where, tt.ran, tt.sent}, []any{where, d.ran, d.sent}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if strings.Contains(where, file) {
				kept, err := os.ReadFile(file)
				if err != nil || string(kept) != tt.text {
					t.Errorf("the file holds %d bytes: %v", len(kept), err)
				}
			}
		})
	}
}

func TestClipExeTakesUTF16(t *testing.T) {
	d := &desk{texts: map[string]string{}}
	c := clipboard.New(clipboard.Options{Env: func(name string) string { return map[string]string{"WSL_DISTRO_NAME": "x"}[name] }, Run: d.run})
	if _, err := c.Copy(t.Context(), "a世"); err != nil {
		t.Fatal(err)
	}
	if got, want := d.texts["clip.exe"], "\xff\xfea\x00\x16\x4e"; got != want {
		t.Errorf("got %q", got)
	}
}

func TestNoWayToAClipboard(t *testing.T) {
	d := &desk{fails: map[string]bool{"wl-copy": true}}
	c := clipboard.New(clipboard.Options{Env: func(name string) string { return map[string]string{"WAYLAND_DISPLAY": "x"}[name] }, Run: d.run})
	where, err := c.Copy(t.Context(), "hello")
	if !errors.Is(err, clipboard.ErrNowhere) || where != "" || !strings.Contains(err.Error(), "wl-copy: exit status 1") {
		t.Errorf("got %q, %v", where, err)
	}
}

// TestAProgramThatHangs is given up, and takes nothing from the others.
func TestAProgramThatHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		d := &desk{texts: map[string]string{}, hangs: map[string]bool{"tmux load-buffer -w -": true}}
		env := map[string]string{"TMUX": "x", "DISPLAY": ":0"}
		c := clipboard.New(clipboard.Options{Env: func(name string) string { return env[name] }, Terminal: d.terminal, Run: d.run})
		began := time.Now()
		where, err := c.Copy(t.Context(), "hello")
		if err != nil || where != "the terminal (OSC 52), the X clipboard" {
			t.Errorf("got %q, %v", where, err)
		}
		if took := time.Since(began); took != 2*time.Second {
			t.Errorf("it took %v", took)
		}
	})
}

func TestTheRealThing(t *testing.T) {
	dir := t.TempDir()
	kept := filepath.Join(dir, "kept")
	script := "#!/bin/sh\ncat > '" + kept + "'\n"
	if err := os.WriteFile(filepath.Join(dir, "wl-copy"), []byte(script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+string(os.PathListSeparator)+os.Getenv("PATH"))
	c := clipboard.New(clipboard.Options{Env: func(name string) string { return map[string]string{"WAYLAND_DISPLAY": "x"}[name] }})
	if where, err := c.Copy(t.Context(), "hello\n"); err != nil || where != "wl-copy" {
		t.Fatalf("got %q, %v", where, err)
	}
	if got, err := os.ReadFile(kept); err != nil || string(got) != "hello\n" {
		t.Errorf("got %q, %v", got, err)
	}
}

func TestRealTmux(t *testing.T) {
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not installed")
	}
	socket := filepath.Join(t.TempDir(), "s")
	tmux := func(args ...string) string {
		t.Helper()
		out, err := exec.Command("tmux", append([]string{"-S", socket, "-f", "/dev/null"}, args...)...).CombinedOutput()
		if err != nil {
			t.Fatalf("tmux %v: %v: %s", args, err, out)
		}
		return string(out)
	}
	t.Setenv("TMUX", "")
	tmux("new-session", "-d", "cat")
	defer tmux("kill-server")
	t.Setenv("TMUX", socket+",1,0")
	c := clipboard.New(clipboard.Options{Env: func(name string) string { return map[string]string{"TMUX": "x", "SSH_TTY": "x"}[name] }})
	if where, err := c.Copy(t.Context(), "hello\nworld"); err != nil || where != "tmux" {
		t.Fatalf("got %q, %v", where, err)
	}
	if got := tmux("show-buffer"); got != "hello\nworld" {
		t.Errorf("the buffer holds %q", got)
	}
}
