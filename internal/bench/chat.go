package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"sync/atomic"
	"time"

	"github.com/creack/pty"

	"eidolon/actors/stubmodel"
	"eidolon/internal/stubserver"
)

// chat is the program in a terminal of its own, looked at from outside: what is typed and when, what is
// drawn and when. The terminal answers no questions and reads as fast as it can, or as the link to it can.
type chat struct {
	cmd    *exec.Cmd
	tty    *os.File
	server *stubserver.Server
	dir    string
	began  time.Time
	drawn  chan piece
	link   atomic.Int64 // how many bytes a second it takes, 0 for as fast as it can
}

// piece is what came out of the program at one time.
type piece struct {
	at   time.Time
	data []byte
}

// The terminal's size, and what says that the prompt is there.
const (
	columns, rowsShown = 200, 50
	promptMark         = "❯"
)

// errNoPrompt is given for a program that has no chat.
var errNoPrompt = errors.New("no prompt appears")

// chat starts the program without arguments, against a model that plays the script of a file.
func (p *probe) chat(ctx context.Context, script string) (*chat, error) {
	path := filepath.Join(p.scripts, script)
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return p.chatOn(ctx, path, data)
}

// chatOn is chat for a script that is no file.
func (p *probe) chatOn(ctx context.Context, name string, script []byte) (c *chat, err error) {
	parsed, err := stubmodel.Parse(name, script)
	if err != nil {
		return nil, err
	}
	c = &chat{drawn: make(chan piece, 1<<16)}
	if c.server, err = stubserver.Start(ctx, parsed, stubserver.Options{}); err != nil {
		return nil, err
	}
	if c.dir, err = os.MkdirTemp("", "eidolon-bench-"); err != nil {
		c.server.Close()
		return nil, err
	}
	work := filepath.Join(c.dir, "work")
	if err := os.Mkdir(work, 0o700); err != nil {
		return nil, errors.Join(err, c.close())
	}
	c.cmd = exec.CommandContext(ctx, p.binary)
	c.cmd.Dir = work
	c.cmd.Env = append(os.Environ(), "EIDOLON_HOME="+filepath.Join(c.dir, "home"), "OPENAI_BASE_URL="+c.server.URL,
		"OPENAI_API_KEY=stub", "TERM=xterm-256color", "COLORTERM=truecolor", "LC_ALL=C.UTF-8", "TMUX=", "STY=", "NO_COLOR=")
	c.began = time.Now() //nolint:forbidigo // a benchmark is about real time
	if c.tty, err = pty.StartWithSize(c.cmd, &pty.Winsize{Rows: rowsShown, Cols: columns}); err != nil {
		c.cmd = nil
		return nil, errors.Join(err, c.close())
	}
	go c.read()
	return c, nil
}

// packet is how much comes over a slow link at once.
const packet = 1400

// read notes what is drawn until the program ends.
func (c *chat) read() {
	defer close(c.drawn)
	for {
		buf := make([]byte, 32<<10)
		if c.link.Load() > 0 {
			buf = buf[:packet]
		}
		n, err := c.tty.Read(buf)
		if err != nil {
			return
		}
		if rate := c.link.Load(); rate > 0 {
			time.Sleep(time.Duration(n) * time.Second / time.Duration(rate)) //nolint:forbidigo // this is how long the link needs
		}
		c.drawn <- piece{time.Now(), buf[:n]} //nolint:forbidigo // a benchmark is about real time
	}
}

// until reads until a text was drawn, and gives the time at which it was.
func (c *chat) until(ctx context.Context, text string) (time.Time, error) {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	var tail []byte // a text may come in two pieces
	for {
		select {
		case p, open := <-c.drawn:
			if !open {
				return time.Time{}, fmt.Errorf("the program ended before it drew %q", text)
			}
			tail = append(tail, p.data...)
			if bytes.Contains(tail, []byte(text)) {
				return p.at, nil
			}
			tail = tail[max(0, len(tail)-len(text)):]
		case <-ctx.Done():
			return time.Time{}, fmt.Errorf("%q was not drawn", text)
		}
	}
}

// prompt waits for the prompt, and gives the time at which it was drawn.
func (c *chat) prompt(ctx context.Context) (time.Time, error) {
	at, err := c.until(ctx, promptMark)
	if err != nil {
		return at, fmt.Errorf("%w: %w", errNoPrompt, err)
	}
	return at, nil
}

// rest reads until nothing was drawn for a while. It gives the number of bytes, and when the last came.
func (c *chat) rest(ctx context.Context, quiet time.Duration) (drawn int, last time.Time) {
	for {
		pause, cancel := context.WithTimeout(ctx, quiet)
		select {
		case p, open := <-c.drawn:
			cancel()
			if !open {
				return drawn, last
			}
			drawn += len(p.data)
			last = p.at
		case <-pause.Done():
			cancel()
			return drawn, last
		}
	}
}

// during reads for some time, and gives the number of bytes.
func (c *chat) during(ctx context.Context, d time.Duration) (drawn int) {
	ctx, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	for {
		select {
		case p, open := <-c.drawn:
			if !open {
				return drawn
			}
			drawn += len(p.data)
		case <-ctx.Done():
			return drawn
		}
	}
}

// types sends keys. More than a few at once are taken for a paste.
func (c *chat) types(text string) error {
	_, err := c.tty.WriteString(text)
	return err
}

// submits types a prompt, waits until it is there, and sends it off.
func (c *chat) submits(ctx context.Context, text string) error {
	for _, r := range text {
		if err := c.types(string(r)); err != nil {
			return err
		}
		if _, err := c.until(ctx, string(r)); err != nil {
			return err
		}
	}
	return c.types("\r")
}

// close ends the program, by force: leaving in order is for tests.
func (c *chat) close() error {
	var err error
	if c.cmd != nil {
		_ = c.cmd.Process.Kill()
		_ = c.cmd.Wait() // it did not end by itself
		err = c.tty.Close()
	}
	c.server.Close()
	return errors.Join(err, os.RemoveAll(c.dir))
}
