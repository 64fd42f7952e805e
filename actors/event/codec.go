package event

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"time"
)

// Encode appends the journal line of a journalled event to dst, line break included:
//
//	{"seq":1,"ts":"2026-01-02T03:04:05.678Z","type":"message","turn":1,"round":0,"role":"user",...}
//
// The text of a line never holds a raw line break, so a line is whole exactly when it ends in one.
func Encode(dst []byte, e Envelope) ([]byte, error) {
	ev, ok := e.Event.(Journalled)
	if !ok {
		return dst, fmt.Errorf("event %T is not kept in the journal", e.Event)
	}
	if e.Turn < 0 || e.Round < 0 { // it would not be read back
		return dst, fmt.Errorf("event %T has turn %d and round %d", e.Event, e.Turn, e.Round)
	}
	if u, ok := ev.(Unknown); ok {
		return append(append(dst, u.Raw...), '\n'), nil
	}
	var body bytes.Buffer
	enc := json.NewEncoder(&body)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(ev); err != nil {
		return dst, fmt.Errorf("encode %s event: %w", ev.Type(), err)
	}
	dst = append(dst, `{"seq":`...)
	dst = strconv.AppendInt(dst, e.Seq, 10)
	dst = append(dst, `,"ts":"`...)
	dst = e.Time.UTC().AppendFormat(dst, time.RFC3339Nano)
	dst = append(dst, `","type":"`...)
	dst = append(dst, ev.Type()...)
	dst = append(dst, `","turn":`...)
	dst = strconv.AppendInt(dst, int64(e.Turn), 10)
	dst = append(dst, `,"round":`...)
	dst = strconv.AppendInt(dst, int64(e.Round), 10)
	dst = append(dst, ',')
	return append(dst, body.Bytes()[1:]...), nil // the encoder ended the body with a line break
}

// Decode reads one journal line. An event type that this program does not know comes back as
// [Unknown] with the line itself. So does a known type whose fields do not fit, beside a
// [*BodyError]: the line has its place in the session even when this program cannot use it.
func Decode(line []byte) (Envelope, error) {
	h, ok := fixedHead(line)
	if !ok {
		if err := json.Unmarshal(line, &h); err != nil {
			return Envelope{}, fmt.Errorf("not a journal line: %w", inWords(err))
		}
	}
	switch {
	case h.Seq == nil || *h.Seq < 0 || h.Type == "":
		return Envelope{}, errors.New("not a journal line: seq or type is missing")
	case h.Turn < 0 || h.Round < 0:
		return Envelope{}, errors.New("not a journal line: turn or round is below 0")
	}
	e := Envelope{Seq: *h.Seq, Time: h.Time.UTC(), Turn: h.Turn, Round: h.Round}
	var err error
	if e.Event, err = decodeBody(h.Type, line); err == nil {
		return e, nil
	}
	if _, ok := errors.AsType[*json.SyntaxError](err); ok {
		return Envelope{}, fmt.Errorf("not a journal line: %w", inWords(err))
	}
	e.Event, err = Unknown{Kind: h.Type, Raw: compact(line)}, &BodyError{Seq: e.Seq, Kind: h.Type, Err: inWords(err)}
	return e, err
}

// inWords says what the JSON decoder complains of as the user of a log sees it: the decoder speaks of
// types of this program.
func inWords(err error) error {
	if mismatch, ok := errors.AsType[*json.UnmarshalTypeError](err); ok {
		if mismatch.Field == "" {
			return fmt.Errorf("it is a JSON %s and no object", mismatch.Value)
		}
		return fmt.Errorf("the field %s cannot be a %s", mismatch.Field, mismatch.Value)
	}
	if syntax, ok := errors.AsType[*json.SyntaxError](err); ok {
		return fmt.Errorf("no JSON from byte %d on", syntax.Offset)
	}
	return err
}

// BodyError is a journal line of a known type with fields that do not fit the type.
type BodyError struct {
	Seq  int64
	Kind string
	Err  error
}

// Error names the event and what does not fit.
func (e *BodyError) Error() string {
	return fmt.Sprintf("event %d (%s): %v", e.Seq, e.Kind, e.Err)
}

// Unwrap gives the cause.
func (e *BodyError) Unwrap() error { return e.Err }

func decodeBody(kind string, line []byte) (Event, error) {
	switch kind {
	case Meta{}.Type():
		return body[Meta](line)
	case Message{}.Type():
		return body[Message](line)
	case ToolUse{}.Type():
		return body[ToolUse](line)
	case ToolResult{}.Type():
		return body[ToolResult](line)
	case Reasoning{}.Type():
		return body[Reasoning](line)
	case Usage{}.Type():
		return body[Usage](line)
	case Decision{}.Type():
		return body[Decision](line)
	case Todos{}.Type():
		return body[Todos](line)
	case Title{}.Type():
		return body[Title](line)
	case Error{}.Type():
		return body[Error](line)
	case Interrupted{}.Type():
		return body[Interrupted](line)
	case TurnEnd{}.Type():
		return body[TurnEnd](line)
	case Compaction{}.Type():
		return body[Compaction](line)
	case Posture{}.Type():
		return body[Posture](line)
	case Agent{}.Type():
		return body[Agent](line)
	case Checkpoint{}.Type():
		return body[Checkpoint](line)
	case Rewind{}.Type():
		return body[Rewind](line)
	}
	if !json.Valid(line) {
		return nil, json.Unmarshal(line, new(struct{})) // says where
	}
	return Unknown{Kind: kind, Raw: compact(line)}, nil
}

// compact gives a valid line without the blanks and line breaks between its tokens: what Encode
// writes must stay one line.
func compact(line []byte) json.RawMessage {
	var raw bytes.Buffer
	_ = json.Compact(&raw, line) // fails on invalid JSON only
	return raw.Bytes()
}

func body[E Event](line []byte) (Event, error) {
	var e E
	err := json.Unmarshal(line, &e)
	return e, err
}
