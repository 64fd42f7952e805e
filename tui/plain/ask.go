package plain

import (
	"encoding/json"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/tui/view"
)

// settling is how long a question must stand before a line can be its answer: what was typed before it
// came was meant for something else.
const settling = 300 * time.Millisecond

// question is the call that waits for the person, if there is one.
type question struct {
	*view.Asked
	since   time.Time
	settled string // the question that was answered last; the session may not have heard of it yet
}

// name tells questions apart: a call can be asked about twice, by different rules.
func name(a *view.Asked) string { return a.Call + " " + a.Rule }

func (q *question) open() bool { return q.Asked != nil }

// ask puts a question when there is a new one. Nobody answers at a pipe.
func (t *Talk) ask(asked *view.Asked) {
	switch {
	case asked == nil && t.asked.open():
		t.asked.Asked = nil
		t.say.line("", t.o.Lang.T("The question is settled."))
		return
	case asked == nil || t.asked.open() && name(t.asked.Asked) == name(asked) || t.asked.settled == name(asked):
		return
	}
	t.asked.Asked, t.asked.since = asked, t.o.Now()
	if !t.o.Terminal || t.ended {
		t.refuse()
		return
	}
	what := t.o.Lang.F("may %s run?", asked.Name)
	if asked.Rule == event.RuleOutside {
		what = t.o.Lang.F("may %s run again, without the sandbox?", asked.Name)
	}
	t.say.line("question: ", what)
	for _, text := range details(asked) {
		t.say.line("  ", text)
	}
	t.say.line("  ", t.because(asked))
	if asked.Starts != "" {
		t.say.line("  ", t.o.Lang.F("it starts: %s", asked.Starts))
	}
	if asked.Touches != "" {
		t.say.line("  ", t.o.Lang.F("it writes: %s", asked.Touches))
	}
	t.putChoices()
}

// refuse answers the question that is open when nobody can.
func (t *Talk) refuse() {
	if !t.asked.open() {
		return
	}
	t.say.line("notice: ", t.o.Lang.F("nobody is here to allow %s, so it is refused", t.asked.Name))
	t.o.Session.Tell(session.Answer{Call: t.asked.Call, Rule: t.asked.Rule, Note: "Nobody is there to be asked."})
	t.asked.Asked, t.asked.settled = nil, name(t.asked.Asked)
}

// details gives what the line about the call has not said: nobody is to allow what they could not read,
// and nobody is to hear a short command twice.
func details(a *view.Asked) []string {
	var in struct{ Command string }
	_ = json.Unmarshal(a.Input, &in) // other tools have other inputs
	cut := strings.HasSuffix(a.Line, "…")
	switch {
	case in.Command != "" && !cut && !strings.Contains(in.Command, "\n"):
		return nil
	case a.Preview == nil && cut:
		return []string{string(a.Input)}
	}
	texts := make([]string, len(a.Preview))
	for i, b := range a.Preview {
		texts[i] = blockText(b)
	}
	return texts
}

// because says who asks and why.
func (t *Talk) because(a *view.Asked) string {
	why := t.o.Lang.F("asked by %s", a.By)
	if a.Rule != "" {
		why += t.o.Lang.F(", rule %s", a.Rule)
	}
	if a.Reason != "" {
		why += ": " + a.Reason
	}
	return why
}

func (t *Talk) putChoices() {
	t.say.line("", t.o.Lang.T("y: yes, this once"))
	if t.asked.Covers != "" {
		t.say.line("", t.o.Lang.F("s: yes, for this session: %s", t.asked.Covers))
		t.say.line("", t.o.Lang.F("p: yes, for this project from now on: %s", t.asked.Kept))
	}
	if t.asked.Wide != "" {
		t.say.line("", t.o.Lang.F("sw, pw: yes, for this session or project: %s", t.asked.Wide))
	}
	t.say.line("", t.o.Lang.T("n: no; what you type behind it is told to the model"))
}

// settled says that the open question has stood long enough to be answered.
func (t *Talk) settled() bool { return t.o.Now().Sub(t.asked.since) >= settling }

// answered takes a line for the answer to the question that is open.
func (t *Talk) answered(text string) bool {
	if !t.asked.open() || !t.settled() || text == "/quit" || text == "/exit" {
		return false
	}
	answer, ok := t.asked.read(text)
	if !ok {
		t.say.line("", t.o.Lang.F("%q is no answer.", text))
		t.putChoices()
		return true
	}
	t.asked.Asked, t.asked.settled = nil, name(t.asked.Asked)
	t.o.Session.Tell(answer)
	return true
}

// read makes an answer of a line.
func (q *question) read(text string) (session.Answer, bool) {
	word, note, _ := strings.Cut(text, " ")
	a := session.Answer{Call: q.Call, Rule: q.Rule, Allow: true, Note: strings.TrimSpace(note)}
	switch strings.ToLower(strings.TrimRight(word, ".,:;!")) {
	case "n", "no":
		a.Allow = false
		return a, true
	case "y", "yes":
		a.Scope = event.ScopeOnce
	case "s", "session":
		a.Scope = event.ScopeSession
	case "p", "project":
		a.Scope = event.ScopeProject
	case "sw":
		a.Scope, a.Wide = event.ScopeSession, true
	case "pw":
		a.Scope, a.Wide = event.ScopeProject, true
	default:
		return a, false
	}
	// A leave with a condition would be given without it.
	return a, a.Note == "" && (a.Scope == event.ScopeOnce || q.Covers != "") && (!a.Wide || q.Wide != "")
}
