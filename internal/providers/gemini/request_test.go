package gemini

import (
	"context"
	"encoding/json"
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
	return modeltest.Sent(t, says(stream, parts(textPart("ok"))+finished("STOP")), req, func(base string) model.Client {
		s.BaseURL = base + s.BaseURL
		return newClient(t, s)
	})
}

func TestSettings(t *testing.T) {
	const hi = `"contents":[{"role":"user","parts":[{"text":"hi"}]}]`
	tool := model.Tool{Name: "ls", Description: "list <files>", Schema: json.RawMessage(`{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}`)}
	const declared = `"tools":[{"functionDeclarations":[{"name":"ls","description":"list <files>","parametersJsonSchema":{"type":"object","properties":{"path":{"type":"string"}},"additionalProperties":false}}]}]`
	for _, test := range []struct {
		name string
		req  model.Request
		want string
	}{
		{"nothing set", model.Request{}, `{` + hi + `}`},
		{
			"all set",
			model.Request{Model: "gemini-3-flash", MaxOutputTokens: 100, ThinkingLevel: "high", Temperature: new(0.0), CacheKey: "k"},
			`{` + hi + `,"generationConfig":{"maxOutputTokens":100,"temperature":0,"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"HIGH"}}}`,
		},
		{"tools", model.Request{Tools: []model.Tool{tool}}, `{` + hi + `,` + declared + `}`},
		{
			"tool without parameters",
			model.Request{Tools: []model.Tool{{Name: "now", Schema: json.RawMessage(`{"type":"object","properties":{}}`)}}},
			`{` + hi + `,"tools":[{"functionDeclarations":[{"name":"now"}]}]}`,
		},
		{
			"some tool",
			model.Request{Tools: []model.Tool{tool}, Choice: model.Choice{Required: true}},
			`{` + hi + `,` + declared + `,"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}`,
		},
		{
			"this tool",
			model.Request{Tools: []model.Tool{tool}, Choice: model.Choice{Name: "ls"}},
			`{` + hi + `,` + declared + `,"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["ls"]}}}`,
		},
		{"a choice without tools", model.Request{Choice: model.Choice{Required: true}}, `{` + hi + `}`},
		{"search", model.Request{WebSearch: true}, `{` + hi + `,"tools":[{"googleSearch":{}}]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			if test.req.Model == "" {
				test.req.Model = "m"
			}
			test.req.Messages = []model.Message{{Role: model.User, Text: "hi"}}
			_, body := sent(t, wire.Service{}, test.req)
			modeltest.SameJSON(t, test.want, body)
			if strings.Contains(body, `\u003c`) {
				t.Errorf("angle brackets are escaped in %s", body)
			}
		})
	}
}

func TestThinking(t *testing.T) {
	for _, test := range []struct{ model, level, want string }{
		{"gemini-3-flash", "", ``},
		{"gemini-3-flash", "off", `{"thinkingLevel":"MINIMAL"}`},
		{"gemini-3-flash", "low", `{"includeThoughts":true,"thinkingLevel":"LOW"}`},
		{"gemini-3-flash", "medium", `{"includeThoughts":true,"thinkingLevel":"MEDIUM"}`},
		{"gemini-3-flash", "max", `{"includeThoughts":true,"thinkingLevel":"HIGH"}`},
		{"gemini-3-pro-preview", "off", `{"thinkingLevel":"LOW"}`},
		{"gemini-3-pro-preview", "medium", `{"includeThoughts":true,"thinkingLevel":"HIGH"}`},
		{"models/gemini-3.1-pro", "medium", `{"includeThoughts":true,"thinkingLevel":"MEDIUM"}`},
		{"gemini-flash-latest", "high", `{"includeThoughts":true,"thinkingLevel":"HIGH"}`},
		{"gemini-2.5-flash", "off", `{"thinkingBudget":0}`},
		{"gemini-2.5-flash", "low", `{"includeThoughts":true,"thinkingBudget":1024}`},
		{"gemini-2.5-flash", "max", `{"includeThoughts":true,"thinkingBudget":24576}`},
		{"gemini-2.5-pro", "off", `{"thinkingBudget":128}`},
		{"gemini-2.5-pro", "medium", `{"includeThoughts":true,"thinkingBudget":8192}`},
		{"gemini-2.5-pro", "xhigh", `{"includeThoughts":true,"thinkingBudget":32768}`},
		{"gemini-2.0-flash", "high", ``},
		{"gemini-1.5-pro", "high", ``},
		{"gemma-3-27b-it", "high", ``},
	} {
		t.Run(test.model+" "+test.level, func(t *testing.T) {
			got := ""
			if config := thinkingOf(test.model, test.level); config != nil {
				raw, err := json.Marshal(config)
				if err != nil {
					t.Fatal(err)
				}
				got = string(raw)
			}
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

func TestContents(t *testing.T) {
	ls := func(id, input, signature string) model.Call {
		return model.Call{ID: id, Name: "ls", Input: input, Signature: signature}
	}
	u := model.Message{Role: model.User, Text: "U"}
	const first = `{"role":"user","parts":[{"text":"U"}]}`
	for _, test := range []struct {
		name     string
		signs    bool
		messages []model.Message
		want     string
	}{
		{
			"the opening is no content", false,
			[]model.Message{{Role: model.System, Text: "S"}, u, {Role: model.Assistant, Text: "A"}, {Role: model.User, Text: "V"}},
			`[` + first + `,{"role":"model","parts":[{"text":"A"}]},{"role":"user","parts":[{"text":"V"}]}]`,
		},
		{
			"results and notes of the XNL protocol", false,
			[]model.Message{u, {Role: model.Assistant, Text: "A"}, {Role: model.ToolResults, Text: "R"}, {Role: model.System, Text: "N"}},
			`[` + first + `,{"role":"model","parts":[{"text":"A"}]},{"role":"user","parts":[{"text":"<tool_results>\nR\n</tool_results>\n\n<system_note>\nN\n</system_note>"}]}]`,
		},
		{
			"calls, results, and what the user says then", false,
			[]model.Message{
				u,
				{Role: model.Assistant, Text: "A", Calls: []model.Call{ls("a", `{"p": 1}`, ""), {ID: "b", Name: "cat"}}},
				{Role: model.ToolResults, Results: []model.Result{{ID: "b", Text: "RB"}, {ID: "a", Text: "RA", OK: true}}},
				{Role: model.User, Text: "V"},
			},
			`[` + first + `,{"role":"model","parts":[{"text":"A"},{"functionCall":{"id":"a","name":"ls","args":{"p":1}}},{"functionCall":{"id":"b","name":"cat","args":{}}}]},
			{"role":"user","parts":[{"functionResponse":{"id":"b","name":"cat","response":{"error":"RB"}}},{"functionResponse":{"id":"a","name":"ls","response":{"output":"RA"}}},{"text":"V"}]}]`,
		},
		{
			"a result of nobody's call", false,
			[]model.Message{u, {Role: model.ToolResults, Results: []model.Result{{ID: "x", Text: "R", OK: true}}}},
			`[{"role":"user","parts":[{"functionResponse":{"id":"x","name":"unnamed","response":{"output":"R"}}},{"text":"U"}]}]`,
		},
		{
			"names that there are not", false,
			[]model.Message{
				u,
				{Role: model.Assistant, Calls: []model.Call{{ID: "a", Name: "no such tool!", Input: "{}"}, {ID: "b", Name: "1ls", Input: "{}"}}},
				{Role: model.ToolResults, Results: []model.Result{{ID: "a", Text: "R", OK: true}, {ID: "b", Text: "R", OK: true}}},
			},
			`[` + first + `,{"role":"model","parts":[{"functionCall":{"id":"a","name":"no_such_tool_","args":{}}},{"functionCall":{"id":"b","name":"_1ls","args":{}}}]},` +
				`{"role":"user","parts":[{"functionResponse":{"id":"a","name":"no_such_tool_","response":{"output":"R"}}},{"functionResponse":{"id":"b","name":"_1ls","response":{"output":"R"}}}]}]`,
		},
		{
			"inputs that are no object", false,
			[]model.Message{u, {Role: model.Assistant, Calls: []model.Call{ls("a", `{"p`, ""), ls("b", `[1]`, "")}}},
			`[` + first + `,{"role":"model","parts":[{"functionCall":{"id":"a","name":"ls","args":{"invalid_json":"{\"p"}}},{"functionCall":{"id":"b","name":"ls","args":{"value":[1]}}}]}]`,
		},
		{
			"pictures", false,
			[]model.Message{{Role: model.User, Text: "U", Images: []model.Image{{MediaType: "image/png", Data: []byte("png")}, {MediaType: "image/gif", Data: []byte("gif")}}}},
			`[{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"cG5n"}},{"text":"[A GIF picture was attached here. This service does not take GIF.]"},{"text":"U"}]}]`,
		},
		{
			"signatures go back where they came", false,
			[]model.Message{u, {
				Role: model.Assistant, Text: "abcdef",
				Thoughts: []model.Thought{
					{Text: "a summary"}, {Text: "hm", Signature: "gemini-thought h/m dGg="}, {Text: "x", Signature: "gemini-text h/m 6:0 ZW5k"}, {Text: "more", Signature: "gemini-text h/m 2:2 dHh0"},
				},
				Calls: []model.Call{ls("a", "{}", "gemini-call h/m Y2Fs"), ls("b", "{}", "")},
			}},
			`[` + first + `,{"role":"model","parts":[{"text":"hm","thought":true,"thoughtSignature":"dGg="},{"text":"ab"},{"text":"cd","thoughtSignature":"dHh0"},{"text":"ef"},{"text":"","thoughtSignature":"ZW5k"},
			{"functionCall":{"id":"a","name":"ls","args":{}},"thoughtSignature":"Y2Fs"},{"functionCall":{"id":"b","name":"ls","args":{}}}]}]`,
		},
		{
			"those of others and broken ones do not", false,
			[]model.Message{u, {
				Role: model.Assistant, Text: "abc",
				Thoughts: []model.Thought{
					{Text: "hm", Signature: "anthropic:x"},
					{Signature: "gemini-text h/m 2:9 AA=="},
					{Signature: "gemini-text h/m -1:1 AA=="},
					{Signature: "gemini-text h/m 1"},
					{Signature: "dGg="},
					{Signature: "gemini-text h/m 0:2 b2s="},
					{Signature: "gemini-text h/m 1:2 bm8="},
					{Text: "hm", Signature: "gemini-thought h/other dGg="},
				},
				Calls: []model.Call{ls("a", "{}", "Y2Fs")},
			}},
			`[` + first + `,{"role":"model","parts":[{"text":"ab","thoughtSignature":"b2s="},{"text":"c"},{"functionCall":{"id":"a","name":"ls","args":{}}}]}]`,
		},
		{
			"calls of another model, for one that wants signatures", true,
			[]model.Message{u, {Role: model.Assistant, Calls: []model.Call{ls("a", "{}", "gemini-call h/other x"), ls("b", "{}", "")}}},
			`[` + first + `,{"role":"model","parts":[{"functionCall":{"id":"a","name":"ls","args":{}},"thoughtSignature":"skip_thought_signature_validator"},{"functionCall":{"id":"b","name":"ls","args":{}}}]}]`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := format.NewHistories(encoder{signer: "h/m", signs: test.signs}.encode).Take(test.messages)
			if err := h.Extend(test.messages); err != nil {
				t.Fatal(err)
			}
			modeltest.SameJSON(t, test.want, "["+string(h.JSON())+"]")
		})
	}
}

func TestEndpoint(t *testing.T) {
	for _, test := range []struct{ base, model, want string }{
		{"", "m", "https://generativelanguage.googleapis.com/v1beta/models/m:streamGenerateContent?alt=sse"},
		{"http://host", "m", "http://host/v1beta/models/m:streamGenerateContent?alt=sse"},
		{"http://host/v1/", "models/m", "http://host/v1/models/m:streamGenerateContent?alt=sse"},
		{"http://host/v1?x=1", "tunedModels/m", "http://host/v1/tunedModels/m:streamGenerateContent?alt=sse&x=1"},
		{"http://host/v1/models/other:streamGenerateContent?alt=sse", "m", "http://host/v1/models/m:streamGenerateContent?alt=sse"},
		{"https://cloudcode-pa.googleapis.com/v1internal", "m", "https://cloudcode-pa.googleapis.com/v1internal:streamGenerateContent?alt=sse"},
		{"https://cloudcode-pa.googleapis.com/v1internal:streamGenerateContent", "m", "https://cloudcode-pa.googleapis.com/v1internal:streamGenerateContent?alt=sse"},
		{"http://host/v1", "a b%", "http://host/v1/models/a%20b%25:streamGenerateContent?alt=sse"},
	} {
		if got := newClient(t, wire.Service{BaseURL: test.base}).endpoint(test.model).String(); got != test.want {
			t.Errorf("%q of %q is %s, want %s", test.model, test.base, got, test.want)
		}
	}
	if _, err := New(wire.Service{BaseURL: "host/v1"}); err == nil {
		t.Error("an address without a scheme is taken")
	}
}

func TestNamesThatAreNoPartOfAnAddress(t *testing.T) {
	client := newClient(t, wire.Service{BaseURL: modeltest.NeverAsked(t)})
	for _, req := range []model.Request{{Model: "../files"}, {Model: "m?key=1"}, {Model: "m", Tools: []model.Tool{{Name: "ls", Schema: json.RawMessage("{")}}}} {
		req.Messages = []model.Message{{Role: model.User, Text: "hi"}}
		_, err := client.Stream(t.Context(), req, func(model.Chunk) error { return nil })
		if failure := modeltest.FailureOf(t, err, model.BadRequest); !strings.Contains(failure.Message, "was not sent") {
			t.Errorf("%q: error %v", req.Model, err)
		}
	}
}

func TestHeaders(t *testing.T) {
	hi := model.Request{Model: "m", Messages: []model.Message{{Role: model.User, Text: "hi"}}}
	login := func(context.Context) (string, error) { return "token", nil }
	for _, test := range []struct {
		name    string
		service wire.Service
		want    map[string]string
	}{
		{"key", wire.Service{Key: "k"}, map[string]string{"X-Goog-Api-Key": "k", "Authorization": "", "Content-Type": "application/json", "User-Agent": "eidolon", "Accept-Encoding": ""}},
		{"own header", wire.Service{Key: "k", KeyHeader: "X-Key"}, map[string]string{"X-Key": "k", "X-Goog-Api-Key": ""}},
		{"no key", wire.Service{}, map[string]string{"X-Goog-Api-Key": "", "Authorization": ""}},
		{"login", wire.Service{Key: "k", Login: login}, map[string]string{"Authorization": "Bearer token", "X-Goog-Api-Key": ""}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, _ := sent(t, test.service, hi)
			for name, want := range test.want {
				if got := r.Header.Get(name); got != want {
					t.Errorf("%s: %q, want %q", name, got, want)
				}
			}
		})
	}
}

func TestCodeAssist(t *testing.T) {
	s := wire.Service{BaseURL: "/v1internal", Query: map[string]string{"project": "p1", "x": "1"}}
	r, body := sent(t, s, model.Request{Model: "models/gemini-2.5-pro", CacheKey: "s1", MaxOutputTokens: 9, Messages: []model.Message{{Role: model.User, Text: "hi"}}})
	if got := r.URL.String(); got != "/v1internal:streamGenerateContent?alt=sse&x=1" {
		t.Errorf("address %s", got)
	}
	modeltest.SameJSON(t, `{"model":"gemini-2.5-pro","project":"p1","request":{"contents":[{"role":"user","parts":[{"text":"hi"}]}],"generationConfig":{"maxOutputTokens":9},"session_id":"s1"}}`, body)
	if len(s.Query) != 2 {
		t.Errorf("the settings became %v", s.Query)
	}
}
