package responses

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/actors/stubmodel"
	"eidolon/internal/providers/wire"
	"eidolon/internal/stubserver"
)

// A loop of tools with a service that is strict about what it gets back: its reasoning comes with its
// calls, as it gave it.
func TestLoopOfTools(t *testing.T) {
	script, err := stubmodel.Parse("test.yaml", []byte(`answers:
- {parts: [{reasoning: hm}, {text: I look.}, {call: {name: ls, input: {path: a}}}], usage: {input: 9, output: 4, cached: 5, reasoning: 2}}
- {parts: [{text: Done.}]}`))
	if err != nil {
		t.Fatal(err)
	}
	server, err := stubserver.Start(t.Context(), script, stubserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer server.Close()
	client := newClient(t, wire.Service{BaseURL: server.URL})
	req := model.Request{Model: "m", Tools: []model.Tool{{Name: "ls"}}, Messages: []model.Message{
		{Role: model.System, Text: "S"}, {Role: model.User, Text: "U"},
	}}
	var said model.Message
	var used model.Usage
	round := func() {
		t.Helper()
		said, used = model.Message{Role: model.Assistant}, model.Usage{}
		_, err := client.Stream(t.Context(), req, func(c model.Chunk) error {
			switch c := c.(type) {
			case model.Text:
				said.Text += c.Text
			case model.Reasoning:
				if len(said.Thoughts) == 0 {
					said.Thoughts = []model.Thought{{}}
				}
				said.Thoughts[0].Text += c.Text
				said.Thoughts[0].Signature += c.Signature
			case model.CallOpened:
				said.Calls = append(said.Calls, model.Call{ID: c.ID, Name: c.Name})
			case model.CallInput:
				said.Calls[c.Index].Input += c.JSON
			case model.Usage:
				used = c
			case model.CallClosed:
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	round()
	if want := (model.Usage{Input: 9, Output: 4, Cached: 5, Reasoning: 2}); used != want {
		t.Errorf("used %+v", used)
	}
	req.Messages = append(req.Messages, said, model.Message{Role: model.ToolResults, Results: []model.Result{{ID: said.Calls[0].ID, Text: "R", OK: true}}})
	round()
	if said.Text != "Done." {
		t.Errorf("said %+v", said)
	}
	got := server.Exchanges()[1].Request.Messages[2]
	want := model.Message{
		Role: model.Assistant, Text: "I look.", Thoughts: []model.Thought{{Text: "hm", Signature: "encrypted-rs_0"}},
		Calls: []model.Call{{ID: got.Calls[0].ID, Name: "ls", Input: `{"path":"a"}`}},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
