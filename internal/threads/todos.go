package threads

import (
	"context"
	"fmt"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/clean"
)

// Todos prints the task list of a session as it was last.
func Todos(ctx context.Context, o Options, id string, asJSON bool) error {
	s, err := o.locate(ctx, id)
	if err != nil {
		return err
	}
	list := []tool.Todo{}
	err = each(ctx, s, func(e event.Envelope) {
		if ev, ok := e.Event.(event.Todos); ok {
			list = append([]tool.Todo{}, ev.Todos...)
		}
	})
	if err != nil {
		return err
	}
	if asJSON {
		return o.printJSON(list)
	}
	if len(list) == 0 {
		o.note("session %s has no tasks", shortID(s.ID))
	}
	for _, t := range list {
		fmt.Fprintf(o.Out, "%s %s\n", t.Mark(), clean.Line(t.Content))
	}
	return nil
}
