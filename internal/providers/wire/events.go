package wire

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"

	"eidolon/actors/model"
)

// ErrTooLong is the error of a line or an event over the limit.
var ErrTooLong = errors.New("an event of the stream is longer than the limit")

// Event is one server-sent event.
type Event struct {
	Name string // of its event field, or ""
	Data []byte // of its data fields, joined by newlines; valid until the next call of Next
}

// alive are the words for an event that only keeps a connection alive: its name, or its type where services
// leave names out.
var alive = []string{"ping", "keepalive", "keep-alive", "heartbeat"}

// aliveSize is more than such an event has.
const aliveSize = 80

// says tells whether an event is more than a sign of life.
func (e Event) says() bool {
	data := bytes.TrimSpace(e.Data)
	if len(data) == 0 || slices.Contains(alive, e.Name) {
		return false
	}
	return len(data) > aliveSize || !slices.ContainsFunc(alive, func(word string) bool {
		_, after, typed := bytes.Cut(data, []byte(`"type"`))
		return typed && bytes.HasPrefix(bytes.TrimLeft(after, ": \t"), []byte(`"`+word+`"`))
	})
}

// Events reads server-sent events. It takes any line ending (LF, CRLF, CR), a byte order mark and any
// number of comments, and uses memory for one event at a time.
//
// It is more lenient than the standard in two points, both of which streams of JSON depend on. A last
// event without a blank line after it counts. And a data line that is a JSON value by itself ends
// where the next data line begins, because some services leave the blank line out.
type Events struct {
	source io.Reader
	limit  int

	// buf[:next] is done with, buf[next:scanned] is known to hold no line ending,
	// buf[scanned:] is to be looked at.
	buf           []byte
	next, scanned int
	err           error // of the source, reported after all that came before it
	begun         bool  // the first line was read, so no byte order mark can follow
	afterCR       bool  // the line before ended in CR: an LF now belongs to it

	name string
	data []byte
	rows int    // data lines in data
	held []byte // the first data line of the next event
	seen bool   // there was an event

	tap   *tapped // sees each event; nil without one
	watch *watch  // hears of events that say something; nil without one
	read  bool    // more was read since it heard of one
}

// firstBuffer is what an answer needs whose events come one by one.
const firstBuffer = 16 << 10

// NewEvents reads events of at most limit bytes from source.
func NewEvents(source io.Reader, limit int) *Events {
	return &Events{source: source, limit: limit, buf: make([]byte, 0, firstBuffer)}
}

// Next gives the next event that has data. The error is that of the source, or [ErrTooLong].
func (e *Events) Next() (Event, error) {
	e.name, e.data, e.rows = "", e.data[:0], 0
	if e.held != nil {
		e.data, e.rows, e.held = append(e.data, e.held...), 1, nil
	}
	for full := false; !full; {
		line, err := e.line()
		switch {
		case err != nil && (e.rows == 0 || errors.Is(err, ErrTooLong)):
			return Event{}, err
		case err != nil:
			full = true // the error comes again
		case len(line) == 0 && e.rows == 0:
			e.name = "" // an event without data is none
		case len(line) == 0:
			full = true
		default:
			if full, err = e.field(line); err != nil {
				return Event{}, err
			}
		}
	}
	e.seen = true
	event := Event{Name: e.name, Data: e.data}
	e.tap.event(event)
	if e.read && e.watch != nil && event.says() {
		e.read = false
		e.watch.heard()
	}
	return event, nil
}

// field takes one line into the event. It reports that the event is full when the line belongs to the
// next one.
func (e *Events) field(line []byte) (full bool, err error) {
	name, value, _ := bytes.Cut(line, []byte(":"))
	value = bytes.TrimPrefix(value, []byte(" "))
	switch string(name) {
	case "event":
		e.name = string(value)
	case "data":
		if e.rows == 1 && json.Valid(e.data) {
			e.held = append([]byte{}, value...)
			return true, nil
		}
		if len(e.data)+len(value) >= e.limit {
			return false, ErrTooLong
		}
		if e.rows > 0 {
			e.data = append(e.data, '\n')
		}
		e.data = append(e.data, value...)
		e.rows++
	}
	return false, nil
}

// line gives the next line without its ending, valid until more is read.
func (e *Events) line() ([]byte, error) {
	for {
		if e.afterCR && e.next < len(e.buf) {
			if e.buf[e.next] == '\n' {
				e.next++
				e.scanned = max(e.scanned, e.next)
			}
			e.afterCR = false
		}
		if i := lineEnd(e.buf[e.scanned:]); i >= 0 {
			end := e.scanned + i
			line := e.buf[e.next:end]
			e.afterCR = e.buf[end] == '\r'
			e.next, e.scanned = end+1, end+1
			return e.withoutMark(line), nil
		}
		e.scanned = len(e.buf)
		if e.err != nil {
			return e.rest()
		}
		if len(e.buf)-e.next > e.limit {
			return nil, ErrTooLong
		}
		e.fill()
	}
}

// rest gives the last line if its ending is missing, and then the error of the source. When it was we who
// ended the answer, nobody knows how the line would have gone on.
func (e *Events) rest() ([]byte, error) {
	if e.next == len(e.buf) || givenUp(e.err) {
		return nil, e.err
	}
	line := e.buf[e.next:]
	e.next = len(e.buf)
	return e.withoutMark(line), nil
}

// givenUp tells an answer that a limit or the user ended from one that the service did.
func givenUp(err error) bool {
	_, limit := errors.AsType[*model.Error](err)
	return limit || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// lineEnd finds the first line ending. CR is looked for only before the first LF, so that a buffer
// full of lines is not searched to its end for each of them.
func lineEnd(b []byte) int {
	lf := bytes.IndexByte(b, '\n')
	if lf >= 0 {
		b = b[:lf]
	}
	if cr := bytes.IndexByte(b, '\r'); cr >= 0 {
		return cr
	}
	return lf
}

// withoutMark removes the byte order mark of the first line.
func (e *Events) withoutMark(line []byte) []byte {
	if e.begun {
		return line
	}
	e.begun = true
	return bytes.TrimPrefix(line, byteOrderMark)
}

var byteOrderMark = []byte("\xef\xbb\xbf")

// fill reads more, after making room: first by dropping what is done with, then by growing.
func (e *Events) fill() {
	if e.next > 0 {
		n := copy(e.buf, e.buf[e.next:])
		e.buf, e.scanned, e.next = e.buf[:n], e.scanned-e.next, 0
	}
	if len(e.buf) == cap(e.buf) {
		grown := make([]byte, len(e.buf), 2*cap(e.buf))
		copy(grown, e.buf)
		e.buf = grown
	}
	var n int
	e.read = true
	n, e.err = e.source.Read(e.buf[len(e.buf):cap(e.buf)])
	e.buf = e.buf[:len(e.buf)+n]
}

// First gives the first byte that is neither blank nor part of a byte order mark, without taking it
// away. It tells whether events are to be expected at all.
func (e *Events) First() (byte, error) {
	for {
		if lead := bytes.TrimLeft(bytes.TrimPrefix(e.buf, byteOrderMark), " \t\r\n"); len(lead) > 0 &&
			!bytes.HasPrefix(byteOrderMark, e.buf) {
			return lead[0], nil
		}
		if e.err != nil {
			return 0, e.err
		}
		if len(e.buf) > e.limit {
			return 0, ErrTooLong
		}
		e.fill()
	}
}

// Whole reads everything as one piece of at most limit bytes, for an answer that is not a stream. It
// is called instead of Next.
func (e *Events) Whole(limit int) ([]byte, error) {
	for e.err == nil {
		if len(e.buf) > limit {
			return nil, ErrTooLong
		}
		e.fill()
	}
	if !errors.Is(e.err, io.EOF) {
		return nil, e.err
	}
	return bytes.TrimPrefix(e.buf, byteOrderMark), nil
}
