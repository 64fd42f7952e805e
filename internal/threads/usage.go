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
	var total row
	groups, calls := map[string]*row{}, map[event.Source]int{}
	for _, s := range sessions {
		err := each(ctx, s, func(e event.Envelope) {
			if use, ok := e.Event.(event.ToolUse); ok {
				calls[use.Source]++
			}
			ev, ok := e.Event.(event.Usage)
			if !ok {
				return
			}
			total.add(ev, u.Price)
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
			Calls map[event.Source]int `json:"calls"`
		}{u.By, rows, total, calls})
	}
	if err := o.printUsage(rows, total, u); err != nil {
		return err
	}
	if n := calls[event.SourceForeign]; n > 0 {
		all := n + calls[event.SourceXNL] + calls[event.SourceNative]
		o.note("%d of %d tool calls were in another notation than the model was told", n, all)
	}
	return nil
}

// key gives the group of a request.
func (u UsageOptions) key(at time.Time, model string, s store.Stored) string {
	switch u.By {
	case ByModel:
		return model
	case ByDay:
		return at.UTC().Format(time.DateOnly)
	case ByProject:
		return s.Workspace
	case BySession:
		return s.ID
	}
	return ""
}

func (o Options) printUsage(rows []*row, total row, u UsageOptions) error {
	total.Key = "total"
	w := tabwriter.NewWriter(o.Out, 0, 0, 2, ' ', 0)
	written := func(string) string { return "" } // a column for those services that tell it
	if total.Written > 0 {
		written = func(text string) string { return text + "\t" }
	}
	fmt.Fprint(w, cmp.Or(map[string]string{ByModel: "MODEL", ByDay: "DAY", ByProject: "PROJECT", BySession: "SESSION"}[u.By], " "),
		"\tREQUESTS\tINPUT\tCACHED\t", written("WRITTEN"), "OUTPUT\tREASONING\tCOST\n")
	for _, r := range append(rows, &total) {
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

// chosen gives the session of an id, or all.
func (o Options) chosen(ctx context.Context, id string) ([]store.Stored, error) {
	if id != "" {
		s, err := o.locate(ctx, id)
		return []store.Stored{s}, err
	}
	list, _, err := o.list(ListOptions{})
	var all []store.Stored
	for _, s := range list {
		all = append(all, store.Stored{ID: s.ID, Dir: s.Dir, Workspace: s.Workspace})
	}
	return all, err
}
