package exec

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"sync"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/front/news"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/lang"
)

// How much of a call's input and output the status lines show.
const (
	inputShown  = 140 // characters
	reasonShown = 600 // of why a call failed: it ends with what to do
	outputShown = 5   // lines
)

// Text renders for people: the answer on one writer, calls, notices and errors on another.
type Text struct {
	Out, Err io.Writer
	Terminal bool       // Out is a terminal: the answer is made harmless
	Window   int        // tokens that the model can take at once, or 0
	Lang     lang.Table // of what goes to Err; what scripts may look for is always in English

	over  chan Outcome
	bol   bool // the answer so far ends in a line break
	item  int  // of the text last shown
	names map[string]string
	heads map[string]string // the lines of calls
	about string            // the call whose line was shown last
	mu    sync.Mutex        // Fail may come while a batch is rendered
	news  news.Filter
	spent spending // in the turn
}

// NewText makes a Text.
func NewText(out, err io.Writer, terminal bool) *Text {
	return &Text{Out: out, Err: err, Terminal: terminal, over: make(chan Outcome, 1), bol: true, names: map[string]string{}, heads: map[string]string{}}
}

// Over implements Sink.
func (t *Text) Over() <-chan Outcome { return t.over }

// Fail implements Sink.
func (t *Text) Fail(_, message string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.status("error: %s", message)
}

// Render implements Sink.
func (t *Text) Render(_ context.Context, events []event.Envelope) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, e := range events {
		ev, fresh := t.news.Pick(e)
		if !fresh {
			continue
		}
		if err := t.show(ev); err != nil {
			t.end(Outcome{Err: err})
			return err
		}
	}
	return nil
}

func (t *Text) end(out Outcome) {
	select {
	case t.over <- out:
	default: // the first end counts
	}
}

func (t *Text) show(ev event.Event) error {
	switch ev := ev.(type) {
	case event.TextDelta:
		return t.answer(ev)
	case event.ToolUse:
		t.call(ev)
	case event.ToolResult:
		t.result(ev)
		t.spent.addCall(ev)
	case event.Error:
		t.status("error: %s", ev.Message)
	case event.Lost:
		t.status("error: %s", ev.Message)
		t.end(Outcome{Reason: event.EndError})
	case event.Interrupted:
		t.status("%s", t.Lang.T("interrupted"))
	case event.Notice:
		t.status("notice: %s", ev.Message)
	case event.Retry:
		t.status("%s", again(t.Lang, ev))
	case event.TurnEnd:
		err := t.breakLine()
		if line := t.spent.line(t.Lang, t.Window); line != "" {
			t.status("%s", line)
		}
		t.spent = spending{}
		t.end(Outcome{Reason: ev.Reason, Err: err})
		return err
	case event.Asked:
		t.status("%s", t.Lang.F("asked about %s: %s", ev.Name, ev.Reason))
	case event.Todos:
		t.board(ev)
	case event.Usage:
		t.spent.add(ev)
	case event.Meta, event.Message, event.Reasoning, event.Decision, event.Title, event.Compaction, event.Posture,
		event.Agent, event.Checkpoint, event.Rewind, event.Unknown, event.ReasoningDelta, event.CallOpened, event.CallInput,
		event.CallStarted, event.CallProgress, event.Answered:
	}
	return nil
}

// answer writes a piece of the answer at once. Text after a call begins on a line of its own.
func (t *Text) answer(d event.TextDelta) error {
	if d.Item != t.item {
		if err := t.breakLine(); err != nil {
			return err
		}
		t.item = d.Item
	}
	text := d.Text
	if t.Terminal {
		text = clean.Text(text)
	}
	t.bol = strings.HasSuffix(text, "\n")
	_, err := io.WriteString(t.Out, text)
	return err
}

func (t *Text) call(ev event.ToolUse) {
	if ev.Name == "" {
		t.status("⏺ %s", t.Lang.T("a call that cannot be read"))
		return
	}
	t.names[ev.Call] = ev.Name
	t.heads[ev.Call] = ev.Name + " " + clip.Chars(string(ev.Input), inputShown)
	t.head(ev.Call)
	if command, ok := bashCommand(ev); ok {
		t.status("Tool requested: bash command=%q", command)
	}
}

// head names a call, which what follows is about.
func (t *Text) head(call string) {
	t.about = call
	t.status("⏺ %s", t.heads[call])
}

func (t *Text) breakLine() error {
	if t.bol {
		return nil
	}
	t.bol = true
	_, err := io.WriteString(t.Out, "\n")
	return err
}

// result shows the first lines of a call's outcome and how long it took.
func (t *Text) result(r event.ToolResult) {
	if r.Superseded {
		return
	}
	if t.heads[r.Call] != "" && t.about != r.Call { // of several that ran at once
		t.head(r.Call)
	}
	lines := outcomeLines(t.Lang, r)
	for i, line := range lines {
		if i == outputShown {
			t.status("  … %s", t.Lang.N(len(lines)-outputShown, "+1 line", "+%d lines"))
			break
		}
		shown := inputShown
		if !r.OK {
			shown = reasonShown
		}
		t.status("  %s", clip.Chars(line, shown))
	}
	if strings.HasSuffix(t.names[r.Call], ".bash") {
		t.bashFinished(r)
	}
	t.status("Done. (%.2fs)", r.MS/1000)
}

// bashFinished says how a command ended, and when the sandbox was in its way.
func (t *Text) bashFinished(r event.ToolResult) {
	var out struct {
		Data struct {
			ExitCode int    `json:"exit_code"`
			TimedOut bool   `json:"timed_out"`
			Hindered string `json:"hindered"`
		}
	}
	switch {
	case !r.OK || json.Unmarshal(r.Output, &out) != nil:
	case out.Data.TimedOut:
		t.status("Tool finished: bash timed_out=true")
	default:
		t.status("Tool finished: bash exit=%d", out.Data.ExitCode)
	}
	if out.Data.Hindered != "" {
		t.status("  [%s]", out.Data.Hindered)
	}
}

// board shows the task list.
func (t *Text) board(list event.Todos) {
	for _, todo := range list.Todos {
		t.status("  %s %s", todo.Mark(), clip.Chars(todo.Content, inputShown))
	}
}

// status writes one line for the person at the terminal. Standard error may be closed or full; the
// answer does not depend on it.
func (t *Text) status(format string, args ...any) {
	if t.Terminal {
		_ = t.breakLine()
	}
	_, _ = io.WriteString(t.Err, clean.Line(fmt.Sprintf(format, args...))+"\n")
}

func bashCommand(ev event.ToolUse) (string, bool) {
	input := ev.Input
	if ev.Inner != nil {
		input = ev.Inner
	}
	var in struct{ Command string }
	if !strings.HasSuffix(ev.Name, ".bash") || json.Unmarshal(input, &in) != nil {
		return "", false
	}
	return in.Command, true
}

// again tells of a request that is sent once more.
func again(in lang.Table, ev event.Retry) string {
	const grain = 100 * time.Millisecond
	return in.F("%s Trying again in %s (retry %d).", ev.Message, max(ev.Wait, grain).Round(grain), ev.Attempt)
}
