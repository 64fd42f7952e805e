package foreign

import (
	"strings"

	"eidolon/xnl"
)

// Reader gives what a person sees of an answer in which calls in other notations were found: its text without
// them, without XNL calls, and without the framing of both.
type Reader struct {
	calls *xnl.Scanner // nil where the text is not in XNL
	other *Scanner
	read  int
}

// NewReader returns a Reader at the start of an answer, which has XNL calls in it or not.
func NewReader(inXNL bool) *Reader {
	r := &Reader{other: New(Options{Any: true})}
	if inXNL {
		r.calls = xnl.NewScanner(xnl.ScanOptions{})
	}
	return r
}

// Read takes the next piece of the answer and gives what is to be seen of it.
func (r *Reader) Read(piece string) string {
	var b strings.Builder
	show := shower(&b)
	r.read += len(piece)
	if r.calls == nil {
		r.other.Write([]byte(piece), r.read, show)
		return b.String()
	}
	r.calls.Write([]byte(piece), func(e xnl.Event) { r.event(e, &b) })
	return b.String()
}

// Close gives what is to be seen at the end of the answer.
func (r *Reader) Close() string {
	var b strings.Builder
	if r.calls != nil {
		r.calls.Close(func(e xnl.Event) { r.event(e, &b) })
	}
	r.other.Close(true, shower(&b))
	return b.String()
}

func (r *Reader) event(e xnl.Event, b *strings.Builder) {
	show := shower(b)
	if e.Kind == xnl.EventText {
		r.other.Write(e.Text, e.End, show)
		return
	}
	if e.Kind != xnl.EventNotice {
		r.other.Break(show)
	}
	if e.Kind == xnl.EventQuote {
		b.Write(e.Text)
	}
}

// Visible gives what a person sees of an answer that is there as a whole.
func Visible(answer string) string {
	r := NewReader(true)
	return r.Read(answer) + r.Close()
}

func shower(b *strings.Builder) func(Event) { return func(e Event) { b.Write(e.Text) } }
