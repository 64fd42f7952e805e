package telemetry

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"eidolon/actors/event"
)

// Name is the name under which a Sink attaches to its session.
const Name = "telemetry"

// agent is what the turns are of.
const agent = "eidolon"

// Options of a Sink.
type Options struct {
	Session string        // id
	Target  func() Target // in force
	Traces  trace.TracerProvider
	Meters  metric.MeterProvider
	Parent  context.Context //nolint:containedctx // it carries the span that the program was started in
	// Content has texts told too, through this function, which takes secrets out. Nil tells none.
	Content func(text string) string
}

// Sink makes spans and measures of events. Everything is told with the times at which it happened.
type Sink struct {
	o        Options
	tracer   trace.Tracer
	duration metric.Float64Histogram
	tokens   metric.Int64Histogram
	seq      int64 // of the last event that was seen
	turn     *turn // nil between two
}

// NewSink makes a Sink.
func NewSink(o Options) (*Sink, error) {
	meter := o.Meters.Meter(agent)
	s := &Sink{o: o, tracer: o.Traces.Tracer(agent)}
	var err error
	s.duration, err = meter.Float64Histogram(operationDuration, metric.WithUnit("s"),
		metric.WithDescription("How long a request to the model takes."), metric.WithExplicitBucketBoundaries(durationBuckets()...))
	if err != nil {
		return nil, fmt.Errorf("measure durations: %w", err)
	}
	s.tokens, err = meter.Int64Histogram(tokenUsage, metric.WithUnit("{token}"),
		metric.WithDescription("How many tokens a request uses."), metric.WithExplicitBucketBoundaries(tokenBuckets()...))
	if err != nil {
		return nil, fmt.Errorf("measure tokens: %w", err)
	}
	return s, nil
}

// turn is the turn that goes on.
type turn struct {
	ctx     context.Context //nolint:containedctx // it carries the span of the turn
	span    trace.Span
	request request
	calls   map[string]*call // by key
	used    event.Usage      // sums
	failure string           // kind of the last error
}

// call is a call that has no result yet.
type call struct {
	name   string
	input  string
	begins time.Time
}

// Render implements renderer.Sink. It never waits and never fails.
func (s *Sink) Render(ctx context.Context, events []event.Envelope) error {
	for _, e := range events {
		if e.Journalled() {
			if e.Seq <= s.seq {
				continue // the batch comes again
			}
			s.seq = e.Seq
		}
		s.show(ctx, e)
	}
	return nil
}

func (s *Sink) show(ctx context.Context, e event.Envelope) {
	if m, ok := e.Event.(event.Message); ok && m.Role == event.RoleUser && s.turn == nil {
		s.begin(e, m)
		return
	}
	if s.turn == nil {
		return // what is left of a turn of another process
	}
	t := s.turn
	if notice, ok := e.Event.(event.Notice); ok {
		t.request.note(notice.Code)
		return
	}
	if t.request.over {
		s.endRequest(ctx)
	}
	switch ev := e.Event.(type) {
	case event.TextDelta, event.ReasoningDelta, event.CallOpened:
		t.request.piece(e.Time)
	case event.ToolUse:
		t.request.piece(e.Time)
		t.request.calls = true
		t.calls[ev.Call] = &call{name: ev.Name, input: string(ev.Input), begins: e.Time}
	case event.CallStarted:
		if c := t.calls[ev.Call]; c != nil {
			c.begins = e.Time
		}
	case event.ToolResult:
		s.endCall(e.Time, ev)
	case event.Usage:
		t.use(ev)
	case event.Message:
		t.message(e.Time, ev)
	case event.Retry:
		t.request.failed(e.Time, "retry")
		s.endRequest(ctx)
		t.request = request{begins: e.Time.Add(ev.Wait)}
	case event.Error:
		t.failure = ev.Kind
	case event.Lost:
		t.failure = "lost"
		s.end(ctx, e.Time, event.EndError)
	case event.TurnEnd:
		s.end(ctx, e.Time, ev.Reason)
	case event.Meta, event.Reasoning, event.Decision, event.Todos, event.Title, event.Interrupted, event.Compaction, event.Posture,
		event.Agent, event.Checkpoint, event.Rewind, event.Unknown, event.CallInput, event.CallProgress, event.Asked, event.Answered,
		event.Notice:
	}
}

// begin begins a turn with what the user says.
func (s *Sink) begin(e event.Envelope, m event.Message) {
	parent := s.o.Parent
	ctx, span := s.tracer.Start(parent, invokeAgent+" "+agent, trace.WithTimestamp(e.Time), trace.WithAttributes(
		attribute.String(operationName, invokeAgent), attribute.String(agentName, agent), attribute.String(conversationID, s.o.Session),
		attribute.String(providerName, s.o.Target().Provider()), attribute.String(requestModel, s.o.Target().Model),
	))
	if s.o.Content != nil {
		span.SetAttributes(attribute.String(inputMessages, said("user", s.o.Content(m.Text))))
	}
	s.turn = &turn{ctx: ctx, span: span, calls: map[string]*call{}, request: request{begins: e.Time}}
}

// message ends a request with the model's, and begins one with results of calls.
func (t *turn) message(now time.Time, m event.Message) {
	switch m.Role {
	case event.RoleAssistant:
		t.request.over, t.request.ends, t.request.text = true, now, m.Text
		if m.Partial {
			t.request.err = "interrupted"
		}
	case event.RoleToolResults:
		t.request = request{begins: now}
	case event.RoleUser, event.RoleSystem:
	}
}

func (t *turn) use(u event.Usage) {
	t.request.used, t.request.counted = u, true
	t.used = t.used.Plus(u)
}

// end ends the turn, and what is open in it.
func (s *Sink) end(ctx context.Context, now time.Time, reason event.EndReason) {
	t := s.turn
	if t.request.over || t.request.begun() || t.failure != "" && !t.request.told {
		if !t.request.over {
			t.request.failed(now, cmp.Or(t.failure, string(reason)))
		}
		s.endRequest(ctx)
	}
	t.span.SetAttributes(usage(t.used)...)
	if reason != event.EndDone {
		kind := cmp.Or(t.failure, string(reason))
		t.span.SetAttributes(attribute.String(errorType, kind))
		t.span.SetStatus(codes.Error, kind)
	}
	t.span.End(trace.WithTimestamp(now))
	s.turn = nil
}

// usage are the attributes of what was used.
func usage(u event.Usage) []attribute.KeyValue {
	return []attribute.KeyValue{
		attribute.Int64(inputTokens, u.InputTokens), attribute.Int64(outputTokens, u.OutputTokens),
		attribute.Int64(cacheReadTokens, u.CachedTokens), attribute.Int64(cacheWriteTokens, u.WrittenTokens),
		attribute.Int64(reasoningTokens, u.ReasoningTokens),
	}
}
