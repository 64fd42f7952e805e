package event_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/tool"
)

var noon = time.Date(2026, 1, 2, 12, 0, 0, 678_000_000, time.UTC)

const head = `{"seq":7,"ts":"2026-01-02T12:00:00.678Z","type":`

// lines has every journalled type, full and as empty as it may be, with the exact line it becomes.
var lines = []struct {
	name string
	give event.Journalled
	line string // after head
}{
	{
		"meta",
		event.Meta{SchemaVersion: 1, ID: "a", Workspace: "/w", Model: "m", Parent: &event.Parent{ID: "b", Seq: 3}},
		`"meta","turn":2,"round":1,"schema_version":1,"id":"a","workspace":"/w","model":"m","parent":{"id":"b","seq":3}}`,
	},
	{
		"meta without parent",
		event.Meta{},
		`"meta","turn":2,"round":1,"schema_version":0,"id":"","workspace":"","model":""}`,
	},
	{
		"message",
		event.Message{Role: event.RoleUser, Text: "a\nb\r\n\"<&>\" \\ \t\x00é🙂\u2028"},
		`"message","turn":2,"round":1,"role":"user","text":"a\nb\r\n\"<&>\" \\ \t\u0000é🙂\u2028"}`,
	},
	{
		"message with all fields",
		event.Message{
			Role: event.RoleToolResults, Hidden: true, Partial: true,
			Results: []event.NativeResult{{Call: "t1r1c1", ModelID: "x", OK: true, Text: "y"}},
			Images:  []event.Image{{Name: "a.png", MediaType: "image/png", SHA256: "00ff", Bytes: 9, Width: 2, Height: 3}},
		},
		`"message","turn":2,"round":1,"role":"tool_results","text":"","hidden":true,"partial":true,` +
			`"results":[{"call":"t1r1c1","model_id":"x","ok":true,"text":"y"}],` +
			`"images":[{"name":"a.png","media_type":"image/png","sha256":"00ff","bytes":9,"width":2,"height":3}]}`,
	},
	{
		"tool_use",
		event.ToolUse{
			Call: "t1r1c1", ModelID: "x", Name: "SysBuiltIn.bash", Input: json.RawMessage(`{"command":"a<b"}`),
			Raw: `{"command": "a<b"}`, Inner: json.RawMessage(`{"command":"a<b","cwd":"."}`), ReadOnly: true, Source: event.SourceXNL, TextBefore: "I look.\n",
		},
		`"tool_use","turn":2,"round":1,"call":"t1r1c1","model_id":"x","name":"SysBuiltIn.bash","input":{"command":"a<b"},` +
			`"raw":"{\"command\": \"a<b\"}","inner":{"command":"a<b","cwd":"."},"read_only":true,"source":"xnl","text_before":"I look.\n"}`,
	},
	{
		"tool_result",
		event.ToolResult{
			Call: "t1r1c1", OK: true, Output: json.RawMessage(`{"ok":true,"data":1}`), MS: 1.5, Diff: "-a\n+b\n", Cut: true,
			Spool: "@out/t1r1c1.out", Superseded: true,
		},
		`"tool_result","turn":2,"round":1,"call":"t1r1c1","ok":true,"output":{"ok":true,"data":1},"ms":1.5,"diff":"-a\n+b\n",` +
			`"cut":true,"spool":"@out/t1r1c1.out","superseded":true}`,
	},
	{
		"posture",
		event.Posture{Mode: "plan"},
		`"posture","turn":2,"round":1,"mode":"plan"}`,
	},
	{
		"agent",
		event.Agent{Name: "reviewer", Tools: []string{"read_file", "grep"}},
		`"agent","turn":2,"round":1,"name":"reviewer","tools":["read_file","grep"]}`,
	},
	{
		"no agent",
		event.Agent{},
		`"agent","turn":2,"round":1,"name":""}`,
	},
	{
		"checkpoint",
		event.Checkpoint{Name: "c1", Files: 3, Bytes: 12, LeftOut: 1, Incomplete: true},
		`"checkpoint","turn":2,"round":1,"name":"c1","files":3,"bytes":12,"left_out":1,"incomplete":true}`,
	},
	{
		"rewind",
		event.Rewind{To: 4, Files: "c1", Before: "c2"},
		`"rewind","turn":2,"round":1,"to":4,"files":"c1","before":"c2"}`,
	},
	{
		"rewind of the conversation alone",
		event.Rewind{To: 4},
		`"rewind","turn":2,"round":1,"to":4}`,
	},
	{
		"usage with its cost",
		event.Usage{InputTokens: 1, Model: "m", Cost: new(0.25)},
		`"usage","turn":2,"round":1,"input_tokens":1,"output_tokens":0,"cached_tokens":0,"reasoning_tokens":0,` +
			`"estimated":false,"model":"m","cost":0.25}`,
	},
	{
		"reasoning",
		event.Reasoning{Text: "hm", Signature: "s"},
		`"reasoning","turn":2,"round":1,"text":"hm","signature":"s"}`,
	},
	{
		"usage",
		event.Usage{InputTokens: 1, OutputTokens: 2, CachedTokens: 3, ReasoningTokens: math.MaxInt64, Estimated: true, Model: "m"},
		`"usage","turn":2,"round":1,"input_tokens":1,"output_tokens":2,"cached_tokens":3,"reasoning_tokens":9223372036854775807,` +
			`"estimated":true,"model":"m"}`,
	},
	{
		"decision",
		event.Decision{Call: "t1r1c1", Verdict: "deny", Rule: "rm-root", Reason: "it deletes all", By: "guard"},
		`"decision","turn":2,"round":1,"call":"t1r1c1","verdict":"deny","rule":"rm-root","reason":"it deletes all","by":"guard"}`,
	},
	{
		"decision of the user",
		event.Decision{Call: "t1r1c1", Verdict: "allow", Rule: "mode.ask", By: "user", Asked: true, Scope: event.ScopeSession},
		`"decision","turn":2,"round":1,"call":"t1r1c1","verdict":"allow","rule":"mode.ask","by":"user","asked":true,"scope":"session"}`,
	},
	{
		"todos",
		event.Todos{Todos: []tool.Todo{{ID: "1", Content: "c", ActiveForm: "doing c", Status: "pending"}}},
		`"todos","turn":2,"round":1,"todos":[{"id":"1","content":"c","activeForm":"doing c","status":"pending"}]}`,
	},
	{
		"todos, none left",
		event.Todos{Todos: []tool.Todo{}},
		`"todos","turn":2,"round":1,"todos":[]}`,
	},
	{
		"title",
		event.Title{Title: "T"},
		`"title","turn":2,"round":1,"title":"T"}`,
	},
	{
		"error",
		event.Error{Kind: "timeout", Message: "m"},
		`"error","turn":2,"round":1,"kind":"timeout","message":"m"}`,
	},
	{
		"interrupted",
		event.Interrupted{Role: event.RoleSystem, Text: "Interrupted"},
		`"interrupted","turn":2,"round":1,"role":"system","text":"Interrupted"}`,
	},
	{
		"turn_end",
		event.TurnEnd{Reason: event.EndMaxTurns},
		`"turn_end","turn":2,"round":1,"reason":"max_turns"}`,
	},
	{
		"compaction",
		event.Compaction{From: 1, To: 5, Summary: "s"},
		`"compaction","turn":2,"round":1,"from":1,"to":5,"summary":"s"}`,
	},
	{
		"unknown",
		event.Unknown{Kind: "hologram", Raw: json.RawMessage(head + `"hologram","turn":2,"round":1,"x":[1,{"y":"<"}]}`)},
		`"hologram","turn":2,"round":1,"x":[1,{"y":"<"}]}`,
	},
}

// Covers: Y26, Z35, Z37, Z38, Z39, Z40, Z41, Z42, Z43, Z70
func TestEveryTypeHasOneLine(t *testing.T) {
	for _, tt := range lines {
		t.Run(tt.name, func(t *testing.T) {
			e := event.Envelope{Seq: 7, Time: noon, Turn: 2, Round: 1, Event: tt.give}
			got, err := event.Encode([]byte("before\n"), e)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff("before\n"+head+tt.line+"\n", string(got)); diff != "" {
				t.Fatalf("line differs (-want +got):\n%s", diff)
			}
			back, err := event.Decode(got[len("before\n"):])
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(e, back); diff != "" {
				t.Fatalf("read back it differs (-want +got):\n%s", diff)
			}
			slow, err := event.Decode(append([]byte("{ "), got[len("before\n{"):]...)) // not the spelling of Encode
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(e, slow); diff != "" {
				t.Fatalf("with a blank in it, it differs (-want +got):\n%s", diff)
			}
		})
	}
}

// A new type that is forgotten in the codec would come back as Unknown; one that is forgotten in the
// table above would not be tested at all.
func TestTableNamesEveryType(t *testing.T) {
	seen := map[string]bool{}
	for _, tt := range lines {
		seen[tt.give.Type()] = true
		if reflect.ValueOf(tt.give).IsZero() || tt.give.Type() == "hologram" {
			continue
		}
		e, err := event.Decode([]byte(head + tt.line))
		if err != nil || reflect.TypeOf(e.Event) != reflect.TypeOf(tt.give) {
			t.Errorf("%s is read as %T, %v", tt.give.Type(), e.Event, err)
		}
	}
	for want := range strings.FieldsSeq("meta message tool_use tool_result reasoning usage decision todos title error " +
		"interrupted turn_end compaction") {
		if !seen[want] {
			t.Errorf("no case for %s", want)
		}
	}
}

func TestEncodeRefuses(t *testing.T) {
	for name, ev := range map[string]event.Event{
		"a live event":    event.TextDelta{Text: "x"},
		"nothing":         nil,
		"invalid input":   event.ToolUse{Input: json.RawMessage(`{`)},
		"no finite time":  event.ToolResult{MS: math.NaN()},
		"an empty object": event.ToolResult{Output: json.RawMessage(``), MS: math.Inf(1)},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := event.Encode([]byte("kept\n"), event.Envelope{Event: ev})
			if err == nil {
				t.Fatalf("no error, line %q", got)
			}
			if string(got) != "kept\n" {
				t.Fatalf("what was there before changed to %q", got)
			}
		})
	}
	if line, err := event.Encode(nil, event.Envelope{Turn: -1, Event: event.Title{}}); err == nil {
		t.Errorf("a place that nobody reads back: %s", line)
	}
}

func TestEncodeKeepsLocalTimeAsUTC(t *testing.T) {
	local := noon.In(time.FixedZone("far", 9*3600))
	got, err := event.Encode(nil, event.Envelope{Seq: 7, Time: local, Event: event.Title{}})
	if err != nil || !bytes.HasPrefix(got, []byte(head)) {
		t.Fatalf("got %s, %v", got, err)
	}
}

func TestDecode(t *testing.T) {
	at := event.Envelope{Seq: 7, Time: noon, Event: event.Title{Title: "T"}}
	tests := []struct {
		name, line string
		want       event.Envelope
	}{
		{"fields of a newer program are passed over", head + `"title","title":"T","colour":"red"}`, at},
		{"order of fields is free", `{"title":"T","type":"title","ts":"2026-01-02T12:00:00.678Z","seq":7}`, at},
		{"blanks and a CR before the line break", " " + head + `"title", "title" : "T" } ` + "\r\n", at},
		{"a time of another zone", `{"seq":7,"ts":"2026-01-02T21:00:00.678+09:00","type":"title","title":"T"}`, at},
		{
			"an unknown type stays on one line",
			"{\"seq\":7,\n\"type\":\"new\" , \"text\":\"a  b\"}\n",
			event.Envelope{Seq: 7, Event: event.Unknown{Kind: "new", Raw: json.RawMessage(`{"seq":7,"type":"new","text":"a  b"}`)}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := event.Decode([]byte(tt.line))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Fatalf("differs (-want +got):\n%s", diff)
			}
		})
	}
}

func TestDecodeRefuses(t *testing.T) {
	for name, line := range map[string]string{
		"nothing":          ``,
		"a cut line":       head + `"title","title":"T`,
		"a cut new line":   head + `"new","turn":1,"round":2,"title":"T`,
		"rest is missing":  head + `"title","turn":1,"round":2,`,
		"two objects":      head + `"title"}{}`,
		"null":             `null`,
		"an array":         `[]`,
		"zeros":            strings.Repeat("\x00", 64),
		"no seq":           `{"ts":"2026-01-02T12:00:00Z","type":"title"}`,
		"a negative seq":   `{"seq":-1,"ts":"2026-01-02T12:00:00Z","type":"title"}`,
		"a negative turn":  head + `"title","turn":-1,"round":0,"title":"T"}`,
		"a negative round": head + `"title","turn":1,"round":-2,"title":"T"}`,
		"a fraction":       `{"seq":1.5,"ts":"2026-01-02T12:00:00Z","type":"title"}`,
		"no type":          `{"seq":1,"ts":"2026-01-02T12:00:00Z"}`,
		"a broken time":    `{"seq":1,"ts":"yesterday","type":"title"}`,
		"bottomless depth": head + `"new","x":` + strings.Repeat("[", 100_000),
	} {
		t.Run(name, func(t *testing.T) {
			if got, err := event.Decode([]byte(line)); err == nil {
				t.Fatalf("read as %+v", got)
			}
		})
	}
}

func TestDecodeKeepsThePlaceOfABodyThatDoesNotFit(t *testing.T) {
	line := head + `"message","turn":1,"round":2,"role":"user","text":["parts"]}`
	got, err := event.Decode([]byte(line))
	var body *event.BodyError
	if !errors.As(err, &body) || body.Seq != 7 || body.Kind != "message" {
		t.Fatalf("error %v", err)
	}
	want := event.Envelope{Seq: 7, Time: noon, Turn: 1, Round: 2, Event: event.Unknown{Kind: "message", Raw: json.RawMessage(line)}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Fatalf("differs (-want +got):\n%s", diff)
	}
}

// Every type of the family is either kept or live, never both.
func TestJournalled(t *testing.T) {
	for _, tt := range lines {
		if !(event.Envelope{Event: tt.give}).Journalled() {
			t.Errorf("%T is not kept", tt.give)
		}
	}
	for _, live := range []event.Event{
		event.TextDelta{},
		event.ReasoningDelta{},
		event.CallOpened{},
		event.CallInput{},
		event.CallStarted{},
		event.CallProgress{},
		event.Retry{},
		event.Notice{},
	} {
		if (event.Envelope{Event: live}).Journalled() {
			t.Errorf("%T is kept", live)
		}
	}
}

// What was read can be written, as one line, and is the same when read again.
func FuzzDecode(f *testing.F) {
	for _, tt := range lines {
		f.Add([]byte(head + tt.line))
	}
	f.Add([]byte("{\"seq\":0,\n\"type\":\"new\",\"x\":\"\u2028\"}"))
	f.Add([]byte(`{"seq":1,"type":"todos","todos":null,"Seq":2}`))
	f.Add([]byte(`{"seq":1,"type":"tool_use","input":null,"inner":null}`))
	f.Add([]byte(`{"seq":1,"type":"tool_use"}`))
	missingIsNull := cmp.Comparer(func(a, b json.RawMessage) bool {
		return bytes.Equal(a, b) || len(a)+len(b) == len("null") && string(a)+string(b) == "null"
	})
	f.Fuzz(func(t *testing.T, line []byte) {
		first, err := event.Decode(line)
		var body *event.BodyError
		if err != nil && !errors.As(err, &body) {
			return
		}
		out, err := event.Encode(nil, first)
		if year := first.Time.Year(); err != nil {
			t.Fatalf("%+v cannot be written: %v", first, err)
		} else if year > 9999 || year < 0 {
			return // a zone moved it out of what RFC 3339 can say
		}
		if bytes.Count(out, []byte("\n")) != 1 || out[len(out)-1] != '\n' {
			t.Fatalf("not one line: %q", out)
		}
		second, err := event.Decode(out)
		if err != nil && !errors.As(err, &body) {
			t.Fatalf("%q cannot be read back: %v", out, err)
		}
		if diff := cmp.Diff(first, second, missingIsNull); diff != "" {
			t.Fatalf("differs (-first +second):\n%s", diff)
		}
	})
}

// Any text at all survives, as long as it is UTF-8.
func FuzzMessage(f *testing.F) {
	f.Add("a", int64(0), 1, 2)
	f.Add("\x00\u2028\u2029\uFFFD</script>\r\n", int64(1)<<40, 0, 0)
	f.Fuzz(func(t *testing.T, text string, seq int64, turn, round int) {
		if seq < 0 || turn < 0 || round < 0 { // no place in a session
			return
		}
		text = strings.ToValidUTF8(text, "?")
		e := event.Envelope{Seq: seq, Time: noon, Turn: turn, Round: round, Event: event.Message{Role: event.RoleUser, Text: text}}
		line, err := event.Encode(nil, e)
		if err != nil {
			t.Fatal(err)
		}
		got, err := event.Decode(line)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(e, got); diff != "" {
			t.Fatalf("differs (-want +got):\n%s", diff)
		}
	})
}

func BenchmarkCodec(b *testing.B) {
	e := event.Envelope{Seq: 7, Time: noon, Turn: 2, Round: 1, Event: event.Message{Role: event.RoleUser, Text: strings.Repeat("word and ", 110)}}
	line, err := event.Encode(nil, e)
	if err != nil {
		b.Fatal(err)
	}
	b.Run(fmt.Sprintf("encode %d bytes", len(line)), func(b *testing.B) {
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			line, _ = event.Encode(line[:0], e)
		}
	})
	b.Run(fmt.Sprintf("decode %d bytes", len(line)), func(b *testing.B) {
		b.SetBytes(int64(len(line)))
		for b.Loop() {
			_, _ = event.Decode(line)
		}
	})
}
