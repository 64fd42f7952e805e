package redact

import (
	"bytes"
	"io"
)

// Stream takes secrets out of a text that comes in pieces. It holds back the end of a piece that may be
// the beginning of a secret, and nothing else. A nil Stream gives every piece as it is. It is used by
// one goroutine at a time.
type Stream struct {
	r    *Redactor
	rest []byte // a beginning of a form, shorter than the longest one
}

// Stream begins a text. It is nil when there are no secrets.
func (r *Redactor) Stream() *Stream {
	if r == nil {
		return nil
	}
	return &Stream{r: r}
}

// Next takes the next piece and gives what can be shown by now. Both belong to the other side from then
// on; what it gives may be the piece itself.
func (s *Stream) Next(piece []byte) []byte {
	if s == nil || len(piece) == 0 {
		return piece
	}
	text := piece
	if len(s.rest) > 0 {
		text = append(s.rest, piece...)
	}
	t := s.r.table()
	if t == nil {
		s.rest = nil
		return text
	}
	out, open := t.until(text)
	s.rest = bytes.Clone(text[open:])
	return out
}

// until takes the secrets out of a text up to where its end may become one, and tells where that is. A
// secret that begins before counts as a whole.
func (t *table) until(text []byte) (out []byte, open int) {
	open, done := t.open(text, 0), 0
	for {
		at, f := find(t, text, done)
		if at < 0 || at >= open {
			break
		}
		out = append(append(out, text[done:at]...), f.instead...)
		if done = at + len(f.text); done > open {
			open = t.open(text, done)
		}
	}
	if done == 0 {
		return text[:open], open
	}
	return append(out, text[done:open]...), open
}

// End gives what was held back. The stream may be used for another text then.
func (s *Stream) End() []byte {
	if s == nil {
		return nil
	}
	rest := s.r.Bytes(s.rest) // a whole secret too, when it might have become a longer one
	s.rest = nil
	return rest
}

// open tells where the end of a text begins that may become a form, at a place or behind it.
func (t *table) open(text []byte, from int) int {
	for at := max(from, len(text)-t.longest+1); at < len(text); at++ {
		for _, i := range t.heads[text[at]] {
			if f, end := t.forms[i].text, text[at:]; len(end) < len(f) && f[:len(end)] == string(end) {
				return at
			}
		}
	}
	return len(text)
}

// Writer gives a writer that takes secrets out of what is written. A secret must be within one write,
// as in a log of lines. Without secrets it is w itself.
func (r *Redactor) Writer(w io.Writer) io.Writer {
	if r == nil {
		return w
	}
	return writer{r, w}
}

type writer struct {
	r *Redactor
	w io.Writer
}

// Write implements io.Writer.
func (w writer) Write(p []byte) (int, error) {
	if _, err := w.w.Write(w.r.Bytes(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}
