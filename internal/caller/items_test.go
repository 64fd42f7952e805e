package caller_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/internal/caller"
)

// Covers: W11, W33
func TestParseItems(t *testing.T) {
	call := func(id string) model.Call { return model.Call{ID: id, Name: "f", Input: `{"a":1}`} }
	answer := func(text string, calls ...model.Call) model.Message {
		return model.Message{Role: model.Assistant, Text: text, Calls: calls}
	}
	results := func(ids ...string) model.Message {
		m := model.Message{Role: model.ToolResults}
		for _, id := range ids {
			m.Results = append(m.Results, model.Result{ID: id, Text: "out " + id, OK: true})
		}
		return m
	}
	said := func(id string) string {
		return `{"type":"function_call","id":"fc_1","status":"completed","call_id":"` + id + `","name":"f","arguments":"{\"a\":1}"}`
	}
	out := func(id string) string {
		return `{"type":"function_call_output","call_id":"` + id + `","output":"out ` + id + `"}`
	}
	for name, c := range map[string]struct {
		items []string
		want  []model.Message
	}{
		"roles": {
			[]string{`{"role":"developer","content":"d"}`, `{"role":"system","content":"s"}`, `{"type":"message","role":"user","content":"u"}`, `{"role":"assistant","content":"a"}`},
			[]model.Message{{Role: model.System, Text: "d"}, {Role: model.System, Text: "s"}, {Role: model.User, Text: "u"}, answer("a")},
		},
		"parts": {
			[]string{`{"role":"user","content":[{"type":"input_text","text":"a"},{"type":"input_text","text":"b"},{"type":"input_image","detail":"auto","image_url":"data:image/png;base64,aGk="}]}`, `{"role":"assistant","content":[{"type":"output_text","text":"x"},{"type":"refusal","refusal":"no"}]}`},
			[]model.Message{{Role: model.User, Text: "ab", Images: []model.Image{{MediaType: "image/png", Data: []byte("hi")}}}, answer("xno")},
		},
		"calls belong to the answer before them": {
			[]string{`{"role":"assistant","content":"a"}`, said("1"), said("2"), out("2"), out("1"), said("3"), out("3")},
			[]model.Message{answer("a", call("1"), call("2")), results("1", "2"), answer("", call("3")), results("3")},
		},
		"text may follow a call": {
			[]string{said("1"), `{"role":"assistant","content":"after"}`, out("1")},
			[]model.Message{answer("after", call("1")), results("1")},
		},
		"what the model thought is left out": {
			[]string{`{"type":"reasoning","summary":[]}`, `{"role":"user","content":"u"}`, `{"type":"web_search_call","id":"ws"}`},
			[]model.Message{{Role: model.User, Text: "u"}},
		},
		"a name that the model invented": {
			[]string{`{"type":"function_call","call_id":"1","name":"Tools.look up","arguments":"{}"}`, out("1")},
			[]model.Message{answer("", model.Call{ID: "1", Name: "Tools_look_up", Input: "{}"}), results("1")},
		},
		"no arguments, and a signature": {
			[]string{`{"type":"function_call","call_id":"1","name":"f","arguments":"","signature":"s"}`, `{"type":"function_call_output","call_id":"1","output":[{"type":"input_text","text":"out 1"}]}`},
			[]model.Message{answer("", model.Call{ID: "1", Name: "f", Input: "{}", Signature: "s"}), results("1")},
		},
	} {
		t.Run(name, func(t *testing.T) {
			got, err := caller.ParseItems([]byte("[" + strings.Join(c.items, ",") + "]"))
			if diff := cmp.Diff(c.want, got); diff != "" || err != nil {
				t.Error(diff, err)
			}
		})
	}
}

// Covers: W11
func TestParseItemsRefuses(t *testing.T) {
	const called = `{"type":"function_call","call_id":"1","name":"f","arguments":"{}"}`
	for items, want := range map[string]string{
		``:                                  "it is no JSON",
		`{}`:                                "it is not the JSON array",
		`[]`:                                "nothing is said",
		`[1]`:                               "item 0 has not the form",
		`[{"content":"x"}]`:                 "it has no type",
		`[{"type":"computer_call"}]`:        `the type "computer_call" is not known`,
		`[{"role":"tool","content":"x"}]`:   `the role "tool" is not known`,
		`[{"role":"user"}]`:                 "its content is neither",
		`[{"role":"user","content":"x"},1]`: "item 1",
		`[{"role":"user","content":[{"type":"input_file"}]}]`:                                             `"input_file" is not known`,
		`[{"role":"user","content":[{"type":"input_image","image_url":"https://x/y.png"}]}]`:              "has to be in the item",
		`[{"role":"user","content":[{"type":"input_image","image_url":"data:image/bmp;base64,aGk="}]}]`:   `"image/bmp" are not known`,
		`[{"role":"user","content":[{"type":"input_image","image_url":"data:image/png;base64,?"}]}]`:      "no Base64",
		`[{"role":"system","content":[{"type":"input_image","image_url":"data:image/png;base64,aGk="}]}]`: "only messages of the user",
		`[` + called + `]`: "the call 1 has no function_call_output",
		`[` + called + `,{"role":"user","content":"x"}]`:                                  "the call 1 has no function_call_output before it",
		`[` + called + `,` + called + `]`:                                                 "was used before",
		`[{"type":"function_call","name":"f"}]`:                                           "no call_id",
		`[{"type":"function_call","call_id":"1"}]`:                                        "it has no name",
		`[{"type":"function_call","call_id":"1","name":"f","arguments":"[]"}]`:            "no JSON object",
		`[{"type":"function_call_output","call_id":"1","output":"x"}]`:                    "no open call",
		`[` + called + `,{"type":"function_call_output","call_id":"1","output":{"a":1}}]`: "its content is neither",
	} {
		if _, err := caller.ParseItems([]byte(items)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", items, err, want)
		}
	}
}

// Whatever is in the file, what comes of it is a conversation that services take: every call has its
// result right behind it.
func FuzzParseItems(f *testing.F) {
	f.Add([]byte(`[{"role":"user","content":"u"},{"type":"function_call","call_id":"1","name":"f","arguments":"{}"},{"type":"function_call_output","call_id":"1","output":"x"}]`))
	f.Add([]byte(`[{"role":"user","content":[{"type":"input_image","image_url":{"url":"data:image/png;base64,aGk="}}]}]`))
	f.Fuzz(func(t *testing.T, data []byte) {
		messages, err := caller.ParseItems(data)
		if (err == nil) != (len(messages) > 0) {
			t.Fatalf("%d messages and %v", len(messages), err)
		}
		for i, m := range messages {
			var answered []model.Result
			if len(m.Calls) > 0 && i+1 < len(messages) {
				answered = messages[i+1].Results
			}
			if len(answered) != len(m.Calls) && len(m.Calls) > 0 {
				t.Errorf("message %d has %d calls and %d results", i, len(m.Calls), len(answered))
			}
			for n, c := range m.Calls {
				if n < len(answered) && answered[n].ID != c.ID {
					t.Errorf("result %d of message %d is for %s and not for %s", n, i, answered[n].ID, c.ID)
				}
			}
		}
	})
}
