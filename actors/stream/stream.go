package stream

import (
	"context"
	"errors"
	"strings"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/model"
	"eidolon/actors/providers"
	"eidolon/actors/tool"
	"eidolon/xnl"
)

// Options of one request.
type Options struct {
	Client    model.Client
	Request   model.Request
	Native    bool                                      // calls come beside the text, so the text is only text
	Foreign   map[string]tool.Spec                      // tools by name, where calls in other notations count too; nil where not
	MainParam func(tool string) (param string, ok bool) // which parameter takes a call's text body
	Element   int                                       // bytes of one XNL element at most
	Again     bool                                      // it is sent again after a failure
	Provider  actorkit.Ref[providers.Msg]
	Owner     actorkit.Ref[Note]
}

type stream struct {
	o       Options
	cancel  func() // ends the request; nil until it is sent
	aborted bool
	over    bool
	refused bool // it was never sent
	heard   bool // the service has begun to answer

	raw     strings.Builder // the answer's text so far
	told    int             // bytes of raw that belong to a call that was told
	begun   bool
	calls   int // told so far, opened ones included
	blocks  int
	scanner *xnl.Scanner
	foreign foreignCalls
	body    int         // bytes told of the text body of the XNL call that is being written
	numbers map[int]int // of XNL calls that are being written, by the offset of their element
	native  map[int]*nativeCall
}

// Private messages.
type (
	received struct{ chunk model.Chunk }
	finished struct {
		end model.End
		err error
	}
	grantOverdue struct{}
)

// patience is how long the stream waits for leave before it asks again. Asking twice does no harm.
const patience = 5 * time.Second

// Size implements actorkit.Sized.
func (r received) Size() int {
	switch c := r.chunk.(type) {
	case model.Text:
		return len(c.Text)
	case model.Reasoning:
		return len(c.Text)
	case model.CallInput:
		return len(c.JSON)
	case model.CallOpened, model.CallClosed, model.Usage:
	}
	return 0
}

// New makes the behavior of one request.
func New(o Options) actorkit.Behavior {
	return &stream{
		o:       o,
		foreign: newForeignCalls(o),
		scanner: xnl.NewScanner(xnl.ScanOptions{MainParam: o.MainParam, MaxElement: o.Element}),
		numbers: map[int]int{},
		native:  map[int]*nativeCall{},
	}
}

// Receive implements actorkit.Behavior.
func (s *stream) Receive(env actorkit.Env, m any) {
	if s.over {
		return
	}
	switch m := m.(type) {
	case actorkit.Started:
		s.acquire(env)
	case providers.Note:
		s.onProvider(env, m)
	case grantOverdue:
		if s.cancel == nil {
			s.acquire(env)
		}
	case Msg:
		s.onMsg(env, m)
	case received:
		s.hear(env)
		s.onChunk(m.chunk)
	case finished:
		s.onFinished(env, m)
	default:
		env.Unhandled(m)
	}
}

func (s *stream) onMsg(env actorkit.Env, m Msg) {
	switch m.(type) {
	case Abort:
		s.aborted = true
		if s.cancel != nil {
			s.cancel() // the request ends with the context's error
			return
		}
		s.onFinished(env, finished{err: context.Canceled})
	}
}

func (s *stream) onProvider(env actorkit.Env, n providers.Note) {
	switch n := n.(type) {
	case providers.Granted:
		s.send(env)
	case providers.Held:
		s.o.Owner.Tell(Held{For: n.For, Reason: n.Why})
	case providers.Refused:
		if s.cancel == nil {
			s.refused = true
			s.onFinished(env, finished{err: &n.Failure})
		}
	}
}

func (s *stream) acquire(env actorkit.Env) {
	s.o.Provider.Tell(providers.Acquire{Owner: actorkit.As[providers.Note](env.Self()), Again: s.o.Again})
	env.After(patience, grantOverdue{})
}

func (s *stream) send(env actorkit.Env) {
	if s.cancel != nil {
		return
	}
	s.cancel = env.Go("request", func(ctx context.Context, emit func(any) error) any {
		end, err := s.o.Client.Stream(ctx, s.o.Request, func(c model.Chunk) error { return emit(received{c}) })
		return finished{end, err}
	})
}

// hear tells the others that the service answers.
func (s *stream) hear(env actorkit.Env) {
	if !s.heard {
		s.heard = true
		s.o.Provider.Tell(providers.Answering{Owner: actorkit.As[providers.Note](env.Self())})
	}
}

func (s *stream) onChunk(c model.Chunk) {
	switch c := c.(type) {
	case model.Text:
		s.onText(c.Text)
	case model.Reasoning:
		s.o.Owner.Tell(ReasoningDelta{Text: c.Text, Signature: c.Signature})
	case model.CallOpened:
		s.openNative(c)
	case model.CallInput:
		s.growNative(c)
	case model.CallClosed:
		s.closeNative(c.Index)
	case model.Usage:
		s.o.Owner.Tell(Used{c})
	}
}

// onFinished closes what is open and tells the end.
func (s *stream) onFinished(env actorkit.Env, m finished) {
	s.over = true
	failed := Failed{Aborted: s.aborted, Refused: s.refused}
	if failure, ok := errors.AsType[*model.Error](m.err); ok {
		failed.Failure = *failure
	} else if m.err != nil {
		failed.Failure = model.Error{Kind: model.BadAnswer, Message: "The request failed: " + m.err.Error(), Err: m.err}
	}
	s.release(env, m.err, failed.Failure)
	if !s.aborted {
		s.scanner.Close(func(e xnl.Event) { s.onEvent(e, "") })
		s.closeForeign(m.err == nil && m.end.Stop == model.Done)
		s.abandonNative()
	}
	raw := s.raw.String()
	if m.err == nil {
		s.o.Owner.Tell(Ended{Raw: raw, Model: m.end.Model, Stop: m.end.Stop})
		return
	}
	failed.Raw, failed.Begun = raw, s.begun
	s.o.Owner.Tell(failed)
}

// release tells the provider what became of the request. Of one that was given up nobody knows.
func (s *stream) release(env actorkit.Env, err error, failure model.Error) {
	switch {
	case s.refused:
		return // it was asked for nothing
	case s.aborted:
		failure = model.Error{}
	case err == nil:
		s.hear(env)
	}
	s.o.Provider.Tell(providers.Release{Owner: actorkit.As[providers.Note](env.Self()), Failure: failure})
}
