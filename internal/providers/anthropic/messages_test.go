package anthropic

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/wire"
)

func textBlock(s string) string { return `{"type":"text","text":` + quote(s) + `}` }

func userSays(blocks ...string) string {
	return `{"role":"user","content":[` + strings.Join(blocks, ",") + `]}`
}

func modelSays(blocks ...string) string {
	return `{"role":"assistant","content":[` + strings.Join(blocks, ",") + `]}`
}

// marked gives a block with a mark for the cache.
func marked(block string) string { return strings.TrimSuffix(block, "}") + "," + cache + "}" }

// Covers: E14, Z5
func TestMessages(t *testing.T) {
	call := func(id, input string) model.Call { return model.Call{ID: id, Name: "ls", Input: input} }
	u, v, a, s := model.Message{Role: model.User, Text: "U"}, model.Message{Role: model.User, Text: "V"},
		model.Message{Role: model.Assistant, Text: "A"}, model.Message{Role: model.System, Text: "S"}
	for _, test := range []struct {
		name     string
		messages []model.Message
		want     string // of system and messages
	}{
		{
			"turns",
			[]model.Message{s, u, a, v},
			`"system":[` + marked(textBlock("S")) + `],"messages":[` + userSays(marked(textBlock("U"))) + "," + modelSays(textBlock("A")) + "," + userSays(textBlock("V")) + `]`,
		},
		{
			"results and notes go to the next user message",
			[]model.Message{u, a, {Role: model.ToolResults, Text: "R"}, {Role: model.System, Text: "N"}, v},
			`"messages":[` + userSays(marked(textBlock("U"))) + "," + modelSays(textBlock("A")) + "," +
				userSays(textBlock("<tool_results>\nR\n</tool_results>\n\n<system_note>\nN\n</system_note>\n\nV")) + `]`,
		},
		{
			"neighbours are merged",
			[]model.Message{u, v, a, a, v},
			`"messages":[` + userSays(marked(textBlock("U\n\nV"))) + "," + modelSays(textBlock("A\n\nA")) + "," + userSays(textBlock("V")) + `]`,
		},
		{
			"empty messages are left out",
			[]model.Message{{Role: model.System}, u, {Role: model.Assistant}, v},
			`"messages":[` + userSays(textBlock("U\n\nV")) + `]`,
		},
		{
			"blank texts are not refused",
			[]model.Message{u, {Role: model.Assistant, Text: "\n"}, {Role: model.User, Text: " "}},
			`"messages":[` + userSays(marked(textBlock("U"))) + "," + modelSays(textBlock("(no words)")) + "," + userSays(textBlock("(no words)")) + `]`,
		},
		{
			"the user begins",
			[]model.Message{s, a, v},
			`"system":[` + marked(textBlock("S")) + `],"messages":[` + userSays(textBlock("(no words)")) + "," + modelSays(textBlock("A")) + "," + userSays(textBlock("V")) + `]`,
		},
		{
			"the user begins, before a call of several lines",
			[]model.Message{
				{Role: model.Assistant, Calls: []model.Call{call("a", "{\n\"p\": \"<b>\"\n}")}},
				{Role: model.ToolResults, Results: []model.Result{{ID: "a", Text: "\n", OK: true}}},
			},
			`"messages":[` + userSays(textBlock("(no words)")) + "," + modelSays(`{"type":"tool_use","id":"a","name":"ls","input":{"p":"<b>"}}`) + "," +
				userSays(`{"type":"tool_result","tool_use_id":"a"}`) + `]`,
		},
		{
			"native calls",
			[]model.Message{
				u,
				{Role: model.Assistant, Text: "\n\n", Calls: []model.Call{call("a", `{"p": 1}`), call("b", "")}},
				{Role: model.ToolResults, Results: []model.Result{{ID: "a", Text: "RA", OK: true}, {ID: "b"}}},
			},
			`"messages":[` + userSays(marked(textBlock("U"))) + "," +
				modelSays(`{"type":"tool_use","id":"a","name":"ls","input":{"p":1}}`, `{"type":"tool_use","id":"b","name":"ls","input":{}}`) + "," +
				userSays(`{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"RA"}]}`, `{"type":"tool_result","tool_use_id":"b","content":[{"type":"text","text":"(no words)"}],"is_error":true}`) + `]`,
		},
		{
			"a note between call and result comes after the result",
			[]model.Message{
				u,
				{Role: model.Assistant, Text: "A", Calls: []model.Call{call("a", "{}")}},
				{Role: model.System, Text: "N"},
				{Role: model.ToolResults, Results: []model.Result{{ID: "a", Text: "RA", OK: true}}},
			},
			`"messages":[` + userSays(marked(textBlock("U"))) + "," + modelSays(textBlock("A"), `{"type":"tool_use","id":"a","name":"ls","input":{}}`) + "," +
				userSays(`{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"RA"}]}`, textBlock("<system_note>\nN\n</system_note>")) + `]`,
		},
		{
			"broken inputs and odd names stay readable",
			[]model.Message{
				u,
				{Role: model.Assistant, Calls: []model.Call{{ID: "t.1", Name: "a b", Input: `{"p`}, {ID: "é", Input: `[1]`}}},
				{Role: model.ToolResults, Results: []model.Result{{ID: "t.1", Text: "R", OK: true}, {ID: "é", Text: "R", OK: true}}},
			},
			`"messages":[` + userSays(marked(textBlock("U"))) + "," +
				modelSays(`{"type":"tool_use","id":"t_1","name":"a_b","input":{"invalid_json":"{\"p"}}`, `{"type":"tool_use","id":"_","name":"unnamed","input":{"value":[1]}}`) + "," +
				userSays(`{"type":"tool_result","tool_use_id":"t_1","content":[{"type":"text","text":"R"}]}`, `{"type":"tool_result","tool_use_id":"_","content":[{"type":"text","text":"R"}]}`) + `]`,
		},
		{
			"pictures",
			[]model.Message{{Role: model.User, Text: "what is it?", Images: []model.Image{{MediaType: "image/png", Data: []byte("PNG")}}}},
			`"messages":[` + userSays(`{"type":"image","source":{"type":"base64","media_type":"image/png","data":"UE5H"}}`, textBlock("what is it?")) + `]`,
		},
		{
			"thoughts of this model go back, others do not",
			[]model.Message{
				u,
				{
					Role: model.Assistant, Text: "A", Calls: []model.Call{call("a", "{}")},
					Thoughts: []model.Thought{
						{Text: "first", Signature: proof(thought, "m", "first", "SIG 1")},
						{Text: "with a [redacted KEY]", Signature: proof(thought, "m", "with a key", "SIG 2")},
						{Text: "first", Signature: proof(thought, "m", "first", "SIG 1") + "="},
						{Text: "of another model", Signature: proof(thought, "m2", "of another model", "SIG")},
						{Text: "of another service", Signature: "other" + strings.TrimPrefix(proof(thought, "m", "of another service", "SIG"), proofs)},
						{Text: "without a signature"},
						{Text: "before it", Signature: proof(redacted, "m", "", "DATA")},
						{Signature: proof(thought, "m", "", "")},
						{Signature: proof("oracle", "m", "", "X")},
					},
				},
				{Role: model.ToolResults, Results: []model.Result{{ID: "a", Text: "RA", OK: true}}},
			},
			`"messages":[` + userSays(marked(textBlock("U"))) + "," +
				modelSays(`{"type":"thinking","thinking":"first","signature":"SIG 1"}`, `{"type":"redacted_thinking","data":"DATA"}`, textBlock("A"),
					`{"type":"tool_use","id":"a","name":"ls","input":{}}`) + "," +
				userSays(`{"type":"tool_result","tool_use_id":"a","content":[{"type":"text","text":"RA"}]}`) + `]`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			tools := []model.Tool{{Name: "ls"}}
			_, body := sent(t, wire.Service{}, model.Request{Model: "m", MaxOutputTokens: 9, Tools: tools, Messages: test.messages})
			tool := `{"name":"ls","input_schema":{"type":"object"}}`
			if !strings.Contains(test.want, `"system"`) {
				tool = marked(tool)
			}
			modeltest.SameJSON(t, `{"model":"m","max_tokens":9,"stream":true,`+cache+`,"tools":[`+tool+`],`+test.want+`}`, body)
		})
	}
}

// Calls of a time when tools were offered are refused when none are; so they are named and forbidden.
func TestCallsWithoutTools(t *testing.T) {
	messages := []model.Message{
		{Role: model.User, Text: "U"},
		{Role: model.Assistant, Calls: []model.Call{{ID: "a", Name: "ls", Input: "{}"}, {ID: "b", Name: "ls", Input: "{}"}}},
		{Role: model.ToolResults, Results: []model.Result{{ID: "a", OK: true}, {ID: "b", OK: true}}},
	}
	_, body := sent(t, wire.Service{}, model.Request{Model: "m", Messages: messages})
	if want := `"tool_choice":{"type":"none"},"tools":[{"input_schema":{"type":"object"},"name":"ls",` + cache + `}]`; !strings.Contains(body, want) {
		t.Errorf("%s lacks %s", body, want)
	}
}

// However long the conversation, there are three marks, and the last two move.
func TestMarks(t *testing.T) {
	client := newClient(t, wire.Service{BaseURL: serve(t, says(stream, endEvents("end_turn")))})
	histories := client.historiesOf("m")
	messages := []model.Message{{Role: model.System, Text: "S"}}
	for round := range 5 {
		messages = append(messages, model.Message{Role: model.User, Text: fmt.Sprint("user ", round)})
		h := histories.Take(messages)
		if err := h.Extend(messages); err != nil {
			t.Fatal(err)
		}
		settings, err := settingsOf(model.Request{Model: "m", Messages: messages}).MarshalJSON()
		if err != nil {
			t.Fatal(err)
		}
		x := &exchange{history: h}
		var body strings.Builder
		for _, part := range x.parts(settings) {
			body.Write(part)
		}
		want := 3
		if round == 0 {
			want = 2
		}
		if got := strings.Count(body.String(), `"cache_control"`); got != want {
			t.Errorf("round %d: %d marks, want %d: %s", round, got, want, body.String())
		}
		if before := fmt.Sprintf(`"user %d","type":"text",%s}`, round-1, cache); round > 0 && !strings.Contains(body.String(), before) {
			t.Errorf("round %d: no mark at the end of the round before: %s", round, body.String())
		}
		histories.Keep(h)
		messages = append(messages, model.Message{Role: model.Assistant, Text: "A"})
	}
}
