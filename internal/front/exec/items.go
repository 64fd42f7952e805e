package exec

import (
	"fmt"
	"strings"

	"eidolon/actors/event"
)

// messageItem is a stretch of text between calls.
type messageItem struct {
	id    string
	index int
	text  strings.Builder
}

func (b *batch) text(d event.TextDelta) {
	m := b.j.message
	if m == nil {
		m = &messageItem{id: fmt.Sprintf("msg_%d", len(b.j.items)), index: len(b.j.items)}
		b.j.message = m
		b.line("response.output_item.added", object{"output_index": m.index, "item": m.item("in_progress")})
		b.line("response.content_part.added", m.fields(object{"part": part("")}))
	}
	m.text.WriteString(d.Text)
	b.line("response.output_text.delta", m.fields(object{"delta": d.Text, "logprobs": []any{}}))
}

func part(text string) object {
	return object{"type": "output_text", "text": text, "annotations": []any{}}
}

func (m *messageItem) fields(more object) object {
	more["item_id"], more["output_index"], more["content_index"] = m.id, m.index, 0
	return more
}

func (m *messageItem) item(status string) object {
	content := []any{}
	if status == "completed" {
		content = append(content, part(m.text.String()))
	}
	return object{"id": m.id, "type": "message", "status": status, "role": "assistant", "content": content}
}

// closeMessage ends the open text item: items do not interleave.
func (b *batch) closeMessage() {
	m := b.j.message
	if m == nil {
		return
	}
	b.j.message = nil
	b.line("response.output_text.done", m.fields(object{"text": m.text.String(), "logprobs": []any{}}))
	b.line("response.content_part.done", m.fields(object{"part": part(m.text.String())}))
	item := m.item("completed")
	b.line("response.output_item.done", object{"output_index": m.index, "item": item})
	b.j.items = append(b.j.items, item)
}

func (b *batch) call(ev event.ToolUse) {
	b.closeMessage()
	b.j.ids[ev.Call] = ev.ModelID
	callID := b.j.callID(ev.Call)
	index, id, args := len(b.j.items), "fc_"+strings.TrimPrefix(callID, "call_"), string(ev.Input)
	item := func(status, args string) object {
		item := object{
			"id": id, "type": "function_call", "status": status, "call_id": callID, "model_id": ev.ModelID,
			"name": ev.Name, "arguments": args,
		}
		if ev.Signature != "" {
			item["signature"] = ev.Signature
		}
		return item
	}
	b.line("response.output_item.added", object{"output_index": index, "item": item("in_progress", "")})
	b.line("response.function_call_arguments.delta", object{"item_id": id, "output_index": index, "delta": args})
	b.line("response.function_call_arguments.done", object{"item_id": id, "output_index": index, "name": ev.Name, "arguments": args})
	done := item("completed", args)
	b.line("response.output_item.done", object{"output_index": index, "item": done})
	b.j.items = append(b.j.items, done)
}

// callID is what a call of that key is called here.
func (j *JSON) callID(key string) string {
	id, known := j.ids[key]
	switch {
	case known && j.about.ModelIDs:
		return id
	case j.about.Caller:
		session, _, _ := strings.Cut(j.about.Session, "-")
		return "call_" + session + "_" + key
	}
	return key
}
