package stubserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
)

// postTo sends a request to a path of the server and gives the status and the body.
func postTo(t *testing.T, s *Server, path, body string) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, strings.TrimSuffix(s.URL, "/v1")+path, strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	resp, err := client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = resp.Body.Close() }()
	got, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, string(got)
}

// told gives the events of a stream by type, each with what matters of it: its text and its place.
func told(t *testing.T, stream string) []string {
	t.Helper()
	var out []string
	for number, data := range regexp.MustCompile(`(?m)^data: (.*)$`).FindAllStringSubmatch(stream, -1) {
		var e responsesEvent
		if err := json.Unmarshal([]byte(data[1]), &e); err != nil {
			t.Fatalf("%s: %v", data[1], err)
		}
		if e.Number != number {
			t.Errorf("event %d has number %d", number, e.Number)
		}
		line := strings.TrimPrefix(e.Type, "response.")
		if e.Output != nil {
			line += fmt.Sprint(" ", *e.Output)
		}
		for _, text := range []*string{e.Delta, e.Text, e.Arguments, e.Refusal} {
			if text != nil {
				line += " " + *text
			}
		}
		if e.Item != nil {
			line += " " + e.Item.Type + " " + e.Item.Status
		}
		if r := e.Response; r != nil {
			line += fmt.Sprintf(" %s of %d", r.Status, len(r.Output))
			if r.Incomplete != nil {
				line += " " + r.Incomplete.Reason
			}
			if r.Error != nil {
				line += " " + r.Error.Code
			}
		}
		out = append(out, line)
	}
	return out
}

const helloResponses = `{"model":"m","stream":true,"input":[{"role":"user","content":"hi"}]`

func TestResponsesStream(t *testing.T) {
	began := []string{"created in_progress of 0", "in_progress in_progress of 0"}
	message := func(texts ...string) []string {
		out := []string{"output_item.added 0 message in_progress", "content_part.added 0"}
		for _, text := range texts {
			out = append(out, "output_text.delta 0 "+text)
		}
		return append(out, "output_text.done 0 "+strings.Join(texts, ""), "content_part.done 0", "output_item.done 0 message completed")
	}
	for _, c := range []struct {
		name, take, more string
		want             []string
	}{
		{"text", "parts: [{text: Hi}]", "}", append(message("Hi"), "completed completed of 1")},
		{
			"reasoning and a call", "parts: [{reasoning: hm}, {call: {name: t, id: c, input: {a: 1}}}]", `,"tools":[{"type":"function","name":"t"}]}`,
			[]string{
				"output_item.added 0 reasoning in_progress", "reasoning_summary_part.added 0", "reasoning_summary_text.delta 0 hm",
				"reasoning_summary_text.done 0 hm", "reasoning_summary_part.done 0", "output_item.done 0 reasoning completed",
				"output_item.added 1 function_call in_progress", `function_call_arguments.delta 1 {"a`, `function_call_arguments.delta 1 ":1}`,
				`function_call_arguments.done 1 {"a":1}`, "output_item.done 1 function_call completed", "completed completed of 2",
			},
		},
		{"cut by the limit", "parts: [{text: Hi}], end: {reason: length}", "}", append(message("Hi"), "incomplete incomplete of 1 max_output_tokens")},
		{"cut by the filter", "parts: [{text: Hi}], end: {reason: content_filter}", "}", append(message("Hi"), "incomplete incomplete of 1 content_filter")},
		{"refused", "parts: [], end: {reason: refusal}", "}", []string{
			"output_item.added 0 message in_progress", "content_part.added 0", "refusal.delta 0 I cannot help with that.",
			"refusal.done 0 I cannot help with that.", "content_part.done 0", "output_item.done 0 message completed", "completed completed of 1",
		}},
		{"failed in the middle", "parts: [{text: Hi}, {fault: {kind: rate_limited}}]", "}", []string{
			"output_item.added 0 message in_progress", "content_part.added 0", "output_text.delta 0 Hi", "failed failed of 1 rate_limit_exceeded",
		}},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, got := postTo(t, start(t, "answers: [{"+c.take+"}]"), "/v1/responses", helloResponses+c.more)
			if status != http.StatusOK {
				t.Fatalf("%d %s", status, got)
			}
			if diff := cmp.Diff(append(began, c.want...), told(t, got)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// What is sent back of reasoning comes with its item, and only to clients that want it.
func TestResponsesProof(t *testing.T) {
	for _, c := range []struct {
		name, more string
		want       bool
	}{{"wanted", `,"include":["reasoning.encrypted_content"]}`, true}, {"not wanted", "}", false}} {
		t.Run(c.name, func(t *testing.T) {
			_, got := postTo(t, start(t, "answers: [{parts: [{reasoning: hm}, {text: Hi}]}]"), "/v1/responses", helloResponses+c.more)
			if strings.Contains(got, `"encrypted_content":"encrypted-rs_0"`) != c.want {
				t.Error(got)
			}
		})
	}
}

func TestResponsesStrictness(t *testing.T) {
	input := func(items string) string { return `{"model":"m","stream":true,"input":[` + items + `]}` }
	const (
		user  = `{"role":"user","content":"a"}`
		call  = `{"type":"function_call","call_id":"c","name":"f","arguments":"{}"}`
		think = `{"type":"reasoning","id":"rs_1","summary":[],"encrypted_content":"x"}`
		plain = "/v1/responses"
		login = "/backend-api/codex/responses"
	)
	for _, c := range []struct{ name, path, body, want string }{
		{"no JSON", plain, "hello", "the body is not a responses request"},
		{"no model", plain, `{"stream":true,"input":[` + user + `]}`, "model is missing"},
		{"no input", plain, `{"stream":true,"model":"m"}`, "input is missing"},
		{"not streamed", plain, `{"model":"m","input":[` + user + `]}`, "this server only streams"},
		{"unknown parameter", plain, `{"model":"m","messages":[]}`, "Unknown parameter: 'messages'."},
		{"unknown item", plain, input(`{"type":"magic"}`), "input[0]: Invalid value: 'magic'."},
		{"unknown part", plain, input(`{"role":"user","content":[{"type":"text","text":"a"}]}`), "Invalid value: 'text'."},
		{"output of a user", plain, input(`{"role":"assistant","content":[{"type":"input_text","text":"a"}]}`), "Invalid value: 'input_text'."},
		{"odd role", plain, input(`{"role":"tool","content":"a"}`), `role \"tool\" is not known`},
		{"picture elsewhere", plain, input(`{"role":"user","content":[{"type":"input_image","image_url":"https://x"}]}`), "an image needs a data URL"},
		{"call without output", plain, input(user + "," + call), "No tool output found for function call c."},
		{"call before a message", plain, input(user + "," + call + "," + user), "No tool output found for function call c."},
		{"output without call", plain, input(`{"type":"function_call_output","call_id":"x","output":"r"}`), "No tool call found for function call output with call_id x."},
		{"call without a name", plain, input(`{"type":"function_call","call_id":"c","arguments":"{}"}`), "a function_call needs"},
		{"reasoning that nobody kept", plain, input(user + `,{"type":"reasoning","id":"rs_1","summary":[]}`), "Item with id 'rs_1' not found."},
		{"reasoning about nothing", plain, input(user + "," + think), "provided without its required following item"},
		{"reasoning before a question", plain, input(think + "," + user), "provided without its required following item"},
		{"odd tool", plain, `{"model":"m","stream":true,"input":[` + user + `],"tools":[{"type":"magic"}]}`, "Invalid value: 'magic'."},
		{"tool of the other format", plain, `{"model":"m","stream":true,"input":[` + user + `],"tools":[{"type":"function","function":{"name":"f"}}]}`, "a function needs a name"},
		{"choice of no tool", plain, `{"model":"m","stream":true,"input":[` + user + `],"tool_choice":{"type":"function","name":"f"}}`, "Tool choice 'f' not found"},
		{"login without instructions", login, input(user), "Instructions are required"},
		{"login that stores", login, `{"model":"m","stream":true,"instructions":"S","input":[` + user + `]}`, "Store must be set to false"},
		{"login with a limit", login, `{"model":"m","stream":true,"max_output_tokens":5,"input":[` + user + `]}`, "Unsupported parameter: max_output_tokens"},
	} {
		t.Run(c.name, func(t *testing.T) {
			status, body := postTo(t, start(t, "{}"), c.path, c.body)
			if status != http.StatusBadRequest || !strings.Contains(body, c.want) {
				t.Errorf("%d %s\nwant %s", status, body, c.want)
			}
		})
	}
}

func TestResponsesRequestIsUnderstood(t *testing.T) {
	s := start(t, "{}")
	const body = `{"model":"m","stream":true,"store":false,"instructions":"Be kind.","max_output_tokens":9,"reasoning":{"effort":"low"},"prompt_cache_key":"k",
		"input":[{"type":"message","role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,AQI="},{"type":"input_text","text":"a"}]},
		{"type":"reasoning","id":"rs_1","summary":[{"type":"summary_text","text":"hm"}],"encrypted_content":"x"},
		{"type":"message","role":"assistant","content":[{"type":"output_text","text":"b"}]},
		{"type":"function_call","call_id":"c","name":"f","arguments":"{}"},{"type":"function_call","call_id":"d","name":"g","arguments":"{}"},
		{"type":"function_call_output","call_id":"d","output":"two"},{"type":"function_call_output","call_id":"c","output":"one"}],
		"tools":[{"type":"function","name":"f","description":"F.","parameters":{"type":"object"},"strict":false},{"type":"web_search"}],
		"tool_choice":{"type":"function","name":"f"}}`
	if status, got := postTo(t, s, "/v1/responses", body); status != http.StatusOK {
		t.Fatalf("%d %s", status, got)
	}
	want := model.Request{
		Model: "m", MaxOutputTokens: 9, ThinkingLevel: "low", CacheKey: "k", WebSearch: true, Choice: model.Choice{Name: "f"},
		Messages: []model.Message{
			{Role: model.System, Text: "Be kind."},
			{Role: model.User, Text: "a", Images: []model.Image{{MediaType: "image/png", Data: []byte{1, 2}}}},
			{
				Role: model.Assistant, Text: "b", Thoughts: []model.Thought{{Text: "hm", Signature: "x"}},
				Calls: []model.Call{{ID: "c", Name: "f", Input: "{}"}, {ID: "d", Name: "g", Input: "{}"}},
			},
			{Role: model.ToolResults, Results: []model.Result{{ID: "d", Text: "two", OK: true}, {ID: "c", Text: "one", OK: true}}},
		},
		Tools: []model.Tool{{Name: "f", Description: "F.", Schema: []byte(`{"type":"object"}`)}},
	}
	if diff := cmp.Diff(want, s.Exchanges()[0].Request); diff != "" {
		t.Error(diff)
	}
}
