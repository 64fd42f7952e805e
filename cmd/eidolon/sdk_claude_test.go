//go:build unix

package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/internal/npmtest"
)

// claudeSDK is the version of Claude's agent SDK that the tests are about, with the packages that it wants
// beside it.
var claudeSDK = []string{"@anthropic-ai/claude-agent-sdk@0.3.330"}

// driven is what came of a run that an SDK drove.
type driven struct {
	Messages []map[string]any
	Asked    []map[string]any
	Error    string
	Stderr   string
}

// drive runs a scenario of a script in testdata/sdk.
func (s *site) drive(packages []string, script, scenario string, args ...string) driven {
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
	env := []string{"OPENAI_BASE_URL=" + s.srv.URL, "OPENAI_API_KEY=" + testKey, "WORKSPACE=" + s.path("")}
	for name, value := range surroundings(s.dir) {
		env = append(env, name+"="+value)
	}
	out := npmtest.Run(s.t, dir, string(module), env, append([]string{program, scenario}, args...)...)
	var d driven
	if err := json.Unmarshal([]byte(out), &d); err != nil {
		s.t.Fatalf("%v\n%s", err, out)
	}
	if s.t.Failed() || testing.Verbose() {
		s.t.Logf("error %q, stderr %s", d.Error, d.Stderr)
		for _, m := range d.Messages {
			line, _ := json.Marshal(m) // it came as JSON
			s.t.Logf("%s", line)
		}
	}
	return d
}

// of gives the messages of a type, or of a type and subtype such as system/init.
func (d driven) of(kind string) []map[string]any {
	kind, subtype, narrow := strings.Cut(kind, "/")
	var found []map[string]any
	for _, m := range d.Messages {
		if m["type"] == kind && (!narrow || m["subtype"] == subtype) {
			found = append(found, m)
		}
	}
	return found
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

func TestClaudeSDK(t *testing.T) {
	s := newSite(t, sdkWork)
	d := s.drive(claudeSDK, "claude.mjs", os.Getenv("SCENARIO"))
	_ = d
}
