package policy

import (
	"slices"
	"strings"

	"eidolon/actors/tool"
)

// call is what rules are matched against.
type call struct {
	spec  tool.Spec
	class tool.Class
}

// subjects are what the call is about: all of them have to be allowed, and each of them can be forbidden.
func (c call) subjects() []string {
	if c.class.Subject == "" {
		return nil
	}
	return append([]string{c.class.Subject}, c.class.Also...)
}

// paths says whether the subjects are names of files.
func (c call) paths() bool {
	return c.class.Edits || strings.Contains(strings.ToLower(c.spec.Subject), "path")
}

// Matches says whether a rule is about a call, read as widely as one that denies. Something that is set up
// for certain calls can be told by rules which ones.
func (p Policy) Matches(r Rule, spec tool.Spec, class tool.Class) bool {
	return p.tightens(r, call{spec, class}) != no
}

// tightens says whether a rule that denies or asks is about a call.
func (p Policy) tightens(r Rule, c call) answer {
	switch {
	case !r.concerns(c.spec, c.class):
		return no
	case r.form == bare:
		return yes
	case c.class.Verdict != nil:
		return r.tightensCommand(c.class.Subject, c.class.Verdict)
	}
	about := func(subject string) bool {
		switch {
		case r.form == literal:
			return strings.EqualFold(r.spec, subject)
		case r.form == hosted:
			return r.tightensHost(c.class.Reaches)
		case c.paths():
			return p.places.tightens(r, subject) || c.class.Edits && p.places.holds(r, subject)
		}
		return r.isText(subject)
	}
	if slices.ContainsFunc(c.subjects(), about) {
		return yes
	}
	return no
}

// isText says whether a rule is about a subject that is neither a command nor a path: it is the text, or
// begins so.
func (r Rule) isText(subject string) bool {
	if begin, ok := strings.CutSuffix(r.spec, "*"); ok && r.form == given {
		return strings.HasPrefix(subject, begin)
	}
	return r.spec == subject || r.form == prefix && strings.HasPrefix(subject, r.spec)
}

// allowed finds the rule that allows a call, together with others where it is about several things.
func (p Policy) allowed(rules []Rule, c call) (Rule, bool) {
	rules = slices.DeleteFunc(slices.Clone(rules), func(r Rule) bool { return !r.concerns(c.spec, c.class) })
	if i := slices.IndexFunc(rules, func(r Rule) bool { return r.form == bare }); i >= 0 {
		return rules[i], true
	}
	if c.class.Verdict != nil {
		return allowCommand(rules, c.class.Subject, c.class.Verdict)
	}
	var by Rule
	for n, subject := range c.subjects() {
		i := slices.IndexFunc(rules, func(r Rule) bool {
			switch {
			case r.form == literal:
				return r.spec == subject
			case r.form == hosted:
				return r.allowsHost(c.class.Reaches)
			case c.paths():
				return p.places.allows(r, subject)
			}
			return r.isText(subject)
		})
		if i < 0 {
			return Rule{}, false
		}
		if n == 0 {
			by = rules[i]
		}
	}
	return by, by.Text != ""
}
