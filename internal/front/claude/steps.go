package claude

import (
	"encoding/json"
	"fmt"
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/front/news"
)

// Kinds of blocks.
const (
	text     = "text"
	thinking = "thinking"
)

// stepping is the answer of the model that is being rendered: a message of several blocks, one after the
// other.
type stepping struct {
	id     string // of the message, or "" between two
	index  int    // of the open block
	open   string // its kind, or ""
	calls  bool   // there was a call in it
	usage  event.Usage
	speech news.Speech
}

// begin opens a message with the first piece of an answer.
func (s *Sink) begin(e event.Envelope) {
	if s.stepping.id != "" {
		return
	}
	s.stepping.id = fmt.Sprintf("msg_%s_t%dr%d", short(s.about.Session), e.Turn, e.Round)
	s.turn.last = ""
	s.stream(object{"type": "message_start", "message": s.envelope([]object{}, nil)})
}

func short(id string) string { return id[:min(len(id), 8)] }

// envelope is a message of the model with these blocks.
func (s *Sink) envelope(content []object, stop any) object {
	return object{
		"id": s.stepping.id, "type": "message", "role": "assistant", "model": s.about.Model, "content": content,
		"stop_reason": stop, "stop_sequence": nil, "usage": usageOf(s.stepping.usage),
	}
}

// stream tells a piece of the answer to those who want pieces.
func (s *Sink) stream(ev object) {
	if s.about.Partial {
		s.line("stream_event", object{"event": ev, "parent_tool_use_id": nil})
	}
}

// piece adds to the block of that kind. One of another kind is whole then.
func (s *Sink) piece(e event.Envelope, kind, words string) {
	s.begin(e)
	st := &s.stepping
	if st.open != kind {
		s.endBlock()
		st.open = kind
		start := object{"type": text, "text": ""}
		if kind == thinking {
			start = object{"type": thinking, "thinking": "", "signature": ""}
		}
		s.stream(object{"type": "content_block_start", "index": st.index, "content_block": start})
	}
	delta := object{"type": "text_delta", "text": words}
	if kind == thinking {
		st.speech.Think(words)
		delta = object{"type": "thinking_delta", "thinking": words}
	} else {
		st.speech.Say(words)
	}
	s.stream(object{"type": "content_block_delta", "index": st.index, "delta": delta})
}

// endBlock ends the open block. One of blanks alone is none.
func (s *Sink) endBlock() {
	st := &s.stepping
	if st.open == "" {
		return
	}
	s.stream(object{"type": "content_block_stop", "index": st.index})
	st.index++
	st.open = ""
	if thought := st.speech.Thought(); thought != "" {
		s.assistant(object{"type": thinking, "thinking": thought, "signature": ""})
	}
	if words := st.speech.Text(); words != "" {
		s.turn.last = words
		s.assistant(object{"type": text, "text": words})
	}
}

// assistant writes a block that is whole.
func (s *Sink) assistant(block object) {
	s.line("assistant", object{"message": s.envelope([]object{block}, nil), "parent_tool_use_id": nil})
}

// use shows a call.
func (s *Sink) use(e event.Envelope, u event.ToolUse) {
	s.uses[u.Call] = u
	if u.Source == event.SourceUser {
		return
	}
	s.begin(e)
	s.endBlock()
	st := &s.stepping
	name, input := news.ToolName(u.Name), news.Input(u)
	s.stream(object{
		"type": "content_block_start", "index": st.index,
		"content_block": object{"type": "tool_use", "id": u.Call, "name": name, "input": object{}},
	})
	s.stream(object{
		"type": "content_block_delta", "index": st.index, "delta": object{"type": "input_json_delta", "partial_json": string(input)},
	})
	s.stream(object{"type": "content_block_stop", "index": st.index})
	st.index++
	st.calls = true
	s.turn.last = ""
	s.assistant(object{"type": "tool_use", "id": u.Call, "name": name, "input": input})
}

// endMessage ends the answer.
func (s *Sink) endMessage(e event.Envelope) {
	s.begin(e)
	s.endBlock()
	reason := "end_turn"
	if s.stepping.calls {
		reason = "tool_use"
	}
	s.stream(object{
		"type": "message_delta", "delta": object{"stop_reason": reason, "stop_sequence": nil}, "usage": usageOf(s.stepping.usage),
	})
	s.stream(object{"type": "message_stop"})
	s.stepping = stepping{}
}

// result shows the outcome of a call, as the user's word to the model.
func (s *Sink) result(r event.ToolResult) {
	u, known := s.uses[r.Call]
	if !known || r.Superseded || u.Source == event.SourceUser {
		return
	}
	s.line("user", object{
		"message": object{"role": "user", "content": []object{{
			"type": "tool_result", "tool_use_id": r.Call, "content": outcome(r), "is_error": !r.OK,
		}}},
		"parent_tool_use_id": nil, "tool_use_result": r.Output,
	})
}

// outcome is what a call gave, in words. Of a command that failed it tells the exit code too.
func outcome(r event.ToolResult) string {
	o := news.ReadOutcome(r)
	words := o.Text(r.OK)
	var code int
	if raw, ok := o.Data["exit_code"]; !ok || json.Unmarshal(raw, &code) != nil || code == 0 {
		return words
	}
	if words != "" && !strings.HasSuffix(words, "\n") {
		words += "\n"
	}
	return fmt.Sprintf("%s[exit code %d]", words, code)
}
