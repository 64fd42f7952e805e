package modeltest

import (
	"testing"

	"eidolon/actors/model"
)

// Call is a native call as a reader of the chunks sees it.
type Call struct {
	ID, Name, Input string
	Closed          bool
}

// Calls are the calls of an answer by their index.
type Calls map[int]Call

// Take adds a chunk and checks the order that [model.Chunk] promises: opened, input, closed, each call once.
func (all Calls) Take(t *testing.T, c model.Chunk) {
	t.Helper()
	switch c := c.(type) {
	case model.CallOpened:
		if _, twice := all[c.Index]; twice || c.ID == "" {
			t.Errorf("call %d %q is opened twice, or without an id", c.Index, c.ID)
		}
		all[c.Index] = Call{ID: c.ID, Name: c.Name}
	case model.CallInput:
		call := all.open(t, c.Index, c)
		call.Input += c.JSON
		all[c.Index] = call
	case model.CallClosed:
		call := all.open(t, c.Index, c)
		call.Closed = true
		all[c.Index] = call
	case model.Text, model.Reasoning, model.Usage:
	}
}

// open gives the call that a chunk goes on with.
func (all Calls) open(t *testing.T, index int, c model.Chunk) Call {
	t.Helper()
	call, known := all[index]
	if !known || call.Closed {
		t.Errorf("%#v is for a call that is not open", c)
	}
	return call
}

// Complete checks that every call is closed, as all are at the end of an answer.
func (all Calls) Complete(t *testing.T) {
	t.Helper()
	for index, call := range all {
		if !call.Closed {
			t.Errorf("call %d is not closed", index)
		}
	}
}

// InputLen is the length of the inputs of all calls.
func (all Calls) InputLen() int {
	n := 0
	for _, call := range all {
		n += len(call.Input)
	}
	return n
}

// gather puts the calls of a whole answer together.
func gather(t *testing.T, chunks []model.Chunk) Calls {
	t.Helper()
	calls := Calls{}
	for _, c := range chunks {
		calls.Take(t, c)
	}
	calls.Complete(t)
	return calls
}

func (h Harness) calls(t *testing.T) {
	opened := func(i int, id, name string) model.Chunk { return model.CallOpened{Index: i, ID: id, Name: name} }
	input := func(i int, text string) model.Chunk { return model.CallInput{Index: i, JSON: text} }
	closed := func(i int) model.Chunk { return model.CallClosed{Index: i} }
	for _, test := range []struct {
		name       string
		interleave bool
		chunks     []model.Chunk
		want       Calls
	}{
		{
			"one call in pieces", false,
			[]model.Chunk{opened(0, "a", "read"), input(0, `{"pa`), input(0, `th":"x`), input(0, `"}`), closed(0)},
			Calls{0: {"a", "read", `{"path":"x"}`, true}},
		},
		{
			"one after the other", false,
			[]model.Chunk{
				opened(0, "a", "read"), input(0, `{"n":1}`), closed(0), opened(1, "b", "write"), input(1, `{"n":`), input(1, `2}`), closed(1),
			},
			Calls{0: {"a", "read", `{"n":1}`, true}, 1: {"b", "write", `{"n":2}`, true}},
		},
		{
			"the same id twice", false,
			[]model.Chunk{opened(0, "a", "read"), input(0, `{"n":1}`), closed(0), opened(1, "a", "read"), input(1, `{"n":2}`), closed(1)},
			Calls{0: {"a", "read", `{"n":1}`, true}, 1: {"a", "read", `{"n":2}`, true}},
		},
		{
			"mixed", true,
			[]model.Chunk{
				opened(0, "a", "read"), opened(1, "b", "write"), input(1, `{"n"`), input(0, `{"m"`), opened(2, "c", "ls"),
				input(2, `{}`), input(0, `:0}`), input(1, `:1}`),
			},
			Calls{0: {"a", "read", `{"m":0}`, true}, 1: {"b", "write", `{"n":1}`, true}, 2: {"c", "ls", `{}`, true}},
		},
	} {
		if test.interleave && !h.Format.Interleave {
			continue
		}
		t.Run(test.name, func(t *testing.T) {
			client := h.client(t, serve(t, h.says(h.Format.stream(test.chunks...))), Limits{})
			chunks, _, err := ask(t.Context(), client)
			if err != nil {
				t.Fatal(err)
			}
			got := gather(t, chunks)
			for index, want := range test.want {
				if got[index] != want {
					t.Errorf("call %d is %+v, want %+v", index, got[index], want)
				}
			}
			if len(got) != len(test.want) {
				t.Errorf("%d calls, want %d", len(got), len(test.want))
			}
		})
	}
	t.Run("a call is closed when the next begins", h.closedEarly)
}

// closedEarly has a stream that goes on after the second call began.
func (h Harness) closedEarly(t *testing.T) {
	gone := make(chan struct{})
	chunks := []model.Chunk{
		model.CallOpened{Index: 0, ID: "a", Name: "read"},
		model.CallInput{Index: 0, JSON: "{}"},
		model.CallClosed{Index: 0},
		model.CallOpened{Index: 1, ID: "b", Name: "read"},
		model.CallInput{Index: 1, JSON: `{"half":`},
	}
	if h.Format.Whole {
		chunks = append(chunks, model.CallInput{Index: 1, JSON: "0}"}, model.CallClosed{Index: 1})
	}
	client := h.client(t, serve(t, h.hangs(h.Format.open(chunks...), gone)), Limits{})
	var before []model.Chunk
	_, err := client.Stream(t.Context(), question(), func(c model.Chunk) error {
		if opened, ok := c.(model.CallOpened); ok && opened.Index == 1 {
			return errSeen
		}
		before = append(before, c)
		return nil
	})
	if err != errSeen { //nolint:errorlint // it has to be the very error
		t.Fatalf("error %v, want that of emit", err)
	}
	gather(t, before)
	<-gone
}
