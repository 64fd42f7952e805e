package store

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/actors/event"
)

// kilobyte is an event whose line has about 1 KB.
func kilobyte(seq int64) event.Envelope {
	return event.Envelope{Seq: seq, Time: start, Turn: 1, Round: 1, Event: event.ToolResult{
		Call: "t1r1c1", OK: true, Output: []byte(`{"ok":true,"data":"` + strings.Repeat("0123456789 ", 82) + `"}`), MS: 1,
	}}
}

func BenchmarkAppend(b *testing.B) {
	for _, bb := range []struct {
		name string
		sync bool
		make func(Options) (*Log, error)
	}{
		{"disk", false, Create}, {"disk synced", true, Create}, {"memory", false, Memory},
	} {
		b.Run(bb.name, func(b *testing.B) {
			l := must(b)(bb.make(options(b)))
			appendAll(b, l, conversation(1))
			for b.Loop() {
				if err := l.Append([]event.Envelope{kilobyte(l.Next())}, bb.sync); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkMessage(b *testing.B) {
	l := create(b, options(b))
	appendAll(b, l, conversation(1))
	text := strings.Repeat("0123456789\n", 90)
	for b.Loop() {
		e := event.Envelope{Seq: l.Next(), Time: start, Turn: 1, Round: 1, Event: event.Message{Role: event.RoleUser, Text: text}}
		if err := l.Append([]event.Envelope{e}, false); err != nil {
			b.Fatal(err)
		}
	}
}

// The log of a very long session: 100,000 lines of 1 KB.
func BenchmarkLongSession(b *testing.B) {
	const lines = 100_000
	o := options(b)
	l := create(b, o)
	appendAll(b, l, conversation(1))
	for n := int64(1); n < lines; {
		batch := make([]event.Envelope, 0, 1000)
		for ; len(batch) < cap(batch) && n < lines; n++ {
			batch = append(batch, kilobyte(n))
		}
		appendAll(b, l, batch)
	}
	info, err := os.Stat(filepath.Join(l.Facts().Dir, eventsName))
	if err != nil {
		b.Fatal(err)
	}
	for name, from := range map[string]int64{"read all": 0, "read the last ten": lines - 10} {
		b.Run(name, func(b *testing.B) {
			b.SetBytes(info.Size())
			for b.Loop() {
				if err := l.Read(b.Context(), from, func(event.Envelope) error { return nil }); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("show the end", func(b *testing.B) {
		for b.Loop() {
			if events, _, err := find(b, o).Tail(b.Context(), 200); err != nil || len(events) < 200 {
				b.Fatal(len(events), err)
			}
		}
	})
	closed(b, l) // a session is open once at a time
	b.Run("open", func(b *testing.B) {
		b.SetBytes(info.Size())
		for b.Loop() {
			closed(b, must(b)(Open(o)))
		}
	})
}

func BenchmarkCreate(b *testing.B) {
	o := options(b)
	o.ID = ""
	for b.Loop() {
		l, err := Create(o)
		if err != nil {
			b.Fatal(err)
		}
		if err := l.Append(conversation(2), true); err != nil {
			b.Fatal(err)
		}
		closed(b, l)
	}
}
