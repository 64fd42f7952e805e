package threads

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/store"
	"eidolon/internal/transcript"
)

// Format is how a session is shown.
type Format string

// The formats.
const (
	Text     Format = "text" // to be read on a terminal
	JSON     Format = "json" // the events, as they are on disk
	Markdown Format = "md"   // a document that stands alone
	HTML     Format = "html" // a page that stands alone
)

// Formats are the names that a person can give.
func Formats() []string { return []string{string(Text), string(JSON), string(Markdown), string(HTML)} }

// writer writes a transcript in one format.
type writer interface {
	head(s store.Summary)
	entry(e transcript.Entry)
	close() error
}

func newWriter(format Format, out io.Writer) writer {
	switch format {
	case Markdown:
		return &markdown{out: out}
	case HTML:
		return &page{out: out}
	case Text, JSON: // events are not a transcript
	}
	return &plain{out: out}
}

// Show prints a session: that of the id, or the latest of the workspace when there is none. A
// transcript leaves out what was taken back; the events have it.
func Show(ctx context.Context, o Options, id string, format Format) error {
	s, err := o.locate(ctx, id)
	if err != nil {
		return err
	}
	out := bufio.NewWriter(o.Out)
	if format == JSON {
		err = s.Read(ctx, func(_ event.Envelope, line []byte) error {
			_, err := out.Write(line)
			return errors.Join(err, out.WriteByte('\n'))
		})
		return errors.Join(err, out.Flush())
	}
	sum, err := s.Summary()
	if err != nil {
		return err
	}
	w := newWriter(format, out)
	w.head(sum)
	err = transcript.Read(ctx, s, false, w.entry)
	err = errors.Join(err, w.close())
	if sum.Problems > 0 {
		o.note("not all of the log is in order; `eidolon threads check %s` says what", sum.ID)
	}
	return errors.Join(err, out.Flush())
}

// facts is the line under the title. It is harmless for a terminal.
func facts(s store.Summary) string {
	parts := []string{"session " + s.ID, s.Created.UTC().Format("2006-01-02 15:04 UTC")}
	if s.Created.IsZero() {
		parts = parts[:1]
	}
	if s.Task != nil {
		parts = append(parts, fmt.Sprintf("the work of call %s of %s", clean.Line(s.Task.Call), clean.Line(shortID(s.Task.Session))))
	}
	if s.Parent != nil {
		parts = append(parts, fmt.Sprintf("forked from %s at event %d", clean.Line(shortID(s.Parent.ID)), s.Parent.Seq))
	}
	for _, part := range []string{s.Model, s.Workspace} {
		if part != "" {
			parts = append(parts, clean.Line(part))
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("turns: %d, tokens: %s", s.Turns, figure.Count(s.Tokens.Input+s.Tokens.Output))), " · ")
}

// inputShown is how much of a call's input a line shows, in characters.
const inputShown = 140

// plain writes entries for a terminal.
type plain struct{ out io.Writer }

func (p *plain) head(s store.Summary) { fmt.Fprintf(p.out, "%s\n%s\n", label(s), facts(s)) }

func (p *plain) close() error { return nil }

func (p *plain) entry(e transcript.Entry) {
	switch e.Kind {
	case transcript.User:
		fmt.Fprintf(p.out, "\nYou (%s):\n%s\n", e.Time.UTC().Format("2006-01-02 15:04:05 UTC"), strings.TrimRight(clean.Text(e.Text), "\n"))
	case transcript.Model:
		fmt.Fprintf(p.out, "\nAssistant:\n%s\n", clean.Text(e.Text))
	case transcript.Tool:
		fmt.Fprintf(p.out, "⏺ %s %s: %s\n", clean.Line(e.Call.Name), clip.Chars(clean.Line(e.Call.Input), inputShown), clean.Line(e.Call.Outcome()))
	case transcript.Program:
		fmt.Fprintf(p.out, "· %s\n", clean.Line(e.Text))
	}
}
