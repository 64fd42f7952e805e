package exec

import (
	"encoding/json"
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/front/news"
	"eidolon/internal/leaf/lang"
)

// outcomeLines gives what a call's outcome says, in lines.
func outcomeLines(in lang.Table, r event.ToolResult) []string {
	o := news.ReadOutcome(r)
	switch {
	case !r.OK:
		return []string{o.Failure()}
	case r.Diff != "":
		return lines(r.Diff)
	}
	if text, _ := o.Words(); text != "" {
		return lines(text)
	}
	return found(in, o)
}

// found gives the lines of an outcome that is no text: a list, or a fact about something elsewhere.
func found(in lang.Table, o news.Outcome) []string {
	if to := field[string](o, "leads_to"); to != "" {
		return []string{in.F("it leads to %s, which was not asked", to)}
	}
	if detail := field[string](o, "detail"); detail != "" { // of another tool
		return lines(detail)
	}
	if shown := field[[]int64](o, "shown"); shown != nil {
		return []string{in.F("session %s, messages read: %d", field[string](o, "id"), len(shown))}
	}
	for _, name := range []string{"entries", "files", "matches", "hits", "results"} {
		if _, there := o.Data[name]; !there {
			continue
		}
		var all []string
		for _, one := range field[[]json.RawMessage](o, name) {
			all = append(all, entry(one))
		}
		if all == nil {
			all = []string{in.T("nothing was found")}
		}
		return all
	}
	return nil
}

// entry tells one of a list in a line: a name, or where something is and what it is.
func entry(one json.RawMessage) string {
	var name string
	if json.Unmarshal(one, &name) == nil {
		return name
	}
	o := news.Outcome{}
	_ = json.Unmarshal(one, &o.Data) // what is not there is not told
	var parts []string
	for _, key := range []string{"path", "line", "id", "seq", "title", "url", "text"} {
		if raw, there := o.Data[key]; there {
			text := string(raw)
			_ = json.Unmarshal(raw, &text) // a number stays as it is
			parts = append(parts, text)
		}
	}
	return strings.Join(parts, " ")
}

// field gives a field of an outcome, or nothing.
func field[T any](o news.Outcome, name string) (value T) {
	_ = json.Unmarshal(o.Data[name], &value) // what cannot be read is not there
	return value
}

func lines(s string) []string {
	if s == "" {
		return nil
	}
	return strings.Split(strings.TrimRight(s, "\n"), "\n")
}
