package openai

import (
	"bytes"
	"strings"
	"testing"
)

// slow gives what an event says by decoding it, and whether it is text or reasoning alone.
func slow(raw []byte) (text string, reasoning, alone bool) {
	c, err := decode(raw)
	if err != nil || c.failed() || c.Usage != nil || len(c.Choices) != 1 || c.Choices[0].Index != 0 ||
		c.Choices[0].Message != nil || c.Choices[0].Finish != "" {
		return "", false, false
	}
	d := c.Choices[0].Delta
	if len(d.ToolCalls) > 0 || len(d.Details) > 0 || d.Refusal != "" || (d.Content != "" && d.reasoning() != "") {
		return "", false, false
	}
	return string(d.Content) + d.reasoning(), d.Content == "", true
}

func TestFrame(t *testing.T) {
	frame := func(content string) []byte {
		return []byte(`{"id":"c1","model":"m","choices":[{"index":0,"delta":{"content":"` + content + `"},"finish_reason":null}]}`)
	}
	var a answer
	if _, _, ok := a.frame.Match(frame("a")); ok {
		t.Fatal("an empty frame matches")
	}
	first := frame("first")
	c, err := decode(first)
	if err != nil {
		t.Fatal(err)
	}
	a.learn(first, c)
	for _, test := range []struct {
		content string
		want    string
		ok      bool
	}{
		{"", "", true},
		{"plain", "plain", true},
		{`a\"b\\c\n\u00e9`, "a\"b\\c\né", true},
		{"é😀", "é😀", true},
		{`a"},"finish_reason":"stop"}]} {"x":[{"y":{"z":"`, "", false},
		{`a\`, "", false},
		{"a\tb", "", false},
	} {
		if got, _, ok := a.frame.Match(frame(test.content)); got != test.want || ok != test.ok {
			t.Errorf("%s gives %q, %v, want %q, %v", test.content, got, ok, test.want, test.ok)
		}
	}
	for _, other := range []string{
		`{"id":"c2","model":"m","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":null}]}`,
		`{"id":"c1","model":"m","choices":[{"index":0,"delta":{"content":"a"},"finish_reason":"stop"}]}`,
		`{"id":"c1","model":"m","choices":[{"index":0,"delta":{"content":"`,
	} {
		if got, _, ok := a.frame.Match([]byte(other)); ok {
			t.Errorf("%s gives %q", other, got)
		}
	}
}

// FuzzFrame learns from one event and shows that every other event that matches is read as the
// decoder reads it.
func FuzzFrame(f *testing.F) {
	for _, sample := range []string{
		`{"choices":[{"index":0,"delta":{"content":"a"}}]}`,
		`{"choices":[{"delta":{"reasoning":"a","content":null}}],"model":"m"}`,
		`{"choices":[{"delta":{"reasoning_content":"a","content":""}}],"usage":null}`,
		`{"choices":[{"delta":{"reasoning":"a","reasoning_details":[{"text":"a"}]}}]}`,
		`{"content":"a","choices":[{"delta":{"content":"b"}}]}`,
		`{"choices":[{"delta":{"content":"a","content":"b"}}]}`,
		`{"choices":[{"delta":{"x\"content":"a","content":"b"}}],"error":null}`,
	} {
		f.Add([]byte(sample), []byte(strings.Replace(sample, "a", `b\"`, 1)), `"},{"`)
	}
	f.Fuzz(func(t *testing.T, sample, other []byte, content string) {
		c, err := decode(sample)
		if err != nil || c.failed() {
			return
		}
		var a answer
		a.learn(sample, c)
		for _, raw := range [][]byte{sample, other, bytes.Replace(sample, []byte("a"), []byte(content), 1)} {
			got, key, ok := a.frame.Match(raw)
			if !ok {
				continue
			}
			want, reasoning, alone := slow(raw)
			if !alone || got != want || (want != "" && reasoning != (key > 0)) {
				t.Errorf("%s: %q by its frame, %q decoded", raw, got, want)
			}
		}
	})
}
