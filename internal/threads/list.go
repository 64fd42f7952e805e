package threads

import (
	"cmp"
	"fmt"
	"text/tabwriter"
	"time"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/store"
)

// ListOptions says which sessions are listed.
type ListOptions struct {
	Span
	Limit int  // 0 for all
	Tasks bool // those of subagents too
	JSON  bool
}

// Span is a time that sessions are of: a session counts for every moment from its first event to its
// last one. Zero is no bound.
type Span struct {
	From time.Time
	To   time.Time // this moment is not part of it
}

// has tells whether a session is of the time.
func (t Span) has(s store.Summary) bool {
	return (t.From.IsZero() || !s.Active.Before(t.From)) && (t.To.IsZero() || s.Created.Before(t.To))
}

// List prints the sessions, the one with the youngest event first.
func List(o Options, l ListOptions) error {
	list, total, err := o.list(l)
	if err != nil {
		return err
	}
	if l.JSON {
		if list == nil {
			list = []store.Summary{}
		}
		return o.printJSON(list)
	}
	if len(list) == 0 {
		if l.Span == (Span{}) {
			o.note("there is no session here yet; `eidolon threads list --all` shows those of other projects")
		} else {
			o.note("there is no session of that time here")
		}
		return nil
	}
	w := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)
	fmt.Fprint(w, "ID\tAGE\tTURNS\tTOKENS\tTITLE")
	if o.All {
		fmt.Fprint(w, "\tWORKSPACE")
	}
	for _, s := range list {
		fmt.Fprintf(w, "\n%s\t%s\t%d\t%s\t%s", shortID(s.ID), figure.Age(o.Now().Sub(s.Active)), s.Turns,
			figure.Count(s.Tokens.Input+s.Tokens.Output), label(s))
		if o.All {
			fmt.Fprintf(w, "\t%s", clean.Line(s.Workspace))
		}
	}
	fmt.Fprintln(w)
	if err := w.Flush(); err != nil {
		return err
	}
	if more := total - len(list); l.Limit > 0 && more > 0 {
		o.note("%d older sessions are not shown; --limit 0 shows all", more)
	}
	return nil
}

// label is the title of a session with what is unusual about it.
func label(s store.Summary) string {
	text := clean.Line(s.Title)
	if text == "" {
		text = "(nothing was asked yet)"
	}
	if s.State != store.StatusEnded {
		text += " [" + string(s.State) + "]"
	}
	if s.Task != nil {
		text += " [" + clean.Line(cmp.Or(s.Task.Agent, "subagent")) + " of " + clean.Line(shortID(s.Task.Session)) + "]"
	}
	if s.Problems > 0 {
		text += fmt.Sprintf(" [problems: %d]", s.Problems)
	}
	return text
}
