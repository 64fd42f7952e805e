package wirelog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"
	"unicode/utf8"

	"eidolon/actors/model"
	"eidolon/internal/leaf/redact"
	"eidolon/internal/private"
	"eidolon/internal/providers/wire"
)

// Debug writes all traffic to a file of the user, a line of JSON for each piece, so that one can see
// afterwards what was asked, what came back and when. Lines with the same exchange belong together.
type Debug struct {
	file    *os.File
	secrets *redact.Redactor
	now     func() time.Time

	mu        sync.Mutex // exchanges may overlap
	exchanges int
	failed    error
}

// OpenDebug adds to a file, or makes it with the directory that it is in. Secrets are those that are
// known beside the ones of the service; nil for none.
func OpenDebug(path string, secrets *redact.Redactor, now func() time.Time) (*Debug, error) {
	if _, err := private.MakeDir(filepath.Dir(path)); err != nil {
		return nil, fmt.Errorf("open the debug log: %w", err)
	}
	f, err := open(path, os.O_APPEND)
	if err != nil {
		return nil, err
	}
	return &Debug{file: f, secrets: secrets, now: now}, nil
}

// Close closes the file. Its error is the first thing that could not be written.
func (d *Debug) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	return errors.Join(d.failed, d.file.Close())
}

// Tap gives what sees the traffic.
func (d *Debug) Tap() wire.Tap {
	return func() func(wire.Traffic) {
		d.mu.Lock()
		defer d.mu.Unlock()
		d.exchanges++
		n := d.exchanges
		return func(t wire.Traffic) { d.see(n, t) }
	}
}

// entry is one line.
type entry struct {
	Time     time.Time       `json:"ts"`
	Exchange int             `json:"exchange"`
	Type     string          `json:"type"` // request, response, event, body or end
	Profile  string          `json:"profile,omitempty"`
	Kind     string          `json:"api_kind,omitempty"`
	Method   string          `json:"method,omitempty"`
	URL      string          `json:"url,omitempty"`
	Status   int             `json:"status,omitempty"`
	Header   http.Header     `json:"headers,omitempty"`
	Name     string          `json:"name,omitempty"`
	Data     json.RawMessage `json:"data,omitempty"` // JSON as it came, anything else as a string
	Error    *failure        `json:"error,omitempty"`
}

// failure is what an exchange ended with.
type failure struct {
	Kind    model.Kind `json:"kind,omitempty"`
	Message string     `json:"message"`
}

func (d *Debug) see(exchange int, t wire.Traffic) {
	e := entry{Exchange: exchange, Time: d.now().UTC()}
	switch t := t.(type) {
	case wire.Sent:
		e.Type, e.Profile, e.Kind, e.Method, e.URL = "request", t.Profile, t.Kind, t.Method, t.URL
		e.Header, e.Data = t.Header, value(t.Body)
	case wire.Answered:
		e.Type, e.Status, e.Header = "response", t.Status, t.Header
	case wire.Event:
		e.Type, e.Name, e.Data = "event", t.Name, value(t.Data)
	case wire.Whole:
		e.Type, e.Data = "body", value(t.Data)
	case wire.Over:
		e.Type, e.Error = "end", failureOf(t.Err)
	}
	d.write(e)
}

func failureOf(err error) *failure {
	if err == nil {
		return nil
	}
	out := &failure{Message: err.Error()}
	if f, ok := errors.AsType[*model.Error](err); ok {
		out.Kind = f.Kind
	}
	return out
}

// value gives data as a JSON value of its own.
func value(data []byte) json.RawMessage {
	if len(data) == 0 {
		return nil
	}
	if utf8.Valid(data) && json.Valid(data) {
		return data
	}
	quoted, _ := json.Marshal(string(data)) // a string always has a JSON form
	return quoted
}

// write adds a line. The run goes on when that fails: it is not about the log.
func (d *Debug) write(e entry) {
	var line bytes.Buffer
	encoder := json.NewEncoder(&line)
	encoder.SetEscapeHTML(false)
	err := encoder.Encode(e)
	d.mu.Lock()
	defer d.mu.Unlock()
	if err == nil {
		_, err = d.file.Write(d.secrets.JSON(line.Bytes()))
	}
	if d.failed == nil && err != nil {
		d.failed = fmt.Errorf("the debug log is not complete: %w", err)
	}
}
