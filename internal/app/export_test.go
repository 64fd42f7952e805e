package app

import (
	"io"

	"eidolon/internal/leaf/redact"
)

// What of the redaction is tested by itself.
var (
	RedactTool   = redactTool
	RedactClient = redactClient
)

// NewDiagnostics is where the log of a session goes.
func NewDiagnostics(to io.Writer, r *redact.Redactor) io.Writer { return diagnostics{to, r} }
