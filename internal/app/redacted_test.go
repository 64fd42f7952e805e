package app_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/actors/tool"
	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/redact"
)

const planted = "planted-0123456789"

func hides() *redact.Redactor { return redact.New([]redact.Secret{{Name: "TOKEN", Value: planted}}) }

// indiscreet is a tool that says all it knows.
type indiscreet struct{ panics bool }

func (indiscreet) Spec() tool.Spec                        { return tool.Spec{Name: "x"} }
func (indiscreet) Classify(tool.Call) (tool.Class, error) { return tool.Class{}, nil }
func (indiscreet) Preview(context.Context, tool.Call) (string, *tool.Result) {
	return "+" + planted, &tool.Result{Text: "no " + planted}
}

func (i indiscreet) Run(_ context.Context, _ tool.Call, _ tool.Class, emit func(tool.Progress)) tool.Result {
	if i.panics {
		panic(errors.New("cannot go on with " + planted))
	}
	for _, piece := range []tool.Progress{
		{Stream: "stdout", Text: "a plan"},
		{Stream: "stderr", Text: "planted-01"},
		{Stream: "stdout", Text: "ted-0123456789 b planted-"},
		{Stream: "stderr", Text: "23456789."},
	} {
		emit(piece)
	}
	return tool.Result{
		OK: true, Text: "is " + planted, Data: json.RawMessage(`{"a":"` + planted + `","n":12}`), Details: json.RawMessage(`["` + planted + `"]`),
		Diff: "-" + planted, Hindered: "open " + planted, Spool: "@out/t1.out",
	}
}

// Covers: Z6
func TestToolShowsNoSecret(t *testing.T) {
	told := map[string]string{}
	h := app.RedactTool(indiscreet{}, hides())
	got := h.Run(t.Context(), tool.Call{}, tool.Class{}, func(p tool.Progress) { told[p.Stream] += p.Text })
	want := tool.Result{
		OK: true, Text: "is [redacted TOKEN]", Data: json.RawMessage(`{"a":"[redacted TOKEN]","n":12}`), Details: json.RawMessage(`["[redacted TOKEN]"]`),
		Diff: "-[redacted TOKEN]", Hindered: "open [redacted TOKEN]", Spool: "@out/t1.out",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(map[string]string{"stdout": "a [redacted TOKEN] b planted-", "stderr": "[redacted TOKEN]."}, told); diff != "" {
		t.Errorf("progress (-want +got):\n%s", diff)
	}
	p, ok := h.(tool.Previewer)
	if !ok {
		t.Fatal("the preview is lost")
	}
	if text, fails := p.Preview(t.Context(), tool.Call{}); text != "+[redacted TOKEN]" || fails.Text != "no [redacted TOKEN]" {
		t.Errorf("the preview shows it: %q, %+v", text, fails)
	}
	if app.RedactTool(indiscreet{}, nil) != tool.Handler(indiscreet{}) {
		t.Error("without secrets the tool is wrapped")
	}
}

// A tool that crashes says why, and not with what.
func TestCrashShowsNoSecret(t *testing.T) {
	defer func() {
		if got := recover(); got != "cannot go on with [redacted TOKEN]" {
			t.Errorf("the reason is %v", got)
		}
	}()
	app.RedactTool(indiscreet{panics: true}, hides()).Run(t.Context(), tool.Call{}, tool.Class{}, func(tool.Progress) {})
}

// failing is a model service that cannot be reached.
type failing struct{ err error }

func (f failing) Stream(context.Context, model.Request, func(model.Chunk) error) (model.End, error) {
	return model.End{}, f.err
}

func TestClientCrashShowsNoSecret(t *testing.T) {
	defer func() {
		if got := recover(); got != "lost [redacted TOKEN]" {
			t.Errorf("the reason is %v", got)
		}
	}()
	_, _ = app.RedactClient(crashing{}, hides()).Stream(t.Context(), model.Request{}, nil)
}

type crashing struct{}

func (crashing) Stream(context.Context, model.Request, func(model.Chunk) error) (model.End, error) {
	panic("lost " + planted)
}

func TestClientShowsNoSecret(t *testing.T) {
	cause := errors.New("no route")
	_, err := app.RedactClient(failing{&model.Error{Kind: model.Unreachable, Message: "proxy ada:" + planted + " is gone", Err: cause}}, hides()).
		Stream(t.Context(), model.Request{}, nil)
	failure, ok := errors.AsType[*model.Error](err)
	if !ok || failure.Kind != model.Unreachable || failure.Message != "proxy ada:[redacted TOKEN] is gone" || !errors.Is(err, cause) {
		t.Errorf("%+v", err)
	}
	other := fmt.Errorf("no proxy ada:%s: %w", planted, cause)
	_, err = app.RedactClient(failing{other}, hides()).Stream(t.Context(), model.Request{}, nil)
	if err == nil || err.Error() != "no proxy ada:[redacted TOKEN]: no route" || !errors.Is(err, cause) {
		t.Errorf("%v", err)
	}
	_, err = app.RedactClient(failing{context.Canceled}, hides()).Stream(t.Context(), model.Request{}, nil)
	if !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

// The log of a session stays one of JSON lines, and shows neither known secrets nor what looks like one.
func TestDiagnosticsShowNoSecret(t *testing.T) {
	var out bytes.Buffer
	log := slog.New(slog.NewJSONHandler(app.NewDiagnostics(&out, hides()), nil))
	log.Warn("crashed", "reason", errors.New(planted), "who", struct{ Name string }{planted}, "header", "Bearer abcdef123456", "key", "sk-proj-123456", "n", 12)
	var line map[string]any
	if err := json.Unmarshal(out.Bytes(), &line); err != nil {
		t.Fatalf("%v in %s", err, out.String())
	}
	for _, secret := range []string{planted, "abcdef123456", "sk-proj"} {
		if strings.Contains(out.String(), secret) {
			t.Errorf("%s is in %s", secret, out.String())
		}
	}
	if line["msg"] != "crashed" || line["reason"] != "[redacted TOKEN]" || line["n"] != 12.0 {
		t.Errorf("%v", line)
	}
}

// What this process knows and nobody else may: variables, the user's .env and the keys of profiles.
func TestSecrets(t *testing.T) {
	dir := t.TempDir()
	write(t, dir+"/.env", "OTHER_API_KEY=dotenv-11112222\nFEATURE=dotenv-33334444\nOPENAI_MODEL=gpt-4o-mini\n")
	write(t, dir+"/config.yaml", "models:\n  profiles:\n  - {name: mine, model: m, baseURL: \"http://localhost:1/v1\", apiKey: profile-55556666}\n"+
		"  - {name: local, model: l, baseURL: \"http://localhost:2/v1\", apiKey: not-needed}\n")
	cfg, _, err := config.Load(config.Sources{BaseDir: dir})
	if err != nil {
		t.Fatal(err)
	}
	r := app.Secrets(app.Options{Config: cfg, Environ: []string{"MY_TOKEN=environ-77778888", "HOME=/home/somebody"}}, func(line string) { t.Error(line) })
	got := r.String("dotenv-11112222 dotenv-33334444 gpt-4o-mini profile-55556666 not-needed environ-77778888 /home/somebody")
	want := "[redacted OTHER_API_KEY] [redacted FEATURE] gpt-4o-mini [redacted key of mine] not-needed [redacted MY_TOKEN] /home/somebody"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	r = app.Secrets(app.Options{Environ: []string{"HOME=/home/somebody"}}, func(line string) { t.Error(line) })
	if text := "HOME is /home/somebody"; r.String(text) != text {
		t.Errorf("without secrets it makes %q", r.String(text))
	}
}

func write(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}
