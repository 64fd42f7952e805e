package threads

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"text/tabwriter"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/store"
)

// Groups of usage.
const (
	ByModel   = "model"
	ByDay     = "day" // in UTC
	ByProject = "project"
	BySession = "session"
)

// Price is what a million tokens of a model cost.
type Price = event.Price

// UsageOptions says what is summed up.
type UsageOptions struct {
	ID   string // of one session, or "" for all that Options means
	By   string // group, or "" for one sum
	JSON bool
	// Price is by the name of the model, for requests that were made before their price was known.
	Price map[string]Price
}

// row is a sum. The cost is nil while no price is known, and partial when one was missing.
type row struct {
	Key      string `json:"key,omitempty"`
	Requests int    `json:"requests"`
	store.Tokens
	Partial bool `json:"cost_partial,omitempty"`
}

// add counts a request. The cost that was written down counts; without one it follows from the price
// of today.
func (r *row) add(u event.Usage, prices map[string]Price) {
	if p, ok := prices[u.Model]; ok && u.Cost == nil {
		u.Cost = new(p.Of(u))
	}
	r.Requests++
	r.Add(u)
	r.Partial = r.Partial || u.Cost == nil
}

// Usage prints what the requests cost: of one session, of the workspace, or of all.
func Usage(ctx context.Context, o Options, u UsageOptions) error {
	sessions, err := o.chosen(ctx, u.ID)
	if err != nil {
		return err
	}
	var total, handed row // handed to subagents, as a part of the total
	groups, calls := map[string]*row{}, map[event.Source]int{}
	for _, s := range sessions {
		err := each(ctx, s.Stored, func(e event.Envelope) {
			if use, ok := e.Event.(event.ToolUse); ok {
				calls[use.Source]++
			}
			ev, ok := e.Event.(event.Usage)
			if !ok {
				return
			}
			total.add(ev, u.Price)
			if s.caller != "" {
				handed.add(ev, u.Price)
			}
			key := u.key(e.Time, ev.Model, s)
			if groups[key] == nil {
				groups[key] = &row{Key: key}
			}
			groups[key].add(ev, u.Price)
		})
		if err != nil {
			return err
		}
	}
	rows := slices.SortedFunc(maps.Values(groups), func(a, b *row) int { return cmp.Compare(a.Key, b.Key) })
	if u.By == "" {
		rows = []*row{}
	}
	if u.JSON {
		return o.printJSON(struct {
			By    string               `json:"by,omitempty"`
			Rows  []*row               `json:"rows"`
			Total row                  `json:"total"`
			Tasks row                  `json:"of_which_subagents"`
			Calls map[event.Source]int `json:"calls"`
		}{u.By, rows, total, handed, calls})
	}
	if err := o.printUsage(rows, total, handed, u); err != nil {
		return err
	}
	if n := calls[event.SourceForeign]; n > 0 {
		all := n + calls[event.SourceXNL] + calls[event.SourceNative]
		o.note("%d of %d tool calls were in another notation than the model was told", n, all)
	}
	return nil
}

// key gives the group of a request.
func (u UsageOptions) key(at time.Time, model string, s counted) string {
	switch u.By {
	case ByModel:
		return model
	case ByDay:
		return at.UTC().Format(time.DateOnly)
	case ByProject:
		return s.Workspace
	case BySession:
		return cmp.Or(s.caller, s.ID)
	}
	return ""
}

func (o Options) printUsage(rows []*row, total, handed row, u UsageOptions) error {
	total.Key, handed.Key = "total", "of which subagents"
	rows = append(rows, &total)
	if handed.Requests > 0 {
		rows = append(rows, &handed)
	}
	w := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)
	written := func(string) string { return "" } // a column for those services that tell it
	if total.Written > 0 {
		written = func(text string) string { return text + "\t" }
	}
	fmt.Fprint(w, cmp.Or(map[string]string{ByModel: "MODEL", ByDay: "DAY", ByProject: "PROJECT", BySession: "SESSION"}[u.By], " "),
		"\tREQUESTS\tINPUT\tCACHED\t", written("WRITTEN"), "OUTPUT\tREASONING\tCOST\n")
	for _, r := range rows {
		cost := "-"
		if r.Cost != nil {
			cost = strconv.FormatFloat(*r.Cost, 'f', 4, 64)
			if r.Partial {
				cost = "at least " + cost
			}
		}
		fmt.Fprintf(w, "%s\t%d\t%d\t%d\t%s%d\t%d\t%s\n", clean.Line(r.Key), r.Requests, r.Input, r.Cached,
			written(strconv.FormatInt(r.Written, 10)), r.Output, r.Reasoning, cost)
	}
	if err := w.Flush(); err != nil {
		return err
	}
	if total.Estimated {
		o.note("some requests came back without numbers; four characters were counted as a token")
	}
	if total.Partial {
		o.note("a model without a `price` in its profile is not in the cost")
	}
	return nil
}

// counted is a session whose requests are counted.
type counted struct {
	store.Stored
	caller string // id of the session that had it do a task, or ""
}

// chosen gives the session of an id with those of its subagents, or all.
func (o Options) chosen(ctx context.Context, id string) (all []counted, err error) {
	var list []store.Summary
	if id == "" {
		list, _, err = o.list(ListOptions{Tasks: true})
	} else {
		var s store.Stored
		if s, err = o.locate(ctx, id); err != nil {
			return nil, err
		}
		all = append(all, counted{Stored: s})
		list, err = o.tasksOf(s)
	}
	for _, s := range list {
		c := counted{Stored: store.Stored{ID: s.ID, Dir: s.Dir, Workspace: s.Workspace}}
		if s.Task != nil {
			c.caller = s.Task.Session
		}
		all = append(all, c)
	}
	return all, err
}

// tasksOf gives the sessions that did tasks for another. What is wrong with a session beside it is no
// concern of that one.
func (o Options) tasksOf(s store.Stored) ([]store.Summary, error) {
	l, err := store.List(store.Options{Base: o.Base, Workspace: s.Workspace, Tasks: true}, 0)
	return slices.DeleteFunc(l.Sessions, func(t store.Summary) bool { return t.Task == nil || t.Task.Session != s.ID }), err
}
