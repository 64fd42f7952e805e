//go:build unix

package main

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"
)

// claudeSDK is the version of Claude's agent SDK that the tests are about, with what it wants beside it.
var claudeSDK = []string{
	"@anthropic-ai/claude-agent-sdk@0.3.330", "@anthropic-ai/sdk@1.12.0", "@modelcontextprotocol/sdk@1.32.2", "zod@4.6.7",
}

// claude has the SDK do what a scenario says.
func (s *site) claude(scenario string, env ...string) driven {
	s.t.Helper()
	return s.drive(claudeSDK, "claude.mjs", scenario, env...)
}

// turns gives the messages in short, without pieces.
func (d driven) turns() []string {
	var all []string
	for _, m := range d.Messages {
		kind := fmt.Sprint(m["type"])
		if sub, ok := m["subtype"]; ok {
			kind += "/" + fmt.Sprint(sub)
		}
		content, _ := m.at("message", "content").([]any)
		if len(content) == 0 {
			if kind != "stream_event" {
				all = append(all, kind)
			}
			continue
		}
		for _, c := range content {
			b := message(c.(map[string]any))
			what := fmt.Sprint(b["type"])
			for _, field := range []string{"thinking", "text", "name", "is_error"} {
				if v, ok := b[field]; ok {
					what += " " + strings.TrimSpace(fmt.Sprint(v))
				}
			}
			all = append(all, kind+" "+what)
		}
	}
	return all
}

// worked is the outline of a turn of sdkWork, in which calls end well or not.
func worked(bash, write bool) []string {
	return []string{
		"system/init", "assistant thinking Let me think.", "assistant text I look.", "assistant tool_use bash",
		fmt.Sprintf("user tool_result %t", !bash), "assistant text Now I write.", "assistant tool_use write_file",
		fmt.Sprintf("user tool_result %t", !write), "assistant text All done.", "result/success",
	}
}

func TestClaudeSDKTurn(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.claude("turn")
	compare(t, d.turns(), worked(true, true)...)
	s.contents("made.txt", "x\n")
	s.contents("note.txt", "hi\n")
	init := d.last(t, "system/init")
	init.want(t, filepath.Base(s.session()), "session_id")
	init.want(t, "bypassPermissions", "permissionMode")
	r := d.last(t, "result/success")
	r.want(t, "All done.", "result")
	r.want(t, 3, "num_turns")
	r.want(t, false, "is_error")
	r.want(t, 410, "usage", "input_tokens")
	r.want(t, 40, "usage", "cache_read_input_tokens")
	r.want(t, 45, "usage", "output_tokens")
	if d.Error != "" || d.Stderr != "" {
		t.Errorf("error %q, stderr %q", d.Error, d.Stderr)
	}
	checkPieces(t, d)
}

// checkPieces puts the pieces of messages together and compares them with the messages.
func checkPieces(t *testing.T, d driven) {
	t.Helper()
	var pieces, whole strings.Builder
	for _, m := range d.Messages {
		for _, field := range []string{"text", "thinking", "partial_json"} {
			if v, ok := m.at("event", "delta", field).(string); ok {
				pieces.WriteString(v)
			}
		}
		content, _ := m.at("message", "content").([]any)
		for _, c := range content {
			b := message(c.(map[string]any))
			for _, field := range []string{"text", "thinking"} {
				if v, ok := b[field].(string); ok {
					whole.WriteString(v)
				}
			}
		}
	}
	for _, text := range []string{"Let me think.", "I look.", `{"path":"note.txt","content":"hi\n"}`, "All done."} {
		if !strings.Contains(pieces.String(), text) {
			t.Errorf("the pieces lack %q", text)
		}
	}
	if !strings.Contains(whole.String(), "All done.") {
		t.Error("the messages lack the end")
	}
}

// What the model wants to do is the host's to allow.
func TestClaudeSDKPermissions(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		scenario    string
		bash, write bool
		asked       int
		made, note  string
		denied      int
		says        string
	}{
		"nobody is asked":             {scenario: "bare", bash: true, write: true, made: "x\n", note: "hi\n"},
		"the host allows":             {scenario: "allow", bash: true, write: true, asked: 2, made: "x\n", note: "hi\n"},
		"the host allows for good":    {scenario: "always", bash: true, write: true, asked: 2, made: "x\n", note: "hi\n"},
		"the host refuses":            {scenario: "deny", asked: 2, denied: 2, says: "not today"},
		"the host wants other inputs": {scenario: "changed", asked: 2, denied: 2, says: "echo other"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, sdkWork)
			d := s.claude(c.scenario)
			compare(t, d.turns(), worked(c.bash, c.write)...)
			s.contents("made.txt", c.made)
			s.contents("note.txt", c.note)
			denials, _ := d.last(t, "result/success").at("permission_denials").([]any)
			if len(d.Asked) != c.asked || len(denials) != c.denied {
				t.Errorf("asked %d times, %d denials", len(d.Asked), len(denials))
			}
			if c.asked > 0 {
				d.Asked[0].want(t, "bash", "name")
				d.Asked[0].want(t, "echo hello; echo x > made.txt", "input", "command")
				d.Asked[0].want(t, "t1r1c1", "id")
			}
			if said := fmt.Sprint(d.of("user")); !strings.Contains(said, c.says) {
				t.Errorf("the model is not told %q: %s", c.says, said)
			}
		})
	}
}

// Rules of the host hold, and what it does not allow is refused where nobody is asked.
func TestClaudeSDKRules(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.claude("rules")
	s.contents("made.txt", "")
	s.contents("note.txt", "")
	denied := d.of("system/permission_denied")
	if len(denied) != 2 {
		t.Fatalf("denied: %v", denied)
	}
	denied[0].want(t, "mode", "decision_reason_type")
	denied[1].want(t, "rule", "decision_reason_type")
	denied[1].want(t, "write_file", "tool_name")
	s = newSite(t, strings.ReplaceAll(sdkWork, "; echo x > made.txt", ""))
	if denied := s.claude("rules").of("system/permission_denied"); len(denied) != 1 {
		t.Errorf("an allowed command is refused: %v", denied)
	}
}

// A process has as many turns as there are messages, and a session goes on in another process.
func TestClaudeSDKSessions(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.claude("two")
	second := []string{"system/init", "assistant text Second turn.", "result/success"}
	compare(t, d.turns(), append(worked(true, true), second...)...)
	d.last(t, "result").want(t, 620, "modelUsage", "gpt-6.1-terra", "inputTokens")
	d.last(t, "result").want(t, 210, "usage", "input_tokens")

	id := filepath.Base(s.session())
	d = s.claude("resume")
	compare(t, d.turns(), "system/init", "assistant text Echo: again", "result/success")
	d.last(t, "result").want(t, id, "session_id")
	if all := s.srv.Exchanges(); !strings.Contains(string(all[len(all)-1].Body), "Second turn.") {
		t.Error("the model is not told what was said before")
	}

	d = s.claude("fork")
	compare(t, d.turns(), "system/init", "assistant text Echo: again", "result/success")
	if d.last(t, "result").at("session_id") == id {
		t.Error("the copy is the session itself")
	}
}

func TestClaudeSDKInterrupt(t *testing.T) {
	t.Parallel()
	d := newSite(t, sdkWaits).claude("interrupt")
	compare(t, d.turns(),
		"system/init", "assistant text waiting", "result/error_during_execution",
		"system/init", "assistant text Second turn.", "result/success",
	)
	if d.Error != "" {
		t.Errorf("error %q", d.Error)
	}
}

func TestClaudeSDKControl(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.claude("control")
	inits := d.of("system/init")
	if len(inits) != 2 {
		t.Fatalf("%d turns", len(inits))
	}
	inits[1].want(t, "plan", "permissionMode")
	inits[1].want(t, "other-model", "model")
	all := s.srv.Exchanges()
	if body := string(all[len(all)-1].Body); !strings.Contains(body, `"model":"other-model"`) {
		t.Errorf("the other model is not asked: %.200s", body)
	}
	d.last(t, "told").want(t, "[map[description:profile openai displayName:gpt-6.1-terra value:openai]]", "models")
}

// The limits and the prompt that the host gives hold.
func TestClaudeSDKOptions(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.claude("prompts")
	d.last(t, "result").want(t, "error_max_turns", "subtype")
	if !strings.Contains(d.Error, "error result") {
		t.Errorf("error %q", d.Error)
	}
	body := string(s.srv.Exchanges()[0].Body)
	for _, want := range []string{"Speak of whales.", "unquote", `"model":"some-model"`} {
		if !strings.Contains(body, want) {
			t.Errorf("the request lacks %s", want)
		}
	}
}

func TestClaudeSDKSchema(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkJSON)
	s.claude("schema").last(t, "result/success").want(t, 7, "structured_output", "n")
	if body := string(s.srv.Exchanges()[0].Body); !strings.Contains(body, `\"properties\"`) {
		t.Error("the model is not told of the schema")
	}
	d := newSite(t, sdkWork).claude("schema")
	d.last(t, "result").want(t, "error_max_structured_output_retries", "subtype")
}

// Nothing happens where a hook of the host might have refused it.
func TestClaudeSDKHooks(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.claude("hooks")
	if !strings.Contains(d.Error, "PreToolUse may refuse things") || len(s.srv.Exchanges()) > 0 {
		t.Errorf("error %q, %d requests", d.Error, len(s.srv.Exchanges()))
	}
}

func TestClaudeSDKPicture(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkJSON)
	s.claude("picture", "PICTURE="+sdkPicture).last(t, "result/success")
	if body := string(s.srv.Exchanges()[0].Body); !strings.Contains(body, sdkPicture) {
		t.Errorf("the model is not shown the picture: %.300s", body)
	}
}
