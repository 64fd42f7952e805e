// Package newstest has a session for the tests of front-ends: whatever one may be told of is in it.
package newstest

import (
	"encoding/json"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// Start is when the session begins. Each event comes a tenth of a second after the one before.
func Start() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }

// Session gives the events: the end of a turn that was cut before, a turn that comes to its end, and one
// that is interrupted.
func Session() []event.Envelope {
	var all []event.Envelope
	seq := int64(0)
	add := func(turn, round int, events ...event.Event) {
		for _, ev := range events {
			e := event.Envelope{Time: Start().Add(time.Duration(len(all)) * 100 * time.Millisecond), Turn: turn, Round: round, Event: ev}
			if e.Journalled() {
				seq++
				e.Seq = seq
			}
			all = append(all, e)
		}
	}
	add(1, 1, event.TurnEnd{Reason: event.EndInterrupted}) // of another process
	add(2, 1, firstRound()...)
	add(2, 2, secondRound()...)
	add(3, 1,
		event.Message{Role: event.RoleUser, Text: "more"}, event.TextDelta{Item: 1, Text: "I st"}, event.Interrupted{Role: event.RoleSystem, Text: "Interrupted"},
		event.Message{Role: event.RoleAssistant, Text: "I st", Partial: true}, event.TurnEnd{Reason: event.EndInterrupted},
	)
	return all
}

func firstRound() []event.Event {
	const command = `{"command":"go test ./..."}`
	return []event.Event{
		event.Message{Role: event.RoleUser, Text: "go"},
		event.Retry{Attempt: 1, Wait: 500 * time.Millisecond, Message: "The service is overloaded."},
		event.ReasoningDelta{Text: "Let me "},
		event.ReasoningDelta{Offset: 7, Text: "think."},
		event.TextDelta{Item: 1, Text: "I look"},
		event.TextDelta{Item: 1, Offset: 6, Text: " <here>.\n"},
		event.CallOpened{Call: "t2r1c1", Name: "SysBuiltIn.bash"},
		event.ToolUse{Call: "t2r1c1", ModelID: "a", Name: "SysBuiltIn.bash", Input: json.RawMessage(command), Source: event.SourceXNL},
		event.Asked{
			Call: "t2r1c1", Name: "SysBuiltIn.bash", Input: json.RawMessage(command), Rule: "mode.ask", Reason: "It may write.", By: "policy",
			Covers: "this very command",
		},
		event.Decision{Call: "t2r1c1", Verdict: "allow", Rule: "mode.ask", By: "user", Asked: true},
		event.Answered{Call: "t2r1c1", Allow: true},
		event.CallStarted{Call: "t2r1c1", Name: "SysBuiltIn.bash"},
		event.CallProgress{Call: "t2r1c1", Stream: "stdout", Text: "ok\n"},
		event.ToolUse{
			Call: "t2r1c2", ModelID: "b", Name: "SysBuiltIn.write_file", Input: json.RawMessage(`{"path":"a.txt","content":"x\n"}`), Source: event.SourceXNL,
		},
		event.CallStarted{Call: "t2r1c2", Name: "SysBuiltIn.write_file"},
		event.ToolResult{
			Call: "t2r1c2", OK: true, MS: 2, Diff: "+x\n", Output: json.RawMessage(`{"ok":true,"data":{"path":"a.txt","bytes":2,"created":true}}`),
		},
		event.ToolUse{Call: "t2r1c3", ModelID: "c", Name: "SysBuiltIn.bash", Input: json.RawMessage(`{"command":"rm -rf /"}`), Source: event.SourceXNL},
		event.Decision{Call: "t2r1c3", Verdict: "deny", Rule: "rm-root", Reason: "It deletes everything.", By: "guard"},
		event.ToolResult{
			Call: "t2r1c3", Output: json.RawMessage(`{"ok":false,"error":{"code":"CommandBlocked","message":"It deletes everything."}}`),
		},
		event.ToolResult{
			Call: "t2r1c1", OK: true, MS: 300,
			Output: json.RawMessage(`{"ok":true,"data":{"stdout":"ok\n","stderr":"","exit_code":1,"timed_out":false}}`),
		},
		event.Reasoning{Text: "Let me think.", Signature: "sig"},
		event.Usage{InputTokens: 100, OutputTokens: 20, CachedTokens: 40, WrittenTokens: 10, ReasoningTokens: 5, Model: "m", Cost: new(0.25)},
		event.Message{Role: event.RoleAssistant, Text: "I look <here>.\n"},
		event.Message{Role: event.RoleToolResults, Text: "..."},
	}
}

func secondRound() []event.Event {
	todo := func(status string) event.Todos {
		return event.Todos{Todos: []tool.Todo{{ID: "1", Content: "test", Status: status}}}
	}
	return []event.Event{
		event.ToolUse{Call: "t2r2c1", ModelID: "a", Name: "SysBuiltIn.todo_write", Input: json.RawMessage(`{"items":[]}`), Source: event.SourceXNL},
		event.CallStarted{Call: "t2r2c1", Name: "SysBuiltIn.todo_write"},
		todo("pending"),
		event.ToolResult{Call: "t2r2c1", OK: true, Output: json.RawMessage(`{"ok":true,"data":{"todos":1}}`)},
		event.ToolUse{Call: "t2r2c2", ModelID: "b", Name: "SysBuiltIn.read_file", Input: json.RawMessage(`{"path":"a.txt"}`), Source: event.SourceXNL},
		event.CallStarted{Call: "t2r2c2", Name: "SysBuiltIn.read_file"},
		event.ToolResult{Call: "t2r2c2", OK: true, Output: json.RawMessage(`{"ok":true,"data":{"content":"x\n"}}`)},
		todo("completed"),
		event.Notice{Code: "xnl_repaired", Message: "A call was written badly and could be read."},
		event.TextDelta{Item: 2, Text: "Done \xff."},
		event.Usage{InputTokens: 200, OutputTokens: 10, Model: "m", Cost: new(0.5)},
		event.Message{Role: event.RoleAssistant, Text: "Done."},
		event.TurnEnd{Reason: event.EndDone},
	}
}
