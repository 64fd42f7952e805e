package stubmodel

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"eidolon/actors/model"
	"eidolon/actors/tool"
)

func mock(t *testing.T, mode string) *Script {
	t.Helper()
	s, err := Mock(mode)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Covers: W15, W16
func TestMockEcho(t *testing.T) {
	long := strings.Repeat("Grüße, 世界! ", 200)
	stage(t, mock(t, "echo"), func(t *testing.T, m model.Client) {
		for _, req := range []model.Request{request(long), request(long, "a", long)} {
			var said strings.Builder
			usage := 0
			_, err := m.Stream(t.Context(), req, func(c model.Chunk) error {
				switch c := c.(type) {
				case model.Text:
					if n := len(c.Text); n > 800 || !utf8.ValidString(c.Text) {
						t.Errorf("a delta of %d bytes: %q", n, c.Text)
					}
					said.WriteString(c.Text)
				case model.Usage:
					usage++
					if c != (model.Usage{}) {
						t.Errorf("usage %+v", c)
					}
				case model.Reasoning, model.CallOpened, model.CallInput, model.CallClosed:
					t.Errorf("unexpected %T", c)
				}
				return nil
			})
			var got struct {
				Model    string
				Messages []struct{ Role, Content string }
			}
			if err := errors.Join(err, json.Unmarshal([]byte(said.String()), &got)); err != nil {
				t.Fatal(err)
			}
			if got.Model != "m" || len(got.Messages) != len(req.Messages) || got.Messages[0].Content != long || usage != 1 {
				t.Errorf("echoed %+v, usage %d times", got, usage)
			}
		}
	})
}

// Covers: W17, W21
func TestMockText(t *testing.T) {
	stage(t, mock(t, "text"), func(t *testing.T, m model.Client) {
		for _, req := range []model.Request{request("a"), request("a", "b", "c"), native(request("a"))} {
			equal(t, ask(t.Context(), m, req), `
0s text "mock response text"
0s Usage{Input:0 Output:0 Cached:0 Written:0 Reasoning:0}
0s end stop of m`)
		}
	})
}

// Covers: E10, W18
func TestMockToolCall(t *testing.T) {
	stage(t, mock(t, "tool-call"), func(t *testing.T, m model.Client) {
		equal(t, ask(t.Context(), m, request("a")), `
0s text "!unquote_start\n<tool_call mock_tool id=\"call_mock\" { value = 42 }>\n!unquote_end\n"
0s Usage{Input:0 Output:0 Cached:0 Written:0 Reasoning:0}
0s end stop of m`)
		equal(t, ask(t.Context(), m, native(request("a"))), `
0s CallOpened{Index:0 ID:call_mock Name:mock_tool Signature:}
0s input 0 {"valu
0s input 0 e":42}
0s CallClosed{Index:0}
0s Usage{Input:0 Output:0 Cached:0 Written:0 Reasoning:0}
0s end tool_calls of m`)
		equal(t, says(t.Context(), m, request("a", "call", "b")), "Echo: b")
	})
}

// Covers: W19
func TestMockToolLoop(t *testing.T) {
	stage(t, mock(t, "tool-loop"), func(t *testing.T, m model.Client) {
		for _, req := range []model.Request{request("a"), request("a", "call", "result", "ok", "b")} {
			if got := says(t.Context(), m, req); !strings.Contains(got, "<tool_call mock_tool") {
				t.Errorf("said %q", got)
			}
		}
		equal(t, says(t.Context(), m, request("a", "call", "result")), "mock tool result: ok")
	})
}

// Covers: W20
func TestUnknownMockMode(t *testing.T) {
	_, err := Mock("tool_call")
	var unknown *UnknownModeError
	if !errors.As(err, &unknown) || err.Error() != `there is no mock mode "tool_call"; the modes are echo, text, tool-call, tool-loop` {
		t.Errorf("got %v", err)
	}
}

func TestMockTool(t *testing.T) {
	var h tool.Handler = MockTool{}
	class, err := h.Classify(tool.Call{})
	if err != nil || !class.ReadOnly {
		t.Errorf("class %+v, %v", class, err)
	}
	if got := h.Run(t.Context(), tool.Call{}, class, nil); !got.OK || got.Text != "ok" {
		t.Errorf("result %+v", got)
	}
}
