package wire

import (
	"bytes"
	"errors"
	"io"
	"slices"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/google/go-cmp/cmp"
)

// row is an event as tests compare it.
type row struct{ Name, Data string }

func readAll(e *Events) ([]row, error) {
	var rows []row
	for {
		event, err := e.Next()
		if err != nil {
			return rows, err
		}
		rows = append(rows, row{event.Name, string(event.Data)})
	}
}

func TestWhatIsSaid(t *testing.T) {
	for text, says := range map[string]bool{
		"data:\n\n":                                                    false,
		"event: ping\ndata: {}\n\n":                                    false,
		"event: keepalive\ndata: x\n\n":                                false,
		"data: {\"type\": \"ping\"}\n\n":                               false,
		"data: {\"sequence_number\":7,\"type\":\"keepalive\"}\n\n":     false,
		"data: {\"type\":\"error\",\"error\":\"ping\"}\n\n":            true,
		"data: {\"choices\":[{\"delta\":{\"content\":\"ping\"}}]}\n\n": true,
		"data: [DONE]\n\n":                                             true,
	} {
		event, err := NewEvents(strings.NewReader(text), 1<<20).Next()
		if err != nil || event.says() != says {
			t.Errorf("%q says something: %v, want %v (%v)", text, event.says(), says, err)
		}
	}
}

func TestEvents(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       []row
	}{
		{"nothing", "", nil},
		{"two events", "data: a\n\ndata: b\n\n", []row{{"", "a"}, {"", "b"}}},
		{"CRLF", "data: a\r\n\r\ndata: b\r\n\r\n", []row{{"", "a"}, {"", "b"}}},
		{"CR", "data: a\r\rdata: b\r\r", []row{{"", "a"}, {"", "b"}}},
		{"mixed endings", "data: a\r\n\rdata: b\n\r\n", []row{{"", "a"}, {"", "b"}}},
		{"byte order mark", "\xef\xbb\xbfdata: a\n\n", []row{{"", "a"}}},
		{"no blank after the colon", "data:a\n\n", []row{{"", "a"}}},
		{"one blank belongs to the field", "data:  a\n\n", []row{{"", " a"}}},
		{"name", "event: error\ndata: a\n\ndata: b\n\n", []row{{"error", "a"}, {"", "b"}}},
		{"name without data", "event: ping\n\ndata: b\n\n", []row{{"", "b"}}},
		{"comments and other fields", ": hello\n\n: again\nid: 7\nretry: 3\ndata: a\n\n", []row{{"", "a"}}},
		{"field without colon", "data\n\n", []row{{"", ""}}},
		{"several lines of data", "data: {\"a\":\ndata: 1}\n\n", []row{{"", "{\"a\":\n1}"}}},
		{"no blank lines between values", "data: {\"a\":1}\ndata: {\"a\":2}\ndata: [DONE]\n", []row{{"", `{"a":1}`}, {
			"",
			`{"a":2}`,
		}, {"", "[DONE]"}}},
		{"no ending of the last line", "data: a\n\ndata: b", []row{{"", "a"}, {"", "b"}}},
		{"no events", "Bad gateway\n", nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := readAll(NewEvents(strings.NewReader(test.text), 1<<20))
			if !errors.Is(err, io.EOF) {
				t.Errorf("error %v, want EOF", err)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Error(diff)
			}
			got, _ = readAll(NewEvents(iotest.OneByteReader(strings.NewReader(test.text)), 1<<20))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("one byte at a time: %s", diff)
			}
		})
	}
}

func TestEventsKeepWhatCameBeforeAnError(t *testing.T) {
	source := io.MultiReader(strings.NewReader("data: a\n\ndata: b\n"), iotest.ErrReader(io.ErrUnexpectedEOF))
	got, err := readAll(NewEvents(source, 1<<20))
	if want := []row{{"", "a"}, {"", "b"}}; !slices.Equal(got, want) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("events %v, error %v", got, err)
	}
}

func TestEventsLimit(t *testing.T) {
	for _, test := range []struct{ name, text string }{
		{"a line without end", "data: " + strings.Repeat("x", 100_000)},
		{"a comment without end", ":" + strings.Repeat("x", 100_000)},
		{"data without end", strings.Repeat("data: xxxxxxxx\n", 10_000)},
		{"blanks before anything", strings.Repeat(" ", 100_000)},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := NewEvents(strings.NewReader(test.text), 20_000)
			_, err := e.First()
			if err == nil {
				_, err = readAll(e)
			}
			if !errors.Is(err, ErrTooLong) {
				t.Errorf("error %v, want %v", err, ErrTooLong)
			}
			if cap(e.buf) > 100_000 {
				t.Errorf("a buffer of %d bytes for a limit of 20,000", cap(e.buf))
			}
		})
	}
}

func TestFirst(t *testing.T) {
	for _, test := range []struct {
		name, text string
		want       byte
	}{
		{"event", "data: a", 'd'},
		{"object", "{", '{'},
		{"object after blanks and a mark", "\xef\xbb\xbf\r\n {", '{'},
		{"page", "\n<html>", '<'},
	} {
		t.Run(test.name, func(t *testing.T) {
			e := NewEvents(iotest.OneByteReader(strings.NewReader(test.text)), 1<<20)
			if got, err := e.First(); got != test.want || err != nil {
				t.Errorf("first %q, %v, want %q", got, err, test.want)
			}
		})
	}
	if _, err := NewEvents(strings.NewReader("\xef\xbb\xbf \n"), 1<<20).First(); !errors.Is(err, io.EOF) {
		t.Errorf("error %v of a blank answer, want EOF", err)
	}
}

// FuzzEvents shows that it does not matter how the stream is cut into reads, nor whether the first byte
// was looked at.
func FuzzEvents(f *testing.F) {
	f.Add([]byte("\xef\xbb\xbfevent: a\r\ndata: {}\rdata: 1\n\n: c\n\ndata"), uint8(1))
	f.Add([]byte("data: {\"a\":1}\ndata: [DONE]"), uint8(3))
	f.Fuzz(func(t *testing.T, stream []byte, size uint8) {
		whole, wholeErr := readAll(NewEvents(bytes.NewReader(stream), 1<<10))
		e := NewEvents(&pieces{stream, int(size)%7 + 1}, 1<<10)
		_, _ = e.First()
		got, err := readAll(e)
		if len(stream) <= 1<<10 && (!errors.Is(err, wholeErr) || !slices.Equal(got, whole)) {
			t.Errorf("in pieces %q, %v; whole %q, %v", got, err, whole, wholeErr)
		}
	})
}

// pieces reads at most so many bytes at once.
type pieces struct {
	rest []byte
	size int
}

func (p *pieces) Read(b []byte) (int, error) {
	if len(p.rest) == 0 {
		return 0, io.EOF
	}
	n := copy(b[:min(len(b), p.size)], p.rest)
	p.rest = p.rest[n:]
	return n, nil
}
