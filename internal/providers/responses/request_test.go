package responses

import (
	"encoding/json"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// sent gives the body of the request that a client makes of req at a path.
func sent(t *testing.T, at string, req model.Request) string {
	t.Helper()
	got, body := modeltest.Sent(t, says(eventStream, textEvent("ok")+completed()), req, func(base string) model.Client {
		return newClient(t, wire.Service{BaseURL: base + at})
	})
	if got.URL.Path != at+path {
		t.Errorf("sent to %s", got.URL)
	}
	return body
}

// Covers: Y29, W22
func TestSettings(t *testing.T) {
	const (
		input = `"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"hi"}]}],"stream":true,"store":false`
		asks  = `,"include":["reasoning.encrypted_content"]`
		ls    = `{"type":"function","name":"ls","description":"list","parameters":{"type":"object"},"strict":false}`
		login = "/backend-api/codex"
	)
	tools := []model.Tool{{Name: "ls", Description: "list", Schema: json.RawMessage(`{"type":"object"}`)}}
	for _, test := range []struct {
		name, at string
		req      model.Request
		want     string
	}{
		{"nothing set", "/v1", model.Request{Model: "gpt-5"}, `{"model":"gpt-5",` + input + asks + `}`},
		{"a model that does not reason", "/v1", model.Request{Model: "gpt-4.1"}, `{"model":"gpt-4.1",` + input + `}`},
		{
			"all set", "/v1",
			model.Request{Model: "gpt-5.2", MaxOutputTokens: 100, ThinkingLevel: "high", Temperature: new(0.5), CacheKey: "k"},
			`{"model":"gpt-5.2","max_output_tokens":100,"prompt_cache_key":"k","reasoning":{"effort":"high","summary":"auto"},` + input + asks + `}`,
		},
		{
			"no thinking", "/v1",
			model.Request{Model: "gpt-5.2", ThinkingLevel: "off", Temperature: new(0.0)},
			`{"model":"gpt-5.2","temperature":0,"reasoning":{"effort":"none"},` + input + asks + `}`,
		},
		{"model with quotes", "/v1", model.Request{Model: `"input":null`}, `{"model":"\"input\":null",` + input + asks + `}`},
		{"tools", "/v1", model.Request{Model: "m", Tools: tools}, `{"model":"m","tools":[` + ls + `],` + input + asks + `}`},
		{
			"some tool", "/v1",
			model.Request{Model: "m", Tools: tools, Choice: model.Choice{Required: true}},
			`{"model":"m","tools":[` + ls + `],"tool_choice":"required",` + input + asks + `}`,
		},
		{
			"one tool", "/v1",
			model.Request{Model: "m", Tools: tools, Choice: model.Choice{Name: "ls"}},
			`{"model":"m","tools":[` + ls + `],"tool_choice":{"type":"function","name":"ls"},` + input + asks + `}`,
		},
		{"choice without tools", "/v1", model.Request{Model: "m", Choice: model.Choice{Required: true}}, `{"model":"m",` + input + asks + `}`},
		{
			"search of the web", "/v1",
			model.Request{Model: "m", WebSearch: true},
			`{"model":"m","tools":[{"type":"web_search","external_web_access":true}],` + input + asks + `}`,
		},
		{
			"behind the login", login,
			model.Request{Model: "gpt-5", MaxOutputTokens: 100, Temperature: new(0.5)},
			`{"model":"gpt-5","instructions":"` + noInstructions + `",` + input + asks + `}`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			test.req.Messages = []model.Message{{Role: model.User, Text: "hi"}}
			modeltest.SameJSON(t, test.want, sent(t, test.at, test.req))
		})
	}
}

func TestInstructions(t *testing.T) {
	messages := []model.Message{{Role: model.System, Text: "S <b>"}, {Role: model.User, Text: "U"}}
	const rest = `"input":[{"type":"message","role":"user","content":[{"type":"input_text","text":"U"}]}],"stream":true,"store":false,"model":"gpt-4o"}`
	for _, at := range []string{"/v1", loginPath} {
		modeltest.SameJSON(t, `{"instructions":"S <b>",`+rest, sent(t, at, model.Request{Model: "gpt-4o", Messages: messages}))
	}
}

func TestItems(t *testing.T) {
	call := func(id, input string) model.Call { return model.Call{ID: id, Name: "ls", Input: input} }
	think := func(words string, s signature) model.Thought {
		return model.Thought{Text: words, Signature: s.String()}
	}
	const (
		user = `{"type":"message","role":"user","content":[{"type":"input_text","text":"U"}]}`
		said = `{"type":"message","role":"assistant","content":[{"type":"output_text","text":"A"}]}`
		ls   = `{"type":"function_call","call_id":"a","name":"ls","arguments":"{}"}`
	)
	question := model.Message{Role: model.User, Text: "U"}
	for _, test := range []struct {
		name     string
		messages []model.Message
		want     string
	}{
		{"turns", []model.Message{{Role: model.System, Text: "S"}, question, {Role: model.Assistant, Text: "A"}, question}, user + "," + said + "," + user},
		{
			"results and notes",
			[]model.Message{question, {Role: model.Assistant, Text: "A"}, {Role: model.ToolResults, Text: "R"}, {Role: model.System, Text: "N"}},
			user + "," + said + `,{"type":"message","role":"user","content":[{"type":"input_text","text":"<tool_results>\nR\n</tool_results>\n\n<system_note>\nN\n</system_note>"}]}`,
		},
		{
			"pictures",
			[]model.Message{{Role: model.User, Text: "U", Images: []model.Image{{MediaType: "image/png", Data: []byte{1, 2}}}}},
			`{"type":"message","role":"user","content":[{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,AQI="},{"type":"input_text","text":"U"}]}`,
		},
		{
			"a picture alone",
			[]model.Message{{Role: model.User, Images: []model.Image{{MediaType: "image/png", Data: []byte{1, 2}}}}},
			`{"type":"message","role":"user","content":[{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,AQI="}]}`,
		},
		{
			"calls",
			[]model.Message{
				question,
				{Role: model.Assistant, Calls: []model.Call{call("a", ""), call("b", `{"p`)}},
				{Role: model.ToolResults, Text: "R", Results: []model.Result{{ID: "a", Text: "RA"}, {ID: "b"}}},
			},
			user + "," + ls + `,{"type":"function_call","call_id":"b","name":"ls","arguments":"{\"invalid_json\":\"{\\\"p\"}"},
			{"type":"function_call_output","call_id":"a","output":"RA"},{"type":"function_call_output","call_id":"b","output":""},
			{"type":"message","role":"user","content":[{"type":"input_text","text":"<tool_results>\nR\n</tool_results>"}]}`,
		},
		{
			"a name that there is not, and an input that is no object",
			[]model.Message{question, {Role: model.Assistant, Calls: []model.Call{{ID: "a", Name: "no such tool!", Input: "12"}}}},
			user + `,{"type":"function_call","call_id":"a","name":"no_such_tool_","arguments":"{\"value\":12}"}`,
		},
		{
			"reasoning",
			[]model.Message{question, {
				Role: model.Assistant, Text: "A", Calls: []model.Call{call("a", "{}")},
				Thoughts: []model.Thought{think("hm", signature{Host: "h", ID: "rs_1", Encrypted: "E"})},
			}},
			user + `,{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"E"},` + said + "," + ls,
		},
		{
			"reasoning between",
			[]model.Message{question, {
				Role: model.Assistant, Text: "AA", Calls: []model.Call{call("a", "{}"), call("a", "{}")},
				Thoughts: []model.Thought{
					think("", signature{Host: "h", ID: "1", Encrypted: "E"}), think("", signature{Host: "h", ID: "2", Encrypted: "F", Text: 1}),
					think("", signature{Host: "h", ID: "3", Encrypted: "G", Text: 2, Calls: 1}),
				},
			}},
			user + `,{"type":"reasoning","id":"1","summary":[],"encrypted_content":"E"},` + said + `,{"type":"reasoning","id":"2","summary":[],"encrypted_content":"F"},` +
				said + "," + ls + `,{"type":"reasoning","id":"3","summary":[],"encrypted_content":"G"},` + ls,
		},
		{
			"messages on the way and in the end",
			[]model.Message{question, {
				Role: model.Assistant, Text: "AA", Calls: []model.Call{call("a", "{}")},
				Thoughts: []model.Thought{think("", signature{Host: "h", Phase: "commentary"}), think("", signature{Host: "h", Phase: "final_answer", Text: 1})},
			}},
			user + "," + strings.Replace(said, "{", `{"phase":"commentary",`, 1) + "," + strings.Replace(said, "{", `{"phase":"final_answer",`, 1) + "," + ls,
		},
		{
			"reasoning that is not ours, or led to nothing",
			[]model.Message{question, {
				Role: model.Assistant, Text: "A",
				Thoughts: []model.Thought{
					{Text: "x"},
					{Text: "x", Signature: "other:{}"},
					{Text: "x", Signature: mark + "{"},
					think("x", signature{Host: "other", Encrypted: "E"}), think("x", signature{Host: "h", Encrypted: "E", Text: 1}),
				},
			}, question, {Role: model.Assistant, Thoughts: []model.Thought{think("x", signature{Host: "h", Encrypted: "E"})}}},
			user + "," + said + "," + user,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := format.NewHistories(items{host: "h"}.encode).Take(test.messages)
			if err := h.Extend(test.messages); err != nil {
				t.Fatal(err)
			}
			modeltest.SameJSON(t, "["+test.want+"]", "["+string(h.JSON())+"]")
		})
	}
}

// A text of any bytes is divided at characters only, and nothing of it is lost.
func TestPlaceInsideCharacter(t *testing.T) {
	m := model.Message{
		Role: model.Assistant, Text: "é!",
		Thoughts: []model.Thought{{Signature: signature{Host: "h", Encrypted: "E", Text: 1}.String()}},
	}
	raw, err := json.Marshal(items{host: "h"}.answer(&m))
	if err != nil || !strings.Contains(string(raw), `"text":"é!"`) {
		t.Errorf("%s, %v", raw, err)
	}
}
