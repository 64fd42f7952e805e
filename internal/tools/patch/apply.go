package patch

import (
	"errors"
	"fmt"
	"strings"

	"eidolon/internal/leaf/nearest"
)

// Apply gives a text with the hunks of an updated file carried out. Each is looked for behind the one
// before: first for lines that are exactly the same, then without blanks at their ends, then without any
// blanks around them, then with typographic quotes, dashes and blanks taken for plain ones. Lines that a
// hunk keeps stay as they are in the text; new ones get the line breaks that most lines have; whether the
// text ends in a line break stays as it is. The error is a [*MissError].
func (f File) Apply(text string) (string, error) {
	if strings.Count(text, "\n") > maxLines {
		return "", &MissError{Hunk: 1, Of: len(f.Hunks), Line: f.Line, Message: fmt.Sprintf("the file has more than %d lines; edit and bash can change it", maxLines)}
	}
	mark, lines := splitText(text)
	broken := len(lines) == 0 || lines[len(lines)-1].end != ""
	s := newSearcher(lines)
	var out, added []line
	next := 0 // the first line that is not in out yet
	for i, h := range f.Hunks {
		at, fit, err := s.place(h, next)
		if s.left < 0 {
			err = errEnough
		}
		if err != nil {
			return "", &MissError{Hunk: i + 1, Of: len(f.Hunks), Line: h.Line, Message: err.Error()}
		}
		changed, n := fit.on(lines[at:])
		if at == len(lines) { // behind all there is: the hunks that follow may be about lines before
			added = append(added, changed...)
			continue
		}
		out = append(append(out, lines[next:at]...), changed...)
		next = at + n
	}
	out = append(append(out, lines[next:]...), added...)
	return joinText(mark, out, mainEnd(lines), broken), nil
}

// errEnough is why the rest of a patch is not looked for.
var errEnough = errors.New("looking for it takes too long; make several patches of this one, or write the file anew")

// on carries out a hunk on the lines at its place and says how many of them it is about.
func (h Hunk) on(lines []line) (out []line, n int) {
	for _, l := range h.Lines {
		switch l.Op {
		case Keep:
			out = append(out, lines[n])
			n++
		case Remove:
			n++
		case Insert:
			out = append(out, line{text: l.Text})
		}
	}
	return out, n
}

// old gives the lines that have to be there.
func (h Hunk) old() []string {
	var old []string
	for _, l := range h.Lines {
		if l.Op != Insert {
			old = append(old, l.Text)
		}
	}
	return old
}

// lean gives the hunk without an empty line at its end, which often only parts it from the next one.
func (h Hunk) lean() (Hunk, bool) {
	last := len(h.Lines) - 1
	if last < 1 || h.Lines[last].Op != Keep || strings.TrimSpace(h.Lines[last].Text) != "" {
		return h, false
	}
	h.Lines = h.Lines[:last]
	return h, true
}

// maxLean is how many of them are left out at most.
const maxLean = 3

// place gives the line of the text at which a hunk is carried out, and the hunk as it fits.
func (s *searcher) place(h Hunk, from int) (at int, as Hunk, err error) {
	begin, name := from, -1
	for _, want := range h.Within {
		i, found := s.named(want, begin)
		if !found {
			return 0, h, s.noName(want, begin)
		}
		begin, name = i+1, i
	}
	old := h.old()
	if len(old) == 0 {
		if name >= 0 && !h.AtEnd {
			return begin, h, nil
		}
		return len(s.texts), h, nil
	}
	for as, n := h, 0; n <= maxLean && len(as.old()) > 0; n++ {
		if at, found := s.find(as.old(), begin, h.AtEnd); found {
			return at, as, nil
		}
		if name >= 0 { // the line that was named may be the first of the hunk as well
			if at, found := s.find(as.old(), name, h.AtEnd); found && at == name {
				return at, as, nil
			}
		}
		var more bool
		if as, more = as.lean(); !more {
			break
		}
	}
	return 0, h, s.noLines(old, begin, h.AtEnd)
}

// noName explains why a line that a hunk names was not found.
func (s *searcher) noName(want string, from int) error {
	message := fmt.Sprintf("no line%s is %q", behind(from), shorten(want))
	if i, found := s.named(want, 0); found {
		return fmt.Errorf("%s; line %d is, but the hunks of a file have to be in the order of its lines", message, i+1)
	}
	return fmt.Errorf("%s%s", message, s.near(want))
}

// noLines explains why the lines of a hunk were not found.
func (s *searcher) noLines(old []string, from int, atEnd bool) error {
	if i, found := s.find(old, 0, false); found {
		what := "the hunks of a file have to be in the order of its lines, each behind the one before and behind the line that its @@ names"
		if atEnd && i >= from {
			what = "that is not the end of the file"
		}
		return fmt.Errorf("its lines are at line %d, but %s", i+1, what)
	}
	return fmt.Errorf("the line %q is not there%s%s", shorten(s.missing(old, from)), behind(from), s.near(strings.Join(old, "\n")))
}

// missing gives the first line of a passage that is nowhere in the rest of the text, or the first of all.
func (s *searcher) missing(old []string, from int) string {
	there := map[string]bool{}
	for _, l := range s.form(simple)[from:] {
		there[l] = true
	}
	for _, l := range old {
		if !there[simple.form(l)] {
			return l
		}
	}
	return old[0]
}

// near tells the place that comes closest to a passage, and where it differs first.
func (s *searcher) near(want string) string {
	p, found := nearest.Find(strings.Join(s.texts, "\n"), want)
	if !found {
		return "; nothing in the file comes close, so read it again"
	}
	said := fmt.Sprintf("; nearest is line %d, %d%% alike", p.Line, p.Alike)
	if p.DiffLine > 0 {
		said += fmt.Sprintf(". First difference at line %d, column %d (→ is a tab, · a blank at the end):\nfile:  %s\npatch: %s",
			p.DiffLine, p.Column, p.Have, p.Want)
	}
	return said
}

// behind says where something was looked for.
func behind(from int) string {
	if from == 0 {
		return ""
	}
	return fmt.Sprintf(" behind line %d", from)
}
