//go:build !otel

package telemetry

import "context"

// Open is in builds with the tag otel. What it would need is not in this one.
func Open(context.Context, Env, Options, string, func(string) string) (*Run, error) {
	return nil, ErrNoExporter
}
