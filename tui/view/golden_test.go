package view_test

import (
	"encoding/json"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

var update = flag.Bool("update", false, "write the golden files anew")

// roleNames are the names of roles in golden files.
var roleNames = [theme.Roles]string{
	theme.Text: "text", theme.Dim: "dim", theme.User: "user", theme.Mention: "mention", theme.Heading: "heading",
	theme.Strong: "strong", theme.Emphasis: "em", theme.Code: "code", theme.Link: "link", theme.Quote: "quote",
	theme.Tool: "tool", theme.Input: "input", theme.Running: "running", theme.OK: "ok", theme.Warn: "warn", theme.Error: "error",
	theme.Added: "added", theme.Removed: "removed", theme.AddedWord: "added-word", theme.RemovedWord: "removed-word",
	theme.Hunk: "hunk", theme.Prompt: "prompt", theme.Keyword: "keyword", theme.Name: "name", theme.Literal: "literal",
	theme.Number: "number", theme.Comment: "comment", theme.Operator: "operator",
}

// dump writes an item as text: a line about it, then its blocks, gutters in front of a bar, pieces with
// a style in braces.
func dump(item *view.Item) string {
	kinds := [...]string{"user", "answer", "reasoning", "tool", "notice", "error", "turn"}
	var b strings.Builder
	fmt.Fprintf(&b, "#%d %s", item.ID, kinds[item.Kind])
	if item.State.Text != "" {
		fmt.Fprintf(&b, " [%s:%s]", roleNames[item.State.Role], item.State.Text)
		if !item.State.Since.IsZero() {
			b.WriteString(" since " + item.State.Since.UTC().Format("04:05"))
		}
	}
	if item.Open {
		b.WriteString(" open")
	}
	b.WriteByte('\n')
	for _, block := range item.Blocks {
		dumpBlock(&b, block)
	}
	if item.More != nil {
		b.WriteString("unfolded:\n")
		for _, block := range item.More {
			dumpBlock(&b, block)
		}
	}
	return b.String()
}

func dumpBlock(b *strings.Builder, block *view.Block) {
	if block.Gap {
		b.WriteByte('\n')
	}
	var marked strings.Builder
	at := 0
	for _, s := range block.Spans {
		marked.WriteString(block.Text[at:s.Start])
		fmt.Fprintf(&marked, "{%s %s}", styleName(s.Style), block.Text[s.Start:s.End])
		at = s.End
	}
	marked.WriteString(block.Text[at:])
	flags := ""
	if block.Fill != 0 {
		flags += " fill=" + roleNames[block.Fill]
	}
	if block.NoWrap {
		flags += " nowrap"
	}
	if block.Join {
		flags += " join"
	}
	if block.Right.Text != "" {
		flags += " right=" + block.Right.Text
	}
	gutter := block.First
	for i, line := range strings.Split(marked.String(), "\n") {
		if i > 0 {
			gutter, flags = block.Rest, ""
		}
		fmt.Fprintf(b, "  %s|%s%s\n", gutter.Text, line, flags)
	}
}

func styleName(s view.Style) string {
	name := roleNames[s.Role]
	if s.Attr != 0 {
		name += fmt.Sprintf("+%d", s.Attr)
	}
	if s.FG != 0 {
		name += fmt.Sprintf(" fg=%x", uint32(s.FG))
	}
	if s.BG != 0 {
		name += fmt.Sprintf(" bg=%x", uint32(s.BG))
	}
	if s.Link != "" {
		name += " " + s.Link
	}
	return name + ":"
}

// script makes envelopes of events, a second between them. Kept ones are numbered.
func script(events ...event.Event) []event.Envelope {
	var out []event.Envelope
	seq := int64(0)
	start := time.Date(2026, 1, 2, 3, 4, 0, 0, time.UTC)
	turn, round := 0, 0
	for i, ev := range events {
		switch ev := ev.(type) {
		case event.Message:
			if ev.Role == event.RoleUser {
				turn, round = turn+1, 0
			}
		case nextRound:
			round++
			continue
		}
		e := event.Envelope{Time: start.Add(time.Duration(i) * time.Second), Turn: turn, Round: round, Event: ev}
		if e.Journalled() {
			e.Seq = seq
			seq++
		}
		out = append(out, e)
	}
	return out
}

// nextRound begins the next request in a script.
type nextRound struct{ event.Event }

func input(s string) json.RawMessage { return json.RawMessage(s) }

func said(text string) event.Message { return event.Message{Role: event.RoleUser, Text: text} }

func ended(call, data string) event.ToolResult {
	return event.ToolResult{Call: call, OK: true, Output: input(`{"ok":true,"data":` + data + `}`), MS: 12}
}

func failed(call, code, message string) event.ToolResult {
	return event.ToolResult{Call: call, Output: input(fmt.Sprintf(`{"ok":false,"error":{"code":%q,"message":%q}}`, code, message)), MS: 3}
}

func used(name, in string) event.ToolUse {
	return event.ToolUse{Call: name, Name: "SysBuiltIn." + name, Input: input(in)}
}

const changed = "--- a/calc.go\n+++ b/calc.go\n@@ -9,4 +9,4 @@\n \n func Add(a, b int) int {\n-\treturn a - b\n+\treturn a + b\n }\n"

// scripts are what the golden files show.
var scripts = map[string][]event.Envelope{
	"markdown": script(said("show /me @file:a.go\nand @agent:x"), nextRound{}, event.TextDelta{Item: 1, Text: tricky["headings"] + tricky["lists"] +
		tricky["tables"] + tricky["links"] + tricky["quotes"] + tricky["fences"] + tricky["emphasis"] + tricky["html"] + tricky["wide"]}),
	"hostile": script(said("a\x1b[2Jb\u202e"), nextRound{}, event.TextDelta{Item: 1, Text: tricky["hostile"]},
		event.ToolUse{Call: "a", Name: "x\x1b]0;t\x07\u202e", Input: input(`{"path":"a\u001b[31m\u202eb","n":1}`)},
		ended("a", `{"content":"\u001b]52;c;AAAA\u0007\u001bPq\u001b\\x\u009b31my\u0000\u202e\u001b[?1049h\u001b[31mred\u001b[0m\n"}`),
		event.Error{Message: "bad\x1b[31m\nthing"}, event.Title{Title: "t\x1b"}),
	"tools": script(said("do it"), nextRound{},
		used("read_file", `{"path":"a.go"}`), ended("read_file", `{"content":"1\n2\n\t3\n4\n5\n6\n7\n","truncated":true}`),
		used("ls", `{"path":"."}`), ended("ls", `{"entries":[{"path":"a","type":"dir"},{"path":"b.go","type":"file"}]}`),
		used("glob", `{"pattern":"*.x"}`), ended("glob", `{"files":[]}`),
		used("grep", `{"pattern":"x"}`), ended("grep", `{"matches":[{"path":"a.go","line":3,"text":"  x := 1"}],"truncated":true}`),
		used("edit", `{"path":"calc.go","old":"a - b","new":"a + b"}`),
		event.ToolResult{Call: "edit", OK: true, Output: input(`{"ok":true,"data":{}}`), MS: 1, Diff: changed},
		used("move_file", `{"from":"a","to":"b"}`), ended("move_file", `{"from":"a","to":"b"}`),
		used("tool_help", `{"name":"x"}`), ended("tool_help", `{"name":"x","detail":"<tool_detail x (\n1\n2\n3\n4\n5\n)>"}`),
		used("apply_patch", `{"patch":"*** Begin Patch\n*** Update File: a.go\n-x\n+y\n*** Delete File: b\u001b\n*** End Patch\n"}`),
		event.ToolResult{Call: "apply_patch", OK: true, Output: input(`{"ok":true}`), Diff: "--- a/a.go\n+++ b/a.go\n@@ -1,1 +1,1 @@\n-x\n+y\n--- a/b\n+++ /dev/null\n@@ -1,1 +0,0 @@\n-b\n"},
		used("todo_write", `{"items":[{"content":"one","status":"completed"},{"content":"two","status":"in_progress"},{"content":"three","status":"pending"}]}`),
		ended("todo_write", `{"total":3}`),
		used("thread_search", `{"query":"walrus"}`),
		ended("thread_search", `{"hits":[{"id":"1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b","seq":4},{"id":"1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b","seq":2},`+
			`{"id":"\u001b9c858901","seq":7}],"truncated":true}`),
		used("read_thread", `{"id":"1b4e28ba"}`), ended("read_thread", `{"id":"1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b","shown":[3,5],"before":1,"after":12}`),
		used("invoke_subagent", `{"prompt":"Find who calls this.\nAnswer with \u001b[31mlines.\n","agent":"reviewer","readOnly":true}`),
		ended("invoke_subagent", `{"session":"1b4e28ba-2fa1-4d3b-a3f5-ef19b5a7633b","text":"Nobody.","calls":2,"tokens":{"input":1900,"output":100,"cost":0.0123}}`),
		used("fetch_webpage", `{"url":"https://go.dev/"}`), ended("fetch_webpage", `{"url":"https://go.dev/","content":"# Go\n\u001b[2Jtext\n"}`),
		event.ToolUse{Call: "moved", Name: "SysBuiltIn.fetch_webpage", Input: input(`{"url":"https://golang.org/"}`)},
		ended("moved", `{"url":"https://golang.org/","leads_to":"https://go.dev/","content":""}`),
		used("web_search", `{"query":"go"}`), ended("web_search", `{"results":[{"title":"Go","url":"https://go.dev/","snippet":"A language"},{"title":"\u001bX","url":"https://x.org/"}]}`),
		event.ToolUse{Call: "mcp", Name: "mcp.thing", Input: input(`{"q":["a",1]}`)}, ended("mcp", `{"rows":[{"a":1}]}`),
		event.ToolUse{Call: "bad", Name: "", Input: input("null")}, failed("bad", "BAD_ARGS", "The call cannot be read."),
		event.Usage{InputTokens: 12_000, OutputTokens: 300, CachedTokens: 10_000, Cost: new(0.0123)},
		event.Message{Role: event.RoleAssistant}, event.TurnEnd{Reason: event.EndDone}),
	"commands": script(said("run"), nextRound{},
		used("bash", `{"command":"make"}`), event.CallStarted{Call: "bash"},
		event.CallProgress{Call: "bash", Text: "1\n2\n3\n4\n5\n6\n\x1b[1;32mgreen\x1b[0m 10%\r20%"}),
	"command ended": script(said("@!make"), nextRound{},
		event.ToolUse{Call: "bash", Name: "SysBuiltIn.bash", Input: input(`{"command":"make"}`), Source: event.SourceUser},
		ended("bash", `{"stdout":"out","stderr":"\u001b[38;5;208merr\u001b[0m\n","exit_code":2}`), event.TurnEnd{Reason: event.EndDone}),
	"writing": script(said("write"), nextRound{}, event.CallOpened{Call: "w", Name: "SysBuiltIn.write_file"},
		event.CallInput{Call: "w", Text: "1\n2\n3\n4\n5\n6\n7\n"}, event.CallInput{Call: "w", Offset: 14, Text: "8\n9\n10"},
		event.CallInput{Call: "w", Offset: 14, Text: "8\n9\n10"}),
	"decisions": script(said("x"), nextRound{},
		used("a", `{"command":"sudo x"}`), event.Decision{Call: "a", Verdict: "deny", Rule: "sudo", Reason: "it asks for more rights", By: "guard"},
		failed("a", "CommandBlocked", "blocked"),
		used("b", `{}`), event.Decision{Call: "b", Verdict: "deny", Rule: "ask", Reason: "not now", By: "user", Asked: true},
		failed("b", "ApprovalDenied", "no"),
		used("c", `{}`), event.Decision{Call: "c", Verdict: "allow", Rule: "ask", By: "user", Asked: true, Scope: event.ScopeSession},
		ended("c", `null`),
		used("d", `{}`), failed("d", "Interrupted", "cancelled"),
		used("e", `{}`), event.Asked{Call: "e", Name: "e", Input: input(`{"path":"x"}`), Rule: "r", Preview: changed, Covers: "all of it"},
	),
	"lines": script(event.Posture{Mode: "plan"}, event.Agent{Name: "reviewer"}, said("x"), nextRound{},
		event.ReasoningDelta{Text: "first line\nsecond li"}, event.ReasoningDelta{Text: "ine", Offset: 20}, event.Notice{Code: "a", Message: "A notice."},
		event.Retry{Attempt: 1, Wait: 1500 * time.Millisecond, Message: "The service is busy."}, event.ReasoningDelta{Text: "again"},
		event.TextDelta{Item: 1, Text: "now"}, event.Error{Kind: "x", Message: "It failed. Ask again."}, event.Interrupted{Text: "Interrupted"},
		event.Usage{InputTokens: 5, OutputTokens: 7, Estimated: true}, event.TurnEnd{Reason: event.EndMaxTurns}),
}

// Covers: E38, E60
func TestGolden(t *testing.T) {
	for name, events := range scripts {
		t.Run(name, func(t *testing.T) {
			h := newHistory(view.Options{Window: 100_000})
			h.apply(events...)
			var b strings.Builder
			for _, item := range h.items {
				b.WriteString(dump(item) + "\n")
				for _, block := range append(slices.Clip(item.Blocks), item.More...) {
					checkBlock(t, block)
				}
			}
			if a := h.frame.Asked; a != nil {
				fmt.Fprintf(&b, "asked: %s %s (%s; %s)\n", a.Name, a.Line, a.Rule, a.Covers)
				for _, block := range a.Preview {
					dumpBlock(&b, block)
				}
			}
			golden(t, name, b.String())
		})
	}
}

// golden compares a text with the one of the file of that name.
func golden(t *testing.T, name, got string) {
	t.Helper()
	file := filepath.Join("testdata", strings.ReplaceAll(name, " ", "_")+".txt")
	if *update {
		if err := os.WriteFile(file, []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(string(want), got); d != "" {
		t.Error(d)
	}
}
