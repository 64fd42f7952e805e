package wire

import (
	"crypto/tls"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"syscall"
	"time"

	"eidolon/actors/model"
)

// timedOut is the failure of a wait that reached its limit.
func (x *Exchange) timedOut(what wait, limit time.Duration) error {
	e := &model.Error{Kind: model.TimedOut, Retryable: true}
	switch what {
	case connect:
		e.Message = fmt.Sprintf("No connection to %s within %v (timeouts.connect). "+
			"Check the address and the network.", x.service(), limit)
	case firstByte:
		e.Message = fmt.Sprintf("%s sent no answer within %v (timeouts.firstByte). "+
			"A slow model may need a higher limit.", x.service(), limit)
	case idle:
		e.Message = fmt.Sprintf("%s stopped in the middle of its answer and sent nothing for %v (timeouts.idle).",
			x.service(), limit)
	case quiet:
		e.Message = fmt.Sprintf("%s kept the connection alive but said nothing for %v (%d times timeouts.firstByte).",
			x.service(), limit, quietTimes)
	case total:
		e.Retryable = false // it would take as long again
		e.Message = fmt.Sprintf("The answer of %s took longer than %v (timeouts.total). "+
			"Ask for less at once or raise the limit.", x.service(), limit)
	}
	return e
}

// service names the other side in messages.
func (x *Exchange) service() string {
	if host := x.transport.host; host != "" {
		return host
	}
	return "The model service"
}

// failed lets the tap know of a failure, wherever the adapter takes it from here.
func (x *Exchange) failed(e *model.Error) error {
	x.tap.fail(e)
	return e
}

// Truncated is the failure of an answer that ended without saying so.
func (x *Exchange) Truncated() error {
	return x.failed(&model.Error{
		Kind: model.Truncated, Retryable: true,
		Message: "The answer of " + x.service() + " was cut off before its end.",
	})
}

// BadAnswer is the failure of an answer in another format than was asked for. what says what came
// instead, in words that quote nothing of it.
func (x *Exchange) BadAnswer(what string) error {
	return x.failed(&model.Error{
		Kind: model.BadAnswer,
		Message: fmt.Sprintf("%s answered with %s. Check the base URL (it often ends in /v1) and the API kind.",
			x.service(), what),
	})
}

// AnswerTooLong is the failure of an answer of more than limit bytes.
func (x *Exchange) AnswerTooLong(limit int) error {
	return x.tooLong("The answer of "+x.service(), "limits.answer", limit)
}

func (x *Exchange) tooLong(what, setting string, limit int) error {
	return x.failed(&model.Error{
		Kind:    model.BadAnswer,
		Message: fmt.Sprintf("%s is longer than %s (%s). Ask for less at once or raise the limit.", what, size(limit), setting),
	})
}

// size gives a number of bytes as the configuration writes it.
func size(n int) string {
	switch {
	case n >= 1<<20 && n%(1<<20) == 0:
		return fmt.Sprintf("%d MiB", n>>20)
	case n >= 1<<10 && n%(1<<10) == 0:
		return fmt.Sprintf("%d KiB", n>>10)
	}
	return fmt.Sprintf("%d bytes", n)
}

// Refusal is the failure of a request that was not sent because err already rules it out.
func (x *Exchange) Refusal(err error) error {
	return x.failed(&model.Error{
		Kind:    model.BadRequest,
		Message: "The request was not sent: " + x.clean(err.Error()) + ". Change the model's settings.",
	})
}

// redirected is the failure of a service that points elsewhere.
func (x *Exchange) redirected(res *http.Response) error {
	where := "another address"
	if u, err := res.Request.URL.Parse(res.Header.Get("Location")); err == nil && res.Header.Get("Location") != "" {
		where = x.clean((&url.URL{Scheme: u.Scheme, Host: u.Host, Path: u.Path}).String())
	}
	return &model.Error{
		Kind: model.BadRequest, Status: res.StatusCode,
		Message: fmt.Sprintf("%s redirects to %s (HTTP %d). The conversation is not sent there by itself: "+
			"if the address is right, set it as the base URL.", x.service(), where, res.StatusCode),
	}
}

// unreachable is the failure of a request that got no response at all.
func (x *Exchange) unreachable(err error) error {
	e := &model.Error{Kind: model.Unreachable, Retryable: true}
	if refused, ok := errors.AsType[*proxyError](err); ok {
		return x.proxyRefused(refused)
	}
	var (
		noName  *net.DNSError
		badCert *tls.CertificateVerificationError
		noTLS   tls.RecordHeaderError
		network *net.OpError
	)
	errors.As(err, &network)
	switch {
	case network != nil && network.Op == "proxyconnect":
		e.Message = "The proxy for " + x.service() + " cannot be reached: " + x.clean(network.Err.Error()) + ". " + x.proxyAdvice()
	case network != nil && strings.HasPrefix(network.Op, "socks"):
		e.Message = "The proxy does not connect to " + x.service() + ": " + x.clean(network.Err.Error()) + ". " + x.proxyAdvice()
	case errors.Is(err, syscall.ECONNREFUSED):
		e.Message = "Nothing listens at " + x.service() + " (connection refused). Start the service or check the base URL."
	case errors.As(err, &noName):
		e.Message = "The host of " + x.service() + " is not known to the network. Check the base URL and the connection."
	case errors.As(err, &badCert):
		e.Retryable = false
		e.Message = "The certificate of " + x.service() + " is not valid: " + x.clean(badCert.Err.Error()) +
			". If your network has certificates of its own, name their file (caFile)."
	case errors.As(err, &noTLS), errors.Is(err, http.ErrSchemeMismatch):
		e.Retryable = false
		e.Message = x.service() + " does not speak TLS. Check whether the base URL should begin with http://."
	case notHTTP(err):
		e.Retryable = false
		e.Message = "What listens at " + x.service() + " does not speak HTTP. Check the host and the port of the base URL."
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF), errors.Is(err, syscall.ECONNRESET),
		errors.Is(err, syscall.EPIPE):
		e.Message = x.service() + " closed the connection before an answer came."
	case strings.Contains(err.Error(), "transport connection broken"):
		e.Message = x.service() + " sent the beginning of a response that cannot be read. If there is a proxy in between, look there."
	default:
		e.Message = "The connection to " + x.service() + " failed before an answer came: " + x.clean(innermost(err)) + "."
	}
	if network != nil {
		e.Err = network // an address and a system error; other causes may quote what was sent
	}
	return e
}

// notHTTP tells an answer in another protocol, for which the HTTP client has words and no type. The
// second are those for a server that speaks before it was asked.
func notHTTP(err error) bool {
	text := err.Error()
	return strings.Contains(text, "malformed HTTP ") || strings.Contains(text, "readLoopPeekFailLocked: %!w(<nil>)")
}

// innermost gives the text without the address in front, which may hold a password or a token.
func innermost(err error) string {
	if u, ok := errors.AsType[*url.Error](err); ok {
		err = u.Err
	}
	return err.Error()
}
