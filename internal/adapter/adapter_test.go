package adapter_test

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/adapter"
)

// ask gives the answers to lines.
func ask(t testing.TB, lines ...string) []string {
	t.Helper()
	var out bytes.Buffer
	if err := adapter.Run(t.Context(), strings.NewReader(strings.Join(lines, "\n")), &out); err != nil {
		t.Fatal(err)
	}
	return strings.Split(strings.TrimSuffix(out.String(), "\n"), "\n")
}

// object is a request or an answer.
type object map[string]any

// answers asks in JSON.
func answers(t testing.TB, requests ...object) []object {
	t.Helper()
	lines := make([]string, len(requests))
	for i, r := range requests {
		text, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		lines[i] = string(text)
	}
	var all []object
	for _, line := range ask(t, lines...) {
		var a object
		if err := json.Unmarshal([]byte(line), &a); err != nil {
			t.Fatalf("%q: %v", line, err)
		}
		all = append(all, a)
	}
	return all
}

// Every line has an answer with the id of its request, whatever it holds.
func TestLines(t *testing.T) {
	const command = `,"kind":"command","cmd":"ls","workspace":"/w"}`
	const good = `,"verdict":"allow","rule":"","read_only":true,"reason":""}`
	for _, tt := range []struct{ name, line, want string }{
		{"a number", `{"id":1` + command, `{"id":1` + good},
		{"a large number", `{"id":12345678901234567890.10` + command, `{"id":12345678901234567890.10` + good},
		{"a text", `{"id":"a<b>\u0041"` + command, `{"id":"a<b>\u0041"` + good},
		{"an object", `{"id":{"a" :  [1, null]}` + command, `{"id":{"a" :  [1, null]}` + good},
		{"none", `{"kind":"command","cmd":"ls","workspace":"/w"}`, `{"id":null` + good},
		{"a line break of Windows", `{"id":1` + command + "\r", `{"id":1` + good},
		{"an unknown kind", `{"id":1,"kind":"x"}`, `{"id":1,"error":"unknown kind \"x\"; there are command, path, terminal and xnl"}`},
		{"no object", `[1]`, `{"id":null,"error":"not a request: json: cannot unmarshal array into Go value of type adapter.request"}`},
		{"a wrong type", `{"id":7,"kind":5}`, `{"id":7,"error":"not a request: json: cannot unmarshal number into Go struct field request.kind of type string"}`},
		{"no workspace there", `{"id":1,"kind":"path","root":"/nowhere/at/all","op":"read","path":"x"}`, `{"id":1,"error":"open workspace \"/nowhere/at/all\": lstat /nowhere: no such file or directory"}`},
		{"an unknown operation", `{"id":1,"kind":"path","root":"/","op":"run","path":"x"}`, `{"id":1,"error":"unknown op \"run\"; there are read, write, edit, list, mkdir, delete and rename"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff([]string{tt.want}, ask(t, tt.line)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestLongAndEmptyLines(t *testing.T) {
	long := `{"id":1,"kind":"xnl","source":"model","text":"` + strings.Repeat("x", 15<<20) + `"}`
	tooLong := strings.Repeat("y", 17<<20)
	got := ask(t, "", long, "  ", tooLong, "not JSON", `{"id":2,"kind":"xnl"}`)
	want := []string{
		`{"id":1,"calls":[]}`, `{"id":null,"error":"the line is longer than 16777216 bytes"}`,
		`{"id":null,"error":"not a request: invalid character 'o' in literal null (expecting 'u')"}`, `{"id":2,"calls":[]}`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// The guard's judgement is the same in ask and auto; yolo allows what would be asked and nothing else.
//
// Covers: E49
func TestCommand(t *testing.T) {
	for _, tt := range []struct {
		cmd, cwd  string
		ask, yolo string
		reads     bool
	}{
		{"rm -rf /", "", "deny", "deny", false},
		{"rm -rf ..", "", "deny", "deny", false},
		{"rm -rf ..", "sub/deep", "allow", "allow", false},
		{"rm -rf ..", "/home/me/w/sub/deep", "allow", "allow", false},
		{"ls -l", "", "allow", "allow", true},
		{"echo 'rm -rf /'", "", "allow", "allow", true},
		{"rm ../other/file", "", "ask", "allow", false},
	} {
		for _, mode := range []string{"ask", "auto", "yolo"} {
			a := answers(t, object{
				"id": 1, "kind": "command", "cmd": tt.cmd, "cwd": tt.cwd, "mode": mode,
				"workspace": "/home/me/w", "home": "/home/me", "user": "me",
			})[0]
			want := tt.ask
			if mode == "yolo" {
				want = tt.yolo
			}
			if a["verdict"] != want || a["read_only"] != tt.reads || (a["rule"] == "") != (want == "allow" && tt.ask == "allow") {
				t.Errorf("%s in %s: %v", tt.cmd, mode, a)
			}
		}
	}
}
