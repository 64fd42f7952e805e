// Package redact takes known secrets out of texts: "[redacted NAME]" stands in the place of each.
//
// A [Redactor] looks for the values themselves and for the spellings in which programs show them: in
// JSON, in an address, in hex, and in base64, also when they stand in the middle of what was encoded.
// It knows nothing about what a secret looks like; [Shapes] does, for texts in which that is worth
// a wrong guess.
//
// It is a net and no wall: a value that is cut in two, reversed or encrypted passes. What must not be
// read has to be kept from the reader.
package redact

import (
	"bytes"
	"iter"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// Secret is a value that is not to be shown.
type Secret struct {
	Name  string // what is shown instead, such as the name of a variable
	Value string
}

// MinLength is the length in bytes from which a value is looked for. Shorter ones stand in any text.
const MinLength = 8

// Redactor takes secrets out of texts. It is safe for use by several goroutines. Nil has no secrets
// and gives every text as it is.
type Redactor struct {
	now      atomic.Pointer[table] // what is looked for; nil while there is nothing
	learning sync.Mutex            // held by whoever replaces it
}

// table is what a Redactor looks for. It is never changed.
type table struct {
	forms   []form // the longest first
	longest int
	// jump tells how far the next form may be from a place in a text, by the two bytes there.
	jump [1 << 16]uint8
	// starts has the forms by the two bytes that stand last in their first MinLength bytes.
	starts map[uint16][]int
	heads  [256][]int // by their first byte
}

// form is a spelling of a secret.
type form struct{ text, instead string }

// New makes a Redactor. Values that are too short are passed over; without any value it is nil.
func New(secrets []Secret) *Redactor {
	r := Open()
	r.Learn(secrets...)
	if r.now.Load() == nil {
		return nil
	}
	return r
}

// Open makes a Redactor that has no secrets yet and will learn some.
func Open() *Redactor { return &Redactor{} }

// Learn has the redactor know more secrets from now on. It never forgets one. Nil learns nothing.
func (r *Redactor) Learn(secrets ...Secret) {
	if r == nil {
		return
	}
	r.learning.Lock()
	defer r.learning.Unlock()
	var forms []form
	if t := r.now.Load(); t != nil {
		forms = slices.Clone(t.forms)
	}
	before := len(forms)
	known := map[string]bool{}
	for _, f := range forms {
		known[f.text] = true
	}
	for _, s := range secrets {
		if len(s.Value) < MinLength || known[s.Value] {
			continue
		}
		instead := "[redacted " + label(s.Name) + "]"
		for _, text := range spellings(s.Value) {
			if len(text) >= MinLength && !known[text] {
				known[text] = true
				forms = append(forms, form{text, instead})
			}
		}
	}
	if len(forms) > before {
		r.now.Store(index(forms))
	}
}

// table gives what is looked for now, or nil.
func (r *Redactor) table() *table {
	if r == nil {
		return nil
	}
	return r.now.Load()
}

// label is a name as it may stand in any text, in a string of JSON too.
func label(name string) string {
	return strings.Map(func(r rune) rune {
		if r == ' ' || r == '_' || r == '-' || r == '.' || r == '/' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' {
			return r
		}
		return '_'
	}, name)
}

// index prepares the search of Wu and Manber: the two bytes at the end of a window of MinLength bytes
// tell whether a form may begin with the window, or how far it can be moved on.
func index(forms []form) *table {
	t := &table{forms: forms, starts: map[uint16][]int{}}
	slices.SortFunc(t.forms, func(a, b form) int {
		if c := len(b.text) - len(a.text); c != 0 {
			return c
		}
		return strings.Compare(a.text, b.text)
	})
	for i := range t.jump {
		t.jump[i] = MinLength - 1
	}
	for i, f := range t.forms {
		t.longest = max(t.longest, len(f.text))
		for end := 2; end <= MinLength; end++ {
			pair := pairAt(f.text, end)
			t.jump[pair] = min(t.jump[pair], uint8(MinLength-end))
		}
		pair := pairAt(f.text, MinLength)
		t.starts[pair] = append(t.starts[pair], i)
		t.heads[f.text[0]] = append(t.heads[f.text[0]], i)
	}
	return t
}

// pairAt gives the two bytes before a place.
func pairAt[T string | []byte](text T, end int) uint16 {
	return uint16(text[end-2])<<8 | uint16(text[end-1])
}

// find gives the first form in a text from a place on, and where it begins, or -1. Of several that
// begin there the longest is given.
func find[T string | []byte](t *table, text T, from int) (at int, f form) {
	for end := from + MinLength; end <= len(text); {
		pair := pairAt(text, end)
		if skip := int(t.jump[pair]); skip > 0 {
			end += skip
			continue
		}
		at := end - MinLength
		for _, i := range t.starts[pair] {
			if f := t.forms[i]; len(text)-at >= len(f.text) && string(text[at:at+len(f.text)]) == f.text {
				return at, f
			}
		}
		end++
	}
	return -1, form{}
}

// String gives a text without the secrets.
func (r *Redactor) String(text string) string {
	var out strings.Builder
	for plain, instead := range pieces(r.table(), text) {
		if out.Len() == 0 {
			out.Grow(len(text))
		}
		out.WriteString(plain)
		out.WriteString(instead)
	}
	if out.Len() == 0 {
		return text
	}
	return out.String()
}

// Bytes is String for bytes. It gives text itself when there is nothing in it.
func (r *Redactor) Bytes(text []byte) []byte {
	var out []byte
	for plain, instead := range pieces(r.table(), text) {
		if out == nil {
			out = make([]byte, 0, len(text))
		}
		out = append(append(out, plain...), instead...)
	}
	if out == nil {
		return text
	}
	return out
}

// pieces divides a text at what a table looks for: what stands before each, and what is shown in its
// place. The last piece is what stands behind them all. A text without any of it has no pieces, and a nil
// table looks for nothing.
func pieces[T string | []byte](t *table, text T) iter.Seq2[T, string] {
	return func(yield func(plain T, instead string) bool) {
		if t == nil {
			return
		}
		at, f := find(t, text, 0)
		if at < 0 {
			return
		}
		done := 0
		for at >= 0 {
			if !yield(text[done:at], f.instead) {
				return
			}
			done = at + len(f.text)
			at, f = find(t, text, done)
		}
		yield(text[done:], "")
	}
}

// JSON is Bytes for a JSON text, which stays one: only what is in strings is replaced, not a number that
// happens to be a secret.
func (r *Redactor) JSON(text []byte) []byte {
	t := r.table()
	if t == nil {
		return text
	}
	if at, _ := find(t, text, 0); at < 0 {
		return text
	}
	var out []byte
	for len(text) > 0 {
		open := bytes.IndexByte(text, '"') + 1
		if open == 0 {
			break
		}
		end := open
		for end < len(text) && text[end] != '"' {
			if text[end] == '\\' {
				end++
			}
			end++
		}
		end = min(end, len(text))
		out = append(append(out, text[:open]...), r.Bytes(text[open:end])...)
		if end < len(text) {
			out = append(out, '"')
			end++
		}
		text = text[end:]
	}
	return append(out, text...)
}
