package guard

import (
	"slices"
	"strings"

	"eidolon/fsapi"

	"mvdan.cc/sh/v3/syntax"
)

// span is a range of bytes of the command.
type span struct{ start, end int }

func spanOf(n syntax.Node) span {
	return span{int(n.Pos().Offset()), int(n.End().Offset())}
}

// finding is the strictest thing found so far.
type finding struct {
	decision fsapi.Decision
	rule     string
	reason   string
	span     span
}

// severity orders decisions; the zero decision comes first.
func severity(d fsapi.Decision) int {
	switch d {
	case fsapi.Allow:
		return 1
	case fsapi.Ask:
		return 2
	case fsapi.Deny:
		return 3
	}
	return 0
}

// report records that a rule was met by the part of the command at s. subject is the program or the
// path concerned. Text inside a nested shell has no place of its own in the command: there the word
// that held it is named.
func (e *eval) report(id string, s span, subject string) {
	subject = e.words(s, subject)
	if e.outer != nil {
		s = *e.outer
	}
	switch id {
	case ruleParse, ruleSyntax, ruleShell, ruleProgram:
		e.list.lost()
	}
	e.reportAt(id, s.start, s.end, subject)
}

// words gives, for a subject that is not all known, the words of the source at s, which say more to
// people. The body of a function may have come from another text than the one being walked: words
// without an expansion cannot be those that are meant.
func (e *eval) words(s span, subject string) string {
	if !hasUnknown(subject) || s.start < 0 || s.end > len(e.text) || s.start >= s.end {
		return subject
	}
	if words := e.text[s.start:s.end]; strings.ContainsAny(words, "$`<") && constant(words) {
		return words
	}
	return subject
}

func (e *eval) reportAt(id string, start, end int, subject string) {
	r := ruleOf(id)
	if severity(r.decision) <= severity(e.worst.decision) {
		return
	}
	e.worst = finding{
		decision: r.decision,
		rule:     id,
		reason:   strings.ReplaceAll(r.reason, "%s", visible(subject)),
		span:     span{start, end},
	}
}

// verdict is the outcome of everything found. A command that breaks a rule is never a reader.
func (e *eval) verdict(origin func(int) int) fsapi.Verdict {
	runs, known := e.list.list(), e.list.losses == 0
	if e.worst.decision == "" {
		return fsapi.Verdict{Decision: fsapi.Allow, ReadOnly: e.reads && !e.list.changed, Runs: runs, Known: known, Touches: e.list.touched}
	}
	return fsapi.Verdict{
		Runs:     runs,
		Touches:  e.list.touched,
		Known:    known && e.worst.decision != fsapi.Deny,
		Decision: e.worst.decision,
		Rule:     e.worst.rule,
		Reason:   e.worst.reason,
		Start:    origin(e.original(e.worst.span.start)),
		End:      origin(e.original(e.worst.span.end)),
	}
}

// original maps an offset in the parsed text to one in the text before blanks were put in.
func (e *eval) original(i int) int {
	for _, at := range slices.Backward(e.inserted) {
		if i > at {
			i--
		}
	}
	return i
}
