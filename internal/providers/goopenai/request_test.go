package goopenai

import (
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"go.uber.org/goleak"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// exchanged sends the settings that the library wrote and gives what the service got and the library reads.
func exchanged(t *testing.T, more, settings, answer string) (got, read string, err error) {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		got = r.URL.Path + " " + string(body)
		_, _ = io.WriteString(w, answer)
	}))
	defer server.Close()
	endpoint, err := url.Parse(server.URL + "/here")
	if err != nil {
		t.Fatal(err)
	}
	transport, err := wire.NewTransport(wire.Service{}, endpoint)
	if err != nil {
		t.Fatal(err)
	}
	defer transport.Close()
	guard, ctx := transport.Begin(t.Context(), model.Request{})
	defer guard.Close()
	messages := []model.Message{{Role: model.User, Text: "hi"}}
	h := format.NewHistories(func(r format.Run) ([]any, error) { return []any{r.Text()}, nil }).Take(messages)
	if err := h.Extend(messages); err != nil {
		t.Fatal(err)
	}
	r := &Request{Guard: guard, Endpoint: endpoint, Key: "input", History: h, More: more}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, "https://library.test/there", strings.NewReader(settings))
	if err != nil {
		t.Fatal(err)
	}
	res, err := r.Do(req)
	if err != nil {
		return got, "", err
	}
	defer func() { _ = res.Body.Close() }()
	data, err := io.ReadAll(res.Body)
	if err != nil {
		err = guard.Fail(ctx, r.Fail(err))
	}
	return got, string(data), err
}

func TestConversationTakesItsPlace(t *testing.T) {
	got, _, err := exchanged(t, `,"more":1`, `{"model":"\"input\":null","input":null,"a":{"b":2}}`, `{"whole":true}`)
	if want := `/here {"model":"\"input\":null","input":["hi"` + "\n" + `],"more":1,"a":{"b":2}}`; got != want || err != nil {
		t.Errorf("got %s, %v\nwant %s", got, err, want)
	}
	if _, _, err := exchanged(t, "", `{"model":"m"}`, ""); err == nil || !strings.Contains(err.Error(), "was not sent") {
		t.Errorf("error %v of settings without a place", err)
	}
}

func TestLines(t *testing.T) {
	for _, test := range []struct{ name, answer, want, fails string }{
		{"events", ": hi\r\n\r\nevent: x\r\ndata: {\"a\":1}\r\n\r\ndata: [DONE]\n\n", "data: {\"a\":1}\ndata: [DONE]\n", "cut off"},
		{"several lines", "data: {\"a\":\ndata: 1}\n\n", "data: {\"a\": 1}\n", "cut off"},
		{"an error that is not an object", "data: {\"error\":\"x\"}\n\n", "data: { \"error\":\"x\"}\n", "cut off"},
		{"an error event", "data: 1\n\nevent: error\ndata: {\"message\":\"oops\"}\n\n", "data: 1\n", "oops"},
		{"whole", `{"a":1}`, "data: {\"a\":1}\ndata: [DONE]\n", ""},
		{"whole with an error", `{"error":{}}`, "data: { \"error\":{}}\ndata: [DONE]\n", ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, read, err := exchanged(t, "", `{"input":null}`, test.answer)
			if read != test.want || (err == nil) != (test.fails == "") || (err != nil && !strings.Contains(err.Error(), test.fails)) {
				t.Errorf("read %q, %v", read, err)
			}
		})
	}
}
