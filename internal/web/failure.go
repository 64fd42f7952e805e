package web

import (
	"compress/flate"
	"compress/gzip"
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
)

// The older names of failures, which stand in details.kind.
const (
	kindAddress  = "address_refused"
	kindInvalid  = "invalid_input"
	kindRequest  = "request_error"
	kindStatus   = "http_status"
	kindType     = "not_text"
	kindTimeout  = "timeout"
	kindSettings = "not_configured"
)

// failed makes the result of a request that came to nothing. Before is the context of the call, without the
// limits that are set here.
func (o Options) failed(before context.Context, host string, err error) tool.Result {
	host = clean.Exact(host)
	var near *unreachableError
	var name *net.DNSError
	var certificate *tls.CertificateVerificationError
	var packed *compressedError
	var broken flate.CorruptInputError
	switch {
	case errors.Is(before.Err(), context.DeadlineExceeded):
		return tool.Fail(tool.Timeout, "The call ran out of time.").WithKind(kindTimeout)
	case before.Err() != nil:
		return tool.Fail(tool.Interrupted, "The call was cancelled before it was done.")
	case errors.As(err, &near):
		return tool.Fail(tool.Failed, clean.Exact(near.Error())+".").WithKind(kindAddress)
	case errors.As(err, &name) && name.IsNotFound:
		return tool.Fail(tool.NotFound, fmt.Sprintf("There is no host %s. Check the spelling of the url.", host)).WithKind(kindRequest)
	case errors.As(err, &name):
		return tool.Fail(tool.Failed, fmt.Sprintf("The name %s could not be looked up; perhaps there is no network here.", host)).WithKind(kindRequest)
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, os.ErrDeadlineExceeded), timedOut(err):
		return tool.Fail(tool.Timeout, fmt.Sprintf("%s did not answer in time: %s for its first byte and %s in all.", host, o.Limits.FirstByte.Round(time.Millisecond), o.Limits.Total.Round(time.Millisecond))).
			WithKind(kindTimeout)
	case errors.As(err, &certificate):
		return tool.Fail(tool.Failed, fmt.Sprintf("The certificate of %s is not trusted. If it is right, the user can name it in models.defaults.caFile of their configuration.", host)).
			WithKind(kindRequest)
	case errors.Is(err, syscall.ECONNREFUSED):
		return tool.Fail(tool.Failed, fmt.Sprintf("Nothing answers at %s.", host)).WithKind(kindRequest)
	case errors.As(err, &packed), errors.Is(err, gzip.ErrHeader), errors.Is(err, gzip.ErrChecksum), errors.As(err, &broken):
		return tool.Fail(tool.Failed, fmt.Sprintf("What %s sent cannot be unpacked.", host)).WithKind(kindRequest)
	case errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, io.EOF), errors.Is(err, syscall.ECONNRESET):
		return tool.Fail(tool.Failed, fmt.Sprintf("%s ended the connection in the middle of its answer.", host)).WithKind(kindRequest)
	}
	said := strings.TrimSuffix(clean.Line(clip.Bytes(err.Error(), 300)), ".")
	return tool.Fail(tool.Failed, fmt.Sprintf("%s could not be asked: %s.", host, said)).WithKind(kindRequest)
}

func timedOut(err error) bool {
	var slow interface{ Timeout() bool }
	return errors.As(err, &slow) && slow.Timeout()
}

// wait tells how long an answer asks to wait, as a clause, or gives "".
func wait(h http.Header) string {
	value := h.Get("Retry-After")
	seconds, err := strconv.ParseUint(strings.TrimSpace(value), 10, 32)
	if err != nil {
		until, err := http.ParseTime(value)
		now, other := http.ParseTime(h.Get("Date"))
		if err != nil || other != nil || until.Before(now) {
			return ""
		}
		seconds = uint64(until.Sub(now) / time.Second)
	}
	return fmt.Sprintf("; it asks to wait %d s", seconds)
}
