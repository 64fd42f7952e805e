package telemetry

import (
	"context"
	"errors"
	"strings"
	"time"

	"eidolon/actors/event"
)

// Patience is how long the end of the program waits for the collector.
const Patience = time.Second

// ErrNoExporter says that what is wanted cannot be had in this build.
var ErrNoExporter = errors.New("OpenTelemetry is asked for by OTEL_EXPORTER_OTLP_ENDPOINT, and this build has no exporter: " +
	"`make build-otel` makes one that has, docs/telemetry.md says more")

// Env gives a variable of the program's environment.
type Env func(name string) string

// Wanted says whether the environment asks for traces or metrics.
func Wanted(env Env) bool { return wanted(env, "TRACES") || wanted(env, "METRICS") }

// wanted says whether it asks for one of them.
func wanted(env Env, signal string) bool {
	if strings.EqualFold(env("OTEL_SDK_DISABLED"), "true") || strings.EqualFold(env("OTEL_"+signal+"_EXPORTER"), "none") {
		return false
	}
	return env("OTEL_EXPORTER_OTLP_ENDPOINT") != "" || env("OTEL_EXPORTER_OTLP_"+signal+"_ENDPOINT") != ""
}

// Run is telemetry that goes on until it is closed.
type Run struct {
	Sink interface { // a renderer's; a Sink would be in builds that cannot use it
		Render(ctx context.Context, events []event.Envelope) error
	}
	stop func(context.Context) error
}

// Close sends what is left, also after an interrupt, if the collector takes it in time.
func (r *Run) Close(ctx context.Context) error {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), Patience)
	defer cancel()
	return r.stop(ctx)
}
