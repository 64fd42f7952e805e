package store

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/actors/event"
)

// Whatever the file of events holds: opening it neither panics nor changes more than the end, every
// good line before the first bad one is handed out, and after that the session is in order.
func FuzzOpen(f *testing.F) {
	good := written(f, conversation(6))
	f.Add([]byte(good))
	f.Add([]byte(good[:len(good)-7]))
	f.Add([]byte(strings.Replace(good, "seq", "qes", 2)))
	f.Add([]byte(good + good))
	f.Add([]byte(good + "\x00\x00\x00\x00"))
	f.Add([]byte("\n\n" + good + "\xff\n"))
	f.Add([]byte(strings.Replace(good, `"text":`, `"text":7,"x":`, 1)))
	o := options(f)
	l := create(f, o)
	closed(f, l)
	path := filepath.Join(l.Facts().Dir, eventsName)
	f.Fuzz(func(t *testing.T, data []byte) {
		put(t, string(data), path)
		l, err := Open(o)
		if err != nil {
			t.Fatalf("%q cannot be opened: %v", data, err)
		}
		events := readAll(t, l, 0)
		if lead := leading(data); lead > len(events) {
			t.Errorf("%d good lines at the start, %d events", lead, len(events))
		}
		for i, e := range events {
			if i > 0 && e.Seq <= events[i-1].Seq {
				t.Errorf("event %d comes after %d", e.Seq, events[i-1].Seq)
			}
		}
		torn := setAsideLast(t, l.Facts().Dir)
		if got := content(t, path) + torn; got != string(data) {
			t.Errorf("the file and what was set aside are %q", got)
		}
		next := event.Envelope{Seq: l.Next(), Event: event.Meta{ID: testID, SchemaVersion: event.SchemaVersion}}
		if err := l.Append([]event.Envelope{next}, false); err != nil {
			t.Errorf("it does not go on: %v", err)
		}
		closed(t, l)
		l = reopen(t, o)
		if again := readAll(t, l, 0); len(again) != len(events)+1 || strings.Contains(kinds(l), "torn") || strings.Contains(kinds(l), historyName) {
			t.Errorf("then there are %d events, not one more than %d, and the problems %q", len(again), len(events), kinds(l))
		}
		closed(t, l)
	})
}

// leading counts the lines from the start that are whole and in sequence.
func leading(data []byte) (n int) {
	for {
		line, rest, whole := bytes.Cut(data, []byte("\n"))
		if e, err := event.Decode(line); !whole || err != nil || e.Seq != int64(n) {
			return n
		}
		n, data = n+1, rest
	}
}

// setAsideLast gives what was set aside and removes it.
func setAsideLast(t *testing.T, dir string) string {
	t.Helper()
	path := filepath.Join(dir, eventsName+".torn-1")
	b, err := os.ReadFile(path)
	if err != nil {
		return ""
	}
	if err := os.Remove(path); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// Any text in a history is mended, and a history in order is left alone.
func FuzzHistory(f *testing.F) {
	f.Add([]byte(wantHistory))
	f.Add([]byte(wantHistory[:len(wantHistory)-9]))
	f.Add([]byte("<user id = 1 {\n<a #>\n}>\n"))
	f.Add([]byte("\n<\n<a id=1>\n<user id=1 { content = \"\" }>\n"))
	f.Fuzz(func(t *testing.T, data []byte) {
		end, have := lastRecord(data, 1000)
		if end > len(data) || end == 0 != (have == 0) || have > 1000 {
			t.Fatalf("end %d, have %d", end, have)
		}
		if again, same := lastRecord(data[:end], 1000); again != end || same != have {
			t.Errorf("cut at %d it gives %d, %d", end, again, same)
		}
	})
}

func FuzzLines(f *testing.F) {
	f.Add([]byte("a\n\nbcd\x00\n\r\ne"), 3)
	f.Fuzz(func(t *testing.T, data []byte, most int) {
		r := newLineReader(bytes.NewReader(bytes.Repeat(data, 3)), 0)
		r.max = max(most, 0)
		var at int64
		for n := int64(1); ; n++ {
			l, err := r.next()
			if err != nil {
				break
			}
			text := bytes.Repeat(data, 3)[l.start:l.end]
			if l.number != n || l.start != at || l.whole != bytes.HasSuffix(text, []byte("\n")) {
				t.Fatalf("line %+v", l)
			}
			if text = bytes.TrimSuffix(text, []byte("\n")); !bytes.HasPrefix(text, l.text) {
				t.Fatalf("line is %q, not %q", l.text, text)
			} else if len(l.text) < min(len(text), r.max) {
				t.Fatalf("only %d bytes of %d", len(l.text), len(text))
			}
			at = l.end
		}
		if at != int64(3*len(data)) {
			t.Fatalf("ended at %d of %d", at, 3*len(data))
		}
	})
}
