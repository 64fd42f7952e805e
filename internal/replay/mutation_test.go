package replay_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/internal/replay"
)

// mutation changes a recording in one place.
type mutation struct {
	name      string
	recording string
	change    func(events []event.Envelope) []event.Envelope
	told      string // part of the difference
}

// edit gives a change of the first event of a type that a condition holds for.
func edit[E event.Journalled](f func(ev *E) bool) func([]event.Envelope) []event.Envelope {
	return func(events []event.Envelope) []event.Envelope {
		for i, e := range events {
			if ev, ok := e.Event.(E); ok && f(&ev) {
				events[i].Event = ev
				return events
			}
		}
		return nil
	}
}

func answer(m *event.Message) bool { return m.Role == event.RoleAssistant }

// A replay that never finds anything would be of no use: one changed place is found, whatever it is.
func TestOneChangeIsFound(t *testing.T) {
	tests := []mutation{
		{"a byte in a call within an answer", "several-calls", edit(func(m *event.Message) bool {
			found := answer(m) && strings.Contains(m.Text, "notes.txt")
			m.Text = strings.Replace(m.Text, "notes.txt", "Notes.txt", 1)
			return found
		}), "Notes.txt"},
		{"a byte of text before a call", "several-calls", edit(func(u *event.ToolUse) bool {
			u.TextBefore = strings.Replace(u.TextBefore, "both", "bath", 1)
			return true
		}), "bath"},
		{"a byte of a failure", "bad-calls", edit(func(r *event.ToolResult) bool {
			found := bytes.Contains(r.Output, []byte("missing.txt"))
			r.Output = bytes.Replace(r.Output, []byte("missing.txt"), []byte("Missing.txt"), 1)
			return found
		}), "issing.txt"},
		{"whether a call went well", "several-calls", edit(func(r *event.ToolResult) bool {
			r.Output = bytes.Replace(r.Output, []byte(`"ok":true`), []byte(`"ok":false`), 1)
			return true
		}), "tool_result"},
		{"what the model was told", "recovered", edit(func(m *event.Message) bool {
			found := m.Role == event.RoleToolResults
			m.Text = strings.Replace(m.Text, "connection", "Connection", 1)
			return found
		}), "onnection"},
		{"an input", "native", edit(func(u *event.ToolUse) bool {
			found := strings.Contains(string(u.Inner), `"startLine":2`)
			u.Inner = bytes.Replace(u.Inner, []byte(`"startLine":2`), []byte(`"startLine":3`), 1)
			return found
		}), "startLine"},
		{"a number of an estimate", "several-turns", edit(func(u *event.Usage) bool {
			u.InputTokens++
			return true
		}), "usage"},
		{"why a turn ended", "max-turns", edit(func(e *event.TurnEnd) bool {
			e.Reason = event.EndDone
			return true
		}), "max_turns"},
		{"the word of an interrupt", "killed", edit(func(e *event.Interrupted) bool {
			e.Text = "interrupted"
			return true
		}), "interrupted"},
		{"the order of two calls", "several-calls", func(events []event.Envelope) []event.Envelope {
			for i, e := range events {
				next, ok := events[i+1].Event.(event.ToolUse)
				if this, both := e.Event.(event.ToolUse); ok && both {
					events[i].Event, events[i+1].Event = next, this
					return events
				}
			}
			return nil
		}, "tool_use"},
		{"a missing result", "several-calls", func(events []event.Envelope) []event.Envelope {
			for i, e := range events {
				if _, ok := e.Event.(event.ToolResult); ok {
					return append(events[:i], events[i+1:]...)
				}
			}
			return nil
		}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := recording(t, tt.recording)
			if o.Events = tt.change(o.Events); o.Events == nil {
				t.Fatal("the recording has no such place")
			}
			report, _ := play(t, o)
			if len(report.Differences) == 0 {
				t.Fatal("nothing was found")
			}
			var all strings.Builder
			for _, d := range report.Differences {
				all.WriteString(d.Recorded + d.Came + d.String())
			}
			if !strings.Contains(all.String(), tt.told) {
				t.Errorf("%q is not in what was found:\n%s", tt.told, all.String())
			}
		})
	}
}

// Where a session ends, and what stands in it that the engine did not make, is no difference.
func TestWhatIsPassedOver(t *testing.T) {
	whole := recording(t, "several-calls")
	newer := event.Envelope{Turn: 1, Event: event.Unknown{Kind: "hologram", Raw: json.RawMessage(`{"type":"hologram"}`)}}
	tests := []struct {
		name    string
		options func(o *replay.Options)
		notice  string
	}{
		{"the turn that runs now", func(o *replay.Options) { o.Events = o.Events[:8] }, "has no end"},
		{"a prompt alone", func(o *replay.Options) { o.Events = o.Events[:4] }, "has no end"},
		{"no prompt yet", func(o *replay.Options) { o.Events = o.Events[:2] }, "before its prompt"},
		{"a type of a newer program", func(o *replay.Options) {
			o.Events = append(append(append([]event.Envelope{}, o.Events[:6]...), newer), o.Events[6:]...)
		}, "type hologram"},
		{"a session that was taken back", func(o *replay.Options) {
			back := newer
			back.Event = event.Unknown{Kind: "rewind"}
			o.Events = append(append(append([]event.Envelope{}, o.Events...), back), o.Events...)
		}, "takes the session back"},
		{"without the session's secret", func(o *replay.Options) { o.Key = nil }, ""},
		{"a view that failed", func(o *replay.Options) {
			failed := event.Envelope{Turn: 1, Round: 2, Event: event.Error{Kind: "crash", Message: "A view failed."}}
			o.Events = append(append([]event.Envelope{}, o.Events...), failed)
		}, ""},
		{"a failure in the middle of a turn", func(o *replay.Options) {
			failed := event.Envelope{Turn: 1, Round: 1, Event: event.Error{Kind: "crash", Message: "Running tools failed."}}
			o.Events = append(append(append([]event.Envelope{}, o.Events[:7]...), failed), o.Events[7:]...)
		}, "failure inside eidolon"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			o := whole
			tt.options(&o)
			for i := range o.Events {
				o.Events[i].Seq = int64(i)
			}
			report, notices := play(t, o)
			for _, d := range report.Differences {
				t.Error(d)
			}
			if !strings.Contains(strings.Join(notices, "\n"), tt.notice) {
				t.Errorf("notices: %q", notices)
			}
		})
	}
}

// Every recording that is cut at any event comes again as far as it goes.
//
// Covers: Z34
func TestCutAnywhere(t *testing.T) {
	for _, name := range names(t) {
		t.Run(name, func(t *testing.T) {
			whole := recording(t, name)
			for n := 4; n < len(whole.Events); n++ {
				o := whole
				o.Events = o.Events[:n:n]
				report, _ := play(t, o)
				for _, d := range report.Differences {
					t.Errorf("%d events: %v", n, d)
				}
			}
		})
	}
}
