package stubserver

import "strings"

// enter sees to it that an item of a type is open: a message with a part for text, or reasoning with one
// for its summary.
func (e *responsesEncoder) enter(kind string) string {
	if e.in(kind) {
		return ""
	}
	out := e.close()
	if kind == itemReasoning {
		item := responsesItem{ID: e.id("rs"), Type: kind, Summary: []responsesPart{}}
		if e.proofs {
			item.Encrypted = "encrypted-" + item.ID
		}
		return out + e.add(item) + e.addPart("response.reasoning_summary_part.added", responsesPart{Type: partSummary, Text: new("")})
	}
	out += e.add(responsesItem{ID: e.id("msg"), Type: kind, Role: "assistant", Content: []responsesPart{}})
	return out + e.addPart("response.content_part.added", responsesPart{Type: partAnswered, Text: new(""), Annotations: []string{}})
}

// add begins an item. What it will have in the end is not told yet.
func (e *responsesEncoder) add(item responsesItem) string {
	item.Status = "in_progress"
	e.items = append(e.items, item)
	e.open, e.part = true, -1
	begun := e.raw()
	begun.Encrypted = ""
	return e.event(responsesEvent{Type: "response.output_item.added", Output: e.output(), Item: begun})
}

// addPart begins a part of the open item.
func (e *responsesEncoder) addPart(kind string, p responsesPart) string {
	item := e.last()
	if item.Type == itemReasoning {
		item.Summary = append(item.Summary, p)
		e.part = len(item.Summary) - 1
	} else {
		item.Content = append(item.Content, p)
		e.part = len(item.Content) - 1
	}
	return e.about(responsesEvent{Type: kind, Part: &p})
}

// output gives the place of the open item in the answer.
func (e *responsesEncoder) output() *int { return new(len(e.items) - 1) }

// about writes an event about the open part, or about the open call.
func (e *responsesEncoder) about(ev responsesEvent) string {
	ev.ItemID, ev.Output = e.last().ID, e.output()
	switch e.last().Type {
	case itemReasoning:
		ev.Summary = new(e.part)
	case itemMessage:
		ev.Content = new(e.part)
	}
	return e.event(ev)
}

// piece adds to the open part or call. The padding, which hides the length of the text from who watches
// the line, has another length in each event.
func (e *responsesEncoder) piece(kind, text string) string {
	target := e.target()
	*target += text
	ev := responsesEvent{Type: kind, Delta: &text, Obfuscation: strings.Repeat("x", 1+e.next%16)}
	if e.last().Type == itemMessage {
		ev.Logprobs = []string{}
	}
	return e.about(ev)
}

// target is the text that grows.
func (e *responsesEncoder) target() *string {
	item := e.last()
	switch item.Type {
	case itemCall:
		return item.Arguments
	case itemReasoning:
		return item.Summary[e.part].Text
	}
	if p := &item.Content[e.part]; p.Type == partRefused {
		return p.Refusal
	}
	return item.Content[e.part].Text
}

// decline has the model refuse, in a part of its own.
func (e *responsesEncoder) decline() string {
	out := ""
	if e.in(itemMessage) {
		out = e.closePart()
	} else {
		out = e.close() + e.add(responsesItem{ID: e.id("msg"), Type: itemMessage, Role: "assistant", Content: []responsesPart{}})
	}
	out += e.addPart("response.content_part.added", responsesPart{Type: partRefused, Refusal: new("")})
	return out + e.piece("response.refusal.delta", declined)
}

// close ends the open item, if there is one.
func (e *responsesEncoder) close() string {
	if !e.open {
		return ""
	}
	out := e.closePart()
	e.last().Status = "completed"
	e.open = false
	return out + e.event(responsesEvent{Type: "response.output_item.done", Output: e.output(), Item: e.raw()})
}

// closePart ends the open part, or the input of the open call.
func (e *responsesEncoder) closePart() string {
	whole := *e.target()
	item := e.last()
	switch item.Type {
	case itemCall:
		return e.about(responsesEvent{Type: "response.function_call_arguments.done", Arguments: &whole})
	case itemReasoning:
		return e.about(responsesEvent{Type: "response.reasoning_summary_text.done", Text: &whole}) +
			e.about(responsesEvent{Type: "response.reasoning_summary_part.done", Part: &responsesPart{Type: partSummary, Text: &whole}})
	}
	p := item.Content[e.part]
	if p.Type == partRefused {
		return e.about(responsesEvent{Type: "response.refusal.done", Refusal: &whole}) +
			e.about(responsesEvent{Type: "response.content_part.done", Part: &p})
	}
	return e.about(responsesEvent{Type: "response.output_text.done", Text: &whole, Logprobs: []string{}}) +
		e.about(responsesEvent{Type: "response.content_part.done", Part: &p})
}
