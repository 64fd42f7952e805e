package providers_test

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"eidolon/actors/model"
	"eidolon/actors/stubmodel"
	"eidolon/internal/providers"
	"eidolon/internal/providers/wire"
	"eidolon/internal/stubserver"
)

// The tests of faults run with every kind of API. They know nothing of the formats: what a service sends
// is recorded from the scripted server, and then damaged.

// recorded is one kind of API with a whole answer of it, as bytes.
type recorded struct {
	kind   string
	stream string // the body of the response
	want   heard  // what it says
}

// heard is what a client made of an answer.
type heard struct {
	text  string
	calls []called
	end   model.End
	err   error
}

// called is a native call as it came.
type called struct {
	id, name, input string
	closed          bool
}

// script is said by the server that is recorded. Its text has characters of every length.
const script = `
answers:
  - repeat: 9
    parts:
      - {text: "Grüße aus 東京, 🌍! "}
      - {text: "And more. ", deltas: 3}
      - call: {name: read, id: a, input: {path: "ä \"1\".txt"}}
      - call: {name: read, id: b, input: {path: "世.txt"}}
`

// record gives every kind with its answer.
func record(t testing.TB) []recorded {
	t.Helper()
	parsed, err := stubmodel.Parse("recorded.yaml", []byte(script))
	if err != nil {
		t.Fatal(err)
	}
	stub, err := stubserver.Start(t.Context(), parsed, stubserver.Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(stub.Close)
	var all []recorded
	for _, kind := range providers.Kinds() {
		var stream bytes.Buffer
		between := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			pass(t, w, r, strings.TrimSuffix(stub.URL, "/v1"), &stream)
		}))
		got := ask(t.Context(), open(t, kind, wire.Service{BaseURL: between.URL + "/v1"}))
		between.Close()
		if got.err != nil || got.text != "Grüße aus 東京, 🌍! And more. " || len(got.calls) != 2 || !got.calls[1].closed {
			t.Fatalf("%s: the answer that is to be recorded is %+v\n%s", kind, got, stream.Bytes())
		}
		all = append(all, recorded{kind, strings.ReplaceAll(stream.String(), "\r\n", "\n"), got})
	}
	return all
}

// pass hands a request on to another server and keeps what it answers.
func pass(t testing.TB, w http.ResponseWriter, r *http.Request, to string, keep io.Writer) {
	t.Helper()
	req, err := http.NewRequestWithContext(r.Context(), r.Method, to+r.URL.RequestURI(), r.Body) //nolint:gosec // both ends are ours
	if err != nil {
		t.Error(err)
		return
	}
	req.Header = r.Header.Clone()
	res, err := http.DefaultClient.Do(req) //nolint:gosec // the same
	if err != nil {
		t.Error(err)
		return
	}
	defer func() { _ = res.Body.Close() }()
	w.Header().Set("Content-Type", res.Header.Get("Content-Type"))
	w.WriteHeader(res.StatusCode)
	_, _ = io.Copy(io.MultiWriter(w, keep), res.Body)
}

// open makes the client of a kind.
func open(t testing.TB, kind string, s wire.Service) providers.Client {
	t.Helper()
	s.Key = "sk-planted-key"
	client, err := providers.Open(kind, s)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(client.Close)
	return client
}

// ask puts a question that offers a tool, and gives what came of it.
func ask(ctx context.Context, c model.Client) heard {
	var h heard
	at := map[int]int{} // place of a call in the list, by its index
	req := model.Request{
		Model: "m",
		Messages: []model.Message{
			{Role: model.System, Text: "You are a test."}, {Role: model.User, Text: "the blue heron said so yesterday"},
		},
		Tools: []model.Tool{{Name: "read", Description: "Reads.", Schema: []byte(`{"type":"object","properties":{"path":{"type":"string"}}}`)}},
	}
	h.end, h.err = c.Stream(ctx, req, func(chunk model.Chunk) error {
		switch chunk := chunk.(type) {
		case model.Text:
			h.text += chunk.Text
		case model.CallOpened:
			if _, twice := at[chunk.Index]; twice {
				return errors.New("a call was opened twice")
			}
			at[chunk.Index] = len(h.calls)
			h.calls = append(h.calls, called{id: chunk.ID, name: chunk.Name})
		case model.CallInput:
			if h.calls[at[chunk.Index]].closed {
				return errors.New("input came for a call that was closed")
			}
			h.calls[at[chunk.Index]].input += chunk.JSON
		case model.CallClosed:
			if h.calls[at[chunk.Index]].closed {
				return errors.New("a call was closed twice")
			}
			h.calls[at[chunk.Index]].closed = true
		case model.Reasoning, model.Usage:
		}
		return nil
	})
	return h
}
