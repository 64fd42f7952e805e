package session

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/xnl"
)

// checkRound ends the round when the answer is there and every call has its result.
func (s *session) checkRound(env actorkit.Env) {
	t := s.turn
	if !t.answered || t.finished || t.judging != "" {
		return
	}
	if s.o.Caller != nil {
		s.endAnswer(env)
		return
	}
	var replies []reply
	for _, c := range t.calls {
		if c.result == nil {
			return
		}
		if !c.superseded {
			replies = append(replies, reply{c.key, c.modelID, c.source, *c.result})
		}
	}
	if t.typed {
		s.endCommand(env, replies[0])
		return
	}
	t.finished = true
	goOn := len(replies) > 0 || len(t.lines) > 0
	s.brake(env, replies)
	if goOn {
		t.awaits = s.record(env, s.results(replies, append(t.lines, t.hints...)))
	}
	switch {
	case t.ending != "":
		s.endTurn(env, t.ending)
	case t.fatal:
		s.endTurn(env, event.EndError)
	case !goOn:
		s.finishTurn(env)
	}
}

// brake ends the turn when the model goes round in circles: nothing that it wrote in the last rounds
// could be read.
func (s *session) brake(env actorkit.Env, replies []reply) {
	t := s.turn
	for _, r := range replies {
		if string(r.result.Code) != strings.ToUpper(string(r.result.Code)) || r.result.OK {
			t.useless = 0
			return
		}
	}
	t.useless++
	if t.useless == uselessRounds && t.ending == "" && !t.fatal {
		t.fatal = true
		s.record(env, event.Error{
			Kind:    "loop",
			Message: fmt.Sprintf("The turn was stopped: in %d answers in a row the model wrote nothing that could be used.", uselessRounds),
		})
	}
}

// reply is what the model is told about one call.
type reply struct {
	key     string
	modelID string
	source  event.Source
	result  tool.Result
}

// results makes the message that answers the calls of one round, in call order, and tells what else
// the model should know. Native calls are answered one by one; XNL calls in one block.
func (s *session) results(replies []reply, lines []string) event.Message {
	m := event.Message{Role: event.RoleToolResults}
	var text strings.Builder
	for _, line := range lines {
		text.WriteString(line)
		text.WriteByte('\n')
	}
	var block strings.Builder
	for _, r := range replies {
		if r.source == event.SourceNative {
			m.Results = append(m.Results, event.NativeResult{Call: r.key, ModelID: r.modelID, OK: r.result.OK, Text: s.nativeText(r.result)})
			continue
		}
		s.writeReply(&block, r)
	}
	if block.Len() > 0 {
		text.WriteString("!unquote_start\n" + block.String() + "!unquote_end\n")
	}
	m.Text = text.String()
	return m
}

// replyText is what the model reads: the output, or what failed and how to go on.
func (s *session) replyText(r tool.Result) string {
	if hint := s.o.Hint(r.Code); !r.OK && hint != "" {
		return r.Text + "\n" + hint
	}
	return r.Text
}

func (s *session) nativeText(r tool.Result) string {
	if r.OK {
		return r.Text
	}
	return string(r.Code) + ": " + s.replyText(r)
}

// writeReply writes one tool_resp element. The text goes raw between markers that it does not hold.
func (s *session) writeReply(b *strings.Builder, r reply) {
	text := s.replyText(r.result)
	marker := s.marker(r.key, text)
	fmt.Fprintf(b, "<tool_resp id=%s ok=%t", quoted(r.modelID), r.result.OK)
	if !r.result.OK {
		fmt.Fprintf(b, " code=%q", r.result.Code)
	}
	fmt.Fprintf(b, " #%s>\n%s", marker, text)
	if !strings.HasSuffix(text, "\n") {
		b.WriteByte('\n')
	}
	fmt.Fprintf(b, "</#%s>\n", marker)
}

// quoted gives an id as an XNL string.
func quoted(id string) []byte {
	text, err := xnl.Format(xnl.String(id), xnl.Layout{})
	if err != nil {
		return []byte(`""`)
	}
	return text
}

// marker gives eight hex digits that the model cannot foresee and that a resumed session computes
// again: a keyed hash of the call. It is drawn again while the text holds its closer.
func (s *session) marker(key, text string) string {
	for attempt := 0; ; attempt++ {
		h := hmac.New(sha256.New, s.markerKey())
		fmt.Fprintf(h, "%s/%d", key, attempt)
		marker := hex.EncodeToString(h.Sum(nil))[:8]
		if !strings.Contains(text, marker) {
			return marker
		}
	}
}

func (s *session) markerKey() []byte {
	if c := s.o.Caller; c != nil && len(c.Key) > 0 {
		return c.Key
	}
	return s.o.Log.Facts().Key
}
