package stream_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"eidolon/actors/actorkit"
	"eidolon/actors/model"
	"eidolon/actors/providers"
	"eidolon/actors/stream"
)

// chunks is a client that says what it was made with.
type chunks struct {
	said []model.Chunk
	err  error
}

func (c chunks) Stream(_ context.Context, _ model.Request, emit func(model.Chunk) error) (model.End, error) {
	for _, chunk := range c.said {
		if err := emit(chunk); err != nil {
			return model.End{}, err
		}
	}
	return model.End{Reason: "stop"}, c.err
}

// owned makes the behavior when the recorder that plays its owner is there.
type owned struct {
	o stream.Options
	actorkit.Behavior
}

// Receive implements actorkit.Behavior.
func (s *owned) Receive(env actorkit.Env, m any) {
	if r, ok := env.(*actorkit.Recorder); ok && s.Behavior == nil {
		s.o.Owner = actorkit.As[stream.Note](r.Peer("session"))
		s.o.Provider = actorkit.As[providers.Msg](r.Peer("provider"))
		s.Behavior = stream.New(s.o)
	}
	s.Behavior.Receive(env, m)
}

// told plays a client's answer and gives what the session was told, in short.
func told(client model.Client) string {
	r := actorkit.NewRecorder("stream", &owned{o: stream.Options{
		Client: client, Element: 1 << 20,
		MainParam: func(string) (string, bool) { return "content", true },
	}})
	r.Deliver(providers.Granted{})
	r.Run("request")
	var out []string
	for line := range strings.Lines(r.Transcript()) {
		if _, m, ok := strings.Cut(line, "-> session "); ok {
			word, _, _ := strings.Cut(m, "{")
			switch word {
			case "TextDelta", "CallFailed", "Notice":
				_, text, _ := strings.Cut(m, ":")
				word += ":" + strings.TrimSuffix(strings.TrimSpace(text), "}")
			}
			out = append(out, word)
		}
	}
	return strings.Join(out, " ")
}

func text(pieces ...string) []model.Chunk {
	var out []model.Chunk
	for _, p := range pieces {
		out = append(out, model.Text{Text: p})
	}
	return out
}

func native(pieces ...string) []model.Chunk {
	out := []model.Chunk{model.CallOpened{ID: "a", Name: "x"}}
	for _, p := range pieces {
		out = append(out, model.CallInput{JSON: p})
	}
	return append(out, model.CallClosed{})
}

// Covers: E15, E36, R9
func TestCallsAreToldAtTheByteThatCompletesThem(t *testing.T) {
	cut := &model.Error{Kind: model.Truncated, Retryable: true, Message: "cut"}
	for _, c := range []struct {
		name   string
		client chunks
		want   string
	}{
		{"text only", chunks{said: text("hel", "lo")}, "TextDelta:hel TextDelta:lo Ended"},
		{
			"a call in the text",
			chunks{said: text("hi\n!unquote_start\n<tool_call T.x id=\"a\" {n=1}", ">\n", "!unquote_end\nbye")},
			"TextDelta:hi BlockBegan CallClosed BlockEnded TextDelta:bye Ended",
		},
		{
			"a body as it comes",
			chunks{said: text("!unquote_start\n<tool_call T.w id=\"a\" #b>\none ", "two", "</#b>\n!unquote_end")},
			"BlockBegan CallOpened CallInput CallInput CallClosed BlockEnded Ended",
		},
		{
			"native: whole before the service says so",
			chunks{said: native(`{"a":`, `"}{"`, `}`, ` `)},
			"BlockBegan CallOpened CallClosed BlockEnded Ended",
		},
		{"native: no input at all", chunks{said: native()}, "BlockBegan CallOpened CallClosed BlockEnded Ended"},
		{"native: never whole", chunks{said: native(`{"a":1`)}, "BlockBegan CallOpened CallFailed:1 ID:a Name:x Block:1 Source:native Code:BAD_ARGS Offset:0 Before: BlockEnded Ended"},
		{"native: not JSON", chunks{said: native(`{a}`)}, "BlockBegan CallOpened CallFailed:1 ID:a Name:x Block:1 Source:native Code:BAD_ARGS Offset:0 Before: BlockEnded Ended"},
		{
			"native: more after the end takes it back",
			chunks{said: native(`{}`, `{}`)},
			"BlockBegan CallOpened CallClosed CallFailed:2 ID:a Name:x Block:1 Source:native Code:BAD_ARGS Offset:0 Before: BlockEnded Ended",
		},
		{
			"native: cut before the end",
			chunks{said: native(`{}`)[:2], err: cut},
			"BlockBegan CallOpened CallClosed BlockUnclosed Failed",
		},
		{
			"reasoning is not scanned",
			chunks{said: []model.Chunk{model.Reasoning{Text: "!unquote_start\n<tool_call T.x id=\"a\">\n!unquote_end\n"}}},
			"ReasoningDelta Ended",
		},
		{
			"cut in a block",
			chunks{said: text("!unquote_start\n<tool_call T.x id=\"a\">\n"), err: cut},
			"BlockBegan CallClosed BlockUnclosed Failed",
		},
		{"an error of another kind", chunks{err: errors.New("odd")}, "Failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := told(c.client); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

// What the provider of a request hears of it: whether the service answers, and what it failed with. It
// hears nothing of a request that it refused, and no failure of one that the user gave up.
func TestWhatTheProviderHears(t *testing.T) {
	away := &model.Error{Kind: model.Unreachable, Message: "away"}
	for _, c := range []struct {
		name   string
		client chunks
		do     func(r *actorkit.Recorder)
		want   string // told the provider after the question
		end    string // told the session at last
	}{
		{"an answer", chunks{said: text("a", "b")}, granted, "Answering Release", "Ended"},
		{"an answer without a word", chunks{}, granted, "Answering Release", "Ended"},
		{"no answer", chunks{err: away}, granted, "Release:unreachable", "Failed"},
		{"half an answer", chunks{said: text("a"), err: away}, granted, "Answering Release:unreachable", "Failed"},
		{"refused", chunks{}, func(r *actorkit.Recorder) {
			r.Deliver(providers.Refused{Failure: *away})
			r.Deliver(providers.Granted{}) // too late
		}, "", "Failed"},
		{"given up before", chunks{}, func(r *actorkit.Recorder) { r.Deliver(stream.Abort{}) }, "Release", "Failed"},
		{"given up", chunks{err: away}, func(r *actorkit.Recorder) {
			r.Deliver(providers.Granted{})
			r.Deliver(stream.Abort{})
			r.Run("request")
		}, "Release", "Failed"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := actorkit.NewRecorder("stream", &owned{o: stream.Options{Client: c.client, Native: true, Again: true}})
			if got := r.Transcript(); got != "stream -> provider Acquire{Owner:stream Again:true}" {
				t.Errorf("asked %q", got)
			}
			c.do(r)
			var told []string
			end := ""
			for line := range strings.Lines(r.Transcript()) {
				if _, m, ok := strings.Cut(line, "-> provider "); ok {
					word, rest, _ := strings.Cut(m, "{")
					if _, kind, ok := strings.Cut(rest, "Kind:"); ok && kind[0] != ' ' {
						word += ":" + strings.Fields(kind)[0]
					}
					told = append(told, word)
				}
				if _, m, ok := strings.Cut(line, "-> session "); ok {
					end, _, _ = strings.Cut(m, "{")
				}
			}
			if got := strings.Join(told, " "); got != c.want || end != c.end {
				t.Errorf("told the provider %q and the session %q, want %q and %q", got, end, c.want, c.end)
			}
		})
	}
}

func granted(r *actorkit.Recorder) {
	r.Deliver(providers.Granted{})
	r.Run("request")
}
