package wirelog_test

import (
	"net/http"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/internal/leaf/redact"
	"eidolon/internal/providers/wire"
	"eidolon/internal/wirelog"
)

// Covers: E29
func TestDebug(t *testing.T) {
	path := filepath.Join(t.TempDir(), "debug", "log.jsonl")
	at := time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC)
	secrets := redact.New([]redact.Secret{{Name: "MINE", Value: "planted-secret"}})
	for range 2 { // the second one adds to the file
		d, err := wirelog.OpenDebug(path, secrets, func() time.Time { return at })
		if err != nil {
			t.Fatal(err)
		}
		one, two := d.Tap()(), d.Tap()()
		one(wire.Sent{Profile: "p", Kind: "openai", Method: "POST", URL: "http://h/v1", Header: http.Header{"Accept": {"a"}}, Body: []byte(`{"a":"<planted-secret>"}`)})
		two(wire.Over{Err: &model.Error{Kind: model.Unreachable, Message: "Away."}})
		one(wire.Answered{Status: 200, Header: http.Header{}})
		one(wire.Event{Name: "x", Data: []byte("no JSON \xff")})
		one(wire.Whole{Data: []byte("[ 1 ]")})
		one(wire.Over{})
		if err := d.Close(); err != nil {
			t.Error(err)
		}
	}
	const once = `{"ts":"2026-01-02T03:04:05Z","exchange":1,"type":"request","profile":"p","api_kind":"openai","method":"POST","url":"http://h/v1","headers":{"Accept":["a"]},"data":{"a":"<[redacted MINE]>"}}
{"ts":"2026-01-02T03:04:05Z","exchange":2,"type":"end","error":{"kind":"unreachable","message":"Away."}}
{"ts":"2026-01-02T03:04:05Z","exchange":1,"type":"response","status":200}
{"ts":"2026-01-02T03:04:05Z","exchange":1,"type":"event","name":"x","data":"no JSON \ufffd"}
{"ts":"2026-01-02T03:04:05Z","exchange":1,"type":"body","data":[1]}
{"ts":"2026-01-02T03:04:05Z","exchange":1,"type":"end"}
`
	got, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(once+once, string(got)); diff != "" {
		t.Errorf("written (-want +got):\n%s", diff)
	}
	for name, want := range map[string]os.FileMode{path: 0o600, filepath.Dir(path): 0o700 | os.ModeDir} {
		if info, err := os.Stat(name); err != nil || info.Mode() != want {
			t.Errorf("%s has mode %v, %v", name, info.Mode(), err)
		}
	}
}
