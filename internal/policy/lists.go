package policy

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/toolmatch"
)

// Line is a rule as somebody wrote it.
type Line struct {
	Text      string
	Origin    string // file and line
	Workspace bool   // a file of the workspace holds it
}

// Lists are the rules of a configuration as they were written. Readers holds names of tools.
type Lists struct{ Allow, Ask, Deny, Readers []Line }

// Rules are rules that could be read.
type Rules struct{ Allow, Ask, Deny []Rule }

// Read reads the rules of a configuration. A rule that cannot be read is an error, since nobody knows
// what it was to protect. In a list of a workspace that loosens, it costs that workspace the whole list
// instead, and a notice says so: a file that somebody else wrote must neither allow by half nor stop the
// program. The readers become rules of their own, in Allow.
func Read(l Lists) (Rules, []string, error) {
	var r Rules
	var errs []error
	strict := func(key string, lines []Line) []Rule {
		rules, problems := parseAll(key, lines)
		errs = append(errs, problems...)
		return rules
	}
	r.Deny = strict("permissions.deny", l.Deny)
	r.Ask = strict("permissions.ask", l.Ask)
	var notices []string
	loose := func(key string, lines []Line) {
		own, theirs := part(lines)
		r.Allow = append(r.Allow, strict(key, own)...)
		rules, problems := parseAll(key, theirs)
		if len(problems) == 0 {
			r.Allow = append(r.Allow, rules...)
		}
		for _, p := range problems {
			notices = append(notices, p.Error()+"; no rule of this list of the workspace is applied")
		}
	}
	loose("permissions.allow", l.Allow)
	loose("permissions.readers", readers(l.Readers))
	return r, notices, errors.Join(errs...)
}

// Grants reads what the user has allowed in answers, which are rules too. One that cannot be read allows
// nothing, and a sentence says so.
func Grants(texts []string, origin string) (rules []Rule, notices []string) {
	for _, text := range texts {
		r, err := Parse(text)
		if err != nil {
			notices = append(notices, fmt.Sprintf("%s: %v; it allows nothing", origin, err))
			continue
		}
		r.Origin = origin
		rules = append(rules, r)
	}
	return rules, notices
}

// Beliefs gives those of the grants by which the user takes the word of tools that they only read. They are
// answers about tools and not about calls, so they hold where nobody can be asked too.
func Beliefs(granted []string) []string {
	return slices.DeleteFunc(slices.Clone(granted), func(text string) bool {
		r, err := Parse(text)
		return err != nil || r.tool != familyReads
	})
}

// Believing is the grant by which the user takes the word of a tool, or of all tools of a server.
func Believing(name string) string { return familyReads + "(" + name + ")" }

// part tells the user's own lines from those of the workspace.
func part(lines []Line) (own, theirs []Line) {
	for _, l := range lines {
		if l.Workspace {
			theirs = append(theirs, l)
		} else {
			own = append(own, l)
		}
	}
	return own, theirs
}

// readers makes rules of the names of tools whose word is believed.
func readers(lines []Line) []Line {
	all := make([]Line, len(lines))
	for i, l := range lines {
		all[i] = l
		all[i].Text = Believing(strings.TrimSpace(l.Text))
	}
	return all
}

func parseAll(key string, lines []Line) (rules []Rule, problems []error) {
	for _, l := range lines {
		r, err := Parse(l.Text)
		if err != nil {
			problems = append(problems, fmt.Errorf("%s: %s: %w", l.Origin, key, err))
			continue
		}
		r.Origin = l.Origin
		rules = append(rules, r)
	}
	return rules, problems
}

// quoted is a rule as it is shown in a sentence.
func quoted(rule string) string { return "\"" + clean.Line(rule) + "\"" }

// at is the place of a rule, to begin a message with.
func (r Rule) at() string {
	if r.Origin == "" {
		return ""
	}
	return r.Origin + ": "
}

// said is a rule with its place, for a sentence.
func (r Rule) said() string {
	if r.Origin == "" {
		return "The rule " + quoted(r.Text)
	}
	return "The rule " + quoted(r.Text) + " (" + clean.Line(r.Origin) + ")"
}

// Disbelieved says whether who no longer takes the word of a tool, or of the tools of a server, gives up this
// grant with it.
func Disbelieved(name, grant string) bool {
	r, err := Parse(grant)
	return err == nil && r.tool == familyReads && Rule{tool: toolmatch.Canonical(name)}.names(tool.Spec{Name: r.spec})
}

// Believes finds the rule by which the user takes the word of a tool that it only reads.
func Believes(rules []Rule, spec tool.Spec) (Rule, bool) {
	i := slices.IndexFunc(rules, func(r Rule) bool { return r.believes(spec) })
	if i < 0 {
		return Rule{}, false
	}
	return rules[i], true
}
