package openai

import (
	"bytes"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// sent gives the request that a client makes of req. The base URL of the service is a path.
func sent(t *testing.T, s wire.Service, req model.Request) (*http.Request, string) {
	t.Helper()
	return modeltest.Sent(t, says(stream, textEvent("ok")+finishEvent("stop")+done), req, func(base string) model.Client {
		s.BaseURL = base + s.BaseURL
		return newClient(t, s)
	})
}

// Covers: E14, Z4, Y52
func TestSettings(t *testing.T) {
	const rest = `"messages":[{"role":"user","content":"hi"}],"stream":true,"stream_options":{"include_usage":true}`
	for _, test := range []struct {
		name string
		req  model.Request
		want string
	}{
		{"nothing set", model.Request{Model: "m"}, `{"model":"m",` + rest + `}`},
		{
			"all set",
			model.Request{Model: "m", MaxOutputTokens: 100, ThinkingLevel: "high", Temperature: new(0.5)},
			`{"model":"m","max_completion_tokens":100,"reasoning_effort":"high","temperature":0.5,` + rest + `}`,
		},
		{"temperature zero", model.Request{Model: "m", Temperature: new(0.0)}, `{"model":"m","temperature":0,` + rest + `}`},
		{"model with quotes", model.Request{Model: `"messages":null`}, `{"model":"\"messages\":null",` + rest + `}`},
		{
			"tools",
			model.Request{Model: "m", Tools: []model.Tool{{Name: "ls", Description: "list", Schema: json.RawMessage(`{"type":"object"}`)}}},
			`{"model":"m","tools":[{"type":"function","function":{"name":"ls","description":"list","parameters":{"type":"object"}}}],` + rest + `}`,
		},
		{
			"one tool",
			model.Request{Model: "m", Tools: []model.Tool{{Name: "ls", Schema: json.RawMessage(`{}`)}}, Choice: model.Choice{Name: "ls"}},
			`{"model":"m","tools":[{"type":"function","function":{"name":"ls","parameters":{}}}],"tool_choice":{"type":"function","function":{"name":"ls"}},` + rest + `}`,
		},
		{
			"some tool",
			model.Request{Model: "m", Tools: []model.Tool{{Name: "ls", Schema: json.RawMessage(`{}`)}}, Choice: model.Choice{Required: true}},
			`{"model":"m","tools":[{"type":"function","function":{"name":"ls","parameters":{}}}],"tool_choice":"required",` + rest + `}`,
		},
		{"choice without tools", model.Request{Model: "m", Choice: model.Choice{Required: true}}, `{"model":"m",` + rest + `}`},
		{"no thinking", model.Request{Model: "m", ThinkingLevel: "off"}, `{"model":"m","reasoning_effort":"none",` + rest + `}`},
		{"what only some services take", model.Request{Model: "m", CacheKey: "k", WebSearch: true}, `{"model":"m",` + rest + `}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.req.Messages = []model.Message{{Role: model.User, Text: "hi"}}
			_, body := sent(t, wire.Service{}, test.req)
			modeltest.SameJSON(t, test.want, body)
		})
	}
}

func TestMessages(t *testing.T) {
	call := func(id, input string) model.Call { return model.Call{ID: id, Name: "ls", Input: input} }
	for _, test := range []struct {
		name     string
		messages []model.Message
		want     string
	}{
		{
			"turns",
			[]model.Message{
				{Role: model.System, Text: "S"},
				{Role: model.User, Text: "U"},
				{Role: model.Assistant, Text: "A"},
				{Role: model.User, Text: "V"},
			},
			`[{"role":"system","content":"S"},{"role":"user","content":"U"},{"role":"assistant","content":"A"},{"role":"user","content":"V"}]`,
		},
		{"results and notes go to the next user message", []model.Message{
			{Role: model.User, Text: "U"},
			{Role: model.Assistant, Text: "A"},
			{Role: model.ToolResults, Text: "R"},
			{Role: model.System, Text: "N"},
			{Role: model.User, Text: "V"},
		}, `[{"role":"user","content":"U"},{"role":"assistant","content":"A"},
			{"role":"user","content":"<tool_results>\nR\n</tool_results>\n\n<system_note>\nN\n</system_note>\n\nV"}]`},
		{
			"results without a next user message",
			[]model.Message{
				{Role: model.User, Text: "U"},
				{Role: model.Assistant, Text: "A"},
				{Role: model.ToolResults, Text: "R"},
			},
			`[{"role":"user","content":"U"},{"role":"assistant","content":"A"},{"role":"user","content":"<tool_results>\nR\n</tool_results>"}]`,
		},
		{
			"neighbours are merged",
			[]model.Message{
				{Role: model.User, Text: "U"},
				{Role: model.User, Text: "V"},
				{Role: model.Assistant, Text: "A"},
				{Role: model.Assistant, Text: "B"},
			},
			`[{"role":"user","content":"U\n\nV"},{"role":"assistant","content":"A\n\nB"}]`,
		},
		{
			"empty messages are left out",
			[]model.Message{
				{Role: model.System},
				{Role: model.User, Text: "U"},
				{Role: model.Assistant},
				{Role: model.User, Text: "V"},
			},
			`[{"role":"user","content":"U\n\nV"}]`,
		},
		{"native calls", []model.Message{
			{Role: model.User, Text: "U"},
			{Role: model.Assistant, Calls: []model.Call{call("a", `{"p": 1}`), call("b", "")}},
			{Role: model.ToolResults, Results: []model.Result{{ID: "a", Text: "RA"}, {ID: "b"}}},
		}, `[{"role":"user","content":"U"},{"role":"assistant","content":null,"tool_calls":[
			{"id":"a","type":"function","function":{"name":"ls","arguments":"{\"p\": 1}"}},{"id":"b","type":"function","function":{"name":"ls","arguments":"{}"}}]},
			{"role":"tool","tool_call_id":"a","content":"RA"},{"role":"tool","tool_call_id":"b","content":""}]`},
		{
			"pictures",
			[]model.Message{{Role: model.User, Text: "U", Images: []model.Image{{MediaType: "image/png", Data: []byte{1, 2}}}}},
			`[{"role":"user","content":[{"type":"image_url","image_url":{"url":"data:image/png;base64,AQI="}},{"type":"text","text":"U"}]}]`,
		},
		{"a note between call and result comes after the result", []model.Message{
			{Role: model.User, Text: "U"},
			{Role: model.Assistant, Text: "A", Calls: []model.Call{call("a", "{}")}},
			{Role: model.System, Text: "N"},
			{Role: model.ToolResults, Text: "R", Results: []model.Result{{ID: "a", Text: "RA"}}},
		}, `[{"role":"user","content":"U"},{"role":"assistant","content":"A","tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}]},
			{"role":"tool","tool_call_id":"a","content":"RA"},
			{"role":"user","content":"<system_note>\nN\n</system_note>\n\n<tool_results>\nR\n</tool_results>"}]`},
		{
			"a broken input stays readable",
			[]model.Message{
				{Role: model.User, Text: "U"},
				{Role: model.Assistant, Calls: []model.Call{call("a", `{"p`)}},
			},
			`[{"role":"user","content":"U"},{"role":"assistant","content":null,"tool_calls":[
			{"id":"a","type":"function","function":{"name":"ls","arguments":"{\"invalid_json\":\"{\\\"p\"}"}}]}]`,
		},
		{
			"a name that there is not, and an input that is no object",
			[]model.Message{
				{Role: model.User, Text: "U"},
				{Role: model.Assistant, Calls: []model.Call{{ID: "a", Name: "no such\x1b tool!", Input: `["p"]`}}},
			},
			`[{"role":"user","content":"U"},{"role":"assistant","content":null,"tool_calls":[
			{"id":"a","type":"function","function":{"name":"no_such__tool_","arguments":"{\"value\":[\"p\"]}"}}]}]`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := format.NewHistories(messages{}.encode).Take(test.messages)
			if err := h.Extend(test.messages); err != nil {
				t.Fatal(err)
			}
			modeltest.SameJSON(t, test.want, "["+string(h.JSON())+"]")
		})
	}
}

// Covers: W22
func TestMore(t *testing.T) {
	for _, test := range []struct {
		name, host string
		req        model.Request
		want       string
	}{
		{"nothing", hostOpenAI, model.Request{}, ""},
		{"key of the cache", hostOpenAI, model.Request{CacheKey: `a"b`}, `,"prompt_cache_key":"a\"b"`},
		{"key of the cache elsewhere", "host", model.Request{CacheKey: "k"}, ""},
		{"search", hostOpenAI, model.Request{Model: "gpt-4o-search-preview", WebSearch: true}, `,"web_search_options":{}`},
		{"search by a model that cannot", hostOpenAI, model.Request{Model: "gpt-4o", WebSearch: true}, ""},
		{"search by a router", hostOpenRouter, model.Request{WebSearch: true}, `,"plugins":[{"id":"web"}]`},
	} {
		if got := more(test.req, test.host); got != test.want {
			t.Errorf("%s: %s, want %s", test.name, got, test.want)
		}
	}
}

func TestReasoningBack(t *testing.T) {
	const proof = mark + `{"host":"h","details":[{"type":"reasoning.text","text":"hm"}]}`
	conversation := []model.Message{
		{Role: model.User, Text: "U"},
		{Role: model.Assistant, Thoughts: []model.Thought{{Text: "hm"}, {Text: "so", Signature: proof}, {Text: "x", Signature: "other:{}"}}, Calls: []model.Call{{ID: "a", Name: "ls"}}},
		{Role: model.ToolResults, Results: []model.Result{{ID: "a", Text: "R"}}},
		{Role: model.Assistant, Thoughts: []model.Thought{{Text: "done"}}, Text: "A"},
	}
	const (
		before = `[{"role":"user","content":"U"},{"role":"assistant","content":null,`
		after  = `"tool_calls":[{"id":"a","type":"function","function":{"name":"ls","arguments":"{}"}}]},{"role":"tool","tool_call_id":"a","content":"R"},{"role":"assistant","content":"A"}]`
	)
	for _, test := range []struct {
		name string
		to   messages
		want string
	}{
		{"not wanted", messages{}, ""},
		{"wanted before calls", messages{echo: true}, `"reasoning_content":"hm\n\nso",`},
		{"in blocks with proofs", messages{host: "h"}, `"reasoning_details":[{"type":"reasoning.text","text":"hm"}],`},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := format.NewHistories(test.to.encode).Take(conversation)
			if err := h.Extend(conversation); err != nil {
				t.Fatal(err)
			}
			modeltest.SameJSON(t, before+test.want+after, "["+string(h.JSON())+"]")
		})
	}
}

func TestAngleBracketsStayShort(t *testing.T) {
	_, body := sent(t, wire.Service{}, model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Text: "<a> & b"}}})
	if !strings.Contains(body, "<a> & b") {
		t.Errorf("body %s", body)
	}
}

// Covers: E30, Z8
func TestEndpoint(t *testing.T) {
	for _, test := range []struct{ base, want string }{
		{"http://host:1/v1", "http://host:1/v1/chat/completions"},
		{"http://host/v1///", "http://host/v1/chat/completions"},
		{"https://host", "https://host/chat/completions"},
		{" https://host/ ", "https://host/chat/completions"},
		{"https://host/v1/chat/completions/", "https://host/v1/chat/completions"},
		{"https://host/v1?api-version=2", "https://host/v1/chat/completions?api-version=2"},
	} {
		got, err := wire.Service{BaseURL: test.base}.Endpoint(completions)
		if err != nil || got.String() != test.want {
			t.Errorf("%q becomes %v, %v, want %s", test.base, got, err, test.want)
		}
	}
	for _, bad := range []string{"", "host/v1", "ftp://host", "http://", "http://user:hunter2@ho st/v1?key=hunter2"} {
		got, err := wire.Service{BaseURL: bad}.Endpoint(completions)
		if err == nil || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%q becomes %v, %v, want an error without secrets", bad, got, err)
		}
	}
}

// Covers: E29
func TestHeadersAndLog(t *testing.T) {
	var log bytes.Buffer
	o := wire.Service{BaseURL: "/v1/?x=1", Key: " sk-1234567890\n", Profile: "local", Kind: "openai", Log: slog.New(slog.NewTextHandler(&log, nil))}
	r, _ := sent(t, o, model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Text: "the prompt"}}})
	if got := r.URL.String(); got != "/v1/chat/completions?x=1" || r.Method != http.MethodPost {
		t.Errorf("%s %s", r.Method, got)
	}
	for name, want := range map[string]string{
		"Authorization": "Bearer sk-1234567890", "Content-Type": "application/json", "Accept": "text/event-stream",
		"User-Agent": "eidolon", "Accept-Encoding": "",
	} {
		if got := r.Header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if got := log.String(); !strings.Contains(got, "provider=local api_kind=openai model=m messages=1") || strings.Contains(got,
		"sk-") || strings.Contains(got, "prompt") {
		t.Errorf("log %s", got)
	}
	r, _ = sent(t, wire.Service{}, model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Text: "hi"}}})
	if got, given := r.Header["Authorization"]; given {
		t.Errorf("Authorization %q without a key", got)
	}
}

func TestKeyWithControls(t *testing.T) {
	if _, err := New(wire.Service{BaseURL: "http://host", Key: "sk-secret\r\nX: y"}); err == nil || strings.Contains(err.Error(),
		"sk-") {
		t.Errorf("error %v, want one without the key", err)
	}
}

// A gateway may take what OpenAI refuses for a model of the same name.
func TestNotRefusedElsewhere(t *testing.T) {
	for _, req := range []model.Request{
		{Model: "gpt-6.1-sol", Tools: []model.Tool{{Name: "ls", Schema: json.RawMessage("{}")}}},
		{Model: "o3-mini", Temperature: new(0.3)},
	} {
		if _, body := sent(t, wire.Service{}, req); !strings.Contains(body, `"model":"`+req.Model+`"`) {
			t.Errorf("sent was %s", body)
		}
	}
}

// TestRefusedByTheLibrary has requests that the library knows the service would refuse.
func TestRefusedByTheLibrary(t *testing.T) {
	client := newClient(t, wire.Service{BaseURL: "https://api.openai.com/v1"})
	for name, req := range map[string]model.Request{
		"temperature of a reasoning model": {Model: "o3-mini", Temperature: new(0.3)},
		"schema that is no JSON":           {Model: "m", Tools: []model.Tool{{Name: "ls", Schema: json.RawMessage("{")}}},
	} {
		t.Run(name, func(t *testing.T) {
			_, err := client.Stream(t.Context(), req, func(model.Chunk) error { return nil })
			if failure := modeltest.FailureOf(t, err, model.BadRequest); !strings.Contains(failure.Message, "was not sent") {
				t.Errorf("message %q", failure.Message)
			}
		})
	}
}
