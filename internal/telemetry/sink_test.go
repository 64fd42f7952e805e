package telemetry_test

import (
	"fmt"
	"sort"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.opentelemetry.io/otel/attribute"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/metric/metricdata"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/sdk/trace/tracetest"

	"eidolon/actors/event"
	"eidolon/internal/front/news/newstest"
	"eidolon/internal/telemetry"
)

// told is what was told of a session.
type told struct {
	spans  tracetest.SpanStubs
	meters metricdata.ResourceMetrics
}

// tell has a Sink see events, each by itself.
func tell(t *testing.T, events []event.Envelope, content func(string) string) told {
	t.Helper()
	spans := tracetest.NewInMemoryExporter()
	reader := sdkmetric.NewManualReader()
	s, err := telemetry.NewSink(telemetry.Options{
		Session: "1b4e28ba", Target: target, Parent: t.Context(), Content: content,
		Traces: sdktrace.NewTracerProvider(sdktrace.WithSyncer(spans)), Meters: sdkmetric.NewMeterProvider(sdkmetric.WithReader(reader)),
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if err := s.Render(t.Context(), []event.Envelope{e}); err != nil {
			t.Fatal(err)
		}
	}
	var all told
	all.spans = spans.GetSpans()
	if err := reader.Collect(t.Context(), &all.meters); err != nil {
		t.Fatal(err)
	}
	return all
}

func target() telemetry.Target {
	return telemetry.Target{Kind: "openai", BaseURL: "https://api.openai.com/v1", Model: "gpt"}
}

// lines gives spans one a line: the time from the beginning of the session in tenths of a second, the name
// of the parent, its own, and its attributes.
func (a told) lines() []string {
	names := map[string]string{}
	for _, s := range a.spans {
		names[s.SpanContext.SpanID().String()] = s.Name
	}
	var all []string
	for _, s := range a.spans {
		from, to := s.StartTime.Sub(newstest.Start()), s.EndTime.Sub(newstest.Start())
		all = append(all, fmt.Sprintf("%d-%d %s>%s [%s] %s",
			from.Milliseconds()/100, to.Milliseconds()/100, names[s.Parent.SpanID().String()], s.Name, s.Status.Description, attributes(s.Attributes)))
	}
	return all
}

// attributes gives attributes in the order of their names, without what all of them share.
func attributes(all []attribute.KeyValue) string {
	var words []string
	for _, a := range all {
		words = append(words, strings.TrimPrefix(string(a.Key), "gen_ai.")+"="+a.Value.Emit())
	}
	sort.Strings(words)
	return strings.Join(words, " ")
}

func TestSpans(t *testing.T) {
	const (
		chat  = "conversation.id=1b4e28ba operation.name=chat provider.name=openai request.model=gpt"
		tool  = "conversation.id=1b4e28ba operation.name=execute_tool tool.call.id="
		agent = "agent.name=eidolon conversation.id=1b4e28ba"
		turn  = "operation.name=invoke_agent provider.name=openai request.model=gpt"
		none  = "usage.cache_creation.input_tokens=0 usage.cache_read.input_tokens=0 "
		at    = " server.address=api.openai.com"
	)
	want := []string{
		"1-2 invoke_agent eidolon>chat gpt [retry] conversation.id=1b4e28ba error.type=retry operation.name=chat provider.name=openai " +
			"request.model=gpt" + at,
		"15-16 invoke_agent eidolon>execute_tool SysBuiltIn.write_file [] " + tool + "t2r1c2 tool.name=SysBuiltIn.write_file tool.type=function",
		"17-19 invoke_agent eidolon>execute_tool SysBuiltIn.bash [CommandBlocked] conversation.id=1b4e28ba error.type=CommandBlocked " +
			"operation.name=execute_tool tool.call.id=t2r1c3 tool.name=SysBuiltIn.bash tool.type=function",
		"12-20 invoke_agent eidolon>execute_tool SysBuiltIn.bash [] " + tool + "t2r1c1 tool.name=SysBuiltIn.bash tool.type=function",
		"3-23 invoke_agent eidolon>chat gpt [] " + chat + ` response.finish_reasons=["tool_call"] response.model=m ` +
			"response.time_to_first_chunk=0" + at + " usage.cache_creation.input_tokens=10 usage.cache_read.input_tokens=40 " +
			"usage.input_tokens=100 usage.output_tokens=20 usage.reasoning.output_tokens=5",
		"26-28 invoke_agent eidolon>execute_tool SysBuiltIn.todo_write [] " + tool + "t2r2c1 tool.name=SysBuiltIn.todo_write tool.type=function",
		"30-31 invoke_agent eidolon>execute_tool SysBuiltIn.read_file [] " + tool + "t2r2c2 tool.name=SysBuiltIn.read_file tool.type=function",
		"24-36 invoke_agent eidolon>chat gpt [] " + chat + ` response.finish_reasons=["tool_call"] response.model=m ` +
			"response.time_to_first_chunk=0.1" + at + " " + none + "usage.input_tokens=200 usage.output_tokens=10 usage.reasoning.output_tokens=0",
		"1-37 >invoke_agent eidolon [] " + agent + " " + turn + " usage.cache_creation.input_tokens=10 usage.cache_read.input_tokens=40 " +
			"usage.input_tokens=300 usage.output_tokens=30 usage.reasoning.output_tokens=5",
		"38-41 invoke_agent eidolon>chat gpt [interrupted] conversation.id=1b4e28ba error.type=interrupted operation.name=chat " +
			"provider.name=openai request.model=gpt response.time_to_first_chunk=0.1" + at,
		"38-42 >invoke_agent eidolon [interrupted] " + agent + " error.type=interrupted " + turn + " " + none +
			"usage.input_tokens=0 usage.output_tokens=0 usage.reasoning.output_tokens=0",
	}
	if diff := cmp.Diff(want, tell(t, newstest.Session(), nil).lines()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Nothing that was said, done or printed is told, unless that is asked for; then without secrets.
func TestContent(t *testing.T) {
	hide := func(text string) string { return strings.ReplaceAll(text, "test", "***") }
	for name, c := range map[string]struct {
		content func(string) string
		want    bool
	}{"as a rule": {nil, false}, "when asked for": {hide, true}} {
		t.Run(name, func(t *testing.T) {
			text := strings.Join(tell(t, newstest.Session(), c.content).lines(), "\n")
			for _, part := range []string{`"content":"go"`, "I look", `{"command":"go *** ./..."}`, `"stdout":"ok\n"`} {
				if strings.Contains(text, part) != c.want {
					t.Errorf("%s is told: %t", part, !c.want)
				}
			}
			if strings.Contains(text, "go test") {
				t.Error("a secret is told")
			}
		})
	}
}

func TestMeasures(t *testing.T) {
	const (
		chat  = "operation.name=chat provider.name=openai request.model=gpt"
		asked = chat + " response.model=m server.address=api.openai.com"
	)
	want := []string{
		"gen_ai.client.operation.duration s 1 of 0.1: error.type=retry " + chat + " server.address=api.openai.com",
		"gen_ai.client.operation.duration s 1 of 0.3: error.type=interrupted " + chat + " server.address=api.openai.com",
		"gen_ai.client.operation.duration s 2 of 3.2: " + asked,
		"gen_ai.client.token.usage {token} 2 of 300: " + asked + " token.type=input",
		"gen_ai.client.token.usage {token} 2 of 30: " + asked + " token.type=output",
	}
	if diff := cmp.Diff(want, tell(t, newstest.Session(), nil).measures()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// measures gives the points of histograms one a line.
func (a told) measures() []string {
	var all []string
	for _, scope := range a.meters.ScopeMetrics {
		for _, m := range scope.Metrics {
			switch data := m.Data.(type) {
			case metricdata.Histogram[float64]:
				for _, p := range data.DataPoints {
					all = append(all, fmt.Sprintf("%s %s %d of %.1f: %s", m.Name, m.Unit, p.Count, p.Sum, attributes(p.Attributes.ToSlice())))
				}
			case metricdata.Histogram[int64]:
				for _, p := range data.DataPoints {
					all = append(all, fmt.Sprintf("%s %s %d of %d: %s", m.Name, m.Unit, p.Count, p.Sum, attributes(p.Attributes.ToSlice())))
				}
			}
		}
	}
	sort.Strings(all)
	return all
}

// A failure is told wherever it strikes, and what is out of the ordinary at the end of an answer.
func TestEnds(t *testing.T) {
	answer := event.Message{Role: event.RoleAssistant, Text: "x"}
	done := event.TurnEnd{Reason: event.EndDone}
	failed := event.TurnEnd{Reason: event.EndError}
	for name, c := range map[string]struct {
		events []event.Event
		chat   string // error.type or finish reason, or "" without a request
		turn   string // error.type
	}{
		"refused at once":    {[]event.Event{event.Error{Kind: "auth", Message: "secret"}, failed}, "auth", "auth"},
		"cut in the middle":  {[]event.Event{event.TextDelta{Text: "x"}, event.Error{Kind: "truncated"}, failed}, "truncated", "truncated"},
		"failed later":       {[]event.Event{answer, event.Error{Kind: "disk"}, failed}, `["stop"]`, "disk"},
		"lost":               {[]event.Event{event.TextDelta{Text: "x"}, event.Lost{Message: "disk full"}}, "lost", "lost"},
		"too long an answer": {[]event.Event{answer, event.Notice{Code: "output_limit"}, done}, `["length"]`, ""},
		"filtered":           {[]event.Event{answer, event.Notice{Code: "filtered"}, done}, `["content_filter"]`, ""},
		"a command":          {[]event.Event{done}, "", ""},
		"too many rounds":    {[]event.Event{answer, event.TurnEnd{Reason: event.EndMaxTurns}}, `["stop"]`, "max_turns"},
	} {
		t.Run(name, func(t *testing.T) {
			var events []event.Envelope
			for i, ev := range append([]event.Event{event.Message{Role: event.RoleUser, Text: "go"}}, c.events...) {
				events = append(events, event.Envelope{Seq: int64(i + 1), Time: newstest.Start(), Turn: 1, Event: ev})
			}
			got := map[string]string{}
			for _, s := range tell(t, events, nil).spans {
				kind, _, _ := strings.Cut(s.Name, " ")
				for _, a := range s.Attributes {
					if a.Key == "error.type" || a.Key == "gen_ai.response.finish_reasons" {
						got[kind] = a.Value.Emit()
					}
				}
			}
			if got["chat"] != c.chat || got["invoke_agent"] != c.turn {
				t.Errorf("told %v", got)
			}
		})
	}
}

// A batch that comes again is told once.
func TestTwice(t *testing.T) {
	events := newstest.Session()
	once := tell(t, events, nil).lines()
	for i, e := range events {
		if _, end := e.Event.(event.TurnEnd); end && i > 0 {
			events = append(events[:i+1:i+1], append([]event.Envelope{e}, events[i+1:]...)...)
			break
		}
	}
	if diff := cmp.Diff(once, tell(t, events, nil).lines()); diff != "" {
		t.Errorf("(-once +twice):\n%s", diff)
	}
}

func TestProviders(t *testing.T) {
	for base, want := range map[string]string{
		"https://api.anthropic.com": "anthropic", "https://x.openai.azure.com/v1": "azure.ai.openai", "http://127.0.0.1:8080/v1": "openai",
		"https://api.x.ai/v1": "x_ai", "https://notx.ai/v1": "openai", "": "openai",
	} {
		o := telemetry.Target{Kind: "openai", BaseURL: base}
		if got := o.Provider(); got != want {
			t.Errorf("%s is %s, want %s", base, got, want)
		}
	}
}
