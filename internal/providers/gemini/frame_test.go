package gemini

import (
	"bytes"
	"strings"
	"testing"

	"eidolon/internal/providers/format"
)

// slow gives what an event says by decoding it, and whether it is text or a thought alone.
func slow(raw []byte) (text string, thought, alone bool) {
	e, err := decode(raw)
	if err != nil || e.failed() || e.Feedback.Blocked != "" || len(e.Candidates) != 1 {
		return "", false, false
	}
	c := e.Candidates[0]
	if c.Index != 0 || c.Finish != "" || len(c.Content.Parts) != 1 {
		return "", false, false
	}
	p := c.Content.Parts[0]
	return p.Text, p.Thought, p.Signature == "" && p.Call == nil
}

func TestFrame(t *testing.T) {
	event := func(text, thought, tokens string) []byte {
		return []byte(`{"candidates": [{"content": {"parts": [{"text": "` + text + `"` + thought + `}],"role": "model"},"index": 0}],` +
			`"usageMetadata": {"promptTokenCount": 9,"candidatesTokenCount": ` + tokens + `,"totalTokenCount": 1` + tokens + `},"modelVersion": "m"}`)
	}
	for _, thought := range []string{"", `,"thought": true`} {
		a := answer{frame: format.Frame{Skip: counts}}
		if _, _, ok := a.frame.Match(event("a", thought, "1")); ok {
			t.Fatal("an empty frame matches")
		}
		a.learn(event("first", thought, "1"))
		for _, test := range []struct {
			text, tokens, want string
			ok                 bool
		}{
			{"plain", "1", "plain", true},
			{`a\"b\n\u00e9😀`, "234", "a\"b\né😀", true},
			{`a"},{"text":"b`, "1", "", false},
			{"a", "-1", "", false},
			{"a", "1}", "", false},
			{"a", `"1"`, "", false},
		} {
			got, key, ok := a.frame.Match(event(test.text, thought, test.tokens))
			if got != test.want || ok != test.ok || (ok && isThought(key) != (thought != "")) {
				t.Errorf("%s with %s gives %q, %v, %v", test.text, test.tokens, got, key, ok)
			}
		}
		if _, _, ok := a.frame.Match(bytes.Replace(event("a", thought, "1"), []byte(`"index": 0`), []byte(`"index": 1`), 1)); ok {
			t.Error("another candidate matches")
		}
	}
}

// FuzzFrame learns from one event and shows that every other event that matches is read as the decoder
// reads it.
func FuzzFrame(f *testing.F) {
	for _, sample := range []string{
		`{"candidates":[{"content":{"parts":[{"text":"a"}]}}]}`,
		`{"candidates": [{"content": {"parts": [{"text": "a","thought": true}]},"index": 0}],"usageMetadata": {"promptTokenCount": 1,"candidatesTokenCount": 2}}`,
		`{"response":{"candidates":[{"content":{"parts":[{"thought":true,"text":"a"}]}}]},"traceId":"x"}`,
		`{"text":"a","candidates":[{"content":{"parts":[{"text":"b"}]}}]}`,
		`{"candidates":[{"content":{"parts":[{"text":"a","text":"b"}]}}]}`,
	} {
		f.Add([]byte(sample), []byte(strings.Replace(sample, "a", `b\"`, 1)), `"},{"`)
	}
	f.Fuzz(func(t *testing.T, sample, other []byte, content string) {
		a := answer{frame: format.Frame{Skip: counts}}
		if _, err := decode(sample); err != nil {
			return
		}
		a.learn(sample)
		for _, raw := range [][]byte{sample, other, bytes.Replace(sample, []byte("a"), []byte(content), 1), bytes.Replace(sample, []byte("1"), []byte(content), 1)} {
			got, key, ok := a.frame.Match(raw)
			if !ok {
				continue
			}
			if want, thought, alone := slow(raw); !alone || got != want || thought != isThought(key) {
				t.Errorf("%s: %q by its frame, %q decoded", raw, got, want)
			}
		}
	})
}
