package wirelog_test

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/internal/providers/wire"
	"eidolon/internal/wirelog"
)

// Covers: W12, W13, W14
func TestLog(t *testing.T) {
	dir := t.TempDir()
	requests, responses := filepath.Join(dir, "req.json"), filepath.Join(dir, "res.jsonl")
	for _, file := range []string{requests, responses} {
		if err := os.WriteFile(file, []byte("from before\n"), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var trace bytes.Buffer
	log, err := wirelog.Open(wirelog.Options{Requests: requests, Responses: responses, Trace: &trace})
	if err != nil {
		t.Fatal(err)
	}
	for _, seen := range []wire.Traffic{
		wire.Sent{Body: []byte(`{"model":"a long one","messages":[]}`)},
		wire.Answered{Status: 200},
		wire.Event{Name: "x", Data: []byte("{\"a\":\n \"\u009b[31m\"}")},
		wire.Event{Data: []byte("[DONE]")},
		wire.Over{},
		wire.Sent{Body: []byte(`{"model":"m"}`)},
		wire.Whole{Data: []byte("<html>\xff\n</html>")},
		wire.Over{Err: errors.New("cut")},
	} {
		log.Tap()()(seen)
	}
	if err := log.Close(); err != nil {
		t.Error(err)
	}
	const lines = "{\"a\":\"\u009b[31m\"}\n\"[DONE]\"\n\"\\u003chtml\\u003e\\ufffd\\n\\u003c/html\\u003e\"\n"
	for file, want := range map[string]string{requests: "{\n  \"model\": \"m\"\n}\n", responses: "from before\n" + lines} {
		got, err := os.ReadFile(file)
		if err != nil || string(got) != want {
			t.Errorf("%s holds\n%q, want\n%q (%v)", file, got, want, err)
		}
		if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s has the mode %v (%v)", file, info.Mode(), err)
		}
	}
	if want := strings.ReplaceAll(lines, "\u009b", `\u009B`); trace.String() != want {
		t.Errorf("traced %q, want %q", trace.String(), want)
	}
}

// A log that cannot be written is told of, and stops nothing.
func TestLogThatFails(t *testing.T) {
	if _, err := wirelog.Open(wirelog.Options{Responses: filepath.Join(t.TempDir(), "absent", "file")}); err == nil {
		t.Error("a file in a directory that is not there was opened")
	}
	log, err := wirelog.Open(wirelog.Options{Trace: broken{}})
	if err != nil {
		t.Fatal(err)
	}
	log.Tap()()(wire.Event{Data: []byte("{}")})
	if err := log.Close(); err == nil || !strings.Contains(err.Error(), "no reader") {
		t.Errorf("the failure became %v", err)
	}
}

// Without anything to write there is no log, and nothing is slowed down by it.
func TestNoLog(t *testing.T) {
	log, err := wirelog.Open(wirelog.Options{})
	if err != nil || log.Tap() != nil || log.Close() != nil {
		t.Errorf("%v, %v", log, err)
	}
}

type broken struct{}

func (broken) Write([]byte) (int, error) { return 0, errors.New("no reader") }
