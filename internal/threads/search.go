package threads

import (
	"context"
	"fmt"
	"strings"
	"time"

	"eidolon/internal/index"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/store"
)

// SearchOptions says what is looked for.
type SearchOptions struct {
	Query string // "" finds all
	Span
	Limit int // sessions, 0 for all
	JSON  bool
	Bold  bool // what was found is shown in bold, not in brackets
	Bar   bool // the standard error is a terminal that a progress bar can be drawn on
}

// Found is a session that was found, as scripts get it. Its texts are untrusted but for the snippets.
type Found struct {
	ID        string    `json:"id"`
	Title     string    `json:"title"`
	Workspace string    `json:"workspace"`
	Active    time.Time `json:"active"`
	Score     float64   `json:"score"`
	Hits      []Hit     `json:"hits"`
}

// Hit is a place in it. Snippet is harmless; Marks are bytes of it.
type Hit struct {
	Seq     int64      `json:"seq"`
	Turn    int        `json:"turn"`
	Role    index.Role `json:"role"`
	Time    time.Time  `json:"ts"`
	Snippet string     `json:"snippet"`
	Marks   [][2]int   `json:"marks"`
}

// QueryError is a query that cannot be searched for.
type QueryError struct {
	Query string
	Err   error
}

// Error says what to do instead.
func (e *QueryError) Error() string {
	return fmt.Sprintf("%q cannot be searched for: %v", e.Query, e.Err)
}

// Unwrap gives the cause.
func (e *QueryError) Unwrap() error { return e.Err }

// Search prints the sessions in which something was said, the best first; without a query those of a
// time, the latest first.
func Search(ctx context.Context, o Options, s SearchOptions) error {
	if strings.TrimSpace(s.Query) == "" {
		return o.searchByTime(s)
	}
	p := progress{out: o.Err, now: o.Now, bar: s.Bar}
	res, err := o.search(ctx, s, p.show)
	p.end()
	if err != nil {
		return err
	}
	for _, n := range res.Notices {
		o.note("%s", n)
	}
	all := foundOf(res)
	switch {
	case len(all) == 0:
		o.note("nothing was found%s", o.elsewhere())
	case res.Any:
		o.note("nothing has all of the words; this has some of them")
	}
	if s.JSON {
		return o.printJSON(all)
	}
	for _, m := range all {
		o.printFound(m, s.Bold)
	}
	if res.More {
		o.note("there may be more; --limit 0 shows all")
	}
	return nil
}

// Find gives the sessions in which something was said, the best first; without a query the latest
// ones.
func Find(ctx context.Context, o Options, query string, limit int) ([]Found, error) {
	if strings.TrimSpace(query) == "" {
		list, _, err := o.list(ListOptions{Limit: limit})
		all := []Found{}
		for _, sum := range list {
			all = append(all, describe(sum))
		}
		return all, err
	}
	res, err := o.search(ctx, SearchOptions{Query: query, Limit: limit}, nil)
	return foundOf(res), err
}

func (o Options) search(ctx context.Context, s SearchOptions, show func(done, total int, bytes int64)) (index.Result, error) {
	q, err := index.ParseQuery(s.Query)
	if err != nil {
		return index.Result{}, &QueryError{s.Query, err}
	}
	x := index.New(index.Options{Base: o.Base, Progress: show})
	return x.Search(ctx, index.Request{Query: q, Workspace: o.place().Workspace, From: s.From, To: s.To, Limit: s.Limit})
}

// elsewhere says how to look further.
func (o Options) elsewhere() string {
	if o.All {
		return ""
	}
	return "; `--all` searches those of other projects too"
}

// searchByTime is a search without a query.
func (o Options) searchByTime(s SearchOptions) error {
	l := ListOptions{Span: s.Span, Limit: s.Limit}
	if !s.JSON {
		return List(o, l)
	}
	list, _, err := o.list(l)
	if err != nil {
		return err
	}
	all := []Found{}
	for _, sum := range list {
		all = append(all, describe(sum))
	}
	return o.printJSON(all)
}

func describe(s store.Summary) Found {
	return Found{ID: s.ID, Title: s.Title, Workspace: s.Workspace, Active: s.Active, Hits: []Hit{}}
}

// foundOf adds what a list tells about the sessions. One that was deleted meanwhile is left out.
func foundOf(res index.Result) []Found {
	all := []Found{}
	for _, f := range res.Sessions {
		sum, err := f.Summary()
		if err != nil {
			continue
		}
		m := describe(sum)
		m.Score = f.Score
		for _, h := range f.Hits {
			m.Hits = append(m.Hits, Hit(h))
		}
		all = append(all, m)
	}
	return all
}

// printFound shows a session with its hits below it.
func (o Options) printFound(m Found, bold bool) {
	title := clean.Line(m.Title)
	if o.All {
		title += "  (" + clean.Line(m.Workspace) + ")"
	}
	fmt.Fprintf(o.Out, "%s  %s  %s\n", shortID(m.ID), figure.Age(o.Now().Sub(m.Active)), title)
	for _, h := range m.Hits {
		fmt.Fprintf(o.Out, "    %s: %s\n", speaker(h.Role), marked(h, bold))
	}
}

// speaker names who said something, as a transcript does.
func speaker(r index.Role) string {
	if r == index.User {
		return "you"
	}
	return string(r)
}

// marked gives a snippet with what was found made visible. The snippet is harmless already.
func marked(h Hit, bold bool) string {
	before, after := "[", "]"
	if bold {
		before, after = "\x1b[1m", "\x1b[22m"
	}
	var b strings.Builder
	at := 0
	for _, m := range h.Marks {
		b.WriteString(h.Snippet[at:m[0]] + before + h.Snippet[m[0]:m[1]] + after)
		at = m[1]
	}
	b.WriteString(h.Snippet[at:])
	return b.String()
}
