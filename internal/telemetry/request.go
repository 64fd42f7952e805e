package telemetry

import (
	"context"
	"encoding/json"
	"slices"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/metric"
	"go.opentelemetry.io/otel/trace"

	"eidolon/actors/event"
)

// request is a request to the model. Its span is made when it is over: only then is it known that there
// was one.
type request struct {
	begins, first, ends time.Time
	over                bool // the answer came to its end
	told                bool // its span is made
	calls               bool // there were calls in the answer
	counted             bool // used holds figures
	used                event.Usage
	text                string // of the answer
	reason              string // why the answer ended, where that is out of the ordinary
	err                 string // kind of failure
}

// begun says whether anything of the answer came.
func (r *request) begun() bool { return !r.first.IsZero() }

// piece takes note of the first piece of the answer. It may come before a request that was announced for
// later was to begin.
func (r *request) piece(now time.Time) {
	if !r.first.IsZero() || r.told {
		return
	}
	r.first = now
	if now.Before(r.begins) {
		r.begins = now
	}
}

func (r *request) failed(now time.Time, kind string) { r.over, r.ends, r.err = true, now, kind }

// note hears of what is said of an answer after its end.
func (r *request) note(code string) {
	switch code {
	case "output_limit":
		r.reason = "length"
	case "filtered":
		r.reason = "content_filter"
	case "refused":
		r.reason = "refusal"
	}
}

// finished is why the answer ended.
func (r *request) finished() string {
	switch {
	case r.reason != "":
		return r.reason
	case r.calls:
		return "tool_call"
	}
	return "stop"
}

// endRequest tells of the request.
func (s *Sink) endRequest(ctx context.Context) {
	t := s.turn
	r := &t.request
	target := s.o.Target()
	shared := target.attributes()
	if r.counted && r.used.Model != "" {
		shared = append(shared, attribute.String(responseModel, r.used.Model))
	}
	if r.err != "" {
		shared = append(shared, attribute.String(errorType, r.err))
	}
	attributes := append(slices.Clip(shared), attribute.String(conversationID, s.o.Session))
	if r.begun() {
		attributes = append(attributes, attribute.Float64(timeToFirstChunk, r.first.Sub(r.begins).Seconds()))
	}
	if r.counted {
		attributes = append(attributes, usage(r.used)...)
	}
	if r.err == "" {
		attributes = append(attributes, attribute.StringSlice(finishReasons, []string{r.finished()}))
	}
	if s.o.Content != nil && r.text != "" {
		attributes = append(attributes, attribute.String(outputMessages, said("assistant", s.o.Content(r.text))))
	}
	_, span := s.tracer.Start(t.ctx, chat+" "+target.Model, trace.WithTimestamp(r.begins), trace.WithSpanKind(trace.SpanKindClient),
		trace.WithAttributes(attributes...))
	if r.err != "" {
		span.SetStatus(codes.Error, r.err)
	}
	span.End(trace.WithTimestamp(r.ends))
	s.measure(ctx, r, shared)
	*r = request{told: true}
}

// measure adds the request to the histograms.
func (s *Sink) measure(ctx context.Context, r *request, attributes []attribute.KeyValue) {
	s.duration.Record(ctx, r.ends.Sub(r.begins).Seconds(), metric.WithAttributes(attributes...))
	if !r.counted {
		return
	}
	for kind, n := range map[string]int64{"input": r.used.InputTokens, "output": r.used.OutputTokens} {
		s.tokens.Record(ctx, n, metric.WithAttributes(append(slices.Clip(attributes), attribute.String(tokenType, kind))...))
	}
}

// endCall tells of a call.
func (s *Sink) endCall(now time.Time, r event.ToolResult) {
	c := s.turn.calls[r.Call]
	if c == nil {
		return
	}
	delete(s.turn.calls, r.Call)
	attributes := []attribute.KeyValue{
		attribute.String(operationName, executeTool), attribute.String(toolName, c.name), attribute.String(toolCallID, r.Call),
		attribute.String(toolType, "function"), attribute.String(conversationID, s.o.Session),
	}
	if s.o.Content != nil {
		attributes = append(attributes, attribute.String(toolCallArguments, s.o.Content(c.input)),
			attribute.String(toolCallResult, s.o.Content(string(r.Output))))
	}
	_, span := s.tracer.Start(s.turn.ctx, executeTool+" "+c.name, trace.WithTimestamp(c.begins), trace.WithAttributes(attributes...))
	if !r.OK {
		code := codeOf(r)
		span.SetAttributes(attribute.String(errorType, code))
		span.SetStatus(codes.Error, code)
	}
	span.End(trace.WithTimestamp(now))
}

// codeOf is the code of a failed result.
func codeOf(r event.ToolResult) string {
	var env struct{ Error struct{ Code string } }
	if json.Unmarshal(r.Output, &env) != nil || env.Error.Code == "" {
		return "failed"
	}
	return env.Error.Code
}

// said is a message in the form of the conventions.
func said(role, text string) string {
	type part struct {
		Type    string `json:"type"`
		Content string `json:"content"`
	}
	all, err := json.Marshal([]struct {
		Role  string `json:"role"`
		Parts []part `json:"parts"`
	}{{role, []part{{"text", text}}}})
	if err != nil {
		return "[]" // texts always have a form
	}
	return string(all)
}
