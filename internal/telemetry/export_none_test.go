//go:build !otel

package telemetry_test

import (
	"errors"
	"runtime/debug"
	"strings"
	"testing"

	"eidolon/internal/telemetry"
)

// A build without the tag has no exporter, and nothing of one.
func TestNoExporter(t *testing.T) {
	_, err := telemetry.Open(t.Context(), func(string) string { return "" }, telemetry.Options{}, "1", nil)
	if !errors.Is(err, telemetry.ErrNoExporter) {
		t.Errorf("error %v", err)
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		t.Skip("this build does not know what it is made of")
	}
	for _, m := range info.Deps {
		if strings.Contains(m.Path, "otlp") || strings.Contains(m.Path, "grpc") {
			t.Errorf("%s is linked", m.Path)
		}
	}
}

func TestWanted(t *testing.T) {
	const end = "http://127.0.0.1:4318"
	for name, c := range map[string]struct {
		env  map[string]string
		want bool
	}{
		"nothing":        {nil, false},
		"all":            {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": end}, true},
		"traces":         {map[string]string{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT": end}, true},
		"metrics":        {map[string]string{"OTEL_EXPORTER_OTLP_METRICS_ENDPOINT": end}, true},
		"disabled":       {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": end, "OTEL_SDK_DISABLED": "true"}, false},
		"neither":        {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": end, "OTEL_TRACES_EXPORTER": "none", "OTEL_METRICS_EXPORTER": "none"}, false},
		"one of them":    {map[string]string{"OTEL_EXPORTER_OTLP_ENDPOINT": end, "OTEL_TRACES_EXPORTER": "none"}, true},
		"something else": {map[string]string{"OTEL_SERVICE_NAME": "x"}, false},
	} {
		if got := telemetry.Wanted(func(name string) string { return c.env[name] }); got != c.want {
			t.Errorf("%s: %t", name, got)
		}
	}
}
