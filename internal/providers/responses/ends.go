package responses

import (
	"encoding/json"

	"eidolon/actors/model"
)

// itemBegan opens a call, so that its tool can start before the answer is over.
func (a *answer) itemBegan(e *event) error {
	var it item
	if !read(e.Item, &it) || it.Type != "function_call" {
		return nil
	}
	a.spoken = true
	_, err := a.calls.begin(e.Output, &it)
	return err
}

// itemEnded takes a whole item: what of it has not come before.
func (a *answer) itemEnded(output *int, raw json.RawMessage) error {
	var it item
	if !read(raw, &it) {
		return nil
	}
	switch it.Type {
	case "function_call":
		a.spoken = true
		k, err := a.calls.begin(output, &it)
		if err != nil {
			return err
		}
		return a.calls.done(k, string(it.Arguments))
	case "message", "reasoning":
		return a.partsEnded(output, &it)
	}
	return nil
}

// partsEnded takes a whole message or a whole piece of reasoning.
func (a *answer) partsEnded(output *int, it *item) error {
	key := itemKey(output, it.ID)
	for i, p := range it.Content {
		if err := a.partEnded(key, i, p); err != nil {
			return err
		}
	}
	for i, p := range it.Summary {
		if err := a.partEnded(key, i, p); err != nil {
			return err
		}
	}
	s := signature{Host: a.host, Text: a.text, Calls: len(a.calls.list)}
	switch {
	case it.Type == "reasoning" && it.Encrypted != "":
		s.ID, s.Encrypted = it.ID, it.Encrypted
	case it.Type == "message" && it.Phase != "":
		s.Phase = it.Phase
		for i := range it.Content { // its place is where it began
			for _, k := range []kind{answered, refused} {
				if part := a.texts[place{key, k, i}]; part != nil {
					s.Text -= part.length
				}
			}
		}
	default:
		return nil
	}
	return a.sign(key, s.String())
}

// sign passes on what the service wants back of an item, once.
func (a *answer) sign(item, s string) error {
	signed, err := a.at(place{item: item, kind: proof})
	if err != nil || signed.length > 0 {
		return err
	}
	signed.add(s)
	a.spoken, a.thinking = true, place{}
	return a.out.Send(model.Reasoning{Signature: s}, len(s))
}

// status takes an event about the answer as a whole.
func (a *answer) status(e *event) error {
	var r response
	if json.Unmarshal(e.Response, &r) != nil {
		return a.guard.BadAnswer("a stream of another format")
	}
	switch e.Type {
	case "response.completed":
		r.Status = "completed"
	case "response.incomplete":
		r.Status = "incomplete"
	case "response.failed":
		r.Status = "failed"
	case "response.done": // of the service behind the login; the status is in it
	default: // on its way
		return a.used(&r)
	}
	return a.finish(&r)
}

// used passes on what the answer cost so far.
func (a *answer) used(r *response) error {
	if r.Model != "" {
		a.end.Model = r.Model
	}
	if r.Usage == nil {
		return nil
	}
	return a.out.Send(r.Usage.chunk(), 0)
}

// finish takes the end of the answer.
func (a *answer) finish(r *response) error {
	switch r.Status {
	case "completed":
		a.end.Reason = r.Status
	case "incomplete":
		a.end.Reason = r.Incomplete.Reason
		a.end.Stop = model.Length
		if a.end.Reason == "content_filter" {
			a.end.Stop = model.Filtered
		}
	case "failed":
		return a.guard.Reported(encoded(map[string]json.RawMessage{"error": r.Error}))
	default:
		return a.guard.Truncated()
	}
	if !a.spoken { // a service that has only this event
		for i, raw := range r.Output {
			if err := a.itemEnded(&i, raw); err != nil {
				return err
			}
		}
	}
	if err := a.calls.closeAll(); err != nil {
		return err
	}
	a.complete = true
	return a.used(r)
}
