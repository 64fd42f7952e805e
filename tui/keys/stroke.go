package keys

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"
)

// Stroke is one key with its modifiers, in one form however the terminal reported it: control
// characters are letters with Ctrl, an upper-case letter without Ctrl holds its Shift in itself. The
// zero value is no key.
type Stroke struct {
	key  tcell.Key // KeyRune for characters
	char rune
	mod  tcell.ModMask
}

// Of gives the stroke of an event.
func Of(ev *tcell.EventKey) Stroke {
	s := Stroke{key: ev.Key(), mod: ev.Modifiers()}
	switch k := s.key; {
	case k == tcell.KeyRune:
		s.char = ev.Rune()
	case k == tcell.KeyBacktab:
		s.key, s.mod = tcell.KeyTab, s.mod|tcell.ModShift
	case k == tcell.KeyBackspace2:
		s.key = tcell.KeyBackspace
	case k == tcell.KeyBackspace, k == tcell.KeyTab, k == tcell.KeyEsc, k == tcell.KeyEnter:
	case k < ' ': // a control character as such
		s.key, s.char, s.mod = tcell.KeyRune, rune(k)+'@', s.mod|tcell.ModCtrl
	case k >= tcell.KeyCtrlSpace && k <= tcell.KeyCtrlUnderscore:
		s.key, s.char, s.mod = tcell.KeyRune, rune(k), s.mod|tcell.ModCtrl
	}
	return s.normal()
}

// normal brings strokes that terminals cannot tell apart to one form. Without extended keys Ctrl+M is
// Enter, and Alt+Enter arrives as Alt+Ctrl+M.
func (s Stroke) normal() Stroke {
	if s.mod&tcell.ModMeta != 0 {
		s.mod |= tcell.ModAlt
	}
	s.mod &= tcell.ModShift | tcell.ModCtrl | tcell.ModAlt
	if s.key != tcell.KeyRune {
		s.char = 0
		return s
	}
	if s.mod&tcell.ModCtrl == 0 {
		if s.mod&tcell.ModShift != 0 {
			s.char = unicode.ToUpper(s.char)
			s.mod &^= tcell.ModShift
		}
		return s
	}
	if s.char == '@' { // Ctrl+Space
		s.char = ' '
	}
	s.char = unicode.ToLower(s.char)
	if !unicode.IsLetter(s.char) { // Shift is what made it this character
		s.mod &^= tcell.ModShift
	}
	plain := s.mod &^ tcell.ModCtrl
	switch s.char {
	case 'm':
		return Stroke{key: tcell.KeyEnter, mod: plain}
	case 'i':
		return Stroke{key: tcell.KeyTab, mod: plain}
	case 'h':
		return Stroke{key: tcell.KeyBackspace, mod: plain}
	case '[':
		return Stroke{key: tcell.KeyEsc, mod: plain}
	case 'j':
		if plain == tcell.ModAlt { // Alt and a line feed
			return Stroke{key: tcell.KeyEnter, mod: plain}
		}
	}
	return s
}

// Text gives the character that the key writes, if it writes one. AltGr is Ctrl+Alt on some systems.
func (s Stroke) Text() (rune, bool) {
	if s.key != tcell.KeyRune || !unicode.IsGraphic(s.char) && !unicode.Is(unicode.Cf, s.char) && !unicode.Is(unicode.Co, s.char) {
		return 0, false
	}
	altGr := s.mod == tcell.ModCtrl|tcell.ModAlt && (s.char > 0x7F || !unicode.IsLetter(s.char))
	return s.char, s.mod == 0 || altGr
}

// arrives says whether terminals without extended keys can send the stroke: they have one byte for
// Ctrl with a letter and a few signs, and take some characters behind Escape for the start of a
// sequence.
func (s Stroke) arrives() bool {
	ctrl, alt, shift := s.mod&tcell.ModCtrl != 0, s.mod&tcell.ModAlt != 0, s.mod&tcell.ModShift != 0
	switch {
	case s.key == tcell.KeyEnter || s.key == tcell.KeyBackspace:
		return !ctrl && !shift
	case s.key == tcell.KeyEsc:
		return s.mod == 0
	case s.key == tcell.KeyTab:
		return !ctrl && !alt
	case s.key != tcell.KeyRune:
		return true
	case ctrl:
		return !shift && (unicode.IsLower(s.char) && s.char < 0x80 || strings.ContainsRune(` \]^_/`, s.char))
	case alt:
		return !strings.ContainsRune(`[]NOX^_\`, s.char)
	}
	return true
}

// lower is the stroke without Caps Lock, for keys with Alt that nothing is bound to otherwise.
func (s Stroke) lower() Stroke {
	if s.mod&tcell.ModAlt != 0 {
		s.char = unicode.ToLower(s.char)
	}
	return s
}

// String spells a stroke as the configuration does: "ctrl+r", "shift+tab", "N".
func (s Stroke) String() string {
	return s.spell(func(word string) string { return word })
}

// Label spells a stroke as the help does: "Ctrl+R", "Shift+Tab", "N".
func (s Stroke) Label() string {
	return s.spell(func(word string) string {
		switch word {
		case "pgup":
			return "PgUp"
		case "pgdn":
			return "PgDn"
		}
		_, n := utf8.DecodeRuneInString(word)
		return strings.ToUpper(word[:n]) + word[n:]
	})
}

func (s Stroke) spell(each func(string) string) string {
	if s == (Stroke{}) {
		return ""
	}
	name, mod := keyName(s.key), s.mod
	if name == "" {
		name = string(s.char)
		if s.char == ' ' {
			name = "space"
		}
		if mod != 0 && unicode.IsUpper(s.char) {
			name, mod = string(unicode.ToLower(s.char)), mod|tcell.ModShift
		}
	}
	var parts []string
	for _, m := range modifiers {
		if mod&m.mask != 0 {
			parts = append(parts, each(m.name))
			mod &^= m.mask
		}
	}
	if len(parts) > 0 || len(name) > 1 {
		name = each(name)
	}
	return strings.Join(append(parts, name), "+")
}
