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
	"eidolon/internal/leaf/figure"
	"eidolon/internal/store"
)

// Format is how a session is shown.
type Format string

// The formats.
const (
	Text     Format = "text" // to be read on a terminal
	JSON     Format = "json" // the events, as they are on disk
	Markdown Format = "md"   // a document that stands alone
)

// Show prints a session: that of the id, or the latest of the workspace when there is none.
func Show(ctx context.Context, o Options, id string, format Format) error {
	s, err := o.locate(id)
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
	var t transcript
	if format == Markdown {
		writeMarkdownHead(out, sum)
		t.emit = (&markdown{out: out}).entry
	} else {
		writeTextHead(out, sum)
		t.emit = (&plain{out: out}).entry
	}
	err = each(ctx, s, t.add)
	t.close()
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
	for _, part := range []string{s.Model, s.Workspace} {
		if part != "" {
			parts = append(parts, clean.Line(part))
		}
	}
	return strings.Join(append(parts, fmt.Sprintf("turns: %d, tokens: %s", s.Turns, figure.Count(s.Tokens.Input+s.Tokens.Output))), " · ")
}

func writeTextHead(w io.Writer, s store.Summary) { fmt.Fprintf(w, "%s\n%s\n", label(s), facts(s)) }

// inputShown is how much of a call's input a line shows, in characters.
const inputShown = 140

// plain writes entries for a terminal.
type plain struct{ out io.Writer }

func (p *plain) entry(e entry) {
	switch e.kind {
	case byUser:
		fmt.Fprintf(p.out, "\nYou (%s):\n%s\n", e.time.UTC().Format("2006-01-02 15:04:05 UTC"), strings.TrimRight(clean.Text(e.text), "\n"))
	case byModel:
		fmt.Fprintf(p.out, "\nAssistant:\n%s\n", clean.Text(e.text))
	case byTool:
		fmt.Fprintf(p.out, "⏺ %s %s: %s\n", clean.Line(e.call.name), clip(clean.Line(e.call.input), inputShown), clean.Line(e.call.outcome()))
	case byProgram:
		fmt.Fprintf(p.out, "· %s\n", clean.Line(e.text))
	}
}

// clip cuts a text to a number of characters.
func clip(s string, limit int) string {
	n := 0
	for i := range s {
		if n == limit {
			return s[:i] + "…"
		}
		n++
	}
	return s
}
