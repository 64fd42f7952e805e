package exec

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"eidolon/actors/session"
	"eidolon/internal/leaf/clean"
)

// maxPrompt is how long a line may be that is taken for a prompt, in bytes.
const maxPrompt = 4 << 20

// TalkOptions say where prompts come from.
type TalkOptions struct {
	In io.Reader
	// Terminal says that a person sits there: they are asked for each prompt, and one interrupt between
	// two turns does not end everything.
	Terminal bool
}

// Talk sends prompts, one a line, and renders what comes of each, until there are no more or the user
// leaves. It closes the session and gives the exit code: that of the last turn, or of the signal that
// ended it. A person who leaves gets no complaint.
//
// What is typed while a turn runs is the next prompt.
func Talk(ctx context.Context, o Options, in TalkOptions) int {
	o.Session.Tell(session.Attach{Name: Name, From: o.From})
	reading, stop := context.WithCancel(ctx)
	defer stop()
	t := talk{Options: o, terminal: in.Terminal, lines: readLines(reading, in.In)}
	return o.close(ctx, t.run(ctx))
}

type talk struct {
	Options
	terminal bool
	lines    <-chan typed
	warned   bool // an interrupt came while nothing ran
}

// typed is a line, or why there is none any more.
type typed struct {
	text string
	err  error // io.EOF at the end
}

// readLines reads in the background. A read that waits for a person ends with the program.
func readLines(ctx context.Context, in io.Reader) <-chan typed {
	lines := make(chan typed)
	go func() {
		s := bufio.NewScanner(in)
		s.Buffer(nil, maxPrompt)
		next := func() (t typed) {
			if s.Scan() {
				return typed{text: s.Text()}
			}
			if t.err = s.Err(); t.err == nil {
				t.err = io.EOF
			}
			return t
		}
		for t := (typed{}); t.err == nil; {
			t = next()
			select {
			case lines <- t:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}

func (t *talk) run(ctx context.Context) int {
	code := ExitDone
	for {
		t.ask()
		prompt, end := t.prompt(ctx)
		switch {
		case end != nil && *end == ExitDone && !t.terminal:
			return code
		case end != nil:
			return *end
		case prompt == "/help":
			fmt.Fprintln(t.Stderr, "Every line is a prompt. Ctrl+C ends a turn that runs; /quit or Ctrl+D leaves.")
			continue
		}
		t.warned = false
		t.Session.Tell(session.UserTurn{Text: prompt})
		var goOn bool
		if code, goOn = t.wait(ctx); !goOn {
			return code
		}
	}
}

// ask shows a person that it is their turn.
func (t *talk) ask() {
	if t.terminal {
		fmt.Fprint(t.Stderr, "> ")
	}
}

// prompt gives the next prompt, or the exit code when there is none.
func (t *talk) prompt(ctx context.Context) (text string, end *int) {
	for {
		select {
		case line := <-t.lines:
			text := strings.TrimSpace(line.text)
			switch {
			case errors.Is(line.err, io.EOF), text == "/quit", text == "/exit":
				return "", new(ExitDone)
			case line.err != nil:
				fmt.Fprintf(t.Stderr, "error: the next prompt cannot be read: %v\n", line.err)
				return "", new(ExitFailed)
			case text != "":
				return text, nil
			}
			t.ask()
		case sig := <-t.Signals:
			if sig != os.Interrupt || !t.terminal || t.warned {
				return "", new(signalled(sig))
			}
			t.warned = true
			fmt.Fprintln(t.Stderr, "\n/quit or Ctrl+D leaves, and so does Ctrl+C once more.")
			t.ask()
		case line := <-t.Notices:
			fmt.Fprintf(t.Stderr, "notice: %s\n", clean.Line(line))
		case why := <-t.Lost:
			t.Sink.Fail("lost", why)
			return "", new(ExitFailed)
		case <-ctx.Done():
			return "", new(ExitFailed)
		}
	}
}
