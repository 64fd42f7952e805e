package stubserver

import (
	"context"
	"errors"
	"io"
	"net/http"
	"strconv"
	"time"

	"eidolon/actors/model"
	"eidolon/actors/stubmodel"
)

// answer writes one answer.
type answer struct {
	server *Server
	x      *Exchange
	w      http.ResponseWriter
	format format
	enc    encoder
}

// play has the model answer the request. It panics with [http.ErrAbortHandler] to cut the connection.
func (a *answer) play(ctx context.Context, req model.Request) {
	cut, wait := false, false
	err := stubmodel.Watch(ctx, a.server.sys, a.server.model, req, func(n stubmodel.Note) error {
		switch n := n.(type) {
		case stubmodel.Began:
			a.server.note(func() { a.x.Step, a.x.Attempt = n.Step, n.Attempt })
			if n.HTTP != nil {
				return a.respond(*n.HTTP)
			}
			return a.write(a.enc.begin())
		case stubmodel.Said:
			return a.write(a.enc.chunk(n.Chunk))
		case stubmodel.Wire:
			return a.write(n.Bytes)
		case stubmodel.Ended:
			return a.write(a.enc.end(n.End))
		case stubmodel.Failed:
			a.server.note(func() { a.x.Err = n.Err.Message })
			cut, wait = isCut(n.Err.Kind), n.Err.Kind == model.TimedOut
			if !cut && !wait {
				return a.fail(n.Err)
			}
		case stubmodel.Panicked:
			a.server.note(func() { a.x.Err = n.Reason })
			cut = true
		}
		return nil
	})
	if wait {
		<-ctx.Done()
	}
	if err != nil && !errors.Is(err, errResponded) {
		a.server.note(func() { a.x.Err = err.Error() })
	}
	if cut {
		panic(http.ErrAbortHandler)
	}
}

func isCut(k model.Kind) bool { return k == model.Unreachable || k == model.Truncated }

// fail tells of a failure: by a status as long as nothing was sent, else in the stream.
func (a *answer) fail(f model.Error) error {
	const page = "<!doctype html><title>Welcome</title><p>Please log in.\n"
	switch {
	case a.x.Status == 0 && f.Kind == model.BadAnswer:
		return a.respond(stubmodel.HTTP{Headers: map[string]string{"Content-Type": "text/html"}, Body: page})
	case a.x.Status == 0:
		return a.refuse(f)
	case f.Kind == model.BadAnswer:
		return a.write("data: {\"choices\":[{\"delta\n\n")
	default:
		return a.write(a.enc.fault(f))
	}
}

// reject refuses a request that no model saw.
func (a *answer) reject(status int, why string) {
	a.server.note(func() { a.x.Err = why })
	_ = a.refuse(model.Error{Kind: model.BadRequest, Status: status, Message: why}) // a client that left needs no answer
}

// refuse answers with the status of a failure.
func (a *answer) refuse(f model.Error) error {
	headers := map[string]string{"Content-Type": "application/json"}
	if wait := f.RetryAfter; wait > 0 {
		headers["Retry-After"] = strconv.FormatInt(int64((wait+time.Second-1)/time.Second), 10)
		if wait%time.Second != 0 {
			headers["Retry-After-Ms"] = strconv.FormatInt(wait.Milliseconds(), 10)
		}
	}
	return a.respond(stubmodel.HTTP{Status: f.Status, Headers: headers, Body: string(a.format.refusal(f))})
}

// respond sends a response that is no stream and ends the answer.
func (a *answer) respond(h stubmodel.HTTP) error {
	for key, value := range h.Headers {
		a.w.Header().Set(key, value)
	}
	if h.Status == 0 {
		h.Status = http.StatusOK
	}
	if err := a.send(h.Status, h.Body); err != nil {
		return err
	}
	return errResponded
}

// write sends a piece of the stream.
func (a *answer) write(bytes string) error {
	if a.x.Status == 0 {
		a.w.Header().Set("Content-Type", "text/event-stream")
	}
	if bytes == "" {
		return nil
	}
	return a.send(http.StatusOK, bytes)
}

// send writes and flushes. The time is noted before, so that whoever has received the bytes finds it.
func (a *answer) send(status int, bytes string) error {
	now := a.server.now()
	a.server.note(func() {
		if a.x.First.IsZero() {
			a.x.First = now
		}
		a.x.Last = now
	})
	if a.x.Status == 0 {
		a.server.note(func() { a.x.Status = status })
		a.w.WriteHeader(status)
	}
	if _, err := io.WriteString(a.w, bytes); err != nil {
		return err
	}
	return http.NewResponseController(a.w).Flush()
}
