package goopenai

import (
	"bytes"
	"errors"
	"io"

	"eidolon/internal/providers/wire"
)

// errNoMore ends a stream that ended without [DONE], which the library would not tell from one that
// ended with it.
var errNoMore = errors.New("the stream ended without [DONE]")

// errorEvent is an event by which the service reports a failure. The library would skip it.
type errorEvent struct{ data []byte } //nolint:errname // it is an event first

// Error says what it is; the data is for [wire.Exchange.Reported] only, which redacts it.
func (*errorEvent) Error() string { return "the service reports an error" }

// lines is the body that the library reads: one line of data for each event, and nothing else. A whole
// answer is a stream of one event.
type lines struct {
	events *wire.Events // nil for a whole answer
	queue  [][]byte     // data that goes before the events
	line   []byte
	unread []byte // the end of line
}

func newLines(events *wire.Events, whole []byte) *lines {
	if events == nil {
		return &lines{queue: [][]byte{whole, []byte("[DONE]")}}
	}
	return &lines{events: events}
}

// Read gives the next piece of the lines.
func (l *lines) Read(p []byte) (int, error) {
	for len(l.unread) == 0 {
		data, err := l.next()
		if err != nil {
			return 0, err
		}
		l.set(data)
	}
	n := copy(p, l.unread)
	l.unread = l.unread[n:]
	return n, nil
}

// next gives the data of the next event.
func (l *lines) next() ([]byte, error) {
	if len(l.queue) > 0 {
		data := l.queue[0]
		l.queue = l.queue[1:]
		return data, nil
	}
	if l.events == nil {
		return nil, io.EOF
	}
	for {
		event, err := l.events.Next()
		switch {
		case errors.Is(err, io.EOF):
			return nil, errNoMore
		case err != nil:
			return nil, err
		case event.Name == "error":
			return nil, &errorEvent{data: event.Data}
		case len(bytes.TrimSpace(event.Data)) > 0: // a blank one keeps the connection alive
			return event.Data, nil
		}
	}
}

// errorStart is what the library takes for a failure and then reads badly: it drops errors that are
// not objects. A blank after the brace makes it pass the error on as it is.
var errorStart = []byte(`{"error":`)

func (l *lines) set(data []byte) {
	data = bytes.TrimSpace(data)
	l.line = append(l.line[:0], "data: "...)
	if bytes.HasPrefix(data, errorStart) {
		l.line = append(l.line, "{ "...)
		data = data[1:]
	}
	start := len(l.line)
	l.line = append(l.line, data...)
	flatten(l.line[start:])
	l.line = append(l.line, '\n')
	l.unread = l.line
}

// flatten makes one line of JSON that was written on several. Inside its strings there are no line
// endings.
func flatten(data []byte) {
	for i := bytes.IndexByte(data, '\n'); i >= 0; i = bytes.IndexByte(data, '\n') {
		data[i] = ' '
		data = data[i+1:]
	}
}
