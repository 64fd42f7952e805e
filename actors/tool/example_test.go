package tool_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"eidolon/actors/tool"
)

// shout is a complete tool: declared once, judged, run.
type shout struct{}

func (shout) Spec() tool.Spec {
	return tool.Spec{
		Namespace: "Demo", Name: "shout", Summary: "Give a text in capitals.",
		Params: []tool.Param{
			{Name: "text", Type: tool.String, Required: true},
			{Name: "maxBytes", Type: tool.Integer},
		},
		Main: "text", ReadOnly: true,
	}
}

func (shout) Classify(tool.Call) (tool.Class, error) {
	return tool.Class{ReadOnly: true, Speculative: true}, nil
}

func (shout) Run(_ context.Context, c tool.Call, _ tool.Class, _ func(tool.Progress)) tool.Result {
	in, err := tool.Into[struct {
		Text     string `json:"text"`
		MaxBytes int    `json:"maxBytes"`
	}](c.Input)
	if err != nil {
		return tool.FailWith(err)
	}
	loud := strings.ToUpper(in.Text)
	return tool.OK(map[string]string{"text": loud}, loud)
}

// A call goes from the model's own spelling through Decode to the handler, and its result to the
// log as an envelope.
func Example() {
	var h tool.Handler = shout{}

	input, err := h.Spec().Decode(json.RawMessage(`{"max_bytes": "5", "text": "hello"}`))
	fmt.Println(string(input), err)

	call := tool.Call{Name: h.Spec().FullName(), Input: input}
	class, _ := h.Classify(call)
	result := h.Run(context.Background(), call, class, nil)
	fmt.Println(string(result.Envelope()))

	_, err = h.Spec().Decode(json.RawMessage(`{"txt": "hello"}`))
	fmt.Println(err)
	// Output:
	// {"text":"hello","maxBytes":5} <nil>
	// {"ok":true,"data":{"text":"HELLO"}}
	// Demo.shout: there is no parameter txt; did you mean text? Parameters: text string, maxBytes? integer.
}
