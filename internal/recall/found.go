package recall

import (
	"context"
	"fmt"
	"strings"
	"time"

	"eidolon/actors/tool"
	"eidolon/internal/index"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/store"
)

const (
	maxTitle = 100      // characters of a title that are shown
	maxText  = 50 << 10 // bytes of an answer
)

// answer tells what was found, in words for the model and as places for programs.
func (f finding) answer(ctx context.Context) tool.Result {
	out := searchOutput{Hits: []place{}, Deleted: len(f.lost), Searched: f.Searched, SomeWords: f.Any, Truncated: f.More}
	var b strings.Builder
	for _, found := range f.Sessions {
		part := f.describe(ctx, found)
		if b.Len()+len(part) > maxText-framing {
			out.Truncated = true
			break
		}
		b.WriteString(part)
		out.Sessions++
		for _, h := range found.Hits {
			out.Hits = append(out.Hits, place{found.ID, h.Seq, h.Turn, found.Score})
		}
	}
	if len(f.lost) > 0 {
		b.WriteString("\nTaken back in sessions that have been deleted since; there is nothing else left of them:\n")
	}
	for _, line := range f.lost {
		if b.Len()+len(line) > maxText-framing {
			out.Truncated = true
			break
		}
		b.WriteString(line)
	}
	if out.Truncated {
		b.WriteString("\nThere may be more: add a word, or set limit.\n")
	}
	for _, n := range f.Notices {
		fmt.Fprintf(&b, "\n[%s]\n", oneLine(n))
	}
	r := tool.OK(out, strings.TrimSuffix(f.opening()+b.String(), "\n"))
	r.Cut = out.Truncated
	return r
}

// opening says what follows, or, when nothing does, what else to try.
func (f finding) opening() string {
	where := "earlier sessions of this project"
	if f.scope == global {
		where = "earlier sessions of all projects"
	}
	switch {
	case len(f.Sessions)+len(f.lost) > 0 && f.Any:
		return "No passage has all of the words; these have some of them. read_thread with an id and around = a number reads on.\n"
	case len(f.Sessions)+len(f.lost) > 0:
		return "Passages, the best first. read_thread with an id and around = a number reads on.\n"
	case f.Searched == 0 && f.scope == project:
		return "There are no " + where + ". Those of other projects are searched with scope = \"global\".\n"
	case f.Searched == 0:
		return "There are no " + where + ".\n"
	}
	return nothing(f.scope, f.query, fmt.Sprintf("Nothing was found. Searched: %d %s.\n", f.Searched, where))
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
func (f finding) describe(ctx context.Context, found index.Found) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n%s", found.ID)
	if sum, err := found.Summary(); err == nil { // else it was deleted meanwhile, and its passages are still worth showing
		b.WriteString(about(sum))
	}
	if f.scope == global {
		fmt.Fprintf(&b, ", in %s", oneLine(found.Workspace))
	}
	if isThis(f.call, found.ID) {
		b.WriteString(", this very session")
	}
	b.WriteByte('\n')
	lineage, err := found.Lineage(ctx)
	for _, h := range found.Hits {
		note := ""
		if err == nil && !lineage.Counts(h.Seq) {
			note = ", taken back later"
		}
		fmt.Fprintf(&b, "  #%d %s%s: %s\n", h.Seq, h.Role, note, h.Snippet)
	}
	return b.String()
}

func day(t time.Time) string { return t.UTC().Format("2006-01-02") }

// about says when a session was active last, and its title if it has one.
func about(s store.Summary) string {
	text := ", " + day(s.Active)
	if title := clip.Chars(oneLine(s.Title), maxTitle); title != "" {
		text += `, "` + title + `"`
	}
	return text
}

// oneLine makes a text from outside one harmless line.
func oneLine(s string) string { return clean.Line(s) }
