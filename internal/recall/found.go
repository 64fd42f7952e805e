package recall

import (
	"context"
	"fmt"
	"strings"
	"time"

	"eidolon/actors/tool"
	"eidolon/internal/index"
	"eidolon/internal/leaf/clean"
)

const (
	maxTitle = 100      // characters of a title that are shown
	maxText  = 50 << 10 // bytes of an answer
)

// answer tells what was found, in words for the model and as places for programs.
func answer(ctx context.Context, c tool.Call, scope, query string, res index.Result) tool.Result {
	out := searchOutput{Hits: []place{}, Searched: res.Searched, SomeWords: res.Any, Truncated: res.More}
	var b strings.Builder
	for _, f := range res.Sessions {
		part := describe(ctx, c, scope, f)
		if b.Len()+len(part) > maxText {
			out.Truncated = true
			break
		}
		b.WriteString(part)
		out.Sessions++
		for _, h := range f.Hits {
			out.Hits = append(out.Hits, place{f.ID, h.Seq, h.Turn, f.Score})
		}
	}
	text := opening(scope, query, out) + b.String()
	if out.Truncated {
		text += "\nThere may be more: add a word, or set limit.\n"
	}
	for _, n := range res.Notices {
		text += "\n[" + oneLine(n) + "]\n"
	}
	r := tool.OK(out, strings.TrimSuffix(text, "\n"))
	r.Cut = out.Truncated
	return r
}

// opening says what follows, or, when nothing does, what else to try.
func opening(scope, query string, out searchOutput) string {
	where := "earlier sessions of this project"
	if scope == global {
		where = "earlier sessions of all projects"
	}
	switch {
	case out.Searched == 0:
		text := "There are no " + where + ".\n"
		if scope == project {
			text += "Those of other projects are searched with scope = \"global\".\n"
		}
		return text
	case len(out.Hits) == 0:
		return nothing(scope, query, fmt.Sprintf("Nothing was found in the %d %s.\n", out.Searched, where))
	case out.SomeWords:
		return "No passage has all of the words; these have some of them. read_thread with an id and around = a number reads on.\n"
	}
	return "Passages, the best first. read_thread with an id and around = a number reads on.\n"
}

// nothing says how to look again after a search without a hit.
func nothing(scope, query, text string) string {
	var try []string
	if strings.Contains(query, `"`) {
		try = append(try, "leave out the quotation marks")
	}
	if strings.HasPrefix(query, "-") || strings.Contains(query, " -") {
		try = append(try, "leave out the words with - before them")
	}
	try = append(try,
		"use other words for the same, or the rare ones that must have been said: names of files, functions, errors",
		"search for beginnings, as in pars*",
		"try the language in which it was talked about")
	if scope == project {
		try = append(try, "scope = \"global\" searches the sessions of all projects")
	}
	return text + "To try again:\n- " + strings.Join(try, "\n- ") + "\n"
}

// describe tells of a session and its passages.
func describe(ctx context.Context, c tool.Call, scope string, f index.Found) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s", f.ID)
	if sum, err := f.Summary(); err == nil { // else it was deleted meanwhile, and its passages are still worth showing
		fmt.Fprintf(&b, ", %s, %s", day(sum.Active), quoted(sum.Title))
	}
	if scope == global {
		fmt.Fprintf(&b, ", in %s", oneLine(f.Workspace))
	}
	if isThis(c, f.ID) {
		b.WriteString(", this very session")
	}
	b.WriteByte('\n')
	lineage, err := f.Lineage(ctx)
	for _, h := range f.Hits {
		note := ""
		if err == nil && !lineage.Counts(h.Seq) {
			note = ", taken back later"
		}
		fmt.Fprintf(&b, "  #%d %s%s: %s\n", h.Seq, h.Role, note, h.Snippet)
	}
	return b.String()
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02") }

// oneLine makes a text from outside one harmless line.
func oneLine(s string) string { return clean.Line(s) }

// quoted gives a title as it stands in a line.
func quoted(title string) string { return `"` + clip(oneLine(title), maxTitle) + `"` }

// clip cuts a text to a number of characters.
func clip(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
