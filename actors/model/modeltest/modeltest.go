// Package modeltest is the conformance suite of [model.Client]: what the runtime relies on, run
// against a real server on loopback. A wire format takes part with a [Harness], which says how the
// format is written and how a client is made:
//
//	func TestConformance(t *testing.T) {
//		modeltest.Run(t, modeltest.Harness{Format: ..., New: ...})
//	}
//
// What only one format knows is tested beside its adapter, by the means that the suite itself uses: a
// server that answers as the test says ([Serve], [Says]), a short question ([Ask]), the request that came
// ([Sent]).
package modeltest

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"eidolon/actors/model"
)

// Harness joins a client and the format that it speaks.
type Harness struct {
	Format Format
	New    func(t *testing.T, o Options) model.Client // the harness closes it by t.Cleanup
}

// Options is what a client is made with.
type Options struct {
	BaseURL string // of a server that answers every path
	Key     string
	Limits  Limits
}

// Limits are the waits that a test shortens; zero is the client's default.
type Limits struct{ Connect, FirstByte, Idle, Total time.Duration }

// Format writes answers.
type Format struct {
	Type       string                      // media type of a stream
	Begin      string                      // what a stream starts with, or ""
	Chunk      func(model.Chunk) string    // one event; a CallClosed may be ""
	End        func(reason string) string  // what a stream ends with
	Reason     string                      // a reason for an answer that is complete
	Failure    func(message string) string // an event that reports a failure
	Refusal    func(message string) string // the body of a failure status
	Interleave bool                        // the inputs of several calls may come mixed
	Whole      bool                        // a call comes as one event, written for its CallClosed
}

// stream writes a whole answer.
func (f Format) stream(chunks ...model.Chunk) string { return f.open(chunks...) + f.End(f.Reason) }

// open writes an answer without its end.
func (f Format) open(chunks ...model.Chunk) string {
	var b strings.Builder
	b.WriteString(f.Begin)
	for _, c := range chunks {
		b.WriteString(f.Chunk(c))
	}
	return b.String()
}

// Run runs the suite.
func Run(t *testing.T, h Harness) {
	t.Helper()
	t.Run("answers", h.answers)
	t.Run("calls", h.calls)
	t.Run("cut anywhere is a failure", h.cutAnywhere)
	t.Run("failures", h.failures)
	t.Run("limits", h.limits)
	t.Run("cancel ends the request", h.cancel)
	t.Run("cancelled before, nothing is sent", h.cancelledBefore)
	t.Run("an error of emit ends the request", h.emitError)
	t.Run("concurrent streams", h.concurrent)
	t.Run("connections are used again", h.reuse)
	t.Run("the request is left as it is", h.untouched)
}

// says answers with a fixed stream. As with a real stream, its length is not announced, and its end
// comes by itself.
func (h Harness) says(stream string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", h.Format.Type)
		_, _ = io.WriteString(w, stream)
		_ = http.NewResponseController(w).Flush()
	}
}

// hangs answers with the beginning of a stream and then waits until the client gives up, which it
// reports on gone.
func (h Harness) hangs(stream string, gone chan<- struct{}) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", h.Format.Type)
		_, _ = io.WriteString(w, stream)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
		close(gone)
	}
}

// client makes a client for the server at an address.
func (h Harness) client(t *testing.T, base string, limits Limits) model.Client {
	t.Helper()
	return h.New(t, Options{BaseURL: base, Key: testKey, Limits: limits})
}

const (
	testKey    = "key-7f3a91c2e5"
	testPrompt = "the blue heron said 4711"
)

// question is a request with a prompt that is easy to find again.
func question() model.Request {
	return model.Request{Model: "some-model", Messages: []model.Message{
		{Role: model.System, Text: "You are a test."},
		{Role: model.User, Text: testPrompt},
	}}
}

// ask collects the answer to the question.
func ask(ctx context.Context, c model.Client) ([]model.Chunk, model.End, error) {
	return collect(ctx, c, question())
}

// failureOf gives the error of the kind that clients return, and checks what holds for each.
func failureOf(t *testing.T, err error) *model.Error {
	t.Helper()
	failure := Failure(t, err)
	for e := error(failure); e != nil; e = errors.Unwrap(e) {
		for _, secret := range []string{testKey, testPrompt} {
			if strings.Contains(e.Error(), secret) {
				t.Errorf("the error repeats %q: %v", secret, e)
			}
		}
	}
	if failure.Message == "" || strings.ContainsAny(failure.Message, "\n\r\x1b\x00") {
		t.Errorf("message %q is not a line for a user", failure.Message)
	}
	return failure
}
