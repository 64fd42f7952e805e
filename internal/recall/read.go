package recall

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/nearest"
	"eidolon/internal/store"
	"eidolon/internal/transcript"
)

// How much is read unless the call asks for more, in entries of the transcript.
const (
	readBefore = 3 // before the message that is asked for
	readAfter  = 6 // and after it
	readFirst  = 30
	maxEntries = 500
)

// read is the tool read_thread.
type read struct{ Options }

type readInput struct {
	ID     string `json:"id"`
	Around *int64 `json:"around"`
	Before *int   `json:"before"`
	After  *int   `json:"after"`
}

// readOutput is the outcome of reading: places, and no words.
type readOutput struct {
	ID     string  `json:"id"`
	Shown  []int64 `json:"shown"`  // numbers of what is shown, in that order
	Before int     `json:"before"` // how much there is before that
	After  int     `json:"after"`
	Cut    bool    `json:"cut"` // some of it is not shown whole
}

// Spec implements [tool.Handler].
func (read) Spec() tool.Spec {
	return tool.Spec{
		Namespace: tool.BuiltIn, Name: "read_thread",
		Summary: "Read a kept session, or the part of it around a message that thread_search found.",
		Params: []tool.Param{
			{Name: "id", Type: tool.String, Required: true, Summary: "of the session, or its beginning"},
			{Name: "around", Type: tool.Integer, Min: new(int64(0)), Summary: "number of a message; without it from the beginning"},
			{Name: "before", Type: tool.Integer, Min: new(int64(0)), Summary: "messages before it, default 3; without around the last ones"},
			{Name: "after", Type: tool.Integer, Min: new(int64(0)), Summary: "messages after it, default 6"},
		},
		ReadOnly: true, Subject: "id",
	}
}

// Classify implements [tool.Handler]. A session that is not there is nobody's: Run says so.
func (r read) Classify(c tool.Call) (tool.Class, error) {
	in, err := tool.Into[readInput](c.Input)
	if err != nil {
		return tool.Class{}, invalid("", "%s", err.Error())
	}
	s, err := r.locate(in.ID)
	if _, ok := errors.AsType[*store.IDError](err); ok {
		return tool.Class{}, invalid("id", "%s; thread_search gives ids", err.Error())
	}
	if err == nil && s.Workspace != r.Workspace {
		where := "another project"
		if s.Workspace != "" {
			where += ", " + oneLine(s.Workspace)
		}
		return class("It reads a session of " + where + "."), nil
	}
	return class(""), nil
}

// locate gives the session of an id or of its beginning, of this workspace if it has one and else of
// any.
func (r read) locate(id string) (store.Stored, error) {
	if r.Base == "" {
		return store.Stored{}, &store.NotFoundError{ID: id}
	}
	id = strings.TrimSpace(id)
	s, err := store.Find(r.kept(false, id))
	if _, ok := errors.AsType[*store.NotFoundError](err); ok {
		return store.Find(r.kept(true, id))
	}
	return s, err
}

// Run implements [tool.Handler].
func (r read) Run(ctx context.Context, c tool.Call, class tool.Class, _ func(tool.Progress)) tool.Result {
	in, err := tool.Into[readInput](c.Input)
	if err != nil {
		return failure(ctx, invalid("", "%s", err.Error()))
	}
	s, err := r.locate(in.ID)
	if err == nil && s.Workspace != r.Workspace && class.Subject != global {
		err = &store.NotFoundError{ID: in.ID} // it came after the call was judged, and nobody has agreed to it
	}
	if err != nil {
		return r.missing(ctx, c, in.ID, err)
	}
	w, err := window(ctx, s, in)
	if errors.Is(err, errNoMessage) {
		return failure(ctx, invalid("around", "session %s has no message yet", s.ID))
	}
	if err != nil {
		return failure(ctx, err)
	}
	return w.answer(c, s)
}

// missing makes the result for a session that cannot be found.
func (r read) missing(ctx context.Context, c tool.Call, id string, err error) tool.Result {
	if several, ok := errors.AsType[*store.AmbiguousError](err); ok {
		return failure(ctx, invalid("id", "%s", several.Error()))
	}
	if _, ok := errors.AsType[*store.NotFoundError](err); !ok {
		return failure(ctx, err)
	}
	if strings.HasPrefix(strings.ToLower(c.Session), strings.ToLower(strings.TrimSpace(id))) && c.Session != "" {
		return tool.Fail(tool.NotFound, "this is the session that runs, and nothing of it is kept; all of it is in the conversation")
	}
	text := fmt.Sprintf("there is no session %s", oneLine(clip.Chars(id, maxTitle)))
	if near := r.near(id); near != "" {
		return tool.Fail(tool.NotFound, text+"; did you mean "+near+"? thread_search gives ids")
	}
	return tool.Fail(tool.NotFound, text+"; thread_search gives ids")
}

// near gives the session of this workspace whose id is most like the one that was asked for.
func (r read) near(id string) string {
	if r.Base == "" {
		return ""
	}
	all, err := store.Sessions(r.kept(false, ""))
	if err != nil {
		return ""
	}
	whole := map[string]string{}
	var known []string
	for _, s := range all {
		part := s.ID[:min(len(id), len(s.ID))]
		whole[part] = s.ID
		known = append(known, part)
	}
	return whole[nearest.Name(id, known)]
}

// errNoMessage is a session with nothing to read in it.
var errNoMessage = errors.New("the session has no message")

// window reads the part of a session that a call asks for.
func window(ctx context.Context, s store.Stored, in readInput) (*page, error) {
	p := newPage(in)
	if in.Around != nil {
		lineage, err := s.Lineage(ctx)
		if err != nil {
			return nil, err
		}
		p.lineage, p.all = lineage, !lineage.Counts(*in.Around)
	}
	if err := transcript.Read(ctx, s, p.all, p.add); err != nil {
		return nil, err
	}
	if len(p.pieces) == 0 {
		return nil, errNoMessage
	}
	p.choose()
	return p, nil
}

// newPage decides what a call asks for.
func newPage(in readInput) *page {
	p := &page{lineage: &event.Lineage{}, around: -1, before: readBefore, after: readAfter}
	if in.Around != nil {
		p.around = *in.Around
	} else {
		p.before, p.after = 0, readFirst-1
		p.fromEnd = in.Before != nil && in.After == nil
	}
	for _, given := range []struct {
		to   *int
		from *int
	}{{&p.before, in.Before}, {&p.after, in.After}} {
		if given.from != nil {
			*given.to = min(*given.from, maxEntries)
		}
	}
	p.alone = in.Around != nil && p.before+p.after == 0
	return p
}
