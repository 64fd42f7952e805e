//go:build unix

package main

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"time"
)

// pane is a terminal of a tmux server of its own, with a shell in it that a person would use: prompts
// read "ready>", and nothing is read from the directory of who runs the tests.
type pane struct {
	*site
	socket string
	cols   int
	rows   int
	asked  int // how often the shell was asked for its settings
}

// look is the time between two looks at a pane, and about that between two keys of a person: what comes
// faster is taken for a paste.
const look = 20 * time.Millisecond

// shellPrompt is what the shell of a pane asks with.
const shellPrompt = "ready>"

// open opens a pane whose shell has further variables, and waits for the shell.
func (s *site) open(cols, rows int, env ...string) *pane {
	s.t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		s.t.Skip("there is no tmux, which these tests need: install it (.ci/run does)")
	}
	dir, err := os.MkdirTemp("", "tmux") // the name of a socket has to be short
	if err != nil {
		s.t.Fatal(err)
	}
	p := &pane{site: s, socket: filepath.Join(dir, "s"), cols: cols, rows: rows}
	s.t.Cleanup(func() { p.close(dir) })
	args := []string{
		"-f", "/dev/null", "start-server", ";", "set-option", "-g", "status", "off", ";",
		"set-option", "-g", "default-terminal", "tmux-256color", ";", "set-option", "-s", "escape-time", "10", ";",
		"new-session", "-d", "-x", strconv.Itoa(cols), "-y", strconv.Itoa(rows), "-c", s.path(""), "env", "-i",
	}
	args = append(args, s.variables(env)...)
	p.tmux(append(args, "sh", "-i")...)
	p.see(shellPrompt)
	return p
}

// variables are those of a shell in a pane.
func (s *site) variables(more []string) []string {
	all := map[string]string{
		"PATH": os.Getenv("PATH"), "TERM": "tmux-256color", "LC_ALL": "C.UTF-8", "PS1": shellPrompt + " ", "USER": "someone",
		"OPENAI_BASE_URL": s.srv.URL, "OPENAI_API_KEY": testKey,
	}
	maps.Copy(all, surroundings(s.dir))
	for _, e := range more {
		name, value, _ := strings.Cut(e, "=")
		all[name] = value
	}
	var out []string
	for _, name := range slices.Sorted(maps.Keys(all)) {
		out = append(out, name+"="+all[name])
	}
	return out
}

// close ends the server, and waits for the end of the program, which writes to its directory until then.
func (p *pane) close(dir string) {
	ctx := context.WithoutCancel(p.t.Context())
	tmux := func(args ...string) string {
		out, _ := exec.CommandContext(ctx, "tmux", append([]string{"-S", p.socket}, args...)...).Output()
		return strings.TrimSpace(string(out)) // nothing, when a test has ended the server
	}
	var running []string
	if tty := tmux("display", "-p", "#{pane_tty}"); tty != "" {
		running = strings.Fields(ps(ctx, "-t", strings.TrimPrefix(tty, "/dev/"), "-o", "pid="))
	}
	tmux("kill-server")
	if len(running) > 0 { // they have no terminal any more, so it cannot be asked for its processes
		p.until("the end of all", func() string { return ps(ctx, "-p", strings.Join(running, ",")) },
			func(list string) bool { return strings.Count(list, "\n") == 0 })
	}
	if err := os.RemoveAll(dir); err != nil {
		p.t.Error(err)
	}
}

// ps lists processes; none are an error to it.
func ps(ctx context.Context, args ...string) string {
	out, _ := exec.CommandContext(ctx, "ps", args...).Output()
	return strings.TrimSpace(string(out))
}

// tmux runs a command of tmux and gives what it prints.
func (p *pane) tmux(args ...string) string {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.t.Context(), patience)
	defer cancel()
	cmd := exec.CommandContext(ctx, "tmux", append([]string{"-S", p.socket}, args...)...)
	cmd.Env = append(os.Environ(), "LC_ALL=C.UTF-8", "TMUX=")
	var out, complaint bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &complaint
	if err := cmd.Run(); err != nil {
		p.t.Fatalf("tmux %s: %v: %s", args[0], err, complaint.String())
	}
	return strings.TrimRight(out.String(), "\n")
}

// screen is what the pane shows, without spaces at the ends of its lines.
func (p *pane) screen() string {
	p.t.Helper()
	return p.tmux("capture-pane", "-p")
}

// until looks at something again and again until it is as it should be: tmux tells nobody of a change.
func (p *pane) until(what string, seen func() string, good func(string) bool) string {
	p.t.Helper()
	deadline := time.Now().Add(patience) // real terminals take real time
	for {
		now := seen()
		if good(now) {
			return now
		}
		if time.Now().After(deadline) {
			p.t.Fatalf("%s never came; there is:\n%s", what, now)
		}
		time.Sleep(look) //nolint:forbidigo // the one place that has nobody to wait for
	}
}

// see waits until the pane shows all of the texts.
func (p *pane) see(texts ...string) string {
	p.t.Helper()
	return p.until(fmt.Sprintf("%q", texts), p.screen, func(screen string) bool {
		for _, text := range texts {
			if !strings.Contains(screen, text) {
				return false
			}
		}
		return true
	})
}

// gone waits until the pane does not show a text any more.
func (p *pane) gone(text string) {
	p.t.Helper()
	p.until("the end of "+text, p.screen, func(screen string) bool { return !strings.Contains(screen, text) })
}

// still waits until the pane has shown the same for a while, and gives it.
func (p *pane) still() string {
	p.t.Helper()
	last, same := "", 0
	return p.until("a rest", p.screen, func(screen string) bool {
		if same++; screen != last {
			last, same = screen, 0
		}
		return same > 15
	})
}

// types types a text as a person does, and waits until its end is to be seen.
func (p *pane) types(text string) {
	p.t.Helper()
	rest := []rune(text)
	for len(rest) > 0 {
		n := min(len(rest), 4)
		p.tmux("send-keys", "-l", "--", string(rest[:n]))
		rest = rest[n:]
	}
	end := []rune(strings.TrimSpace(text))
	p.see(string(end[max(0, len(end)-12):]))
}

// keys presses keys, by tmux's names, one after the other.
func (p *pane) keys(names ...string) {
	p.t.Helper()
	for _, name := range names {
		p.tmux("send-keys", name)
	}
}

// says types a prompt, or a line for the shell, and sends it.
func (p *pane) says(text string) {
	p.t.Helper()
	p.types(text)
	p.keys("Enter")
}

// begins starts the program in the pane's shell and waits for the prompt of the chat.
func (p *pane) begins(args ...string) {
	p.t.Helper()
	p.says("clear; " + strings.Join(append([]string{"eidolon"}, args...), " "))
	p.see("❯ Ask something")
	p.until("the whole screen", p.modes, func(now string) bool { return now == chatModes })
}

// What modes gives for a shell, and for the chat with the mouse.
const (
	shellModes = "alternate 0 mouse 0 cursor 1"
	chatModes  = "alternate 1 mouse 1 cursor 1"
)

// modes are the terminal's modes that tmux tells of.
func (p *pane) modes() string {
	p.t.Helper()
	return p.tmux("display", "-p", "alternate #{alternate_on} mouse #{mouse_any_flag} cursor #{cursor_flag}")
}

// idle waits until the chat has nothing to do.
func (p *pane) idle() string {
	p.t.Helper()
	return p.until("rest", p.screen, func(screen string) bool {
		lines := strings.Split(screen, "\n")
		status := lines[len(lines)-1]
		return !strings.Contains(status, "Esc stop") && !strings.Contains(status, "opening")
	})
}

// resize changes the size of the pane.
func (p *pane) resize(cols, rows int) {
	p.t.Helper()
	p.cols, p.rows = cols, rows
	p.tmux("resize-window", "-x", strconv.Itoa(cols), "-y", strconv.Itoa(rows))
}

// settings are the settings of the pane's device as a command sees them: the shell has others while it
// reads a line.
func (p *pane) settings() string {
	p.t.Helper()
	p.asked++
	p.says(fmt.Sprintf("stty -a >settings.txt; echo written $((0+%d))", p.asked))
	p.see(fmt.Sprintf("written %d", p.asked))
	text, err := os.ReadFile(p.path("settings.txt"))
	p.check(err)
	return sizes.ReplaceAllString(string(text), "")
}

var sizes = regexp.MustCompile(`rows \d+; columns \d+; `)

// processes are the processes that were started in the pane but for its shell: number and command.
func (p *pane) processes() string {
	p.t.Helper()
	all := ps(p.t.Context(), "-t", strings.TrimPrefix(p.tmux("display", "-p", "#{pane_tty}"), "/dev/"), "-o", "pid=,args=")
	var rest []string
	for line := range strings.Lines(all) {
		if line = strings.TrimSpace(line); !strings.HasSuffix(line, " sh -i") {
			rest = append(rest, line)
		}
	}
	return strings.Join(rest, "\n")
}

// program is the number of the process that is the chat.
func (p *pane) program() int {
	p.t.Helper()
	for line := range strings.Lines(p.processes()) {
		pid, command, _ := strings.Cut(line, " ")
		if strings.HasPrefix(command, "eidolon") {
			n, err := strconv.Atoi(pid)
			p.check(err)
			return n
		}
	}
	p.t.Fatalf("there is no program among:\n%s", p.processes())
	return 0
}
