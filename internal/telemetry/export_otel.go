//go:build otel

package telemetry

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlpmetric/otlpmetrichttp"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/metric"
	noopmetric "go.opentelemetry.io/otel/metric/noop"
	"go.opentelemetry.io/otel/propagation"
	sdkmetric "go.opentelemetry.io/otel/sdk/metric"
	"go.opentelemetry.io/otel/sdk/resource"
	sdktrace "go.opentelemetry.io/otel/sdk/trace"
	"go.opentelemetry.io/otel/trace"
	nooptrace "go.opentelemetry.io/otel/trace/noop"
)

// exporter is where spans and measures go.
type exporter struct {
	traces trace.TracerProvider
	meters metric.MeterProvider
	stop   func(context.Context) error
}

// Open begins to tell of a session, as the environment asks for. Of what the options leave open it takes
// the parent from the environment, and hide takes secrets out of texts where they are asked for.
func Open(ctx context.Context, env Env, o Options, version string, hide func(string) string) (*Run, error) {
	e, err := export(ctx, env, version)
	if err != nil {
		return nil, err
	}
	o.Traces, o.Meters = e.traces, e.meters
	o.Parent = propagation.TraceContext{}.Extract(ctx, propagation.MapCarrier{
		"traceparent": env("TRACEPARENT"), "tracestate": env("TRACESTATE"),
	})
	if strings.EqualFold(env("OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT"), "true") {
		o.Content = hide
	}
	sink, err := NewSink(o)
	if err != nil {
		return nil, errors.Join(err, e.stop(ctx))
	}
	return &Run{Sink: sink, stop: e.stop}, nil
}

// attempt is how long one delivery may take.
const attempt = 5 * time.Second

// export sends over HTTP in protobuf. The address, headers and certificates are read from the environment
// by the library.
func export(ctx context.Context, env Env, version string) (exporter, error) {
	for _, name := range []string{"OTEL_EXPORTER_OTLP_PROTOCOL", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "OTEL_EXPORTER_OTLP_METRICS_PROTOCOL"} {
		if p := env(name); p != "" && p != "http/protobuf" {
			return exporter{}, fmt.Errorf("%s is %s, and only http/protobuf is spoken here", name, p)
		}
	}
	about, err := resource.New(ctx,
		resource.WithAttributes(attribute.String("service.name", agent), attribute.String("service.version", version)),
		resource.WithTelemetrySDK(), resource.WithFromEnv(), // what the user says wins
	)
	if err != nil {
		return exporter{}, fmt.Errorf("read OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	e := exporter{traces: nooptrace.NewTracerProvider(), meters: noopmetric.NewMeterProvider()}
	var stops []func(context.Context) error
	if wanted(env, "TRACES") {
		to, err := otlptracehttp.New(ctx, otlptracehttp.WithTimeout(attempt))
		if err != nil {
			return e, fmt.Errorf("send traces: %w", err)
		}
		provider := sdktrace.NewTracerProvider(sdktrace.WithBatcher(to), sdktrace.WithResource(about))
		e.traces, stops = provider, append(stops, provider.Shutdown)
	}
	if wanted(env, "METRICS") {
		to, err := otlpmetrichttp.New(ctx, otlpmetrichttp.WithTimeout(attempt))
		if err != nil {
			return e, errors.Join(fmt.Errorf("send metrics: %w", err), all(ctx, stops))
		}
		provider := sdkmetric.NewMeterProvider(sdkmetric.WithReader(sdkmetric.NewPeriodicReader(to)), sdkmetric.WithResource(about))
		e.meters, stops = provider, append(stops, provider.Shutdown)
	}
	e.stop = func(ctx context.Context) error { return all(ctx, stops) }
	return e, nil
}

// all stops everything side by side: there is one stretch of patience for all of it.
func all(ctx context.Context, stops []func(context.Context) error) error {
	errs := make([]error, len(stops))
	var ends sync.WaitGroup
	for i, stop := range stops {
		ends.Go(func() { errs[i] = stop(ctx) })
	}
	ends.Wait()
	return errors.Join(errs...)
}
