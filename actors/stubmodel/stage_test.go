package stubmodel

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/model"
)

// stage runs act with a client of a model that plays the script, in virtual time. When act returns,
// the model must have forgotten all plays.
func stage(t *testing.T, script *Script, act func(t *testing.T, c model.Client)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		t.Helper()
		sys := actorkit.NewSystem(actorkit.Options{Unhandled: func(who actorkit.Address, m any) { t.Errorf("%s does not know %T", who, m) }})
		var m *scripted
		addr, err := sys.Spawn("model", actorkit.Child{New: func() actorkit.Behavior {
			m = New(script).(*scripted)
			return m
		}})
		if err != nil {
			t.Fatal(err)
		}
		act(t, NewClient(sys, actorkit.As[Msg](addr)))
		synctest.Wait()
		if len(m.plays) > 0 {
			t.Errorf("%d plays are left", len(m.plays))
		}
		if err := sys.Stop(t.Context(), addr); err != nil {
			t.Error(err)
		}
		sys.Shutdown()
		time.Sleep(2 * time.Second) //nolint:forbidigo // virtual: the library's dead letter throttle ends
	})
}

// parse gives a script, or the end of the test.
func parse(t *testing.T, text string) *Script {
	t.Helper()
	s, err := Parse("test.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// shared gives one of the scripts of testdata/model.
func shared(t *testing.T, name string) *Script {
	t.Helper()
	data, err := os.ReadFile("../../testdata/model/" + name + ".yaml")
	if err != nil {
		t.Fatal(err)
	}
	return parse(t, string(data))
}

// ask gives the answer to a request, one line for each chunk and the ending.
func ask(ctx context.Context, c model.Client, req model.Request) string {
	began := time.Now()
	var b strings.Builder
	line := func(format string, args ...any) {
		fmt.Fprintf(&b, "%v ", time.Since(began).Round(time.Millisecond))
		fmt.Fprintf(&b, format, args...)
		b.WriteByte('\n')
	}
	end, err := c.Stream(ctx, req, func(chunk model.Chunk) error {
		switch chunk := chunk.(type) {
		case model.Text:
			line("text %q", chunk.Text)
		case model.CallInput:
			line("input %d %s", chunk.Index, chunk.JSON)
		case model.Reasoning, model.CallOpened, model.CallClosed, model.Usage:
			line("%s%+v", strings.TrimPrefix(fmt.Sprintf("%T", chunk), "model."), chunk)
		}
		return nil
	})
	var failure *model.Error
	switch {
	case errors.As(err, &failure):
		line("%s, status %d, retryable %v after %v: %s", failure.Kind, failure.Status, failure.Retryable, failure.RetryAfter, failure.Message)
	case err != nil:
		line("%v", err)
	default:
		line("end %s of %s", end.Reason, end.Model)
	}
	return b.String()
}

// says gives the text of an answer, or its failure in brackets.
func says(ctx context.Context, c model.Client, req model.Request) string {
	var b strings.Builder
	_, err := c.Stream(ctx, req, func(chunk model.Chunk) error {
		if text, ok := chunk.(model.Text); ok {
			b.WriteString(text.Text)
		}
		return nil
	})
	if err != nil {
		return b.String() + "[" + err.Error() + "]"
	}
	return b.String()
}

// request makes a request of user and assistant messages in turn.
func request(texts ...string) model.Request {
	req := model.Request{Model: "m"}
	for i, text := range texts {
		req.Messages = append(req.Messages, model.Message{Role: []model.Role{model.User, model.Assistant}[i%2], Text: text})
	}
	return req
}

// native makes the request one that offers a tool.
func native(req model.Request) model.Request {
	req.Tools = []model.Tool{{Name: "some_tool"}}
	return req
}

func equal(t *testing.T, got, want string) {
	t.Helper()
	if strings.TrimSpace(got) != strings.TrimSpace(want) {
		t.Errorf("got:\n%s\nwant:\n%s", got, want)
	}
}
