//go:build unix

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/creack/pty"
)

// stream is all that the program has sent to a terminal of its own.
type stream struct {
	*site
	cmd *exec.Cmd
	tty *os.File

	mu   sync.Mutex
	sent bytes.Buffer
	more chan struct{} // something came
	end  chan struct{} // nothing more will
}

// onTTY starts the program in a terminal that answers no questions.
func (s *site) onTTY(args ...string) *stream {
	s.t.Helper()
	p := &stream{site: s, cmd: s.command(args...), more: make(chan struct{}, 1), end: make(chan struct{})}
	p.cmd.Env = append(p.cmd.Env, "TERM=xterm-256color", "LC_ALL=C.UTF-8")
	var err error
	if p.tty, err = pty.StartWithSize(p.cmd, &pty.Winsize{Rows: 40, Cols: 120}); err != nil {
		s.t.Fatal(err)
	}
	s.t.Cleanup(func() {
		_ = p.cmd.Process.Kill() // if it has not ended
		_ = p.tty.Close()        // as above
		<-p.end
	})
	go p.read()
	return p
}

func (p *stream) read() {
	defer close(p.end)
	buf := make([]byte, 64<<10)
	for {
		n, err := p.tty.Read(buf)
		p.mu.Lock()
		p.sent.Write(buf[:n])
		p.mu.Unlock()
		select {
		case p.more <- struct{}{}:
		default:
		}
		if err != nil {
			return
		}
	}
}

// all is what was sent so far.
func (p *stream) all() string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.sent.String()
}

// tail is the end of what was sent.
func (p *stream) tail() string {
	all := p.all()
	return all[max(0, len(all)-3000):]
}

// sees waits until a text was sent.
func (p *stream) sees(text string) {
	p.t.Helper()
	deadline := time.NewTimer(patience) //nolint:forbidigo // real programs take real time
	defer deadline.Stop()
	for !strings.Contains(p.all(), text) {
		select {
		case <-p.more:
		case <-p.end:
			p.t.Fatalf("it ended before %q came:\n%q", text, p.tail())
		case <-deadline.C:
			p.t.Fatalf("%q never came:\n%q", text, p.tail())
		}
	}
}

// presses sends keys one after the other.
func (p *stream) presses(keys string) {
	p.t.Helper()
	for _, key := range keys {
		_, err := p.tty.WriteString(string(key))
		p.check(err)
		p.sees(string(key))
	}
}

// ends waits for the end of the program and of what it sends, and gives all of it.
func (p *stream) ends() string {
	p.t.Helper()
	_ = p.cmd.Wait() // a signal is an end like others here
	<-p.end          // the guard has the terminal until it has done its work
	return p.all()
}

// switches are the orders that switch a mode on or off: which one, and how.
var switches = regexp.MustCompile("\x1b\\[(?:(\\?[0-9;]+)([hl])|([<>][0-9;]*)([um]))")

// left gives the modes that are on at the end of a stream, and all that were ever on.
func left(sent string) (on, ever []string) {
	state := map[string]bool{}
	for _, m := range switches.FindAllStringSubmatch(sent, -1) {
		switch {
		case m[1] != "":
			for mode := range strings.SplitSeq(m[1][1:], ";") {
				state[mode] = m[2] == "h"
			}
		case m[4] == "u":
			state["keyboard"] = m[3][0] == '>'
		default:
			state["keys"] = m[3] != ">4;0" && m[3] != ">4"
		}
		for mode, is := range state {
			if is && !slices.Contains(ever, mode) {
				ever = append(ever, mode)
			}
		}
	}
	for mode, is := range state {
		shown := mode == "25" || mode == "7" // on from the start
		if is != shown {
			on = append(on, mode)
		}
	}
	slices.Sort(on)
	return on, ever
}

// Every mode that is switched on is switched off again, on each way out.
//
// Covers: Y1, E22, Y22
func TestModesAreSwitchedOff(t *testing.T) {
	ends := map[string]func(p *stream){
		"interrupt twice": func(p *stream) { p.types("\x03"); p.types("\x03") },
		"end of input":    func(p *stream) { p.types("\x04") },
		"termination":     func(p *stream) { p.check(p.cmd.Process.Signal(syscall.SIGTERM)) },
		"killed":          func(p *stream) { p.check(p.cmd.Process.Kill()) },
		"fault":           func(p *stream) { p.check(p.cmd.Process.Signal(syscall.SIGQUIT)) },
	}
	for name, end := range ends {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := newSite(t, "{answers: []}").onTTY()
			p.sees("Ask something")
			p.sees("ask\x1b")
			end(p)
			on, ever := left(p.ends())
			if len(on) > 0 {
				t.Errorf("left as they were not: %q of %q", on, ever)
			}
			for _, mode := range []string{"1049", "1006", "2004", "1004"} {
				if !slices.Contains(ever, mode) {
					t.Errorf("mode %s was never on, so this shows nothing: %q", mode, ever)
				}
			}
		})
	}
}

func (p *stream) types(keys string) {
	p.t.Helper()
	_, err := p.tty.WriteString(keys)
	p.check(err)
}

// What the screen sends itself: positions, colours, modes, the title, the question for the background,
// and the marks around a frame.
var ours = regexp.MustCompile("\x1b\\[[<>?]?[0-9;:]*(?: ?[A-Za-z])|\x1b\\](?:2;|11;\\?|8;)[^\x07\x1b\x00-\x1f]*(?:\x07|\x1b\\\\)|\x1b\\(B|\x1b[=>]|[\r\n\b\x0f]")

// No control character of a model, a command or a file reaches the terminal, whatever it begins.
//
// Covers: E22, Y22
func TestNothingFromOutsideGivesOrders(t *testing.T) {
	t.Parallel()
	var hostile, octal strings.Builder
	for c := range rune(0xa0) {
		if c >= ' ' && c < 0x7f {
			continue
		}
		fmt.Fprintf(&hostile, "\\u%04xHOSTILE", c)
		if c != '\n' {
			fmt.Fprintf(&octal, "\\%03oHOSTILE", c)
		}
	}
	orders := []string{"[?1003h", "[2J", "]0;HOSTILE", "]52;c;SE9TVElMRQ==", "P+q544e", "_HOSTILE", "^HOSTILE", "XHOSTILE", "c", "[6n", "[>0q", "[21t", "#8"}
	for _, order := range orders {
		hostile.WriteString(`\u001b` + order + `\u0007\u001b\u005c\u009b` + order)
		octal.WriteString(`\033` + order + `\007\033\134\302\233` + order)
	}
	script := `{answers: [{parts: [{text: "` + hostile.String() + `\n\n", deltas: 40}, ` +
		`{call: {name: SysBuiltIn.bash, input: {command: "printf '` + strings.ReplaceAll(octal.String(), `\`, `\\`) + `\\n'"}}}]}, {parts: [{text: "Everything_was_said.\n"}]}]}`
	p := newSite(t, script).onTTY("--permission-mode", "auto")
	p.sees("Ask something")
	p.sees("auto\x1b")
	p.presses("go")
	p.types("\r")
	p.sees("Everything_was_said.")
	p.types("\x0f") // the whole output
	p.check(p.cmd.Process.Signal(syscall.SIGTERM))
	sent := p.ends()
	if on, _ := left(sent); len(on) > 0 {
		t.Errorf("left on: %q", on)
	}
	rest := ours.ReplaceAllString(sent, "")
	for i, c := range rest {
		if c < ' ' || c >= 0x7f && c < 0xa0 {
			t.Fatalf("byte %#x in: %q", c, rest[max(0, i-60):min(len(rest), i+60)])
		}
	}
	for _, order := range []string{"\x1b[?1003h", "\x1b[6n", "\x1b[>0q", "\x1b[21t", "\x1b]52;", "\x1b]0;", "\x1bc", "\x1b#"} {
		if strings.Contains(sent, order) {
			t.Errorf("%q was sent", order)
		}
	}
	if strings.Count(sent, "HOSTILE") < 20 {
		t.Error("hardly anything of it was shown, so this shows nothing")
	}
}
