package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"eidolon/internal/app"
	"eidolon/internal/trust"
	"eidolon/tui/typeahead"
)

// settle asks the person at the terminal, before a chat begins, whether they trust what the workspace
// brings along: when there is something of it, and when they have not decided about exactly this. A no
// is remembered too. Without a terminal nobody is asked, and nothing more is in force.
func (h *host) settle(ctx context.Context, s setting, l loaded) (loaded, error) {
	to := h.terminal()
	if to == nil || !isTerminal(h.stdin) {
		return l, nil
	}
	wary, survey, err := h.waiting(ctx, s, l)
	if err != nil || !survey.Waiting() || l.decision.Settles(survey.Files) {
		return l, err
	}
	h.describe(to, wary, survey)
	answer, err := h.question(to, "\n"+l.o.Lang.T("[y] trust it  [N] go on without  [q] quit:")+" ", "y", "n", "q")
	decision := trust.Refused
	switch {
	case errors.Is(err, io.EOF) || answer == "q":
		return l, &codeError{code: exitDone}
	case err != nil:
		return l, err
	case answer == "y":
		decision = trust.Trusted
	}
	if _, err := trust.Open(l.src.BaseDir, time.Now).Keep(l.src.Workspace, decision, survey.Files); err != nil {
		return l, err
	}
	return h.load(s)
}

// waiting gives what is held back of the workspace. Where nothing is, which is nearly everywhere, it
// costs a look at the folders of commands.
func (h *host) waiting(ctx context.Context, s setting, l loaded) (loaded, app.Survey, error) {
	if l.decision.Decision == trust.Trusted {
		wary, err := h.untrusted(s)
		if err != nil {
			return l, app.Survey{}, err
		}
		l = wary
	}
	survey, err := app.TakeSurvey(ctx, l.o, l.read)
	return l, survey, err
}

// terminal is the stream on which a question can be seen, or nil.
func (h *host) terminal() io.Writer {
	for _, stream := range []io.Writer{h.stderr, h.stdout} {
		if isTerminal(stream) {
			return stream
		}
	}
	return nil
}

// tries is how often a question is put to somebody who answers something else.
const tries = 3

// question puts a question and gives the answer, one of those that are offered. An empty line is the second
// of them, which changes nothing. What was typed before the question was there does not count.
func (h *host) question(to io.Writer, text string, answers ...string) (string, error) {
	_ = typeahead.Discard(h.stdin) // where that cannot be, the question still is
	for range tries {
		fmt.Fprint(to, text)
		line, err := readLine(h.stdin)
		if err != nil {
			fmt.Fprintln(to)
			return "", err
		}
		line = strings.ToLower(strings.TrimSpace(line))
		if line == "" {
			return answers[1], nil
		}
		for _, a := range answers {
			if line == a || line == map[string]string{"y": "yes", "n": "no", "q": "quit"}[a] {
				return a, nil
			}
		}
	}
	return "", fmt.Errorf("that is none of the answers %s", strings.Join(answers, ", "))
}

// readLine reads a line and nothing behind it: the chat reads from the same terminal.
func readLine(from io.Reader) (string, error) {
	var line []byte
	for one := make([]byte, 1); len(line) < 1<<10; {
		if _, err := io.ReadFull(from, one); err != nil {
			return "", err
		}
		if one[0] == '\n' {
			break
		}
		line = append(line, one[0])
	}
	return string(line), nil
}
