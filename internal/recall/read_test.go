package recall_test

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// long is a session of a hundred messages, with the numbers 1 to 100.
func long() []event.Journalled {
	var all []event.Journalled
	for i := range 50 {
		all = append(all, said(fmt.Sprintf("question %d", i)), answered(fmt.Sprintf("answer %d", i)))
	}
	return all
}

// shown gives the numbers of the messages in a result.
func shown(t *testing.T, r tool.Result) []int64 {
	t.Helper()
	var out struct{ Shown []int64 }
	if err := json.Unmarshal(r.Data, &out); err != nil {
		t.Fatalf("%v in %+v", err, r)
	}
	return out.Shown
}

// Covers: Y39, R36
func TestReadAround(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, long()...)
	for _, c := range []struct {
		name, input string
		want        []int64
		text        []string
	}{
		{"the beginning", `{"id":"1b4e28ba","after":2}`, []int64{1, 2, 3}, []string{
			"Session " + idA + `, 2026-01-02, "question 0", in ` + here + ".\n", "\n#1 user, 2026-01-02 03:05:05 UTC\n  question 0\n",
			"\n#2 assistant, 2026-01-02 03:06:05 UTC\n  answer 0\n", "[97 after this: around = 3, before = 0, after = 30]", "no:before this",
		}},
		{"a hit", `{"id":"1b4e28ba","around":42}`, []int64{39, 40, 41, 42, 43, 44, 45, 46, 47, 48}, []string{
			"[38 before this: around = 39, before = 30, after = 0; 52 after this: around = 48, before = 0, after = 30]",
		}},
		{"less around it", `{"id":"1b4e28ba","around":42,"before":1,"after":0}`, []int64{41, 42}, nil},
		{"the end", `{"id":"1b4e28ba","before":2}`, []int64{99, 100}, []string{"[98 before this", "no:after this", "\nthe turn has not ended"}},
		{"behind the end", `{"id":"1b4e28ba","around":5000,"before":1}`, []int64{99, 100}, nil},
		{"at the beginning", `{"id":"1b4e28ba","around":0,"after":0}`, []int64{1}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := k.run("read_thread", c.input, "")
			got := slices.DeleteFunc(shown(t, r), func(n int64) bool { return n == 0 })
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("differs (-want +got):\n%s", diff)
			}
			has(t, r.Text, c.text...)
		})
	}
}

// Calls are shown with what went in and came out; a hit in a result leads to its call.
func TestReadCalls(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("go"), used("a", `{"command":"ls"}`), ended("a", `{"ok":true,"data":{"stdout":"one\ntwo\n","stderr":"","exit_code":0}}`),
		used("b", `{"command":"cat"}`), event.ToolResult{Call: "b", Output: json.RawMessage(`{"ok":false,"error":{"code":"NotFound","message":"no\nfile"}}`)},
		answered("done"), event.Error{Message: "broken\x1b"})
	got := k.run("read_thread", `{"id":"1b4e28ba","around":3}`, idA)
	has(t, got.Text, ", this very session.\nA record of what was said then",
		"\n#2 call of SysBuiltIn.bash, 2026-01-02 03:06:05 UTC: ok (0.02s)\n  input {\"command\":\"ls\"}\n  result\n    stdout:\n      one\n      two\n    exit_code: 0\n",
		"\n#4 call of SysBuiltIn.bash, 2026-01-02 03:08:05 UTC: failed: NotFound: no file (0.00s)\n", "note, 2026-01-02 03:11:05 UTC: error: broken␛\n")
	if diff := cmp.Diff([]int64{2}, shown(t, k.run("read_thread", `{"id":"1b4e28ba","around":3,"before":0,"after":0}`, ""))); diff != "" {
		t.Errorf("a hit in a result leads elsewhere (-want +got):\n%s", diff)
	}
}

// An answer has its bounds, says what is cut, and one message alone has more room.
func TestReadIsBounded(t *testing.T) {
	k := newKept(t)
	line := strings.Repeat("x", 99) + "\n"
	k.session(here, idA, slices.Repeat([]event.Journalled{said(strings.Repeat(line, 1000))}, 40)...)
	many := k.run("read_thread", `{"id":"1b4e28ba","around":20,"before":20,"after":20}`, "")
	if n := len(many.Text); n > 50<<10 || n < 40<<10 || !many.Cut {
		t.Errorf("the answer has %d bytes, cut: %v", n, many.Cut)
	}
	if got := shown(t, many); !slices.Contains(got, 20) || !slices.Contains(got, 19) || !slices.Contains(got, 21) {
		t.Errorf("shown is %d", got)
	}
	has(t, many.Text, "… (99999 bytes in all)", "what ends in … is shown whole")
	one := k.run("read_thread", `{"id":"1b4e28ba","around":20,"before":0,"after":0}`, "")
	if n := len(one.Text); n > 50<<10 || n < 44<<10 {
		t.Errorf("the message has %d bytes", n)
	}
	has(t, one.Text, "no:what ends in")
}

// What was taken back is left out, unless it is what was asked for.
func TestReadOfWhatWasTakenBack(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("one"), said("two"), event.Rewind{To: 1}, said("three"))
	has(t, k.run("read_thread", `{"id":"1b4e28ba"}`, "").Text, "one", "no:two", "three")
	has(t, k.run("read_thread", `{"id":"1b4e28ba","around":2}`, "").Text, "one", "#2 user, 2026-01-02 03:06:05 UTC, taken back later\n  two", "three")
}

// Covers: Y39
func TestReadFindsTheSession(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("one"))
	k.session(here, idB, said("two"))
	k.session(there, idC, said("three"))
	for _, c := range []struct {
		name, input, session string
		code                 tool.Code
		want                 []string
	}{
		{"by its beginning", `{"id":" 1B4E28 "}`, "", "", []string{"one"}},
		{"of several", `{"id":"1b4e"}`, "", tool.InvalidInput, []string{"beginning of 2 session ids", idA, idB}},
		{"unknown", `{"id":"1b4e28bb"}`, "", tool.NotFound, []string{"there is no session 1b4e28bb; did you mean " + idA + "? thread_search gives ids"}},
		{"like none", `{"id":"00000000"}`, "", tool.NotFound, []string{"there is no session 00000000; thread_search gives ids"}},
		{"no id", `{"id":"../../etc/passwd"}`, "", tool.InvalidInput, []string{"is not a session id", "thread_search gives ids"}},
		{"empty", `{"id":""}`, "", tool.InvalidInput, []string{"is not a session id"}},
		{"not kept", `{"id":"77777777"}`, "77777777-2fa1-4d3b-a3f5-ef19b5a7633b", tool.NotFound, []string{"nothing of it is kept"}},
		{"of another project", `{"id":"9c858901"}`, "", "", []string{"three", "in " + there}},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := k.run("read_thread", c.input, c.session)
			if r.Code != c.code {
				t.Errorf("the code is %q, want %q", r.Code, c.code)
			}
			has(t, r.Text, c.want...)
		})
	}
}

// The sessions of this project are plain reading; others need leave, and what Classify said binds Run.
//
// Covers: R36
func TestClasses(t *testing.T) {
	k := newKept(t)
	k.session(here, idA, said("one"))
	k.session(there, idC, said("three"))
	plain := tool.Class{ReadOnly: true, Speculative: true, Subject: "project"}
	abroad := func(reason string) tool.Class { return tool.Class{ReadOnly: true, Subject: "global", Abroad: reason} }
	for _, c := range []struct {
		tool, input string
		want        tool.Class
	}{
		{"thread_search", `{"query":"x"}`, plain},
		{"thread_search", `{"query":"x","scope":"project"}`, plain},
		{"thread_search", `{"query":"x","scope":"global"}`, abroad("It searches the sessions of all projects.")},
		{"read_thread", `{"id":"1b4e28ba"}`, plain},
		{"read_thread", `{"id":"00000000"}`, plain},
		{"read_thread", `{"id":"9c858901"}`, abroad("It reads a session of another project, " + there + ".")},
	} {
		got, err := k.handler(c.tool).Classify(k.call(c.tool, c.input, ""))
		if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
			t.Errorf("%s %s: %v (-want +got):\n%s", c.tool, c.input, err, diff)
		}
	}
	r := k.handler("read_thread").Run(t.Context(), k.call("read_thread", `{"id":"9c858901"}`, ""), plain, nil)
	if r.Code != tool.NotFound || strings.Contains(r.Text, "three") {
		t.Errorf("a call that was judged as one of this project gives %+v", r)
	}
}
