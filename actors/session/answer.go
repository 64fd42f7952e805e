package session

import (
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/stream"
	"eidolon/internal/leaf/figure"
)

// onStream takes the notes of the stream strictly in order. While a call is judged the rest waits:
// text after a call must not be told before the call is.
func (s *session) onStream(env actorkit.Env, n stream.Note) {
	t := s.turn
	if t == nil || t.answered {
		return // of a stream that was given up
	}
	if t.judging != "" {
		t.notes = append(t.notes, n)
		return
	}
	s.takeNote(env, n)
}

// goOn takes the notes that were held back, up to the next call.
func (s *session) goOn(env actorkit.Env) {
	for t := s.turn; t == s.turn && t.judging == "" && len(t.notes) > 0; {
		n := t.notes[0]
		t.notes = t.notes[1:]
		s.takeNote(env, n)
	}
}

func (s *session) takeNote(env actorkit.Env, n stream.Note) {
	t := s.turn
	switch n := n.(type) {
	case stream.TextDelta:
		s.onText(env, n.Text)
	case stream.ReasoningDelta:
		s.onThought(env, n)
	case stream.CallOpened:
		s.tell(env, event.CallOpened{Call: s.key(n.N), Name: n.Name, Input: n.Input})
	case stream.CallInput:
		s.tell(env, event.CallInput{Call: s.key(n.N), Offset: n.Offset, Text: n.Text})
	case stream.CallClosed:
		s.onCallClosed(env, n)
	case stream.CallFailed:
		s.onCallFailed(env, n)
	case stream.BlockBegan:
	case stream.BlockEnded:
		s.endBlock(n.Block)
	case stream.BlockUnclosed:
		s.cancelBlock(n.Block)
	case stream.Notice:
		s.onNotice(env, n.Code)
	case stream.Held:
		s.tell(env, event.Notice{Code: "waiting", Message: n.Reason + " Other requests were told to wait; this one goes out in " + figure.Wait(n.For) + "."})
	case stream.Used:
		t.usage = &n.Usage
	case stream.Ended:
		t.broken = 0
		s.onAnswer(env, n.Raw, n.Model, n.Stop, false)
	case stream.Failed:
		s.onFailed(env, n)
	}
}

func (s *session) onText(env actorkit.Env, text string) {
	t := s.turn
	if !t.inItem {
		t.inItem = true
		t.item++
		t.offset = 0
	}
	s.tell(env, event.TextDelta{Item: t.item, Offset: t.offset, Text: text})
	t.offset += len(text)
}

// onThought takes a piece of what the model thinks aloud. A signature ends a block.
func (s *session) onThought(env actorkit.Env, n stream.ReasoningDelta) {
	t := s.turn
	if n.Text != "" {
		s.tell(env, event.ReasoningDelta{Item: t.item, Offset: t.thought, Text: n.Text})
		t.thought += len(n.Text)
		t.thinking.WriteString(n.Text)
	}
	if n.Signature != "" {
		t.endThought(n.Signature)
	}
}

// endThought closes the block of reasoning that goes on.
func (t *turn) endThought(signature string) {
	t.thoughts = append(t.thoughts, event.Reasoning{Text: t.thinking.String(), Signature: signature})
	t.thinking.Reset()
}

// onAnswer writes the answer down, whole or as far as it got.
func (s *session) onAnswer(env actorkit.Env, raw, by string, stop model.Stop, partial bool) {
	t := s.turn
	t.answered = true
	env.Stop(t.stream.Address)
	if t.thinking.Len() > 0 {
		t.endThought("")
	}
	for _, thought := range t.thoughts {
		s.record(env, thought)
	}
	if t.usage != nil || raw != "" || t.thought > 0 || len(t.calls) > 0 {
		s.record(env, s.used(raw, by))
	}
	if raw != "" || len(t.calls) > 0 || !partial {
		s.record(env, event.Message{Role: event.RoleAssistant, Text: raw, Partial: partial})
	}
	s.checkEmpty(env, raw, partial)
	switch stop {
	case model.Done:
	case model.Length:
		s.tell(env, event.Notice{Code: "output_limit", Message: "The answer was cut at the model's output limit."})
		t.lines = append(t.lines, CutAtLimit+" Go on with a shorter one.")
	case model.Filtered:
		s.tell(env, event.Notice{Code: string(stop), Message: "The service's content filter ended the answer."})
	case model.Refused:
		s.tell(env, event.Notice{Code: string(stop), Message: "The model refused to go on with this."})
	}
	s.checkRound(env)
}

// checkEmpty tells of an answer with nothing in it. In a turn in which nothing was said at all that is
// a failure.
func (s *session) checkEmpty(env actorkit.Env, raw string, partial bool) {
	t := s.turn
	switch {
	case partial || strings.TrimSpace(raw) != "" || len(t.calls) > 0:
	case t.item == 0:
		t.fatal = true
		s.record(env, event.Error{Kind: "empty_answer", Message: "The model's answer was empty. Ask again, or try another model."})
	default:
		s.tell(env, event.Notice{Code: "empty_answer", Message: "The model ended with an empty answer."})
	}
}

// used gives the cost of the request: the service's numbers, or an estimate of a token for four
// bytes.
func (s *session) used(raw, by string) event.Usage {
	if by == "" {
		by = s.model().Name
	}
	used := event.Usage{Model: by}
	if u := s.turn.usage; u != nil {
		used.InputTokens, used.OutputTokens, used.ReasoningTokens = u.Input, u.Output, u.Reasoning
		used.CachedTokens, used.WrittenTokens = u.Cached, u.Written
	} else {
		used.Estimated = true
		used.InputTokens = int64((sizeOf(s.ask().Messages) + s.conv.shown*imageSize) / 4)
		used.OutputTokens = int64((len(raw) + s.turn.thought) / 4)
	}
	if p := s.model().Price; p != nil {
		used.Cost = new(p.Of(used))
	}
	return used
}
