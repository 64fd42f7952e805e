package responses

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/internal/providers/wire"
)

// A long text is held against what was said of it like a short one.
func TestLongTexts(t *testing.T) {
	long := strings.Repeat("say \"hello\"\n", longText)
	head, tail := long[:100], long[100:]
	partDone := func(s string) string {
		return sse("response.content_part.done", `,"output_index":0,"content_index":0,"part":{"type":"output_text","text":`+quote(s)+`}`)
	}
	whole := func(items string) string {
		return sse("response.completed", `,"response":{"object":"response","status":"completed","output":[`+items+`]}`)
	}
	partBefore := func(s string) string {
		return strings.Replace(messageItem(long), `[{`, `[{"type":"output_text","text":`+quote(s)+`},{`, 1)
	}
	input := `{"text":` + quote(long) + `}`
	for _, test := range []struct {
		name, body string
		want       []model.Chunk
	}{
		{"pieces, then the whole four times", textEvent(head) + textEvent(tail) + textDone(0, long) + partDone(long) + itemDone(0, messageItem(long)) +
			whole(messageItem(long)), list(text(long))},
		{"no pieces", textDone(0, long) + partDone(long) + itemDone(0, messageItem(long)) + whole(messageItem(long)), list(text(long))},
		{"only the item", itemDone(0, messageItem(long)) + whole(""), list(text(long))},
		{"only the end", whole(messageItem(long)), list(text(long))},
		{"the last piece is missing", textEvent(head) + textDone(0, long) + whole(""), list(text(long))},
		{"the whole is another text", textEvent(head) + textDone(0, tail) + partDone(tail) + whole(""), list(text(head))},
		{"the part goes on", textEvent(head) + textDone(0, long) + partDone(long+"!") + itemDone(0, messageItem(long+"!")) + whole(""), list(text(long + "!"))},
		{"the same in two messages, once without pieces", deltaEvent(0, long) + textDone(0, long) + textDone(1, long) + itemDone(1, messageItem(long)) + whole(""), list(text(long + long))},
		{"behind an empty part", deltaEvent(0, "") + itemDone(0, partBefore("")) + whole(""), list(text(long))},
		{"two in one item", itemDone(0, partBefore(tail)) + whole(""), list(text(tail + long))},
		{"the word for it is said", textDone(0, long) + textDone(1, standIn) + itemDone(2, partBefore(standIn)) + whole(""), list(text(long + standIn + standIn + long))},
		{"reasoning", summaryEvent(0, head) + sse("response.reasoning_summary_text.done", `,"output_index":0,"summary_index":0,"text":`+quote(long)) +
			itemDone(0, `{"id":"rs_0","type":"reasoning","summary":[{"type":"summary_text","text":`+quote(long)+`}]}`) + whole(""), list(mused(long))},
		{
			"input as an object", textEvent(long) + textDone(0, long) +
				itemDone(1, `{"type":"function_call","call_id":"c","name":"ls","arguments":`+input+`}`) + whole(""),
			list(text(long), opened("c"), inputOf(input), closed()),
		},
		{
			"input as an object in the end", whole(messageItem(long) + `,{"type":"function_call","call_id":"c","name":"ls","arguments":` + input + `}`),
			list(text(long), opened("c"), inputOf(input), closed()),
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: serve(t, says(eventStream, test.body))}))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzAgain shows that an event whose text is left out is read as with it.
func FuzzAgain(f *testing.F) {
	const said = `{"type":"response.output_text.delta","output_index":1,"content_index":0,"delta":"ab"}`
	for _, raw := range []string{
		dataOf(textDone(1, "ab")), dataOf(textDone(1, "abc")), dataOf(textDone(1, "a")), dataOf(textDone(2, "ab")), dataOf(textDone(1, standIn)),
		dataOf(itemDone(1, messageItem("ab"))), dataOf(itemDone(2, messageItem("ab"))), dataOf(itemDone(0, callItemOf(0, `{"text":"ab"}`))),
		dataOf(itemDone(0, `{"type":"function_call","call_id":"c","arguments":{"text":"ab"}}`)),
		`{"type":"response.completed","response":{"output":[` + messageItem("ab") + `]}}`,
		`{"type":"response.failed","response":{"error":{"text":"ab"}}}`,
		`{"type":"response.output_text.done","output_index":1,"text":"ab\u00e9\ud83d"}`, `{"type":"response.output_text.done","output_index":1,"text":"ab" "x"}`,
		`{"type":"response.output_text.done","text":"x","text":"ab","output_index":1}`, `{"type":"response.output_text.done","\"text":"ab","text":"ab","output_index":1`,
		`{"type":"response.output_text.done,"text":"ab"}`, `{"type":"response.output_text.done","output_index":1,"text":"a` + "\n" + `b"}`,
	} {
		f.Add([]byte(raw), []byte(strings.Replace(raw, "ab", "abcd", 1)))
	}
	f.Fuzz(func(t *testing.T, raw, other []byte) {
		events := [][]byte{[]byte(said), raw, other}
		from := func(least int) func(*answer) { return func(a *answer) { a.again.least = least } }
		without, withoutErr := heardOf(t, from(1), events...)
		with, withErr := heardOf(t, from(math.MaxInt), events...)
		if without != with || fmt.Sprint(withoutErr) != fmt.Sprint(withErr) {
			t.Errorf("%s, then %s\nwithout: %q, %v\nwith:    %q, %v", raw, other, without, withoutErr, with, withErr)
		}
	})
}
