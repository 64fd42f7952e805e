package app

import (
	"io"

	"eidolon/internal/leaf/redact"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// Themes is what a screen loads its themes with.
func (o *Options) Themes() func(name string, colors int, b screen.Background) (*theme.Theme, error) {
	return o.themes()
}

// What of the redaction is tested by itself.
var (
	RedactTool   = redactTool
	RedactClient = redactClient
)

// NewDiagnostics is where the log of a session goes.
func NewDiagnostics(to io.Writer, r *redact.Redactor) io.Writer { return diagnostics{to, r} }
