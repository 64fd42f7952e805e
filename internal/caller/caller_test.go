package caller_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/internal/caller"
)

const weather = `{"type": "object", "description": "The weather of a city.", "properties": {"city": {"type": "string"}}, "x-own": [1, 2]}`

func files(name string) ([]byte, error) {
	content, ok := map[string]string{"weather.json": weather, "items.json": `[{"role":"user","content":"u"}]`}[name]
	if !ok {
		return nil, errors.New("there is no such file")
	}
	return []byte(content), nil
}

// The schema reaches the model as it is, blanks aside.
//
// Covers: W7, W9, W32
func TestNew(t *testing.T) {
	c, err := caller.New(caller.Options{
		Tools: []string{"get_weather:json=weather.json", "now:inline={}"}, Choice: "function:now", Prompt: "hi", Items: "items.json", Key: "k", Read: files,
	})
	if err != nil {
		t.Fatal(err)
	}
	want := []model.Tool{
		{
			Name: "get_weather", Description: "The weather of a city.",
			Schema: []byte(`{"type":"object","description":"The weather of a city.","properties":{"city":{"type":"string"}},"x-own":[1,2]}`),
		},
		{Name: "now", Schema: []byte(`{}`)},
	}
	if diff := cmp.Diff(want, c.Tools); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]model.Message{{Role: model.User, Text: "u"}}, c.Messages); diff != "" {
		t.Error(diff)
	}
	if c.Choice != (model.Choice{Required: true, Name: "now"}) || len(c.Key) == 0 {
		t.Errorf("choice %+v, key %x", c.Choice, c.Key)
	}
	for name, want := range map[string]string{"get_weather": "city", "now": "", "unheard_of": "text"} {
		if main, ok := c.MainParam(name); main != want || ok != (want != "") {
			t.Errorf("the text of %s is its %q, %v", name, main, ok)
		}
	}
}
