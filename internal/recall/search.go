package recall

import (
	"context"
	"slices"
	"strconv"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/index"
)

const (
	defaultLimit = 8  // sessions that a search gives unless it asks for more
	maxLimit     = 50 // and that it may ask for
	shownHits    = 3  // passages of each
	// floor is the part of the best score that a passage needs to be shown. What is below has a word in
	// passing, in the middle of a long output, where another session is about it.
	floor = 0.2
	// ownHits is how many passages of this session are looked through for some from before this turn.
	ownHits = 50
)

// search is the tool thread_search.
type search struct{ Options }

type searchInput struct {
	Query string `json:"query"`
	Scope string `json:"scope"`
	Limit int    `json:"limit"`
}

// searchOutput is the outcome of a search: places, and no words.
type searchOutput struct {
	Hits      []place `json:"hits"`
	Sessions  int     `json:"sessions"` // with hits
	Deleted   int     `json:"deleted"`  // passages of sessions that are not there any more
	Searched  int     `json:"searched"`
	SomeWords bool    `json:"some_words"` // no passage has all words of the query
	Truncated bool    `json:"truncated"`
}

// finding is what a search has found.
type finding struct {
	call         tool.Call
	scope, query string
	index.Result
	lost []string // passages of sessions that are not there any more, a line each
}

// place is where something was said.
type place struct {
	ID    string  `json:"id"`
	Seq   int64   `json:"seq"`
	Turn  int     `json:"turn"`
	Score float64 `json:"score"` // of the session's best passage
}

// Spec implements [tool.Handler].
func (search) Spec() tool.Spec {
	return tool.Spec{
		Namespace: tool.BuiltIn, Name: "thread_search",
		Summary: "Search what was said and done in earlier sessions of this project; read_thread reads on.",
		Params: []tool.Param{
			{Name: "query", Type: tool.String, Required: true, Summary: `words that occur together; "a phrase", begin*, -without`},
			{Name: "scope", Type: tool.String, Enum: []string{project, global}, Summary: "global: sessions of all projects"},
			{Name: "limit", Type: tool.Integer, Min: new(int64(1)), Summary: "sessions, default 8"},
		},
		ReadOnly: true, Subject: "scope",
	}
}

// Classify implements [tool.Handler].
func (search) Classify(c tool.Call) (tool.Class, error) {
	in, err := tool.Into[searchInput](c.Input)
	if err != nil {
		return tool.Class{}, invalid("", "%s", err.Error())
	}
	if _, err := index.ParseQuery(in.Query); err != nil {
		return tool.Class{}, invalid("query", "%s", err.Error())
	}
	if in.Scope == global {
		return class("It searches the sessions of all projects."), nil
	}
	return class(""), nil
}

// Run implements [tool.Handler].
func (s search) Run(ctx context.Context, c tool.Call, class tool.Class, _ func(tool.Progress)) tool.Result {
	in, err := tool.Into[searchInput](c.Input)
	if err != nil {
		return failure(ctx, invalid("", "%s", err.Error()))
	}
	q, err := index.ParseQuery(in.Query)
	if err != nil {
		return failure(ctx, invalid("query", "%s", err.Error()))
	}
	r := index.Request{Query: q, Workspace: s.Workspace, Limit: defaultLimit, Hits: shownHits, Floor: floor, Without: c.Session}
	if in.Limit > 0 {
		r.Limit = min(in.Limit, maxLimit)
	}
	if class.Subject == global {
		r.Workspace = ""
	}
	f := finding{call: c, scope: class.Subject, query: in.Query}
	if f.Result, err = s.find(ctx, c, r); err == nil && f.scope == global {
		f.lost, err = s.lost(ctx, q, r.Limit)
	}
	if err != nil {
		return failure(ctx, err)
	}
	return f.answer(ctx)
}

// find searches all sessions but the one that runs, whose words the model has before it. When nothing
// else is found, what was said there before this turn is better than nothing: this turn's own words are
// the question.
func (s search) find(ctx context.Context, c tool.Call, r index.Request) (index.Result, error) {
	if s.Base == "" {
		return index.Result{}, nil
	}
	x := index.New(index.Options{Base: s.Base})
	res, err := x.Search(ctx, r)
	if err != nil || len(res.Sessions) > 0 || c.Session == "" {
		return res, err
	}
	r.Without, r.Only, r.Hits = "", c.Session, ownHits
	own, err := x.Search(ctx, r)
	if err != nil {
		return res, err
	}
	turn := turnOf(c.Key)
	for _, f := range own.Sessions {
		f.Hits = slices.DeleteFunc(f.Hits, func(h index.Hit) bool { return h.Turn >= turn })
		if f.Hits = f.Hits[:min(len(f.Hits), shownHits)]; len(f.Hits) > 0 {
			res.Sessions, res.Any = append(res.Sessions, f), own.Any
		}
	}
	return res, nil
}

// turnOf gives the turn that a call is of, which its key begins with: t<turn>r<round>c<n>.
func turnOf(key string) int {
	digits, _, _ := strings.Cut(strings.TrimPrefix(key, "t"), "r")
	n, err := strconv.Atoi(digits)
	if err != nil {
		return 0
	}
	return n
}
