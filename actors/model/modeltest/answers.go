package modeltest

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"eidolon/actors/model"
)

// joined joins neighbours of text and of reasoning.
func joined(chunks []model.Chunk) []model.Chunk { return JoinThoughts(JoinTexts(chunks)) }

func (h Harness) answers(t *testing.T) {
	for _, test := range []struct {
		name   string
		chunks []model.Chunk
	}{
		{"one text", []model.Chunk{model.Text{Text: "hello"}}},
		{"texts in order", []model.Chunk{model.Text{Text: "a"}, model.Text{Text: "b"}, model.Text{Text: "c"}}},
		{"blanks and escapes", []model.Chunk{
			model.Text{Text: " "},
			model.Text{Text: "\n\t\"\\\"\u2028<tool_call>"},
			model.Text{Text: "😀é"},
		}},
		{"many alike", slices.Repeat([]model.Chunk{model.Text{Text: "word "}}, 200)},
		{"reasoning before text", []model.Chunk{
			model.Reasoning{Text: "hm"},
			model.Reasoning{Text: "..."},
			model.Text{Text: "yes"},
		}},
		{"nothing said", nil},
		{"usage", []model.Chunk{model.Text{Text: "a"}, model.Usage{Input: 100, Output: 7, Cached: 60}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			client := h.client(t, serve(t, h.says(h.Format.stream(test.chunks...))), Limits{})
			got, end, err := ask(t.Context(), client)
			if err != nil {
				t.Fatal(err)
			}
			if want := joined(test.chunks); !slices.Equal(joined(withoutEmptyUsage(got)), want) {
				t.Errorf("chunks %v, want %v", got, want)
			}
			if end.Reason != h.Format.Reason {
				t.Errorf("reason %q, want %q", end.Reason, h.Format.Reason)
			}
		})
	}
}

// withoutEmptyUsage leaves out usage that a format cannot help to send.
func withoutEmptyUsage(chunks []model.Chunk) []model.Chunk {
	return slices.DeleteFunc(slices.Clone(chunks), func(c model.Chunk) bool { return c == model.Usage{} })
}

// cutAnywhere closes the connection after every number of bytes that is not the whole answer.
func (h Harness) cutAnywhere(t *testing.T) {
	whole := h.Format.open(model.Text{Text: "first"}, model.Text{Text: "second"})
	var length atomic.Int64
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		h.says(whole[:length.Load()])(w, r)
		panic(http.ErrAbortHandler)
	})
	client := h.client(t, server, Limits{})
	for n := range len(whole) {
		length.Store(int64(n))
		chunks, _, err := ask(t.Context(), client)
		failure := failureOf(t, err)
		if failure.Kind != model.Truncated || !failure.Retryable {
			t.Fatalf("cut after %d bytes: %+v, want a retryable truncation", n, failure)
		}
		if text, ok := textOf(chunks); !ok || !strings.HasPrefix("firstsecond", text) {
			t.Fatalf("cut after %d bytes: chunks %v", n, chunks)
		}
	}
}

// textOf gives the text of an answer that has nothing else.
func textOf(chunks []model.Chunk) (string, bool) {
	switch all := joined(withoutEmptyUsage(chunks)); {
	case len(all) == 0:
		return "", true
	case len(all) == 1:
		text, ok := all[0].(model.Text)
		return text.Text, ok
	}
	return "", false
}

// emitError also shows that nothing is emitted after the error.
func (h Harness) emitError(t *testing.T) {
	gone := make(chan struct{})
	client := h.client(t, serve(t, h.hangs(h.Format.open(model.Text{Text: "a"}, model.Text{Text: "b"}), gone)), Limits{})
	enough, calls := errors.New("enough"), 0
	_, err := client.Stream(t.Context(), question(), func(c model.Chunk) error {
		if _, ok := c.(model.Text); !ok {
			return nil
		}
		calls++
		return enough
	})
	if err != enough || calls != 1 { //nolint:errorlint // it has to be the very error
		t.Errorf("error %v after %d calls, want the error of emit after one", err, calls)
	}
	<-gone
}

// concurrent asks many things at once, each with its own answer.
func (h Harness) concurrent(t *testing.T) {
	server := serve(t, func(w http.ResponseWriter, r *http.Request) {
		body := new(strings.Builder)
		_ = r.Write(body)
		_, after, _ := strings.Cut(body.String(), "number ")
		number, _, _ := strings.Cut(after, ".")
		h.says(h.Format.stream(model.Text{Text: number}))(w, r)
	})
	client := h.client(t, server, Limits{})
	var all sync.WaitGroup
	for n := range 8 {
		all.Go(func() {
			for range 5 {
				req := question()
				req.Messages = append(req.Messages, model.Message{Role: model.User, Text: fmt.Sprintf("number %d.", n)})
				got, _, err := collect(t.Context(), client, req)
				if text, _ := textOf(got); err != nil || text != fmt.Sprint(n) {
					t.Errorf("asked %d, got %q, %v", n, text, err)
				}
			}
		})
	}
	all.Wait()
}

// reuse counts the connections that requests come from. The server ends each answer a moment after
// its last event, when the client has begun to read it.
func (h Harness) reuse(t *testing.T) {
	var mu sync.Mutex
	seen, heard := map[string]bool{}, make(chan struct{})
	answer := h.says(h.Format.stream(model.Text{Text: "hello"}))
	client := h.client(t, serve(t, func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		seen[r.RemoteAddr] = true
		mu.Unlock()
		answer(w, r)
		<-heard
	}), Limits{})
	for range 4 {
		told := false
		_, err := client.Stream(t.Context(), question(), func(c model.Chunk) error {
			if _, ok := c.(model.Text); ok && !told {
				told = true
				heard <- struct{}{}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	mu.Lock()
	defer mu.Unlock()
	if len(seen) != 1 {
		t.Errorf("%d connections for 4 requests, want 1", len(seen))
	}
}

// untouched shows that messages may be shared between requests.
func (h Harness) untouched(t *testing.T) {
	client := h.client(t, serve(t, h.says(h.Format.stream(model.Text{Text: "hello"}))), Limits{})
	req := question()
	req.Messages = append(req.Messages,
		model.Message{Role: model.Assistant, Text: "calling", Calls: []model.Call{{ID: "c1", Name: "read", Input: `{"a":1}`}}},
		model.Message{Role: model.ToolResults, Results: []model.Result{{ID: "c1", Text: "text", OK: true}}},
		model.Message{Role: model.System, Text: "a note"},
		model.Message{Role: model.User, Text: "go on"})
	before := fmt.Sprintf("%#v", req)
	for range 2 {
		if _, err := client.Stream(t.Context(), req, func(model.Chunk) error { return nil }); err != nil {
			t.Fatal(err)
		}
	}
	if after := fmt.Sprintf("%#v", req); after != before {
		t.Errorf("the request became\n%s\nfrom\n%s", after, before)
	}
}
