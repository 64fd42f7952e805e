//go:build unix

package main

import (
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// codexSDK is the version of the Codex SDK that the tests are about.
var codexSDK = []string{"@openai/codex-sdk@0.163.0", "@openai/codex@0.163.0"}

// codex has the SDK do what a scenario says.
func (s *site) codex(scenario string, env ...string) driven {
	s.t.Helper()
	return s.drive(codexSDK, "codex.mjs", scenario, env...)
}

// events gives the events in short.
func (d driven) events() []string {
	var all []string
	for _, m := range d.Messages {
		line := fmt.Sprint(m["type"])
		for _, field := range []string{"type", "status", "exit_code", "text", "changes"} {
			if v := m.at("item", field); v != nil {
				line += " " + strings.TrimSpace(fmt.Sprint(v))
			}
		}
		all = append(all, line)
	}
	return all
}

func TestCodexSDKTurn(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.codex("turn")
	compare(t, d.events(),
		"thread.started", "turn.started", "item.completed reasoning Let me think.", "item.completed agent_message I look.",
		"item.started command_execution in_progress", "item.completed command_execution completed 0",
		"item.completed agent_message Now I write.", "item.completed file_change completed [map[kind:add path:note.txt]]",
		"item.completed agent_message All done.", "turn.completed", "told",
	)
	s.contents("made.txt", "x\n")
	s.contents("note.txt", "hi\n")
	d.last(t, "told").want(t, filepath.Base(s.session()), "id")
	done := d.last(t, "turn.completed")
	for field, want := range map[string]int{
		"input_tokens": 450, "cached_input_tokens": 40, "cache_write_input_tokens": 0, "output_tokens": 45, "reasoning_output_tokens": 0,
	} {
		done.want(t, want, "usage", field)
	}
	body := string(s.srv.Exchanges()[0].Body)
	if !strings.Contains(body, `"model":"some-model"`) || !strings.Contains(body, `"reasoning_effort":"high"`) {
		t.Errorf("request: %.300s", body)
	}
}

// The sandbox that the host asks for decides what may happen.
func TestCodexSDKSandbox(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.codex("readonly")
	s.contents("made.txt", "")
	s.contents("note.txt", "")
	if all := strings.Join(d.events(), "\n"); !strings.Contains(all, "command_execution failed") || !strings.Contains(all, "file_change failed") {
		t.Errorf("events:\n%s", all)
	}
	s = newSite(t, sdkWork)
	s.codex("full")
	s.contents("made.txt", "x\n")
}

// A thread goes on in the next process, and in that of a stranger.
func TestCodexSDKThreads(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	d := s.codex("two")
	if done := d.of("turn.completed"); len(done) != 2 {
		t.Fatalf("%d turns", len(done))
	}
	id := filepath.Base(s.session()) // of the only one
	d = s.codex("resume")
	compare(t, d.events(), "thread.started", "turn.started", "item.completed agent_message Echo: again", "turn.completed")
	d.last(t, "thread.started").want(t, id, "thread_id")
}

// What the host gives beside the prompt holds: the address and the key of the service, parts of the prompt,
// the form of the answer.
func TestCodexSDKOptions(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkWork)
	s.codex("run", "SDK_BASE_URL="+s.srv.URL, "SDK_API_KEY=sdk-key-1234567890", "OPENAI_BASE_URL=http://127.0.0.1:9/v1")
	x := s.srv.Exchanges()[0]
	if got := x.Header.Get("Authorization"); got != "Bearer sdk-key-1234567890" {
		t.Errorf("key %q", got)
	}
	if !strings.Contains(string(x.Body), `one\n\ntwo`) {
		t.Errorf("the prompt is not all there: %s", x.Body)
	}
	s = newSite(t, sdkJSON)
	s.codex("schema").last(t, "told").want(t, `{"n": 7}`, "finalResponse")
}

func TestCodexSDKAbort(t *testing.T) {
	t.Parallel()
	d := newSite(t, strings.ReplaceAll(sdkWork, "echo hello;", "echo hello; sleep 300;")).codex("abort")
	if !strings.Contains(d.Error, "aborted") {
		t.Errorf("error %q", d.Error)
	}
}

func TestCodexSDKPicture(t *testing.T) {
	t.Parallel()
	s := newSite(t, sdkJSON)
	data, err := base64.StdEncoding.DecodeString(sdkPicture)
	path := filepath.Join(s.dir, "picture.png")
	if err = errors.Join(err, os.WriteFile(path, data, 0o600)); err != nil {
		t.Fatal(err)
	}
	s.codex("picture", "PICTURE="+path).last(t, "turn.completed")
	if body := string(s.srv.Exchanges()[0].Body); !strings.Contains(body, sdkPicture) {
		t.Errorf("the model is not shown the picture: %.300s", body)
	}
}
