package stubmodel

import (
	"testing"

	"eidolon/actors/model"
)

func TestPlaceInTheScript(t *testing.T) {
	const two = "answers: [{parts: [{text: one}]}, {parts: [{text: two}], repeat: 2}]\n"
	const retry = "answers: [{attempts: [{parts: [{text: cut}, {fault: {kind: truncated, message: oh}}]}, {parts: [{fault: {kind: overloaded, message: no}}]}], parts: [{text: fine}]}]\n"
	first := request("hi")
	second := request("hi", "one", "go on")
	split := model.Request{Messages: []model.Message{
		{Role: model.User, Text: "hi"}, {Role: model.Assistant, Text: "on"}, {Role: model.Assistant, Text: "e"}, {Role: model.User, Text: "go on"},
	}}
	for _, c := range []struct {
		name, script string
		requests     []model.Request
		want         []string
	}{
		{
			"the conversation decides, not the order of requests", two,
			[]model.Request{second, first, second, first, request("a", "b", "c", "d", "e")},
			[]string{"two", "one", "two", "one", "two"},
		},
		{"neighbouring messages of the assistant are one answer", two, []model.Request{split}, []string{"two"}},
		{
			"after the last answer the user's words", two,
			[]model.Request{request("a", "b", "c", "d", "e", "f", "really?")},
			[]string{"Echo: really?"},
		},
		{
			"after the last answer from the start", two + "after: loop",
			[]model.Request{request("a", "b", "c", "d", "e", "f", "g"), request("a", "b", "c", "d", "e", "f", "g", "h", "i")},
			[]string{"one", "two"},
		},
		{
			"after the last answer a refusal", two + "after: fail",
			[]model.Request{request("a", "b", "c", "d", "e", "f", "g")},
			[]string{"[script test.yaml has 3 answers, but this is request 4 of the conversation]"},
		},
		{
			"an empty script echoes", "{}",
			[]model.Request{first, {}},
			[]string{"Echo: hi", "Echo: "},
		},
		{
			"retries are attempts, other requests are not", retry,
			[]model.Request{first, first, request("other"), first, first},
			[]string{"cut[oh]", "[no]", "cut[oh]", "fine", "fine"},
		},
		{
			"in order of requests", "position: requests\n" + two,
			[]model.Request{second, first, first, second},
			[]string{"one", "two", "two", "Echo: go on"},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			stage(t, parse(t, c.script), func(t *testing.T, m model.Client) {
				for i, req := range c.requests {
					if got := says(t.Context(), m, req); got != c.want[i] {
						t.Errorf("request %d got %q, want %q", i+1, got, c.want[i])
					}
				}
			})
		})
	}
}

func TestExpectations(t *testing.T) {
	xnlResults := "!unquote_start\n<tool_resp id=\"a\" ok=true #x>\nbuy milk\n</#x>\n<tool_resp id=\"b\" ok=true #y>\nok\n</#y>\n!unquote_end\n"
	conversation := func(last model.Message) model.Request {
		return model.Request{Model: "m", Messages: []model.Message{{Role: model.System, Text: "Be kind."}, {Role: model.User, Text: "hi"}, last}}
	}
	inXNL := conversation(model.Message{Role: model.ToolResults, Text: xnlResults})
	inNative := native(conversation(model.Message{Role: model.ToolResults, Results: []model.Result{{ID: "a", Text: "buy milk"}, {ID: "b", Text: "ok"}}}))
	for _, c := range []struct {
		name, expect string
		req          model.Request
		want         string // "" when it fits
	}{
		{"everything fits, in XNL", "{model: m, messages: 3, results: 2, tools: false, last: {contains: [milk, ok], excludes: [oil]}, system: {contains: [kind]}}", inXNL, ""},
		{"everything fits, natively", "{model: m, messages: 3, results: 2, tools: true, last: {contains: [milk, ok], excludes: [oil]}, system: {contains: [kind]}}", inNative, ""},
		{"model", "{model: n}", inXNL, `expected model "n", but the request names "m"`},
		{"messages", "{messages: 1}", inXNL, `expected 1 messages, but there are 3 (system, user, tool_results)`},
		{"results", "{results: 0}", inNative, `expected 0 tool results in the last message, but there are 2; it is "buy milk\nok"`},
		{"no tools", "{tools: true}", inXNL, `expected tools: true, but 0 tools are offered`},
		{"tools", "{tools: false}", inNative, `expected tools: false, but 1 tools are offered`},
		{"last message", "{last: {contains: [oil]}}", inNative, `expected "oil" in the last message, which is "buy milk\nok"`},
		{"last message, unwanted", "{last: {excludes: [milk]}}", inNative, `did not expect "milk" in the last message, which is "buy milk\nok"`},
		{"system prompt", "{system: {excludes: [kind]}}", inNative, `did not expect "kind" in the system prompt, which is "Be kind."`},
		{"nothing was sent", "{last: {contains: [x]}}", model.Request{}, `expected "x" in the last message, which is ""`},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := "fine"
			if c.want != "" {
				want = "[script test.yaml, answer 1: " + c.want + "]"
			}
			stage(t, parse(t, "answers: [{expect: "+c.expect+", parts: [text: fine]}]"), func(t *testing.T, m model.Client) {
				if got := says(t.Context(), m, c.req); got != want {
					t.Errorf("got  %s\nwant %s", got, want)
				}
			})
		})
	}
}
