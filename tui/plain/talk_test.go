package plain_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/tui/plain"
)

// A turn is said as it comes, each thing once and by who says it.
// Covers: E39, E35, E38
func TestConversation(t *testing.T) {
	got, code := play(t, nil, func(s *stage) {
		s.types("what is in it?")
		s.happens(said("what is in it?"), event.TextDelta{Item: 1, Text: "I will lo"})
		s.happens(event.TextDelta{Item: 1, Offset: 9, Text: "ok at the **file** fir"})
		again := s.batch(event.TextDelta{Item: 1, Offset: 31, Text: "st.\n"}, event.ToolUse{
			Call: "c1", Name: "SysBuiltIn.bash", Input: json.RawMessage(`{"command":"cat a"}`), Source: event.SourceNative, TextBefore: "I will look at the **file** first.\n",
		}, event.CallStarted{Call: "c1", Name: "SysBuiltIn.bash"})
		_ = s.renders(again)
		_ = s.renders(again)
		s.happens(event.CallProgress{Call: "c1", Text: "one\n"})
		s.happens(event.ToolResult{
			Call: "c1", OK: true, MS: 12, Output: json.RawMessage(`{"ok":true,"data":{"stdout":"one\n\u001b]0;x\u0007two\n","exit_code":3}}`),
		})
		s.happens(event.TextDelta{Item: 2, Text: "Two lines:\n\n- `one`\n- \x1b[2Jtwo"})
		s.happens(
			event.Message{Role: event.RoleAssistant, Text: "Two lines:\n\n- `one`\n- \x1b[2Jtwo"},
			event.Usage{InputTokens: 100, OutputTokens: 20}, event.TurnEnd{Reason: event.EndDone},
		)
		s.types("/quit")
	})
	golden(t, "conversation", got)
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
}

// What is typed while a turn runs waits, and is sent one by one.
// Covers: Y4, Y6
func TestQueue(t *testing.T) {
	got, _ := play(t, nil, func(s *stage) {
		s.types("first")
		s.happens(said("first"))
		s.types("second")
		s.types(`third \`)
		s.types("and its end")
		s.types("/queue")
		s.happens(event.TurnEnd{Reason: event.EndDone})
		s.happens(said("second"))
		s.presses(os.Interrupt)
		s.happens(event.Interrupted{}, event.TurnEnd{Reason: event.EndInterrupted})
		s.types("2")
		s.types("fourth")
		s.happens(said("fourth"), event.TurnEnd{Reason: event.EndDone})
		s.types("fifth")
		s.presses(os.Interrupt)
		s.happens(said("third"), event.Interrupted{}, event.TurnEnd{Reason: event.EndInterrupted})
		s.types("3")
		s.types("/queue")
	})
	golden(t, "queue", got)
}

// A question is answered by a line that was typed after it came; another line is no answer.
// Covers: R80
func TestQuestion(t *testing.T) {
	use := func(call string) []event.Event {
		input := json.RawMessage(`{"command":"rm -r build"}`)
		return []event.Event{
			event.ToolUse{Call: call, Name: "SysBuiltIn.bash", Input: input, Source: event.SourceNative},
			event.Asked{
				Call: call, Name: "SysBuiltIn.bash", Input: input, By: "policy", Rule: "bash", Reason: "it changes files\u202e",
				Covers: "the command rm -r build", Kept: "the command rm -r build", Wide: "commands that begin with rm -r build",
			},
		}
	}
	got, _ := play(t, nil, func(s *stage) {
		s.types("clean up")
		s.happens(said("clean up"))
		s.happens(use("c1")...)
		s.feeds("typed before the question came")
		s.types("sure")
		s.types("yes but only build")
		s.types("sw")
		s.happens(event.Answered{Call: "c1", Allow: true}, event.Decision{Call: "c1", Verdict: "allow", By: "user", Asked: true, Scope: event.ScopeSession})
		s.happens(event.ToolResult{Call: "c1", OK: true, Output: json.RawMessage(`{"ok":true,"data":{}}`)})
		s.happens(use("c2")...)
		s.types("n rather move it away")
		s.happens(event.Answered{Call: "c2"}, event.Decision{Call: "c2", Verdict: "deny", By: "user", Asked: true, Reason: "rather move it away"})
		s.happens(event.ToolResult{Call: "c2", Output: json.RawMessage(`{"ok":false,"error":{"code":"ApprovalDenied","message":"no"}}`)})
		long := json.RawMessage(`{"command":"` + strings.Repeat("rm -r build; ", 20) + `\nrm -r /"}`)
		s.happens(
			event.ToolUse{Call: "c3", Name: "SysBuiltIn.bash", Input: long, Source: event.SourceNative},
			event.Asked{Call: "c3", Name: "SysBuiltIn.bash", Input: long, By: "guard"},
		)
		s.happens(event.Answered{Call: "c3"})
		s.happens(event.TurnEnd{Reason: event.EndDone})
		s.happens(said("typed before the question came"), event.TurnEnd{Reason: event.EndDone})
	})
	golden(t, "question", got)
}

// Commands run by their names, beside a turn too; a menu is answered by a number.
// Covers: E54, R75
func TestCommands(t *testing.T) {
	var gate chan struct{}
	commands := func(ctx context.Context, line string) (plain.Reply, error) {
		switch line {
		case "/help":
			return plain.Reply{Text: "/model  choose who answers"}, nil
		case "/model":
			return plain.Reply{Text: "Models:", Choices: []plain.Choice{{Label: "small", Line: "/model small"}, {Label: "large", Line: "/model large"}}}, nil
		case "/model large":
			return plain.Reply{Text: "large answers from now on"}, nil
		case "/review":
			return plain.Reply{Turn: &session.UserTurn{Text: "review it", Before: []string{"the rules"}}}, nil
		case "/slow":
			select {
			case <-ctx.Done():
				return plain.Reply{}, ctx.Err()
			case <-gate:
			}
			return plain.Reply{Text: "late"}, nil
		case "/leave":
			return plain.Reply{Text: "another session", Leave: true}, nil
		}
		return plain.Reply{}, fmt.Errorf("there is no command %s", line)
	}
	prompt := func(_ context.Context, text string) (session.UserTurn, []string, error) {
		switch {
		case strings.Contains(text, "@none"):
			return session.UserTurn{}, nil, errors.New("@none cannot be read")
		case strings.Contains(text, "@"):
			return session.UserTurn{Text: text, Before: []string{"a file"}}, []string{"@b cannot be read"}, nil
		}
		return session.UserTurn{Text: text}, nil, nil
	}
	got, _ := play(t, func(o *plain.Options) { o.Command, o.Prompt = commands, prompt }, func(s *stage) {
		gate = make(chan struct{})
		s.types("/help")
		s.types("/nothing")
		s.types("/model")
		s.types("2")
		s.types("2")
		s.happens(said("2"))
		s.types("/review")
		s.types("!ls -l")
		s.types("! ")
		s.happens(event.TurnEnd{Reason: event.EndDone})
		s.happens(said("review it"), event.TurnEnd{Reason: event.EndDone})
		s.happens(said("!ls -l"), event.TurnEnd{Reason: event.EndDone})
		s.types("look at @a and @b")
		s.happens(said("look at @a and @b"), event.TurnEnd{Reason: event.EndDone})
		s.types("look at @none")
		s.types("/slow")
		s.presses(os.Interrupt)
		s.types("/slow")
		s.types("meanwhile")
		close(gate)
		synctest.Wait()
		s.happens(said("meanwhile"), event.TurnEnd{Reason: event.EndDone})
		s.types("/leave")
	})
	golden(t, "commands", got)
}

// In a pipe every line is a prompt and stdout gets the answers alone, byte for byte.
// Covers: E39, Z1
func TestPipe(t *testing.T) {
	var out screen
	pipe := func(o *plain.Options) { o.Terminal, o.Labelled, o.Out = false, false, &out }
	got, code := play(t, pipe, func(s *stage) {
		s.happens(event.Interrupted{}, event.TurnEnd{Reason: event.EndInterrupted}, event.Notice{Message: "was cut"})
		go func() { _, _ = io.WriteString(s.in, "first\n\n!ls\n/help\n") }() // taken line by line
		s.happens(said("first"), event.TextDelta{Item: 1, Text: "a \x1b[1mhal"})
		s.happens(event.ToolUse{Call: "c", Name: "x", Source: event.SourceNative, Input: json.RawMessage("{}")}, event.Asked{Call: "c", Name: "x"})
		s.happens(event.TextDelta{Item: 2, Text: "no line break"}, event.TurnEnd{Reason: event.EndDone})
		s.happens(said("!ls"), event.TextDelta{Item: 1, Text: "b\n"}, event.Error{Message: "it broke"}, event.TurnEnd{Reason: event.EndError})
	})
	golden(t, "pipe", got+"--- answers\n"+out.String())
	if code != 1 {
		t.Errorf("exit code %d", code)
	}
}

// What was typed before the end of the input is done first, and what needs an answer then is refused.
// Covers: E39, Y4
func TestTypedAhead(t *testing.T) {
	asked := event.Asked{Call: "c", Name: "SysBuiltIn.bash", Input: json.RawMessage(`{"command":"ls"}`)}
	got, code := play(t, nil, func(s *stage) {
		s.types("first")
		s.happens(said("first"))
		s.types("second")
		s.types("! ")
		s.types("third")
		_ = s.in.Close() // cannot fail
		synctest.Wait()
		s.happens(event.TurnEnd{Reason: event.EndDone})
		s.happens(said("second"), event.ToolUse{Call: "c", Name: asked.Name, Input: asked.Input, Source: event.SourceNative}, asked)
		s.happens(event.Answered{Call: "c"}, event.TurnEnd{Reason: event.EndDone})
		s.happens(said("third"), event.TurnEnd{Reason: event.EndError})
	})
	golden(t, "ahead", got)
	if code != 0 {
		t.Errorf("exit code %d", code)
	}
}

func TestLeaving(t *testing.T) {
	begin := func(s *stage) {
		s.types("go")
		s.happens(said("go"), event.TextDelta{Item: 1, Text: "well "})
	}
	cut := []event.Event{event.Interrupted{}, event.TurnEnd{Reason: event.EndInterrupted}}
	for _, tt := range []struct {
		name   string
		change func(*plain.Options)
		script func(s *stage)
		code   int
		last   string
	}{
		{"the end of the input", nil, func(*stage) {}, 0, "you: \n<closed>\n"},
		{"after a failed turn too", nil, func(s *stage) { begin(s); s.happens(event.TurnEnd{Reason: event.EndError}) }, 0, "you: \n<closed>\n"},
		{"amid a turn", nil, func(s *stage) { begin(s); s.types("/exit"); s.happens(event.TurnEnd{Reason: event.EndError}) }, 0, "ended by an error - 1 s\n<closed>\n"},
		{"amid a turn that is cut then", nil, func(s *stage) {
			begin(s)
			s.types("next")
			s.types("/quit")
			s.types("late")
			s.presses(os.Interrupt)
			s.happens(cut...)
		}, 0, "not taken: late\n<session.Cancel {}>\nnotice: interrupted\nnot sent: next\n<closed>\n"},
		{"amid a turn, and then at once", nil, func(s *stage) { begin(s); s.types("/quit"); s.presses(os.Interrupt); s.presses(os.Interrupt) }, 130, "<closed>\n"},
		{"twice interrupted", nil, func(s *stage) { s.presses(os.Interrupt); s.presses(os.Interrupt) }, 130, "leaves, and so does /quit or Ctrl+D.\nyou: \n<closed>\n"},
		{"interrupted, slowly", nil, func(s *stage) { s.presses(os.Interrupt); s.types(""); s.types(""); s.presses(os.Interrupt) }, 0, "you: \n<closed>\n"},
		{"a turn is cut, and the next interrupt leaves", nil, func(s *stage) {
			begin(s)
			s.presses(os.Interrupt)
			s.happens(cut...)
			s.presses(os.Interrupt)
		}, 130, "you: \n<closed>\n"},
		{"the turn does not end", nil, func(s *stage) { begin(s); s.presses(os.Interrupt); s.presses(os.Interrupt) }, 130, "<closed>\n"},
		{"terminated", nil, func(s *stage) { begin(s); s.presses(syscall.SIGTERM); s.happens(cut...) }, 143, "<closed>\n"},
		{"terminated when nothing runs", nil, func(s *stage) { s.presses(syscall.SIGHUP) }, 129, "you: \n<closed>\n"},
		{"an interrupt in a pipe", func(o *plain.Options) { o.Terminal = false }, func(s *stage) { s.presses(os.Interrupt) }, 130, "<closed>\n"},
		{"the runtime is lost", nil, func(s *stage) { s.lost <- "no more\x1b[2J" }, 1, "error: no more␛[2J\n<closed>\n"},
		{"the session is lost", nil, func(s *stage) { begin(s); s.happens(event.Lost{Message: "the disk is full"}) }, 1, "error: the disk is full\n<closed>\n"},
		{"the pipe is gone", nil, func(s *stage) {
			begin(s)
			s.out.broken = syscall.EPIPE
			if err := s.renders(s.batch(event.TextDelta{Item: 1, Offset: 5, Text: "then "})); !errors.Is(err, syscall.EPIPE) {
				s.t.Error(err)
			}
		}, 141, "assistant: well "},
		{"the disk is full", nil, func(s *stage) {
			begin(s)
			s.out.broken = syscall.ENOSPC
			_ = s.renders(s.batch(event.TextDelta{Item: 1, Offset: 5, Text: "then "}))
		}, 1, "assistant: well "},
		{"the session does not end", nil, func(s *stage) { s.out.answer = errors.New("too slow") }, 1, "<closed>\nerror: the session did not end well: too slow\n"},
		{"a line without end", nil, func(s *stage) { _ = s.in.CloseWithError(errors.New("torn")) }, 1, "error: the next prompt cannot be read: torn\n<closed>\n"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got, code := play(t, tt.change, tt.script)
			if code != tt.code || !strings.HasSuffix(got, tt.last) {
				t.Errorf("exit code %d, want %d; not at the end: %q in\n%s", code, tt.code, tt.last, got)
			}
		})
	}
}

// What a session says while it ends is shown, and later nobody waits.
func TestLastWords(t *testing.T) {
	got, _ := play(t, nil, func(s *stage) {
		s.notices <- "a part\nfailed"
		s.types("go")
		s.happens(said("go"))
		s.types("/quit")
		s.happens(event.TurnEnd{Reason: event.EndDone})
		s.happens(event.Notice{Message: "nobody hears this"})
	})
	if !strings.Contains(got, "notice: a part\n  failed\nyou: go\n") || strings.Contains(got, "nobody") {
		t.Errorf("shown:\n%s", got)
	}
}
