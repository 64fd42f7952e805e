package keys

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/nearest"
)

type modifier struct {
	name string
	mask tcell.ModMask
}

// modifiers have several names; the first of each is the one that we use.
var modifiers = [...]modifier{
	{"ctrl", tcell.ModCtrl},
	{"alt", tcell.ModAlt},
	{"shift", tcell.ModShift},
	{"control", tcell.ModCtrl},
	{"option", tcell.ModAlt},
	{"meta", tcell.ModAlt},
}

// named are the keys that are no character. The first name of each is the one that we use; the
// function keys follow from a formula.
var named = [...]struct {
	name string
	key  tcell.Key
}{
	{"enter", tcell.KeyEnter},
	{"tab", tcell.KeyTab},
	{"esc", tcell.KeyEsc},
	{"backspace", tcell.KeyBackspace},
	{"delete", tcell.KeyDelete},
	{"insert", tcell.KeyInsert},
	{"up", tcell.KeyUp},
	{"down", tcell.KeyDown},
	{"left", tcell.KeyLeft},
	{"right", tcell.KeyRight},
	{"home", tcell.KeyHome},
	{"end", tcell.KeyEnd},
	{"pgup", tcell.KeyPgUp},
	{"pgdn", tcell.KeyPgDn},
	{"return", tcell.KeyEnter},
	{"escape", tcell.KeyEsc},
	{"del", tcell.KeyDelete},
	{"ins", tcell.KeyInsert},
	{"pageup", tcell.KeyPgUp},
	{"pagedown", tcell.KeyPgDn},
}

func keyName(k tcell.Key) string {
	if k >= tcell.KeyF1 && k <= tcell.KeyF64 {
		return "f" + strconv.Itoa(int(k-tcell.KeyF1)+1)
	}
	for _, n := range named {
		if n.key == k {
			return n.name
		}
	}
	return ""
}

// Chord is a key, or two one after the other: "ctrl+x y". The second is the zero Stroke when there is
// only one.
type Chord [2]Stroke

// String spells a chord as the configuration does.
func (c Chord) String() string { return strings.TrimSpace(c[0].String() + " " + c[1].String()) }

// Label spells a chord for people: "Ctrl+X y".
func (c Chord) Label() string { return strings.TrimSpace(c[0].Label() + " " + c[1].Label()) }

// ParseChord reads the name of a key: "ctrl+r", "alt+enter", "shift+tab", "f1", "ctrl+x y".
func ParseChord(text string) (Chord, error) {
	words := strings.Fields(text)
	if len(words) == 0 || len(words) > 2 {
		return Chord{}, fmt.Errorf("%q is not the name of one key or of two with a space between", text)
	}
	var c Chord
	for i, w := range words {
		s, err := parseStroke(w)
		if err != nil {
			return Chord{}, err
		}
		c[i] = s
	}
	if c[1] != (Stroke{}) && c[0].mod == 0 && c[0].key == tcell.KeyRune {
		return Chord{}, fmt.Errorf("%q: the first of two keys cannot be a plain character", text)
	}
	return c, nil
}

// parseStroke reads one key. Modifiers end in "+", or in "-" as some people write.
func parseStroke(text string) (Stroke, error) {
	var s Stroke
	rest := text
	for {
		i := slices.IndexFunc(modifiers[:], func(m modifier) bool {
			n := len(m.name)
			return len(rest) > n+1 && strings.EqualFold(rest[:n], m.name) && (rest[n] == '+' || rest[n] == '-')
		})
		if i < 0 {
			break
		}
		s.mod |= modifiers[i].mask
		rest = rest[len(modifiers[i].name)+1:]
	}
	if r, n := utf8.DecodeRuneInString(rest); n == len(rest) && n > 0 && r != utf8.RuneError {
		s.key, s.char = tcell.KeyRune, r
		return s.normal(), nil
	}
	if strings.EqualFold(rest, "space") {
		s.key, s.char = tcell.KeyRune, ' '
		return s.normal(), nil
	}
	if number, ok := strings.CutPrefix(strings.ToLower(rest), "f"); ok {
		if n, err := strconv.ParseUint(number, 10, 8); err == nil && n >= 1 && n <= 64 {
			s.key = tcell.KeyF1 + tcell.Key(n-1)
			return s, nil
		}
	}
	for _, k := range named {
		if strings.EqualFold(rest, k.name) {
			s.key = k.key
			return s.normal(), nil
		}
	}
	return Stroke{}, unknownKey(text, rest)
}

func unknownKey(text, rest string) error {
	var known []string
	for _, k := range named {
		known = append(known, k.name)
	}
	for _, m := range modifiers {
		known = append(known, m.name)
	}
	head, _, _ := strings.Cut(rest, "+")
	if near := nearest.Name(head, append(known, "space")); near != "" {
		return fmt.Errorf("no key %q; is %q meant?", text, strings.TrimSuffix(text, rest)+near+rest[len(head):])
	}
	return fmt.Errorf("no key %q; a key is written like ctrl+r, alt+enter, f1 or ctrl+x y", text)
}
