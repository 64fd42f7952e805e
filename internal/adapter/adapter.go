// Package adapter answers questions about the safety layers, one JSON object a line. Every answer comes
// from the very code that the agent uses, so that a list of hostile commands, names, escape sequences
// and framings can be run against it from outside, in any language and without a model:
//
//	{"id": 1, "kind": "command", "cmd": "rm -rf /", "workspace": "/w", "home": "/home/me"}
//	{"id":1,"verdict":"deny","rule":"delete.root","read_only":false,"reason":"..."}
//
// There are four kinds, one file each: command (the guard's judgement), path (a file operation, really
// carried out when nothing stands against it), terminal (what a text does to the screen) and xnl (which
// calls a text releases). A line that cannot be understood, or whose check fails, has an answer with an
// error, and the next line is read.
package adapter

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
)

// maxLine is the longest request, in bytes.
const maxLine = 16 << 20

// Run answers the requests of in until it ends or ctx does.
func Run(ctx context.Context, in io.Reader, out io.Writer) error {
	lines := bufio.NewReaderSize(in, 64<<10)
	for more := true; more && ctx.Err() == nil; {
		line, tooLong, err := readLine(lines)
		if more = err == nil; !more && !errors.Is(err, io.EOF) {
			return fmt.Errorf("read a request: %w", err)
		}
		if tooLong || len(bytes.TrimSpace(line)) > 0 {
			if _, err := out.Write(answer(ctx, line, tooLong)); err != nil {
				return fmt.Errorf("write an answer: %w", err)
			}
		}
	}
	return ctx.Err()
}

// readLine reads up to the next line break. Of a line that is too long nothing is kept.
func readLine(in *bufio.Reader) (line []byte, tooLong bool, err error) {
	for {
		piece, err := in.ReadSlice('\n')
		if tooLong = tooLong || len(line)+len(piece) > maxLine; tooLong {
			line = nil
		} else {
			line = append(line, piece...)
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return line, tooLong, err
		}
	}
}

// request is any of the kinds; each uses its own fields.
type request struct {
	ID   json.RawMessage `json:"id"`
	Kind string          `json:"kind"`

	Cmd       string `json:"cmd"`
	Workspace string `json:"workspace"`
	Home      string `json:"home"`
	Cwd       string `json:"cwd"`
	User      string `json:"user"`
	Mode      string `json:"mode"`

	Root  string `json:"root"`
	Op    string `json:"op"`
	Path  string `json:"path"`
	Path2 string `json:"path2"`
	Data  string `json:"data"`

	Channel string `json:"channel"`
	Input   []byte `json:"input_b64"`
	Width   int    `json:"width"`

	Source string `json:"source"`
	Text   string `json:"text"`
	Chunk  int    `json:"chunk"`
}

// failure is the answer to what could not be checked.
type failure struct {
	Error string `json:"error"`
}

// answer gives the line that answers a request.
func answer(ctx context.Context, line []byte, tooLong bool) []byte {
	var r request
	if tooLong {
		return withID(nil, failure{fmt.Sprintf("the line is longer than %d bytes", maxLine)})
	}
	if err := json.Unmarshal(line, &r); err != nil {
		return withID(r.ID, failure{"not a request: " + err.Error()})
	}
	return withID(r.ID, check(ctx, r))
}

// check carries out a request. A panic in the code that is checked is an answer too.
func check(ctx context.Context, r request) (found any) {
	defer func() {
		if p := recover(); p != nil {
			found = failure{fmt.Sprintf("the check failed: %v", p)}
		}
	}()
	switch r.Kind {
	case "command":
		return r.command()
	case "path":
		return r.path(ctx)
	case "terminal":
		return r.terminal()
	case "xnl":
		return r.xnl()
	}
	return failure{fmt.Sprintf("unknown kind %q; there are command, path, terminal and xnl", r.Kind)}
}

// withID encodes an answer with the id of its request in front, byte for byte as it came.
func withID(id json.RawMessage, found any) []byte {
	if len(id) == 0 {
		id = json.RawMessage("null")
	}
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(found); err != nil { // plain data always can be
		return withID(id, failure{err.Error()})
	}
	return append(append(append([]byte(`{"id":`), id...), ','), text.Bytes()[1:]...)
}
