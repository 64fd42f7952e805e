package stubserver

import (
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
)

const (
	atGemini   = "/v1beta/models/gemini-3-flash:streamGenerateContent?alt=sse"
	atAssist   = "/v1internal:streamGenerateContent?alt=sse"
	geminiHi   = `"contents":[{"role":"user","parts":[{"text":"hi"}]}]`
	geminiTool = `"tools":[{"functionDeclarations":[{"name":"t"}]}]`
)

// geminiSaid writes an event with a part.
func geminiSaid(part, rest string) string {
	return `data: {"candidates":[{"content":{"role":"model","parts":[` + part + `]},` + rest + `"index":0}],"modelVersion":"gemini-3-flash","responseId":"stub"}` + "\r\n\r\n"
}

func TestGeminiStream(t *testing.T) {
	end := geminiSaid(`{"text":""}`, `"finishReason":"STOP",`)
	for _, c := range []struct {
		name, take, path, body, want string
	}{
		{"text", "parts: [{text: Hi}]", atGemini, `{` + geminiHi + `}`, geminiSaid(`{"text":"Hi"}`, "") + end},
		{
			"reasoning, and calls with text between", "parts: [{reasoning: hm, signature: s}, {call: {name: t, id: c, input: {a: 1}}}, {text: Hi}, {call: {name: t, id: d}}]", atGemini,
			`{` + geminiHi + `,` + geminiTool + `}`,
			geminiSaid(`{"text":"hm","thought":true,"thoughtSignature":"cw=="}`, "") +
				geminiSaid(`{"functionCall":{"id":"c","name":"t","args":{"a":1}},"thoughtSignature":"`+geminiSignature+`"}`, "") +
				geminiSaid(`{"text":"Hi"}`, "") + geminiSaid(`{"functionCall":{"id":"d","name":"t","args":{}}}`, "") + end,
		},
		{
			"usage and the end at the limit", "parts: [], usage: {input: 9, output: 5, reasoning: 2, cached: 3}, end: {reason: length}", atGemini, `{` + geminiHi + `}`,
			strings.Replace(geminiSaid(`{"text":""}`, `"finishReason":"MAX_TOKENS",`), `"modelVersion"`,
				`"usageMetadata":{"promptTokenCount":9,"candidatesTokenCount":3,"totalTokenCount":14,"cachedContentTokenCount":3,"thoughtsTokenCount":2},"modelVersion"`, 1),
		},
		{
			"wrapped", "parts: []", atAssist, `{"model":"gemini-3-flash","project":"p","request":{` + geminiHi + `,"session_id":"s"}}`,
			strings.Replace(strings.Replace(end, "data: ", `data: {"response":`, 1), "\r\n", `,"traceId":"stub"}`+"\r\n", 1),
		},
		{
			"failed in the middle", "parts: [{text: Hi}, {fault: {kind: rate_limited, retryAfter: 1500ms}}]", atGemini, `{` + geminiHi + `}`,
			geminiSaid(`{"text":"Hi"}`, "") + `data: {"error":{"code":429,"message":"The scripted model failed as told (rate_limited).","status":"RESOURCE_EXHAUSTED",` +
				`"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"1.5s"}]}}` + "\r\n\r\n",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, got := postTo(t, start(t, "answers: [{"+c.take+"}]"), c.path, c.body)
			if diff := cmp.Diff(c.want, got); status != http.StatusOK || diff != "" {
				t.Errorf("%d %s", status, diff)
			}
		})
	}
}

func TestGeminiStrictness(t *testing.T) {
	with := func(contents string) string {
		return `{"contents":[{"role":"user","parts":[{"text":"hi"}]},` + contents + `]}`
	}
	const (
		call   = `{"functionCall":{"id":"c","name":"t","args":{}},"thoughtSignature":"` + geminiSignature + `"}`
		result = `{"functionResponse":{"id":"c","name":"t","response":{"output":"r"}}}`
	)
	for _, c := range []struct{ name, path, body, want string }{
		{"no JSON", "", "hello", "invalid JSON payload"},
		{"an unknown field", "", `{` + geminiHi + `,"max_tokens":1}`, `unknown field \"max_tokens\"`},
		{"not events", strings.TrimSuffix(atGemini, "?alt=sse"), `{` + geminiHi + `}`, "set alt=sse"},
		{"no contents", "", `{"contents":[]}`, "contents are not specified"},
		{"no parts", "", with(`{"role":"model","parts":[]}`), "contents[1]: must include at least one parts field"},
		{"odd role", "", with(`{"role":"assistant","parts":[{"text":"a"}]}`), "contents[1]: please use a valid role"},
		{"an empty part", "", with(`{"role":"model","parts":[{}]}`), "contents[1]: parts[0]: required oneof field"},
		{"call of the user", "", with(`{"role":"user","parts":[` + call + `]}`), "contents[1]: parts[0]: required oneof field"},
		{"call without a result", "", with(`{"role":"model","parts":[` + call + `]}`), "must be equal"},
		{"call without an object", "", with(`{"role":"model","parts":[{"functionCall":{"name":"t","args":[]},"thoughtSignature":"` + geminiSignature + `"}]}`), "args is not an object"},
		{"call without a signature", "", with(`{"role":"model","parts":[{"functionCall":{"name":"t","args":{}}}]}`), "missing a thought_signature"},
		{"signature of somebody else", "", with(`{"role":"model","parts":[{"functionCall":{"name":"t","args":{}},"thoughtSignature":"YQ=="}]}`), "corrupted thought signature"},
		{"signature that is none", "", with(`{"role":"model","parts":[{"text":"a","thoughtSignature":"?"}]}`), "base64"},
		{"text between call and result", "", with(`{"role":"model","parts":[` + call + `]},{"role":"user","parts":[{"text":"a"}]}`), `contents[2]: the function call \"c\" has no response`},
		{"result without a call", "", with(`{"role":"user","parts":[` + result + `]}`), "no open call"},
		{"result without a name", "", with(`{"role":"model","parts":[` + call + `]},{"role":"user","parts":[{"functionResponse":{"id":"c","response":{}}}]}`), "name cannot be empty"},
		{"a picture that is refused", "", `{"contents":[{"role":"user","parts":[{"inlineData":{"mimeType":"image/gif","data":""}}]}]}`, "unsupported MIME type: image/gif"},
		{"a name that is refused", "", `{` + geminiHi + `,"tools":[{"functionDeclarations":[{"name":"a b"}]}]}`, "is not valid"},
		{"two schemas", "", `{` + geminiHi + `,"tools":[{"functionDeclarations":[{"name":"t","parameters":{},"parametersJsonSchema":{}}]}]}`, "mutually exclusive"},
		{"a choice among nothing", "", `{` + geminiHi + `,"toolConfig":{"functionCallingConfig":{"mode":"ANY"}}}`, "without function declarations"},
		{"budget and level", "", `{` + geminiHi + `,"generationConfig":{"thinkingConfig":{"thinkingBudget":1,"thinkingLevel":"LOW"}}}`, "only set one"},
		{"a session of Code Assist", "", `{` + geminiHi + `,"session_id":"s"}`, "session_id"},
		{"no model", "/v1:streamGenerateContent?alt=sse", `{` + geminiHi + `}`, "names no model"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.path == "" {
				c.path = atGemini
			}
			status, got := postTo(t, start(t, "{}"), c.path, c.body)
			if status != http.StatusBadRequest || !strings.Contains(got, c.want) || !strings.Contains(got, `"status":"INVALID_ARGUMENT"`) {
				t.Errorf("%d %s\nwant %s", status, got, c.want)
			}
		})
	}
}

func TestGeminiRequestIsUnderstood(t *testing.T) {
	const body = `{"systemInstruction":{"parts":[{"text":"Be "},{"text":"kind."}]},"contents":[
		{"role":"user","parts":[{"inlineData":{"mimeType":"image/png","data":"cG5n"}},{"text":"a"}]},
		{"role":"model","parts":[{"text":"hm","thought":true,"thoughtSignature":"cw=="},{"text":"b"},{"functionCall":{"id":"c","name":"t","args":{"x":1}},"thoughtSignature":"` + geminiUnsigned + `"},{"functionCall":{"name":"u","args":{}}}]},
		{"role":"user","parts":[{"functionResponse":{"name":"u","response":{"error":"no"}}},{"functionResponse":{"id":"c","name":"t","response":{"n":1}}},{"text":"go on"}]}],
		"tools":[{"functionDeclarations":[{"name":"t","description":"T.","parametersJsonSchema":{"type":"object"}}]},{"googleSearch":{}}],
		"toolConfig":{"functionCallingConfig":{"mode":"ANY","allowedFunctionNames":["t"]}},
		"generationConfig":{"maxOutputTokens":9,"temperature":0.5,"thinkingConfig":{"includeThoughts":true,"thinkingLevel":"LOW"}}}`
	s := start(t, "{}")
	if status, got := postTo(t, s, atGemini, body); status != http.StatusOK {
		t.Fatalf("%d %s", status, got)
	}
	want := model.Request{
		Model: "gemini-3-flash", MaxOutputTokens: 9, Temperature: new(0.5), ThinkingLevel: "low", WebSearch: true, Choice: model.Choice{Required: true, Name: "t"},
		Messages: []model.Message{
			{Role: model.System, Text: "Be kind."},
			{Role: model.User, Text: "a", Images: []model.Image{{MediaType: "image/png", Data: []byte("png")}}},
			{
				Role: model.Assistant, Text: "b", Thoughts: []model.Thought{{Text: "hm", Signature: "s"}},
				Calls: []model.Call{{ID: "c", Name: "t", Input: `{"x":1}`, Signature: geminiUnsigned}, {ID: "u", Name: "u", Input: "{}"}},
			},
			{Role: model.ToolResults, Results: []model.Result{{ID: "u", Text: "no"}, {ID: "c", Text: `{"n":1}`, OK: true}}},
			{Role: model.User, Text: "go on"},
		},
		Tools: []model.Tool{{Name: "t", Description: "T.", Schema: []byte(`{"type":"object"}`)}},
	}
	if diff := cmp.Diff(want, s.Exchanges()[0].Request); diff != "" {
		t.Error(diff)
	}
}
