package jsontext_test

import (
	"encoding/json"
	"testing"

	"eidolon/internal/leaf/jsontext"
)

func TestFind(t *testing.T) {
	for text, want := range map[string]string{
		` {"a":1} `:                             `{"a":1}`,
		"7":                                     "7",
		"Here:\n```json\n{\"a\": [1]}\n```\nOK": `{"a": [1]}`,
		"```\n[1]\n```":                         "[1]",
		"```{\"a\":1}```":                       `{"a":1}`,
		"{\"a\":1}\n{\"b\":2}":                  "",
		"```json\n{}\n```\n```json\n{}\n```":    "",
		"no":                                    "",
		"```json\n{\"a\":":                      "",
		"":                                      "",
	} {
		got, ok := jsontext.Find(text)
		if string(got) != want && ok || ok != (want != "") {
			t.Errorf("%q gives %q, %t", text, got, ok)
		}
	}
}

func FuzzFind(f *testing.F) {
	f.Add("x ```json\n{}\n``` y")
	f.Fuzz(func(t *testing.T, text string) {
		if got, ok := jsontext.Find(text); ok && !json.Valid(got) {
			t.Errorf("%q gives %q", text, got)
		}
	})
}
