// Package still draws what the chat would show of one text from outside, on a screen that exists in
// memory only. It builds nothing of its own: the text becomes an event, the event goes through package
// view, and what comes of it is drawn by the widgets of the chat. Whoever wants to know what a hostile
// text can do to the screen asks here.
package still

import (
	"encoding/json"
	"slices"
	"strings"
	"time"

	"github.com/gdamore/tcell/v2"

	"eidolon/actors/event"
	"eidolon/internal/leaf/width"
	"eidolon/tui/overlay"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// Channel is the way by which a text reaches the screen.
type Channel string

// The channels.
const (
	Model     Channel = "model"     // the assistant's text, which is Markdown
	Reasoning Channel = "reasoning" // what it thinks aloud
	Tool      Channel = "tool"      // what a command printed
	File      Channel = "file"      // what read_file gave
	User      Channel = "user"      // what the person typed
	Title     Channel = "title"     // the name of a session
	Notice    Channel = "notice"    // a line that tells something
	Approval  Channel = "approval"  // a command that waits for leave
)

const (
	maxWidth  = 500 // columns of a still
	maxHeight = 400 // rows
	around    = 24  // rows for what the chat writes beside the text
	usual     = 80  // columns when none are asked for
)

// Picture is what came of a text.
type Picture struct {
	Text   string // what the widget was given, without what the chat writes beside it
	Screen string // the rows of the screen, without blanks at their ends and empty rows at the bottom
}

// Take draws a text on a screen of so many columns; 0 stands for 80. A channel that is not known is
// drawn as a notice.
func Take(c Channel, text string, columns int) (Picture, error) {
	looks, err := theme.Load(theme.Options{NoColor: true})
	if err != nil {
		return Picture{}, err
	}
	if columns == 0 {
		columns = usual
	}
	s := &still{columns: min(max(columns, 1), maxWidth), looks: looks}
	if c == Title {
		return s.title(text), nil
	}
	m := view.New(view.Options{})
	m.Apply(events(c, text))
	frame := m.Frame()
	if c == Approval {
		return s.approval(frame.Asked), nil
	}
	return s.item(c, frame.Items), nil
}

// still is a screen on which one thing is drawn.
type still struct {
	columns int
	looks   screen.Looks
}

// item draws an entry of the history, unfolded.
func (s *still) item(c Channel, items []*view.Item) Picture {
	var p Picture
	for _, item := range items {
		blocks := item.Blocks
		if item.More != nil {
			blocks = item.More
		}
		if c == Tool || c == File || c == Reasoning {
			blocks = blocks[min(1, len(blocks)):] // the first one tells of the call, or of the thought
		}
		p.Text += textOf(blocks)
	}
	history := screen.NewTranscript(screen.TranscriptOptions{Looks: s.looks, Now: midnight})
	history.Put(items)
	history.ToggleAll()
	history.Home()
	p.Screen = s.draw(s.rows(p.Text), func(on tcell.Screen, w, h int) {
		history.SetRect(0, 0, w, h)
		history.Draw(on)
	})
	return p
}

// approval draws the box in which a call waits for leave.
func (s *still) approval(asked *view.Asked) Picture {
	if asked == nil {
		return Picture{}
	}
	box := overlay.NewApproval(overlay.RequestOf(*asked), overlay.ApprovalOptions{Now: midnight})
	text := textOf(asked.Preview)
	return Picture{
		Text: text,
		Screen: s.draw(s.rows(text)+s.rows(string(asked.Input)), func(on tcell.Screen, w, h int) {
			rows := min(box.Height(w, h), h)
			box.Draw(screen.Canvas{Screen: on, Area: screen.Area{W: w, H: rows}, Looks: s.looks})
		}),
	}
}

// title draws the name of a session in the frame of a box.
func (s *still) title(text string) Picture {
	m := view.New(view.Options{})
	m.Apply([]event.Envelope{{Turn: 1, Event: event.Title{Title: text}}})
	name := m.Frame().Status.Title
	return Picture{Text: name, Screen: s.draw(1, func(on tcell.Screen, w, _ int) {
		c := screen.Canvas{Screen: on, Area: screen.Area{W: w, H: 1}, Looks: s.looks}
		c.Text(0, 0, theme.Title, width.Clip(name, w))
	})}
}

// rows is how many rows a text may need, each line for itself and wherever it is wrapped.
func (s *still) rows(text string) int {
	return around + strings.Count(text, "\n") + 2*len(text)/s.columns
}

// draw gives the rows of a screen after something was drawn on it the way that tview does it.
func (s *still) draw(height int, paint func(on tcell.Screen, w, h int)) string {
	height = min(height, maxHeight)
	term, cells := screen.Simulate(s.columns, height, midnight)
	defer cells.Fini()
	on := term.Screen()
	on.Clear()
	paint(on, s.columns, height)
	on.Show()
	rows := make([]string, 0, height)
	for y := range height {
		var row strings.Builder
		for x := 0; x < s.columns; {
			text, _, taken := cells.Get(x, y)
			row.WriteString(text)
			x += max(taken, 1)
		}
		rows = append(rows, strings.TrimRight(row.String(), " "))
	}
	for len(rows) > 0 && rows[len(rows)-1] == "" {
		rows = rows[:len(rows)-1]
	}
	return strings.Join(rows, "\n")
}

// textOf joins blocks as a copy of them would be.
func textOf(blocks []*view.Block) string {
	var s screen.Sheet
	s.Set(slices.Clone(blocks))
	return s.Text()
}

// midnight stands for the clock: nothing in a still takes time.
func midnight() time.Time { return time.Time{} }

// events tells the text as the session would.
func events(c Channel, text string) []event.Envelope {
	const call = "t1r1c1"
	tell := func(all ...event.Event) []event.Envelope {
		var told []event.Envelope
		for i, e := range all {
			told = append(told, event.Envelope{Seq: int64(i), Turn: 1, Round: 1, Event: e})
		}
		return told
	}
	use := func(name string, input any) event.ToolUse {
		return event.ToolUse{Call: call, Name: "SysBuiltIn." + name, Input: encoded(input), Source: event.SourceXNL}
	}
	result := func(field string) event.ToolResult {
		return event.ToolResult{Call: call, OK: true, Output: encoded(map[string]any{"data": map[string]string{field: text}})}
	}
	switch c {
	case Model:
		return tell(event.TextDelta{Item: 1, Text: text}, event.TurnEnd{Reason: event.EndDone})
	case Reasoning:
		return tell(event.Reasoning{Text: text})
	case Tool:
		return tell(use("bash", map[string]string{"command": "true"}), result("stdout"))
	case File:
		return tell(use("read_file", map[string]string{"path": "file"}), result("content"))
	case User:
		return tell(event.Message{Role: event.RoleUser, Text: text})
	case Approval:
		bash := use("bash", map[string]string{"command": text})
		return tell(bash, event.Asked{Call: call, Name: bash.Name, Input: bash.Input, Rule: "mode.ask", By: "policy"})
	case Title, Notice:
	}
	return tell(event.Notice{Message: text})
}

// encoded gives a value as JSON. Maps of strings always have one.
func encoded(v any) json.RawMessage {
	text, _ := json.Marshal(v)
	return text
}
