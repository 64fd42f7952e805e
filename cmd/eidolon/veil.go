package main

import (
	"io"
	"sync/atomic"

	"eidolon/internal/leaf/redact"
)

// veil is a standard stream that shows no secret of this process, as soon as it is known what they are.
// A secret has to be within one write, as it is in a message.
type veil struct {
	to      io.Writer
	secrets atomic.Pointer[redact.Redactor]
}

// Write implements io.Writer.
func (v *veil) Write(p []byte) (int, error) { return v.secrets.Load().Writer(v.to).Write(p) }

// veil has the standard streams show no secrets from now on.
func (h *host) veil(secrets *redact.Redactor) {
	for _, stream := range []io.Writer{h.stdout, h.stderr} {
		if v, ok := stream.(*veil); ok {
			v.secrets.Store(secrets)
		}
	}
}
