package format

import (
	"testing"

	"eidolon/actors/model"
)

// A result belongs to the latest call of its id that was made before it.
func TestCallOf(t *testing.T) {
	call := func(id, name string) model.Message {
		return model.Message{Role: model.Assistant, Calls: []model.Call{{ID: id, Name: name}}}
	}
	result := model.Message{Role: model.ToolResults, Results: []model.Result{{ID: "a"}, {ID: "x"}}}
	var got []string
	h := History{encode: func(r Run) ([]any, error) {
		for _, result := range r.Results() {
			got = append(got, r.CallOf(result).Name)
		}
		return nil, nil
	}}
	if err := h.Extend([]model.Message{call("a", "first"), result, call("a", "second"), call("b", "other"), result, call("a", "third")}); err != nil {
		t.Fatal(err)
	}
	if len(got) != 4 || got[0] != "first" || got[1] != "" || got[2] != "second" || got[3] != "" {
		t.Errorf("names %q", got)
	}
}
