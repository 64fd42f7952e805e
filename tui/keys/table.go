package keys

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/nearest"
)

// Table is the keys of one run: ours with the changes of the configuration. It does not change.
type Table struct {
	bound    [contexts]map[Chord]Action
	prefixes [contexts]map[Stroke]int // first keys of chords of two, and how many begin with each
}

// Problem is something about the keys of the configuration that their owner should know.
type Problem struct {
	Key  string // as written in the configuration
	Text string // what is wrong or lost, and what happens instead
}

// New makes the table. Each override gives a key to the action with a name, or takes it away from
// whatever had it with "none". There is always a table; what could not be done is in the problems.
func New(overrides map[string]string) (*Table, []Problem) {
	t := &Table{}
	for c := range t.bound {
		t.bound[c], t.prefixes[c] = map[Chord]Action{}, map[Stroke]int{}
	}
	for _, r := range rows {
		for _, text := range r.keys {
			if chord, err := ParseChord(text); err == nil {
				t.bind(r.context, chord, r.action)
			}
		}
	}
	var problems []Problem
	seen, taken := map[Chord]string{}, map[Action]string{}
	for _, text := range slices.Sorted(maps.Keys(overrides)) {
		chord, action, why := t.check(text, overrides[text])
		if why == "" && seen[chord] != "" {
			why = fmt.Sprintf("is the same key as %s, which is used", seen[chord])
		}
		if why != "" {
			problems = append(problems, Problem{text, why})
			continue
		}
		seen[chord] = text
		for _, a := range t.override(chord, action) {
			taken[a] = text
		}
		if !chord[0].arrives() || !chord[1].arrives() {
			problems = append(problems, Problem{text, "does not arrive from terminals without extended keys"})
		}
	}
	for _, a := range slices.Sorted(maps.Keys(taken)) {
		if len(t.Keys(a)) == 0 {
			problems = append(problems, Problem{taken[a], fmt.Sprintf("was the last key of %s, which has none now", a)})
		}
	}
	return t, problems
}

// check reads one override and says why it cannot be, or "".
func (t *Table) check(text, name string) (Chord, Action, string) {
	chord, err := ParseChord(text)
	if err != nil {
		return Chord{}, None, err.Error()
	}
	action, ok := ParseAction(name)
	if !ok {
		why := fmt.Sprintf("there is no action %q", name)
		if near := nearest.Name(name, Names()); near != "" {
			why += fmt.Sprintf("; is %q meant?", near)
		}
		return Chord{}, None, why
	}
	if action == None {
		return chord, None, ""
	}
	context := rowOf(action).context
	if _, plain := chord[0].Text(); plain && context.typing() {
		return Chord{}, None, fmt.Sprintf("is text where %s happens, so it stays text", action)
	}
	if longer := t.behind(chord, context); len(longer) > 0 {
		return Chord{}, None, "is the beginning of " + strings.Join(longer, ", ") + "; give these to none first"
	}
	return chord, action, ""
}

// behind gives the keys of two that begin with a key, where a context shares the keys.
func (t *Table) behind(chord Chord, context Context) []string {
	var all []string
	for c := range contexts {
		for longer := range t.bound[c] {
			if together(c, context) && chord[1] == (Stroke{}) && longer[1] != (Stroke{}) && longer[0] == chord[0] {
				all = append(all, longer.String())
			}
		}
	}
	slices.Sort(all)
	return all
}

// override binds a key and takes it from the actions that had it at the same time; with None it only
// takes. A key alone cannot stay beside two keys that begin with it.
func (t *Table) override(chord Chord, action Action) (had []Action) {
	for c := range contexts {
		if action != None && !together(c, rowOf(action).context) {
			continue
		}
		for _, old := range []Chord{chord, {chord[0]}} {
			if a, ok := t.bound[c][old]; ok && (old == chord || action != None) {
				t.unbind(c, old)
				had = append(had, a)
			}
		}
	}
	if action != None {
		t.bind(rowOf(action).context, chord, action)
	}
	return had
}

func (t *Table) bind(c Context, chord Chord, a Action) {
	if _, ok := t.bound[c][chord]; !ok && chord[1] != (Stroke{}) {
		t.prefixes[c][chord[0]]++
	}
	t.bound[c][chord] = a
}

func (t *Table) unbind(c Context, chord Chord) {
	delete(t.bound[c], chord)
	if chord[1] != (Stroke{}) {
		t.prefixes[c][chord[0]]--
	}
}

// State says what a key was.
type State uint8

// The states.
const (
	Unbound State = iota // nothing; perhaps it is text
	Bound                // it does the action
	Pending              // the first of two; the next lookup needs it
	Broken               // the second of two that do nothing together; it is used up
)

// Hit is the outcome of a lookup.
type Hit struct {
	Action  Action
	Context Context // which of the contexts has the key
	State   State
}

// Lookup says what a key does in the contexts that have the keys, the nearest first. pending is the
// stroke of the key before, when that one was Pending, else the zero Stroke.
func (t *Table) Lookup(ev *tcell.EventKey, pending Stroke, contexts ...Context) Hit {
	s := Of(ev)
	for _, s := range []Stroke{s, s.lower()} {
		chord := Chord{s}
		if pending != (Stroke{}) {
			chord = Chord{pending, s}
		}
		for _, c := range contexts {
			if a, ok := t.bound[c][chord]; ok {
				return Hit{a, c, Bound}
			}
			if pending == (Stroke{}) && t.prefixes[c][s] > 0 {
				return Hit{None, c, Pending}
			}
		}
	}
	if pending != (Stroke{}) {
		return Hit{State: Broken}
	}
	return Hit{}
}

// Keys gives the keys of an action: those of our table in its order, then those of the configuration.
func (t *Table) Keys(a Action) []Chord {
	r := rowOf(a)
	if r == nil {
		return nil
	}
	var all, own []Chord
	for _, text := range r.keys {
		if chord, err := ParseChord(text); err == nil && t.bound[r.context][chord] == a && !slices.Contains(all, chord) {
			all = append(all, chord)
		}
	}
	for chord, b := range t.bound[r.context] {
		if b == a && !slices.Contains(all, chord) {
			own = append(own, chord)
		}
	}
	slices.SortFunc(own, func(a, b Chord) int { return strings.Compare(a.String(), b.String()) })
	return append(all, own...)
}

// Label gives the first key of an action as people write it, or "" when it has none. It is what a hint
// on the screen says.
func (t *Table) Label(a Action) string {
	if all := t.Keys(a); len(all) > 0 {
		return all[0].Label()
	}
	return ""
}

// Names gives the names of all actions, for the configuration.
func Names() []string {
	names := make([]string, len(rows))
	for i, r := range rows {
		names[i] = r.name
	}
	return names
}
