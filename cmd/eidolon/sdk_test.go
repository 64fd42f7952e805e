//go:build unix

package main

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/npmtest"
)

// driven is what came of a run that an SDK drove.
type driven struct {
	Messages []message
	Asked    []message
	Error    string
	Stderr   string
}

// message is one that the SDK gave to its user.
type message map[string]any

// drive runs a scenario of a script in testdata/sdk with further variables.
func (s *site) drive(packages []string, script, scenario string, env ...string) driven {
	s.t.Helper()
	dir := npmtest.Dir(s.t, packages...)
	module, err := os.ReadFile(filepath.Join("..", "..", "testdata", "sdk", script))
	if err != nil {
		s.t.Fatal(err)
	}
	program, err := exec.LookPath("eidolon")
	if err != nil {
		s.t.Fatal(err)
	}
	env = append([]string{"OPENAI_BASE_URL=" + s.srv.URL, "OPENAI_API_KEY=" + testKey, "WORKSPACE=" + s.path("")}, env...)
	for name, value := range surroundings(s.dir) {
		env = append(env, name+"="+value)
	}
	session := ""
	if last := s.session(); last != "" {
		session = filepath.Base(last)
	}
	out := npmtest.Run(s.t, dir, string(module), env, program, scenario, session)
	var d driven
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	s.t.Cleanup(func() {
		if s.t.Failed() {
			s.t.Logf("error %q, stderr %s\n%s", d.Error, d.Stderr, out)
		}
	})
	return d
}

// of gives the messages of a type, or of a type and subtype such as system/init.
func (d driven) of(kind string) []message {
	kind, subtype, narrow := strings.Cut(kind, "/")
	var found []message
	for _, m := range d.Messages {
		if m["type"] == kind && (!narrow || m["subtype"] == subtype) {
			found = append(found, m)
		}
	}
	return found
}

// last gives the last message of a kind.
func (d driven) last(t *testing.T, kind string) message {
	t.Helper()
	found := d.of(kind)
	if len(found) == 0 {
		t.Fatalf("there is no %s", kind)
	}
	return found[len(found)-1]
}

// at gives a value within a message.
func (m message) at(path ...string) any {
	var v any = map[string]any(m)
	for _, name := range path {
		fields, _ := v.(map[string]any)
		v = fields[name]
	}
	return v
}

// want compares a value within a message.
func (m message) want(t *testing.T, value any, path ...string) {
	t.Helper()
	if got := m.at(path...); fmt.Sprint(got) != fmt.Sprint(value) {
		t.Errorf("%s is %v, want %v", strings.Join(path, "."), got, value)
	}
}

// compare compares outlines.
func compare(t *testing.T, got []string, want ...string) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("messages (-want +got):\n%s", diff)
	}
}

// contents checks a file of the workspace, which is not there when the text is "".
func (s *site) contents(name, want string) {
	s.t.Helper()
	got, err := os.ReadFile(s.path(name))
	if string(got) != want || (err == nil) != (want != "") {
		s.t.Errorf("%s holds %q (%v), want %q", name, got, err, want)
	}
}

// sdkWork is a script with a command, a change of a file and an end.
const sdkWork = `
answers:
  - parts:
      - reasoning: "Let me think."
      - text: "I look.\n"
      - call: {name: SysBuiltIn.bash, id: b, input: {command: "echo hello; echo x > made.txt"}}
    usage: {input: 100, output: 20, cached: 40}
  - parts:
      - text: "Now I write.\n"
      - call: {name: SysBuiltIn.write_file, id: w, input: {path: note.txt}, body: {content: "hi\n"}}
    usage: {input: 150, output: 20}
  - parts: [{text: "All done."}]
    usage: {input: 200, output: 5}
  - parts: [{text: "Second turn."}]
    usage: {input: 210, output: 5}
`

// sdkWaits is a script whose first answer does not end.
const sdkWaits = `
answers:
  - parts: [{text: "waiting"}, {fault: {kind: hang}}]
  - parts: [{text: "Second turn."}]
`

// sdkJSON is a script whose answer is a wrapped JSON value.
const sdkJSON = "answers:\n  - parts: [{text: \"Here:\\n```json\\n{\\\"n\\\": 7}\\n```\\n\"}]\n"

// sdkPicture is a PNG of one pixel, in base64.
const sdkPicture = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="
