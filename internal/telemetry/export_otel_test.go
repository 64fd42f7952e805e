//go:build otel

package telemetry_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"sort"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	metrics "go.opentelemetry.io/proto/otlp/collector/metrics/v1"
	traces "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	common "go.opentelemetry.io/proto/otlp/common/v1"
	"google.golang.org/protobuf/proto"

	"eidolon/internal/front/news/newstest"
	"eidolon/internal/telemetry"
)

// collector is a receiver of OTLP over HTTP.
type collector struct {
	*httptest.Server
	mu      sync.Mutex
	spans   map[string][]string // names by trace
	metrics []string
	service string
	bad     []string
}

func collect(t *testing.T) *collector {
	t.Helper()
	c := &collector{spans: map[string][]string{}}
	c.Server = httptest.NewServer(c)
	t.Cleanup(c.Close)
	return c
}

// ServeHTTP implements http.Handler.
func (c *collector) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	body, err := io.ReadAll(r.Body)
	switch {
	case err != nil || r.Header.Get("Content-Type") != "application/x-protobuf" || r.Header.Get("X-Key") != "k":
		c.bad = append(c.bad, fmt.Sprintf("%s: %v, %v", r.URL.Path, r.Header, err))
	case r.URL.Path == "/v1/traces":
		c.takeSpans(body)
	case r.URL.Path == "/v1/metrics":
		c.takeMetrics(body)
	default:
		c.bad = append(c.bad, r.URL.Path)
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

func (c *collector) takeSpans(body []byte) {
	var req traces.ExportTraceServiceRequest
	if err := proto.Unmarshal(body, &req); err != nil {
		c.bad = append(c.bad, err.Error())
	}
	for _, r := range req.GetResourceSpans() {
		c.service = value(r.GetResource().GetAttributes(), "service.name")
		for _, scope := range r.GetScopeSpans() {
			for _, s := range scope.GetSpans() {
				trace := fmt.Sprintf("%x", s.GetTraceId())
				name := fmt.Sprintf("%s %s", s.GetName(), value(s.GetAttributes(), "gen_ai.operation.name"))
				if len(s.GetParentSpanId()) == 0 {
					name = "root " + name
				}
				c.spans[trace] = append(c.spans[trace], name)
			}
		}
	}
}

func (c *collector) takeMetrics(body []byte) {
	var req metrics.ExportMetricsServiceRequest
	if err := proto.Unmarshal(body, &req); err != nil {
		c.bad = append(c.bad, err.Error())
	}
	for _, r := range req.GetResourceMetrics() {
		for _, scope := range r.GetScopeMetrics() {
			for _, m := range scope.GetMetrics() {
				n := uint64(0)
				for _, p := range m.GetHistogram().GetDataPoints() {
					n += p.GetCount()
				}
				c.metrics = append(c.metrics, fmt.Sprintf("%s %s %d", m.GetName(), m.GetUnit(), n))
			}
		}
	}
}

func value(all []*common.KeyValue, key string) string {
	for _, a := range all {
		if a.GetKey() == key {
			return a.GetValue().GetStringValue()
		}
	}
	return ""
}

// open begins to tell of a session with the environment of the test.
func open(t *testing.T) *telemetry.Run {
	t.Helper()
	run, err := telemetry.Open(t.Context(), os.Getenv, telemetry.Options{Session: "s", Target: target}, "1", strings.ToUpper)
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestExport(t *testing.T) {
	c := collect(t)
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", c.URL)
	t.Setenv("OTEL_EXPORTER_OTLP_HEADERS", "x-key=k")
	t.Setenv("OTEL_SERVICE_NAME", "mine")
	t.Setenv("TRACEPARENT", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01")
	run := open(t)
	if err := run.Sink.Render(t.Context(), newstest.Session()); err != nil {
		t.Fatal(err)
	}
	if err := run.Close(t.Context()); err != nil {
		t.Fatal(err)
	}
	spans := c.spans["0af7651916cd43dd8448eb211c80319c"]
	sort.Strings(spans)
	sort.Strings(c.metrics)
	want := []string{
		"chat gpt chat", "chat gpt chat", "chat gpt chat", "chat gpt chat",
		"execute_tool SysBuiltIn.bash execute_tool", "execute_tool SysBuiltIn.bash execute_tool", "execute_tool SysBuiltIn.read_file execute_tool",
		"execute_tool SysBuiltIn.todo_write execute_tool", "execute_tool SysBuiltIn.write_file execute_tool",
		"invoke_agent eidolon invoke_agent", "invoke_agent eidolon invoke_agent",
	}
	if diff := cmp.Diff(want, spans); diff != "" || len(c.spans) != 1 || len(c.bad) > 0 {
		t.Errorf("%d traces, %v (-want +got):\n%s", len(c.spans), c.bad, diff)
	}
	if diff := cmp.Diff([]string{"gen_ai.client.operation.duration s 4", "gen_ai.client.token.usage {token} 4"}, c.metrics); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if c.service != "mine" {
		t.Errorf("service %q", c.service)
	}
}

// outlast is shorter than any wait for a collector that never answers, and longer than a busy machine needs.
const outlast = 20 * time.Second

// A collector that takes nothing, or is not there, holds up neither a turn nor the end for long.
func TestDeadCollector(t *testing.T) {
	stuck := make(chan struct{})
	hanging := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { <-stuck }))
	t.Cleanup(hanging.Close)
	t.Cleanup(func() { close(stuck) })
	for name, url := range map[string]string{"hanging": hanging.URL, "gone": "http://127.0.0.1:9"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", url)
			run := open(t)
			begun := time.Now()
			for range 200 { // more spans than the queue takes
				run.Sink.(*telemetry.Sink).Again()
				if err := run.Sink.Render(t.Context(), newstest.Session()); err != nil {
					t.Fatal(err)
				}
			}
			if took := time.Since(begun); took > outlast {
				t.Errorf("turns took %v", took)
			}
			begun = time.Now()
			err := run.Close(t.Context())
			if took := time.Since(begun); err == nil || took > outlast {
				t.Errorf("the end took %v, %v", took, err)
			}
		})
	}
}

func TestOtherProtocols(t *testing.T) {
	t.Setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
	t.Setenv("OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")
	if _, err := telemetry.Open(t.Context(), os.Getenv, telemetry.Options{}, "1", nil); err == nil || !strings.Contains(err.Error(), "http/protobuf") {
		t.Errorf("error %v", err)
	}
}
