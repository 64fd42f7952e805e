package stubserver

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"eidolon/actors/model"
	"eidolon/actors/stubmodel"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// start serves a script for the duration of a test.
func start(t *testing.T, text string) *Server {
	t.Helper()
	script, err := stubmodel.Parse("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	s, err := Start(t.Context(), script, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(s.Close)
	return s
}

// client follows no redirects and keeps no connections.
func client() *http.Client {
	return &http.Client{
		Transport:     &http.Transport{DisableKeepAlives: true},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}
}

// post sends a request and gives the response and all that could be read of its body.
func post(ctx context.Context, t *testing.T, s *Server, body string) (*http.Response, string, error) {
	t.Helper()
	return send(t, request(ctx, t, s, "/chat/completions", body), func(string) {})
}

// request makes a request with a body to a path behind the server's address.
func request(ctx context.Context, t *testing.T, s *Server, path, body string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, s.URL+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	req.Header.Set("Anthropic-Version", "2023-06-01")
	return req
}

// send gives a response with all of its body, and tells what has come of that as soon as it comes.
func send(t *testing.T, req *http.Request, heard func(body string)) (*http.Response, string, error) {
	t.Helper()
	resp, err := client().Do(req)
	if err != nil {
		return &http.Response{Header: http.Header{}}, "", err
	}
	defer resp.Body.Close()
	var got []byte
	for buf := make([]byte, 4<<10); err == nil; {
		var n int
		n, err = resp.Body.Read(buf)
		got = append(got, buf[:n]...)
		heard(string(got))
	}
	if errors.Is(err, io.EOF) {
		err = nil
	}
	return resp, string(got), err
}

// giveUp is how long a request waits for a server that says nothing at all.
const giveUp = time.Second

// leave sends a request and gives it up when the body has a text, or after a while that passes in silence.
func leave(t *testing.T, s *Server, path, body, text string) (*http.Response, string, error) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	if text == "" {
		ctx, cancel = context.WithTimeout(ctx, giveUp)
		defer cancel()
	}
	return send(t, request(ctx, t, s, path, body), func(got string) {
		if text != "" && strings.Contains(got, text) {
			cancel()
		}
	})
}

const (
	hello   = `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"}]}`
	offered = `{"model":"m","stream":true,"stream_options":{"include_usage":true},"messages":[{"role":"user","content":"hi"}],"tools":[{"type":"function","function":{"name":"t"}}]}`
)

// event gives a whole event from its choices.
func event(choices string) string {
	return `data: {"id":"chatcmpl-stub","object":"chat.completion.chunk","created":0,"model":"m","choices":[` + choices + "]}\n\n"
}

func delta(d string) string { return event(`{"index":0,"delta":` + d + `,"finish_reason":null}`) }

func finish(reason string) string {
	return event(`{"index":0,"delta":{},"finish_reason":"` + reason + `"}`)
}

func TestStream(t *testing.T) {
	const script = `answers: [{parts: [{reasoning: hm}, {text: Hi}, {call: {name: t, id: c, input: {a: 1}}}, {wire: ": a comment\n\n"}], usage: {input: 2, output: 1}}]`
	begin := delta(`{"role":"assistant","content":""}`) + delta(`{"reasoning_content":"hm"}`) + delta(`{"content":"Hi"}`)
	for _, c := range []struct{ name, body, want string }{
		{
			"in XNL, without usage", hello,
			begin + delta(`{"content":"\n!unquote_start\n\u003ctool_call t id=\"c\" { a = 1 }\u003e\n!unquote_end\n"}`) +
				": a comment\n\n" + finish("stop") + "data: [DONE]\n\n",
		},
		{
			"natively, with usage", offered,
			begin + delta(`{"tool_calls":[{"index":0,"id":"c","type":"function","function":{"name":"t","arguments":""}}]}`) +
				delta(`{"tool_calls":[{"index":0,"function":{"arguments":"{\"a"}}]}`) +
				delta(`{"tool_calls":[{"index":0,"function":{"arguments":"\":1}"}}]}`) +
				": a comment\n\n" + finish("tool_calls") +
				strings.Replace(event(""), "]}", `],"usage":{"prompt_tokens":2,"completion_tokens":1,"total_tokens":3,"prompt_tokens_details":{"cached_tokens":0},"completion_tokens_details":{"reasoning_tokens":0}}}`, 1) +
				"data: [DONE]\n\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, got, err := post(t.Context(), t, start(t, script), c.body)
			if err != nil || resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream" {
				t.Errorf("%v %v %v", resp.Status, resp.Header, err)
			}
			if got != c.want {
				t.Errorf("got:\n%s\nwant:\n%s", got, c.want)
			}
		})
	}
}

func TestFaults(t *testing.T) {
	for _, c := range []struct {
		name, take string
		status     int
		header     string // "Name: value"
		body       string // what it holds
		cut        bool   // the body, or all of the response, is missing
		err        string // in the record
	}{
		{name: "key", take: "parts: [fault: {kind: auth}]", status: 401, body: `"code":"invalid_api_key"`, err: "The scripted model failed as told (auth)."},
		{name: "rate", take: "parts: [fault: {kind: rate_limited, retryAfter: 1500ms}]", status: 429, header: "Retry-After: 2", body: `rate_limit_exceeded`, err: "The scripted model failed as told (rate_limited)."},
		{name: "rate in ms", take: "parts: [fault: {kind: rate_limited, retryAfter: 1500ms}]", status: 429, header: "Retry-After-Ms: 1500", err: "The scripted model failed as told (rate_limited)."},
		{name: "overload", take: "parts: [fault: {kind: overloaded, status: 529, message: Busy.}]", status: 529, body: `{"error":{"message":"Busy.","type":"server_error","param":null,"code":"overloaded"}}`, err: "Busy."},
		{name: "length", take: "parts: [fault: {kind: context_limit}]", status: 400, body: "context_length_exceeded", err: "The scripted model failed as told (context_limit)."},
		{name: "no connection", take: "parts: [fault: {kind: unreachable}]", cut: true, err: "The scripted model failed as told (unreachable)."},
		{name: "cut in the middle", take: "parts: [text: Hi, fault: {kind: truncated}]", status: 200, body: `"Hi"`, cut: true, err: "The scripted model failed as told (truncated)."},
		{name: "panic", take: "parts: [text: Hi, fault: {kind: panic}]", status: 200, body: `"Hi"`, cut: true, err: "the script told the model to panic"},
		{name: "error in the stream", take: "parts: [text: Hi, fault: {kind: overloaded}]", status: 200, body: "data: {\"error\":{", err: "The scripted model failed as told (overloaded)."},
		{name: "a page instead of an answer", take: "parts: [fault: {kind: bad_answer}]", status: 200, header: "Content-Type: text/html", body: "<p>Please log in.", err: "The scripted model failed as told (bad_answer)."},
		{name: "a broken event", take: "parts: [text: Hi, fault: {kind: bad_answer}]", status: 200, body: "data: {\"choices\":[{\"delta\n\n", err: "The scripted model failed as told (bad_answer)."},
		{name: "redirect", take: "http: {status: 307, headers: {Location: /elsewhere}}", status: 307, header: "Location: /elsewhere"},
		{name: "own words", take: "http: {headers: {Content-Type: text/plain}, body: hello}", status: 200, body: "hello"},
		{name: "half a line, then silence", take: "parts: [wire: 'data: {\"cho', fault: {kind: hang}]", status: 200, body: "data: {\"cho", cut: true, err: "context canceled"},
		{name: "headers, then silence", take: "parts: [pause: 1h]", status: 200, body: `"assistant"`, cut: true, err: "context canceled"},
		{name: "silence", take: "delay: 1h", cut: true, err: "context canceled"},
		{name: "silence until the limit", take: "parts: [fault: {kind: timeout}]", cut: true, err: "The scripted model failed as told (timeout)."},
		{name: "a request that does not fit", take: "expect: {messages: 2}", status: 400, body: "test.yaml, answer 1: expected 2 messages", err: "script test.yaml, answer 1: expected 2 messages, but there are 1 (user)"},
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			s := start(t, "answers:\n- {"+strings.ReplaceAll(c.take, "[text: Hi, ", "[{text: Hi}, ")+"}")
			play := func() (*http.Response, string, error) { return post(t.Context(), t, s, hello) }
			if c.cut && (c.err == "context canceled" || c.status == 0) {
				play = func() (*http.Response, string, error) { return leave(t, s, "/chat/completions", hello, c.body) }
			}
			resp, body, err := play()
			if resp.StatusCode != c.status || !strings.Contains(body, c.body) || (err != nil) != c.cut {
				t.Errorf("status %d, body %q, %v", resp.StatusCode, body, err)
			}
			if name, value, ok := strings.Cut(c.header, ": "); ok && resp.Header.Get(name) != value {
				t.Errorf("headers %v", resp.Header)
			}
			s.Close()
			if x := s.Exchanges()[0]; x.Err != c.err || x.Status != c.status {
				t.Errorf("noted status %d, %q", x.Status, x.Err)
			}
		})
	}
}

func TestExchangesTellTheTimes(t *testing.T) {
	s := start(t, `answers: [{delay: 20ms, parts: [{text: a}, {pause: 20ms}, {text: b}]}, {parts: [text: c]}]`)
	if _, _, err := post(t.Context(), t, s, hello); err != nil {
		t.Fatal(err)
	}
	second := `{"model":"m","stream":true,"messages":[{"role":"user","content":"hi"},{"role":"assistant","content":"ab"},{"role":"user","content":"go on"}]}`
	if _, _, err := post(t.Context(), t, s, second); err != nil {
		t.Fatal(err)
	}
	got := s.Exchanges()
	if len(got) != 2 {
		t.Fatalf("%d exchanges", len(got))
	}
	a, b := got[0], got[1]
	if a.First.Sub(a.Arrived) < 20*time.Millisecond || a.Last.Sub(a.Arrived) < 40*time.Millisecond || b.Arrived.Before(a.Last) {
		t.Errorf("times %v %v %v, then %v", a.Arrived, a.First, a.Last, b.Arrived)
	}
	if a.Step != 1 || b.Step != 2 || b.Attempt != 1 || string(a.Body) != hello || len(b.Request.Messages) != 3 || b.Path != "/v1/chat/completions" {
		t.Errorf("noted %+v and %+v", a, b)
	}
}

func TestStrictness(t *testing.T) {
	message := func(messages string) string { return `{"model":"m","stream":true,"messages":[` + messages + `]}` }
	const call = `{"role":"user","content":"a"},{"role":"assistant","content":null,"tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{}"}},{"id":"d","type":"function","function":{"name":"f","arguments":"{}"}}]}`
	for _, c := range []struct{ name, body, want string }{
		{"no JSON", "hello", "the body is not a chat completions request"},
		{"no model", `{"stream":true,"messages":[{"role":"user"}]}`, "model is missing"},
		{"no messages", `{"stream":true,"model":"m"}`, "messages are missing"},
		{"not streamed", `{"model":"m","messages":[{"role":"user"}]}`, "this server only streams"},
		{"odd role", message(`{"role":"robot"}`), `messages[0]: role \"robot\" is not known`},
		{"odd content", message(`{"role":"user","content":7}`), "messages[0]: content is neither text nor a list of parts"},
		{"odd part", message(`{"role":"user","content":[{"type":"audio"}]}`), `messages[0]: content of type \"audio\" is not known`},
		{"picture elsewhere", message(`{"role":"user","content":[{"type":"image_url","image_url":{"url":"https://x"}}]}`), "messages[0]: an image needs a data URL"},
		{"call without result", message(call), `the tool call \"c\" has no result`},
		{"one of two results missing", message(call + `,{"role":"tool","tool_call_id":"c","content":"r"},{"role":"user","content":"b"}`), `messages[3]: the tool call \"d\" has no result`},
		{"result without call", message(`{"role":"tool","tool_call_id":"x","content":"r"}`), `messages[0]: the tool message answers \"x\", which is no open call of the message before`},
		{"tool without a name", `{"model":"m","stream":true,"messages":[{"role":"user"}],"tools":[{"type":"function"}]}`, "a tool needs type function and a name"},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, body, err := post(t.Context(), t, start(t, "{}"), c.body)
			if err != nil || resp.StatusCode != http.StatusBadRequest || !strings.Contains(body, c.want) {
				t.Errorf("%s %s %v\nwant %s", resp.Status, body, err, c.want)
			}
		})
	}
}

func TestRequestIsUnderstood(t *testing.T) {
	s := start(t, "{}")
	const body = `{"model":"m","stream":true,"max_completion_tokens":9,"reasoning_effort":"low","messages":[
		{"role":"developer","content":[{"type":"text","text":"Be "},{"type":"text","text":"kind."}]},
		{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AQI="}},{"type":"text","text":"a"}]},
		{"role":"assistant","content":null,"reasoning_content":"hm","tool_calls":[{"id":"c","type":"function","function":{"name":"f","arguments":"{\"x\":1}"}},{"id":"d","type":"function","function":{"name":"g","arguments":"{}"}}]},
		{"role":"tool","tool_call_id":"d","content":"two"},{"role":"tool","tool_call_id":"c","content":"one"}],
		"tools":[{"type":"function","function":{"name":"f","description":"F.","parameters":{"type":"object"}}}]}`
	if resp, got, err := post(t.Context(), t, s, body); err != nil || !strings.Contains(got, `"Echo: "`) {
		t.Fatalf("%s %s %v", resp.Status, got, err)
	}
	want := model.Request{
		Model: "m", MaxOutputTokens: 9, ThinkingLevel: "low",
		Messages: []model.Message{
			{Role: model.System, Text: "Be kind."},
			{Role: model.User, Text: "a", Images: []model.Image{{MediaType: "image/png", Data: []byte{1, 2}}}},
			{
				Role: model.Assistant, Thoughts: []model.Thought{{Text: "hm"}},
				Calls: []model.Call{{ID: "c", Name: "f", Input: `{"x":1}`}, {ID: "d", Name: "g", Input: "{}"}},
			},
			{Role: model.ToolResults, Results: []model.Result{{ID: "d", Text: "two", OK: true}, {ID: "c", Text: "one", OK: true}}},
		},
		Tools: []model.Tool{{Name: "f", Description: "F.", Schema: []byte(`{"type":"object"}`)}},
	}
	if got := s.Exchanges()[0].Request; fmt.Sprintf("%+v", got) != fmt.Sprintf("%+v", want) {
		t.Errorf("got  %+v\nwant %+v", got, want)
	}
}

func TestOtherPaths(t *testing.T) {
	s := start(t, "{}")
	for path, want := range map[string]string{
		"/models":    `200 {"object":"list","data":[{"id":"stub","object":"model","created":0,"owned_by":"eidolon"}]}`,
		"/elsewhere": `404 {"error":{"message":"nothing is served at /v1/elsewhere","type":"invalid_request_error","param":null,"code":"invalid_value"}}`,
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, s.URL+path, nil)
		if err != nil {
			t.Fatal(err)
		}
		resp, err := client().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		if got := fmt.Sprint(resp.StatusCode, " ", string(body)); got != want {
			t.Errorf("%s: %s", path, got)
		}
	}
}

func TestServerEndsWithItsContext(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	s, err := Start(ctx, &stubmodel.Script{}, Options{})
	if err != nil {
		t.Fatal(err)
	}
	cancel()
	s.Close()
	if _, _, err := post(t.Context(), t, s, hello); err == nil {
		t.Error("it still answers")
	}
}

func TestCloseEndsWhatHangs(t *testing.T) {
	s := start(t, "answers: [{parts: [{text: Hi}, {fault: {kind: hang}}]}]")
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, s.URL+"/chat/completions", strings.NewReader(hello))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client().Do(req) // returns with the headers: the answer hangs from now on
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	began := time.Now()
	s.Close()
	if took := time.Since(began); took > closing/2 {
		t.Errorf("closing took %v", took)
	}
}

func BenchmarkLongText(b *testing.B) {
	data, err := os.ReadFile("../../testdata/model/long-text.yaml")
	if err != nil {
		b.Fatal(err)
	}
	script, err := stubmodel.Parse("long-text.yaml", data)
	if err != nil {
		b.Fatal(err)
	}
	s, err := Start(b.Context(), script, Options{})
	if err != nil {
		b.Fatal(err)
	}
	defer s.Close()
	for b.Loop() {
		resp, err := http.Post(s.URL+"/chat/completions", "application/json", strings.NewReader(hello)) //nolint:noctx // a benchmark
		if err != nil {
			b.Fatal(err)
		}
		if _, err := io.Copy(io.Discard, resp.Body); err != nil {
			b.Fatal(err)
		}
		resp.Body.Close()
	}
}
