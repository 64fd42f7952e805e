package responses

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
)

// FuzzEvents feeds events in any order, said once, twice or never, and checks the order that chunks
// promise, and that nothing is passed on twice.
func FuzzEvents(f *testing.F) {
	f.Add("o0 i0a i0b d0ab D0ab c")
	f.Add("t0a t0b T0ab M0ab t1c M1c R2 R2 c")
	f.Add("D0 D0 o0 o1 i1x i0y D1x c c")
	f.Fuzz(func(t *testing.T, script string) {
		calls := modeltest.Calls{}
		var said strings.Builder
		a := newTestAnswer(t, func(c model.Chunk) error {
			if text, ok := c.(model.Text); ok {
				said.WriteString(text.Text)
			}
			calls.Take(t, c)
			return nil
		})
		want := map[byte]string{} // what each message says
		for word := range strings.FieldsSeq(strings.ToValidUTF8(script, "")) {
			data := scripted(word)
			if data == "" {
				continue
			}
			if err := a.take([]byte(data)); err != nil {
				return // an answer that is refused promises nothing
			}
			switch word[0] {
			case 't':
				want[word[1]] += word[2:]
			case 'T', 'M':
				if whole := word[2:]; strings.HasPrefix(whole, want[word[1]]) {
					want[word[1]] = whole
				}
			}
			if a.complete {
				break
			}
		}
		length := 0
		for _, text := range want {
			length += len(text)
		}
		if said.Len() != length {
			t.Errorf("%d bytes said of %d", said.Len(), length)
		}
		if a.complete {
			calls.Complete(t)
		}
	})
}

// scripted gives the data of an event: a letter for what it is, a digit for its place, and a text.
func scripted(word string) string {
	if len(word) < 2 || word[1] < '0' || word[1] > '9' {
		if word == "c" {
			return dataOf(completed())
		}
		return ""
	}
	at, rest := int(word[1]-'0'), word[2:]
	switch word[0] {
	case 't':
		return dataOf(deltaEvent(at, rest))
	case 'T':
		return dataOf(textDone(at, rest))
	case 'M':
		return dataOf(itemDone(at, messageItem(rest)))
	case 'R':
		return dataOf(itemDone(at, `{"type":"reasoning","encrypted_content":`+quote(rest)+`}`))
	case 'o':
		return dataOf(openEvent(at, "c"+rest, "ls"))
	case 'i':
		return dataOf(inputEvent(at, rest))
	case 'd':
		return dataOf(sse("response.function_call_arguments.done", fmt.Sprintf(`,"output_index":%d,"arguments":%s`, at, quote(rest))))
	case 'D':
		return dataOf(itemDone(at, callItemOf(at, rest)))
	}
	return ""
}

// dataOf gives the data of an event as it is written on the wire.
func dataOf(event string) string {
	_, data, _ := strings.Cut(strings.TrimSpace(event), "data: ")
	return data
}
