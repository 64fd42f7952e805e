package openai

import (
	"net/url"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/actors/model/modeltest"
	"eidolon/internal/providers/format"
	"eidolon/internal/providers/wire"
)

// Covers: E36
func TestCallDeltas(t *testing.T) {
	for _, test := range []struct {
		name, body string
		want       []model.Chunk
	}{
		{
			"index 0 for each call", callEvent(`{"index":0,"id":"a","function":{"name":"read","arguments":"{}"}}`) +
				callEvent(`{"index":0,"id":"b","function":{"name":"ls","arguments":"{}"}}`),
			list(opened(0, "a", "read"), inputOf(0, "{}"), closed(0), opened(1, "b", "ls"), inputOf(1, "{}"), closed(1)),
		},
		{
			"no index, new by id", callEvent(`{"id":"a","function":{"name":"read","arguments":"{"}}`) +
				callEvent(`{"id":"a","function":{"arguments":"}"}}`) +
				callEvent(`{"id":"b","function":{"name":"ls","arguments":"{}"}}`),
			list(opened(0, "a", "read"), inputOf(0, "{"), inputOf(0, "}"), closed(0), opened(1, "b", "ls"), inputOf(1,
				"{}"), closed(1)),
		},
		{
			"neither index nor id", callEvent(`{"function":{"name":"read","arguments":"{"}}`) +
				callEvent(`{"function":{"arguments":"}"}}`),
			list(opened(0, "call_0", "read"), inputOf(0, "{"), inputOf(0, "}"), closed(0)),
		},
		{
			"id and name in every delta", callEvent(`{"index":0,"id":"a","function":{"name":"read","arguments":"{"}}`) +
				callEvent(`{"index":0,"id":"a","function":{"name":"read","arguments":"}"}}`),
			list(opened(0, "a", "read"), inputOf(0, "{"), inputOf(0, "}"), closed(0)),
		},
		{
			"another id in every delta", callEvent(`{"index":0,"id":"a","function":{"name":"read","arguments":"{"}}`) +
				callEvent(`{"index":0,"id":"b","function":{"arguments":"}"}}`),
			list(opened(0, "a", "read"), inputOf(0, "{"), inputOf(0, "}"), closed(0)),
		},
		{
			"id after the name", callEvent(`{"index":0,"function":{"name":"read"}}`) +
				callEvent(`{"index":0,"id":"a","function":{"arguments":"{}"}}`),
			list(opened(0, "a", "read"), inputOf(0, "{}"), closed(0)),
		},
		{
			"indexes from 3, backwards", callEvent(`{"index":3,"id":"a","function":{"name":"read","arguments":"{}"}}`) +
				callEvent(`{"index":1,"id":"b","function":{"name":"ls","arguments":"{}"}}`),
			list(opened(3, "a", "read"), inputOf(3, "{}"), closed(3), opened(1, "b", "ls"), inputOf(1, "{}"), closed(1)),
		},
		{"no name", callEvent(`{"index":0,"id":"a","function":{"arguments":"{}"}}`), list(opened(0, "a", ""), inputOf(0,
			"{}"), closed(0))},
		{"no input", callEvent(`{"index":0,"id":"a","function":{"name":"ls"}}`), list(opened(0, "a", "ls"), closed(0))},
		{
			"input as an object", callEvent(`{"index":0,"id":"a","function":{"name":"ls","arguments":{"p": 1}}}`),
			list(opened(0, "a", "ls"), inputOf(0, `{"p": 1}`), closed(0)),
		},
		{
			"blanks after the end of an input", callEvent(`{"index":0,"id":"a","function":{"name":"ls","arguments":"{}"}}`) +
				callEvent(`{"index":1,"id":"b","function":{"name":"ls","arguments":"{}"}}`) +
				callEvent(`{"index":0,"function":{"arguments":" \n"}}`),
			list(opened(0, "a", "ls"), inputOf(0, "{}"), closed(0), opened(1, "b", "ls"), inputOf(1, "{}"), closed(1)),
		},
		{
			"text between", callEvent(`{"index":0,"id":"a","function":{"name":"ls","arguments":"{}"}}`) + textEvent("and"),
			list(opened(0, "a", "ls"), inputOf(0, "{}"), text("and"), closed(0)),
		},
		{
			"input as received", callEvent(`{"index":0,"id":"a","function":{"name":"ls","arguments":"{\"a\" :\"\\u00e9\"}"}}`),
			list(opened(0, "a", "ls"), inputOf(0, `{"a" :"\u00e9"}`), closed(0)),
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, _, err := ask(t.Context(), newClient(t, wire.Service{BaseURL: serve(t, says(stream, ended(test.body)))}))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// FuzzCalls feeds deltas in any order and checks the order that chunks promise.
func FuzzCalls(f *testing.F) {
	transport, err := wire.NewTransport(wire.Service{}, &url.URL{})
	if err != nil {
		f.Fatal(err)
	}
	f.Add("0a 0b 1c 0d")
	f.Add("-a -b 3{} 0{} 3x")
	f.Fuzz(func(t *testing.T, script string) {
		guard, _ := transport.Begin(t.Context(), model.Request{})
		defer guard.Close()
		calls := modeltest.Calls{}
		var fed strings.Builder
		a := newAnswer(func(c model.Chunk) error {
			calls.Take(t, c)
			return nil
		}, guard)
		for word := range strings.FieldsSeq(script) {
			var d toolCall
			if i := int(word[0] - '0'); i < 10 {
				d.Index = new(format.Index(i))
			}
			if len(word) > 2 {
				d.ID, d.Function.Name = word[1:2], strings.Trim(word[2:3], "x")
			}
			d.Function.Arguments = format.Arguments(word[1:])
			if err := a.calls.take(&d); err != nil {
				return // an answer that is refused promises nothing
			}
			fed.WriteString(strings.TrimSpace(word[1:]))
		}
		if err := a.calls.closeAll(); err != nil {
			t.Fatal(err)
		}
		calls.Complete(t)
		if calls.InputLen() != fed.Len() {
			t.Errorf("%d bytes of input of %d", calls.InputLen(), fed.Len())
		}
		if len(calls) != len(a.calls.list) {
			t.Errorf("%d calls emitted of %d", len(calls), len(a.calls.list))
		}
	})
}
