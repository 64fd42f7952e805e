package stubserver

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	official "github.com/anthropics/anthropic-sdk-go"
	"github.com/anthropics/anthropic-sdk-go/option"
	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
)

// postMessages sends a request in the Messages format.
func postMessages(ctx context.Context, t *testing.T, s *Server, body string) (*http.Response, string, error) {
	t.Helper()
	return send(t, request(ctx, t, s, "/messages", body), func(string) {})
}

const (
	messagesHello   = `{"model":"m","max_tokens":9,"stream":true,"messages":[{"role":"user","content":"hi"}]}`
	messagesOffered = `{"model":"m","max_tokens":9,"stream":true,"tools":[{"name":"t","input_schema":{"type":"object"}}],"messages":[{"role":"user","content":"hi"}]}`
)

// named writes an event.
func named(kind, rest string) string {
	return "event: " + kind + "\ndata: {\"type\":\"" + kind + "\"" + rest + "}\n\n"
}

const messagesBegin = "event: message_start\n" +
	`data: {"type":"message_start","message":{"id":"msg_stub","type":"message","role":"assistant","model":"m","content":[],"stop_reason":null,"stop_sequence":null,` +
	`"usage":{"input_tokens":0,"cache_creation_input_tokens":0,"cache_read_input_tokens":0,"output_tokens":0}}}` + "\n\nevent: ping\ndata: {\"type\":\"ping\"}\n\n"

func TestMessagesStream(t *testing.T) {
	const script = `answers: [{parts: [{reasoning: hm, signature: s}, {text: Hi}, {call: {name: t, id: c, input: {a: 1}}}, {text: "!"}], usage: {input: 9, output: 1, cached: 4, written: 3}}]`
	const thoughts = `,"index":0,"content_block":{"type":"thinking","thinking":"","signature":""}`
	begin := messagesBegin + named("content_block_start", thoughts) +
		named("content_block_delta", `,"index":0,"delta":{"type":"thinking_delta","thinking":"hm"}`) +
		named("content_block_delta", `,"index":0,"delta":{"type":"signature_delta","signature":"s.dffeeeb5"}`) + named("content_block_stop", `,"index":0`) +
		named("content_block_start", `,"index":1,"content_block":{"type":"text","text":""}`) +
		named("content_block_delta", `,"index":1,"delta":{"type":"text_delta","text":"Hi"}`)
	end := func(reason string) string {
		return named("message_delta", `,"delta":{"stop_reason":"`+reason+`","stop_sequence":null},`+
			`"usage":{"input_tokens":2,"cache_creation_input_tokens":3,"cache_read_input_tokens":4,"output_tokens":1}`) + named("message_stop", "")
	}
	for _, c := range []struct{ name, body, want string }{
		{
			"in XNL", messagesHello,
			begin + named("content_block_delta", `,"index":1,"delta":{"type":"text_delta","text":"\n!unquote_start\n\u003ctool_call t id=\"c\" { a = 1 }\u003e\n!unquote_end\n"}`) +
				named("content_block_delta", `,"index":1,"delta":{"type":"text_delta","text":"!"}`) + named("content_block_stop", `,"index":1`) + end("end_turn"),
		},
		{
			"natively", messagesOffered,
			begin + named("content_block_stop", `,"index":1`) +
				named("content_block_start", `,"index":2,"content_block":{"type":"tool_use","id":"c","name":"t","input":{}}`) +
				named("content_block_delta", `,"index":2,"delta":{"type":"input_json_delta","partial_json":"{\"a"}`) +
				named("content_block_delta", `,"index":2,"delta":{"type":"input_json_delta","partial_json":"\":1}"}`) + named("content_block_stop", `,"index":2`) +
				named("content_block_start", `,"index":3,"content_block":{"type":"text","text":""}`) +
				named("content_block_delta", `,"index":3,"delta":{"type":"text_delta","text":"!"}`) + named("content_block_stop", `,"index":3`) + end("tool_use"),
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, got, err := postMessages(t.Context(), t, start(t, script), c.body)
			if err != nil || resp.StatusCode != http.StatusOK || resp.Header.Get("Content-Type") != "text/event-stream" {
				t.Errorf("%v %v %v", resp.Status, resp.Header, err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestMessagesFaults(t *testing.T) {
	for _, c := range []struct {
		name, take string
		status     int
		body       string // what it holds
		cut, hangs bool
	}{
		{name: "key", take: "parts: [fault: {kind: auth}]", status: 401, body: `{"type":"error","error":{"type":"authentication_error","message":`},
		{name: "rate", take: "parts: [fault: {kind: rate_limited}]", status: 429, body: "rate_limit_error"},
		{name: "overload", take: "parts: [fault: {kind: overloaded, status: 529, message: Busy.}]", status: 529, body: `"error":{"type":"overloaded_error","message":"Busy."}`},
		{name: "length", take: "parts: [fault: {kind: context_limit, message: 'prompt is too long: 9 tokens > 8 maximum'}]", status: 400, body: "prompt is too long"},
		{name: "error in the stream", take: "parts: [{text: Hi}, {fault: {kind: overloaded}}]", status: 200, body: "event: error\ndata: {\"type\":\"error\",\"error\":{\"type\":\"overloaded_error\""},
		{name: "cut in the middle", take: "parts: [{text: Hi}, {fault: {kind: truncated}}]", status: 200, body: `"Hi"`, cut: true},
		{name: "silence", take: "parts: [{text: Hi}, {fault: {kind: hang}}]", status: 200, body: `"Hi"`, cut: true, hangs: true},
		{name: "a request that does not fit", take: "expect: {messages: 2}", status: 400, body: "invalid_request_error"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := start(t, "answers:\n- {"+c.take+"}")
			play := func() (*http.Response, string, error) { return postMessages(t.Context(), t, s, messagesHello) }
			if c.hangs {
				play = func() (*http.Response, string, error) { return leave(t, s, "/messages", messagesHello, c.body) }
			}
			resp, body, err := play()
			if resp.StatusCode != c.status || !strings.Contains(body, c.body) || (err != nil) != c.cut {
				t.Errorf("status %d, body %q, %v", resp.StatusCode, body, err)
			}
		})
	}
}

func TestMessagesStrictness(t *testing.T) {
	talk := func(messages string) string {
		return `{"model":"m","max_tokens":9,"stream":true,"tools":[{"name":"f","input_schema":{"type":"object"}}],"messages":[` + messages + `]}`
	}
	thinks := func(messages, rest string) string {
		return `{"model":"m","max_tokens":2000,"stream":true,"thinking":{"type":"enabled","budget_tokens":1024},"tools":[{"name":"f","input_schema":{"type":"object"}}]` + rest + `,"messages":[` + messages + `]}`
	}
	const (
		u      = `{"role":"user","content":"a"}`
		called = u + `,{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{}},{"type":"tool_use","id":"d","name":"f","input":{}}]}`
		both   = `{"type":"tool_result","tool_use_id":"c","content":"r"},{"type":"tool_result","tool_use_id":"d","content":"r"}`
		mark   = `"cache_control":{"type":"ephemeral"}`
	)
	for _, c := range []struct{ name, body, want string }{
		{"no JSON", "hello", "the body is not a messages request"},
		{"unknown field", `{"model":"m","max_tokens":9,"stream":true,"cache_key":"k"}`, "cache_key"},
		{"no model", `{"max_tokens":9,"stream":true,"messages":[` + u + `]}`, "model: field required"},
		{"no limit", `{"model":"m","stream":true,"messages":[` + u + `]}`, "max_tokens: must be"},
		{"no messages", `{"model":"m","max_tokens":9,"stream":true}`, "at least one message"},
		{"not streamed", `{"model":"m","max_tokens":9,"messages":[` + u + `]}`, "this server only streams"},
		{"the model begins", talk(`{"role":"assistant","content":"a"}`), "messages.0: roles must alternate"},
		{"two of the user", talk(u + "," + u), "messages.1: roles must alternate"},
		{"a system message", talk(`{"role":"system","content":"a"}`), "roles must alternate"},
		{"odd content", talk(`{"role":"user","content":7}`), "messages.0: content is neither text nor a list of blocks"},
		{"no content", talk(`{"role":"user","content":[]}`), "content must not be empty"},
		{"blank text", talk(`{"role":"user","content":" \n"}`), "messages.0.content.0: text content blocks must contain non-whitespace text"},
		{"blank system", `{"model":"m","max_tokens":9,"stream":true,"system":[{"type":"text","text":""}],"messages":[` + u + `]}`, "system: text content blocks must be non-empty"},
		{"odd block", talk(`{"role":"user","content":[{"type":"video"}]}`), `content of type \"video\" is not known`},
		{"odd picture", talk(`{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/bmp","data":"UE5H"}}]}`), "not an image"},
		{"call of the user", talk(`{"role":"user","content":[{"type":"tool_use","id":"c","name":"f","input":{}}]}`), "not permitted in messages of this role"},
		{"call without result", talk(called), "without `tool_result` blocks: c, d"},
		{"one of two results missing", talk(called + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","content":"r"}]}`), "immediately after: d"},
		{"result behind words", talk(called + `,{"role":"user","content":[{"type":"text","text":"x"},` + both + `]}`), "must come before the others"},
		{"result without call", talk(`{"role":"user","content":[{"type":"tool_result","tool_use_id":"x"}]}`), "unexpected `tool_use_id`"},
		{"error without words", talk(called + `,{"role":"user","content":[{"type":"tool_result","tool_use_id":"c","is_error":true}]}`), "content cannot be empty"},
		{"odd id", talk(u + `,{"role":"assistant","content":[{"type":"tool_use","id":"c.1","name":"f","input":{}}]}`), "tool_use.id: String should match"},
		{"input that is no object", talk(u + `,{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":[]}]}`), "valid dictionary"},
		{"an id twice", talk(u + `,{"role":"assistant","content":[{"type":"tool_use","id":"c","name":"f","input":{}},{"type":"tool_use","id":"c","name":"f","input":{}}]}`), "ids must be unique"},
		{"calls without tools", strings.Replace(talk(called+`,{"role":"user","content":[`+both+`]}`), `"tools":[{"name":"f","input_schema":{"type":"object"}}],`, "", 1), "must define tools"},
		{"tool without a schema", `{"model":"m","max_tokens":9,"stream":true,"tools":[{"name":"f"}],"messages":[` + u + `]}`, "tools.0.input_schema.type"},
		{"choice without tools", `{"model":"m","max_tokens":9,"stream":true,"tool_choice":{"type":"any"},"messages":[` + u + `]}`, "while providing tools"},
		{"thought that was changed", talk(u + `,{"role":"assistant","content":[{"type":"thinking","thinking":"hm!","signature":"s.dffeeeb5"},{"type":"text","text":"x"}]},` + u), "Invalid `signature`"},
		{"no thought before calls", thinks(called+`,{"role":"user","content":[`+both+`]}`, ""), "Expected `thinking` or `redacted_thinking`, but found `tool_use`"},
		{"thinking and temperature", thinks(u, `,"temperature":0.5`), "`temperature` may only be set to 1"},
		{"thinking and a choice", thinks(u, `,"tool_choice":{"type":"tool","name":"f"}`), "thinking may not be enabled"},
		{"budget beyond the limit", strings.Replace(thinks(u, ""), "1024", "2000", 1), "`max_tokens` must be greater"},
		{"small budget", strings.Replace(thinks(u, ""), "1024", "1023", 1), "greater than or equal to 1024"},
		{
			"five marks", `{"model":"m","max_tokens":9,"stream":true,` + mark + `,"messages":[{"role":"user","content":[` +
				strings.Repeat(`{"type":"text","text":"a",`+mark+`},`, 3) + `{"type":"text","text":"a",` + mark + `}]}]}`, "a maximum of 4 blocks",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			resp, body, err := postMessages(t.Context(), t, start(t, "{}"), c.body)
			if err != nil || resp.StatusCode != http.StatusBadRequest || !strings.Contains(body, c.want) {
				t.Errorf("%s %s %v\nwant %s", resp.Status, body, err, c.want)
			}
		})
	}
	t.Run("no version", func(t *testing.T) {
		resp, err := http.Post(start(t, "{}").URL+"/messages", "application/json", strings.NewReader(messagesHello)) //nolint:noctx // local
		if err != nil {
			t.Fatal(err)
		}
		defer resp.Body.Close()
		if body, _ := io.ReadAll(resp.Body); resp.StatusCode != 400 || !strings.Contains(string(body), "anthropic-version: header is required") {
			t.Errorf("%s %s", resp.Status, body)
		}
	})
}

func TestMessagesRequestIsUnderstood(t *testing.T) {
	s := start(t, "{}")
	const body = `{"model":"m","max_tokens":9,"stream":true,"output_config":{"effort":"low"},"thinking":{"type":"adaptive"},"cache_control":{"type":"ephemeral"},
		"system":[{"type":"text","text":"Be kind.","cache_control":{"type":"ephemeral"}}],
		"tools":[{"name":"f","description":"F.","input_schema":{"type":"object"}},{"type":"web_search_20250305","name":"web_search"}],"tool_choice":{"type":"auto"},
		"messages":[{"role":"user","content":[{"type":"image","source":{"type":"base64","media_type":"image/png","data":"UE5H"}},{"type":"text","text":"a"}]},
		{"role":"assistant","content":[{"type":"thinking","thinking":"hm","signature":"s.dffeeeb5"},{"type":"redacted_thinking","data":"D"},{"type":"text","text":"b"},
			{"type":"tool_use","id":"c","name":"f","input":{"x":1}},{"type":"tool_use","id":"d","name":"g","input":{}}]},
		{"role":"user","content":[{"type":"tool_result","tool_use_id":"d","content":"two","is_error":true},{"type":"tool_result","tool_use_id":"c","content":[{"type":"text","text":"one"}]},{"type":"text","text":"note"}]}]}`
	if resp, got, err := postMessages(t.Context(), t, s, body); err != nil || !strings.Contains(got, `"Echo: "`) {
		t.Fatalf("%s %s %v", resp.Status, got, err)
	}
	want := model.Request{
		Model: "m", MaxOutputTokens: 9, ThinkingLevel: "low", WebSearch: true,
		Messages: []model.Message{
			{Role: model.System, Text: "Be kind."},
			{Role: model.User, Text: "a", Images: []model.Image{{MediaType: "image/png", Data: []byte("PNG")}}},
			{
				Role: model.Assistant, Text: "b", Thoughts: []model.Thought{{Text: "hm", Signature: "s"}, {Signature: "D"}},
				Calls: []model.Call{{ID: "c", Name: "f", Input: `{"x":1}`}, {ID: "d", Name: "g", Input: "{}"}},
			},
			{Role: model.ToolResults, Text: "note", Results: []model.Result{{ID: "d", Text: "two"}, {ID: "c", Text: "one", OK: true}}},
		},
		Tools: []model.Tool{{Name: "f", Description: "F.", Schema: []byte(`{"type":"object"}`)}},
	}
	if diff := cmp.Diff(want, s.Exchanges()[0].Request); diff != "" {
		t.Error(diff)
	}
}

// The service's own library reads what this server writes, as what was meant.
func TestOfficialLibraryReadsMessages(t *testing.T) {
	s := start(t, `answers: [{parts: [{reasoning: "hm, well", deltas: 3, signature: s}, {text: Hello, chunk: 2}, {call: {name: t, id: c, input: {a: 1}}}], usage: {input: 9, output: 1, cached: 4, written: 3}}]`)
	service := official.NewMessageService(option.WithBaseURL(strings.TrimSuffix(s.URL, "/v1")), option.WithHTTPClient(client()), option.WithMaxRetries(0),
		option.WithoutOpenTelemetry(), option.WithAPIKey("k"))
	stream := service.NewStreaming(t.Context(), official.MessageNewParams{
		Model: "m", MaxTokens: 9, Messages: []official.MessageParam{official.NewUserMessage(official.NewTextBlock("hi"))},
		Tools: []official.ToolUnionParam{{OfTool: &official.ToolParam{Name: "t", InputSchema: official.ToolInputSchemaParam{Required: []string{"a"}}}}},
	})
	defer stream.Close()
	var got official.Message
	for stream.Next() {
		if err := got.Accumulate(stream.Current()); err != nil {
			t.Fatal(err)
		}
	}
	if err := stream.Err(); err != nil || len(got.Content) != 3 {
		t.Fatalf("%v, %d blocks", err, len(got.Content))
	}
	thought, text, call := got.Content[0].AsThinking(), got.Content[1].AsText(), got.Content[2].AsToolUse()
	if thought.Thinking != "hm, well" || thought.Signature == "" || text.Text != "Hello" || call.ID != "c" || call.Name != "t" || string(call.Input) != `{"a":1}` {
		t.Errorf("%+v %+v %+v", thought, text, call)
	}
	u := got.Usage
	if got.StopReason != official.StopReasonToolUse || u.InputTokens != 2 || u.CacheReadInputTokens != 4 || u.CacheCreationInputTokens != 3 || u.OutputTokens != 1 {
		t.Errorf("%s %+v", got.StopReason, u)
	}

	var failure *official.Error
	_, err := service.New(t.Context(), official.MessageNewParams{Model: "m"})
	if !errors.As(err, &failure) || failure.Type() != official.ErrorTypeInvalidRequestError {
		t.Errorf("error %v", err)
	}
}
