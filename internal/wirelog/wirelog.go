// Package wirelog writes down what goes over the wire to a model service, for the person who wonders: the
// last request as it was sent, and the events of the answers, line by line. Keys are taken out before
// anything gets here.
package wirelog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"sync"
	"unicode/utf8"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/providers/wire"
)

// Options say what is written and where. What is not set is not written.
type Options struct {
	Requests  string    // file that holds the body of the last request, indented
	Responses string    // file to which the events of all answers are added
	Trace     io.Writer // gets those events too; it may be a terminal
}

// Log writes. Its files belong to the user alone.
type Log struct {
	requests  *os.File
	responses *os.File
	trace     io.Writer

	mu     sync.Mutex // exchanges may overlap
	failed error
}

// mode keeps others from reading what was talked about.
const mode = 0o600

// Open opens the files. Without anything to write it gives nil, which is a Log without a tap.
func Open(o Options) (*Log, error) {
	if o == (Options{}) {
		return nil, nil
	}
	l := &Log{trace: o.Trace}
	var err error
	if o.Requests != "" {
		if l.requests, err = open(o.Requests, os.O_TRUNC); err != nil {
			return nil, err
		}
	}
	if o.Responses != "" {
		if l.responses, err = open(o.Responses, os.O_APPEND); err != nil {
			return nil, errors.Join(err, l.Close())
		}
	}
	return l, nil
}

func open(path string, how int) (*os.File, error) {
	f, err := os.OpenFile(path, os.O_CREATE|os.O_WRONLY|how, mode)
	if err != nil {
		if wrong, ok := errors.AsType[*os.PathError](err); ok {
			err = wrong.Err
		}
		return nil, fmt.Errorf("open the log %s: %w", path, err)
	}
	info, err := f.Stat()
	if err == nil && info.Mode().IsRegular() { // it may have been there, with other rights; a device keeps them
		err = f.Chmod(mode)
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("keep the log to its owner: %w", err), f.Close())
	}
	return f, nil
}

// Tap gives what sees the traffic, or nil when nothing is written.
func (l *Log) Tap() wire.Tap {
	if l == nil {
		return nil
	}
	return func() func(wire.Traffic) { return l.see }
}

// Close closes the files. Its error is the first thing that could not be written.
func (l *Log) Close() error {
	if l == nil {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	err := l.failed
	for _, f := range []*os.File{l.requests, l.responses} {
		if f != nil {
			err = errors.Join(err, f.Close())
		}
	}
	return err
}

func (l *Log) see(piece wire.Traffic) {
	l.mu.Lock()
	defer l.mu.Unlock()
	switch piece := piece.(type) {
	case wire.Sent:
		l.request(piece.Body)
	case wire.Event:
		l.line(piece.Data)
	case wire.Whole:
		l.line(piece.Data)
	case wire.Answered, wire.Over:
	}
}

// request puts a body in the place of the one before.
func (l *Log) request(body []byte) {
	if l.requests == nil {
		return
	}
	var text bytes.Buffer
	if json.Indent(&text, body, "", "  ") != nil {
		text.Reset()
		text.Write(body)
	}
	text.WriteByte('\n')
	err := l.requests.Truncate(0)
	if err == nil {
		_, err = l.requests.WriteAt(text.Bytes(), 0)
	}
	l.note(err)
}

// line adds what came as one line of JSON: itself, or as a string when it is none.
func (l *Log) line(data []byte) {
	var text bytes.Buffer
	if !utf8.Valid(data) || json.Compact(&text, data) != nil {
		quoted, _ := json.Marshal(string(data)) // a string always has a JSON form
		text.Reset()
		text.Write(quoted)
	}
	text.WriteByte('\n')
	if l.responses != nil {
		_, err := l.responses.Write(text.Bytes())
		l.note(err)
	}
	if l.trace != nil {
		_, err := l.trace.Write(clean.JSON(text.Bytes()))
		l.note(err)
	}
}

// note keeps the first failure. The run goes on: it is not about the log.
func (l *Log) note(err error) {
	if l.failed == nil && err != nil {
		l.failed = fmt.Errorf("the log of the wire is not complete: %w", err)
	}
}
