package actors_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/internal/store"
)

// asker notes what a model is asked.
type asker struct {
	model.Client
	last *model.Request
}

func (a asker) Stream(ctx context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	*a.last = req
	return a.Client.Stream(ctx, req, emit)
}

// foreignly has calls in other notations understood, and notes what the model was asked last.
func foreignly(asked *model.Request) func(*session.Options) {
	return func(o *session.Options) {
		o.Model.Foreign = true
		o.Hint = func(code tool.Code) string { return "hint " + string(code) }
		o.Model.Client = asker{o.Model.Client, asked}
	}
}

const inOtherNotations = `
answers:
  - parts:
      - {raw: "Reading. \n<tool_call>{\"name\": \"read\", \"arguments\": {\"arg\": \"r\"}}</tool_call> Then\n"}
      - {pause: 1s}
      - {raw: "<function=T.write>\n<parameter=arg>\nw\n</parameter>\n</function> and on."}
      - {pause: 4s}
      - {text: " Done."}
  - parts: [{raw: "<invoke name=\"read\"><parameter name=\"arg\">s</parameter></invoke>"}]
  - parts: [text: "Really done."]
`

// A call in another notation goes the way of every call, and starts while the answer goes on.
func TestCallsInOtherNotations(t *testing.T) {
	for _, native := range []bool{false, true} {
		t.Run(fmt.Sprintf("native=%v", native), func(t *testing.T) {
			s := &sleeper{}
			log, err := store.Memory(store.Options{})
			if err != nil {
				t.Fatal(err)
			}
			var last model.Request
			o := rigOptions{
				native: native, log: unclosable{log}, change: foreignly(&last),
				tools: []tool.Handler{s.tool("read", true, time.Second), s.tool("write", false, time.Second)},
			}
			run(t, inOtherNotations, o, func(t *testing.T, r *rig) {
				s.start = time.Now()
				r.mustEnd("go", event.EndDone)
				want := "0.0 r starts, 1.0 r ends, 1.0 w starts, 2.0 w ends, 5.0 s starts, 6.0 s ends"
				if got := s.told(); got != want {
					t.Errorf("diary %s\nwant  %s", got, want)
				}
				for _, use := range of[event.ToolUse](r.seen) {
					if use.Source != event.SourceForeign || !strings.HasSuffix(use.TextBefore, ">") {
						t.Errorf("use %+v", use)
					}
				}
				if got, want := r.seen.text(), "Reading. \n Then\n and on. Done.Really done."; got != want {
					t.Errorf("visible %q, want %q", got, want)
				}
			})
			said, told := last.Messages[len(last.Messages)-4:], 0
			if !strings.HasPrefix(said[1].Text, "hint FOREIGN_CALL\n!unquote_start\n<tool_resp id=\"call_1\" ok=true") || strings.Contains(said[3].Text, "hint") ||
				!strings.Contains(said[0].Text, "<function=T.write>") || len(said[0].Calls) > 0 {
				t.Errorf("the model was told %+v", said)
			}
			// The session goes on: the user is not told again.
			seen := &witness{}
			o.sink = seen
			run(t, `answers: [{parts: [{raw: "<T.read>{}</T.read>"}]}, {parts: [text: ok]}]`, o, func(_ *testing.T, r *rig) {
				r.mustEnd("again", event.EndDone)
			})
			for _, n := range of[event.Notice](seen) {
				if n.Code == "FOREIGN_CALL" {
					told++
				}
			}
			if told > 0 {
				t.Errorf("the user was told %d times more", told)
			}
		})
	}
}

// The user is told once, and only a call that the end of the answer has completed runs.
func TestNoticeOfOtherNotations(t *testing.T) {
	s := &sleeper{}
	script := `
answers:
  - parts: [{raw: "<read>{\"arg\": \"a\"}</read>\n<read>{\"arg\": \"b\"}</read>\n<tool_call>{\"name\": \"read\""}]
  - parts: [{raw: "{\"name\": \"read\", \"arguments\": {\"arg\": \"c\"}}"}]
  - {parts: [{raw: "{\"name\": \"read\", \"arguments\": {\"arg\": \"d\"}}"}], end: {reason: length}}
  - parts: [text: Done.]
`
	var last model.Request
	run(t, script, rigOptions{change: foreignly(&last), tools: []tool.Handler{s.tool("read", true, 0)}}, func(t *testing.T, r *rig) {
		r.mustEnd("go", event.EndDone)
		notices := 0
		for _, n := range of[event.Notice](r.seen) {
			if n.Code == "FOREIGN_CALL" {
				notices++
			}
		}
		if notices != 1 {
			t.Errorf("%d notices", notices)
		}
		want := "<tool_call>{\"name\": \"read\"{\"name\": \"read\", \"arguments\": {\"arg\": \"d\"}}Done."
		if got := r.seen.text(); got != want {
			t.Errorf("visible %q, want %q", got, want)
		}
	})
	slices.Sort(s.diary)
	if got := len(s.diary); got != 6 {
		t.Errorf("diary %q", s.diary)
	}
}

// Without the option nothing in the text is a call, and an XNL call outside a block is called that.
func TestOtherNotationsAreTextUnlessWanted(t *testing.T) {
	s := &sleeper{}
	const said = "<tool_call>{\\\"name\\\": \\\"read\\\", \\\"arguments\\\": {}}</tool_call>"
	run(t, `answers: [{parts: [{raw: "`+said+`"}]}, {parts: [text: Done.]}]`, rigOptions{tools: []tool.Handler{s.tool("read", true, 0)}}, func(t *testing.T, r *rig) {
		r.mustEnd("go", event.EndDone)
		if uses := of[event.ToolUse](r.seen); len(uses) > 0 {
			t.Errorf("uses %+v", uses)
		}
		if notices := of[event.Notice](r.seen); len(notices) != 1 || notices[0].Code != "UNWRAPPED_CALL" {
			t.Errorf("notices %+v", notices)
		}
	})
}
