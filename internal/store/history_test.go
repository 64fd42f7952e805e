package store

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/xnl"
)

const wantHistory = `<user id=1 ts="2026-01-02T03:04:05.001Z" {
  content = "What is in a.txt?\n"
}>
<assistant id=4 ts="2026-01-02T03:04:05.004Z" {
  content = "I look.\n<tool_call ...>"
  toolCalls = [
    {
      id = "a"
      name = "SysBuiltIn.read_file"
      input = {
        path = "a.txt"
        n = 1
      }
    }
  ]
}>
<tool id=6 ts="2026-01-02T03:04:05.006Z" {
  content = "<tool_resp ...>"
}>
`

// Covers: E34, E37
func TestHistoryHasEveryMessage(t *testing.T) {
	l := create(t, options(t))
	appendAll(t, l, conversation(9))
	if diff := cmp.Diff(wantHistory, content(t, l.Facts().Dir, historyName)); diff != "" {
		t.Errorf("differs (-want +got):\n%s", diff)
	}
}

// Whatever happened to the history, opening the session makes it what it would have been.
func TestHistoryIsCompleted(t *testing.T) {
	o, all := options(t), conversation(30)
	l := create(t, o)
	appendAll(t, l, all)
	closed(t, l)
	path := filepath.Join(l.Facts().Dir, historyName)
	want := content(t, path)
	records := strings.SplitAfter(want, "}>\n")

	spoiled := map[string]string{
		"nothing happened":                       want,
		"nothing left":                           "",
		"a record is missing":                    strings.Join(records[:len(records)-2], ""),
		"only one is left":                       records[0],
		"zeros at the end":                       want + strings.Repeat("\x00", 100),
		"a record without number":                want + "<user {\n  content = \"x\"\n}>\n",
		"a record of an event that is not there": want + strings.Replace(records[0], "1", "1000", 1),
		"something else altogether":              "what\n",
	}
	for n := range len(records[1]) {
		spoiled[fmt.Sprintf("cut at byte %d of the second", n)] = records[0] + records[1][:n]
	}
	for name, text := range spoiled {
		t.Run(name, func(t *testing.T) {
			put(t, text, path)
			l := reopen(t, o)
			if diff := cmp.Diff(want, content(t, path)); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
			if mended := strings.Contains(kinds(l), historyName); mended != (text != want) {
				t.Errorf("problems are %q", kinds(l))
			}
			closed(t, l)
		})
	}
	t.Run("removed", func(t *testing.T) {
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
		closed(t, reopen(t, o))
		if got := content(t, path); got != want {
			t.Errorf("got %s", got)
		}
	})
}

func TestHistoryGoesOnAfterOpen(t *testing.T) {
	o, all := options(t), conversation(30)
	whole := create(t, o)
	appendAll(t, whole, all)
	want := content(t, whole.Facts().Dir, historyName)

	for n := 1; n < len(all); n++ {
		o := options(t)
		l := create(t, o)
		appendAll(t, l, all[:n])
		closed(t, l)
		l = reopen(t, o)
		appendAll(t, l, all[n:])
		got := content(t, l.Facts().Dir, historyName)
		// The break may fall between a call and the answer that it belongs to.
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatalf("after a break at %d it differs (-want +got):\n%s", n, diff)
		}
	}
}

// A session whose history cannot be written still takes events, and says so at the end.
func TestHistoryIsNoReasonToStop(t *testing.T) {
	o, all := options(t), conversation(12)
	l := create(t, o)
	appendAll(t, l, all[:5])
	closed(t, l)
	path := filepath.Join(l.Facts().Dir, historyName)
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(path, 0o700); err != nil {
		t.Fatal(err)
	}
	l = reopen(t, o)
	if kinds(l) != historyName {
		t.Errorf("problems are %q", kinds(l))
	}
	appendAll(t, l, all[5:])
	if got := readAll(t, l, 0); len(got) != len(all) {
		t.Errorf("%d events", len(got))
	}
}

func TestRecords(t *testing.T) {
	deep := strings.Repeat(`[`, 2000) + strings.Repeat(`]`, 2000)
	high := strings.Repeat(`{"a":`, 998) + "1" + strings.Repeat(`}`, 998)
	call := func(input string) []event.ToolUse {
		return []event.ToolUse{{ModelID: "c", Name: "n", Input: json.RawMessage(input)}}
	}
	tests := []struct {
		name string
		give record
		want string // of the fields, as JSON
	}{
		{
			"hard text",
			record{message: event.Message{Role: "user", Text: "<a\n<b \"\\\r\t\x00\u2028}>\n"}},
			`{"role":"user","content":"<a\n<b \"\\\r\t\u0000\u2028}>\n"}`,
		},
		{
			"bytes that are no UTF-8",
			record{message: event.Message{Role: "user", Text: "a\xff\xfeb"}},
			`{"role":"user","content":"a` + "\uFFFD\uFFFD" + `b"}`,
		},
		{
			"results of native calls",
			record{message: event.Message{Role: event.RoleToolResults, Results: []event.NativeResult{
				{Call: "t1r1c1", ModelID: "x", OK: true, Text: "y\n"}, {ModelID: "z"},
			}}},
			`{"role":"tool","content":"","toolResults":[{"id":"x","ok":true,"content":"y\n"},{"id":"z","ok":false,"content":""}]}`,
		},
		{"a role that is no name", record{message: event.Message{Role: "-x y", Text: "a"}}, `{"role":"other","content":"a"}`},
		{
			"input of all kinds",
			record{message: event.Message{Role: "assistant"}, calls: call(`{"a b":[null,true,1.5,-9,{}],"":"x"}`)},
			`{"role":"assistant","content":"","toolCalls":[{"id":"c","name":"n","input":{"a b":[null,true,1.5,-9,{}],"":"x"}}]}`,
		},
		{
			"no input",
			record{message: event.Message{Role: "assistant"}, calls: call(``)},
			`{"role":"assistant","content":"","toolCalls":[{"id":"c","name":"n","input":null}]}`,
		},
		{
			"input nested too deeply",
			record{message: event.Message{Role: "assistant"}, calls: call(deep)},
			`{"role":"assistant","content":"","toolCalls":[{"id":"c","name":"n","input":"` + deep + `"}]}`,
		},
		{
			"input nested so that it just is no value",
			record{message: event.Message{Role: "assistant"}, calls: call(high)},
			`{"role":"assistant","content":"","toolCalls":[{"id":"c","name":"n","input":` + quoted(high) + `}]}`,
		},
		{
			"input with a number out of range",
			record{message: event.Message{Role: "assistant"}, calls: call(`{"n":1e999}`)},
			`{"role":"assistant","content":"","toolCalls":[{"id":"c","name":"n","input":"{\"n\":1e999}"}]}`,
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.give.seq, tt.give.time = 12, start
			b, err := formatRecord(&tt.give)
			if err != nil {
				t.Fatal(err)
			}
			if seq, ok := recordSeq(b); seq != 12 || !ok {
				t.Errorf("it is not recognised: %d, %t", seq, ok)
			}
			log, err := xnl.ReadRecords(b)
			if err != nil || len(log.Records) != 1 {
				t.Fatalf("read back: %v, %v", log, err)
			}
			got, err := json.Marshal(log.Records[0])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(asValue(t, tt.want), asValue(t, string(got))); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestRecordTellsWhatIsSpecial(t *testing.T) {
	b, err := formatRecord(&record{seq: 1, time: start, message: event.Message{Role: event.RoleAssistant, Hidden: true, Partial: true}})
	if err != nil {
		t.Fatal(err)
	}
	want := "<assistant id=1 ts=\"2026-01-02T03:04:05Z\" hidden=true partial=true {\n  content = \"\"\n}>\n"
	if got := string(b); got != want {
		t.Errorf("got %q", got)
	}
}

func quoted(s string) string {
	b, _ := json.Marshal(s)
	return string(b)
}

func asValue(t *testing.T, s string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatal(err)
	}
	return v
}
