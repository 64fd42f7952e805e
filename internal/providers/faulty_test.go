package providers_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"eidolon/actors/model"
)

// faulty is a server that takes a request and then does as the test says, byte by byte.
type faulty struct {
	address string
	asked   chan struct{} // one for each request

	mu   sync.Mutex
	play func(*wiring)
	told chan struct{} // closed when the client has made something of an answer; nil where nobody says so
}

// wiring is the connection of one request, which was read.
type wiring struct {
	net.Conn
	gone chan struct{} // closed when the client or the test has had enough
	told chan struct{} // see [faulty]
}

// serve starts a server whose behaviour can be changed between two requests.
func serve(t testing.TB) *faulty {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	s := &faulty{address: "http://" + listener.Addr().String() + "/v1", asked: make(chan struct{}, 1000)}
	ctx := t.Context()
	var open sync.WaitGroup
	t.Cleanup(func() { _ = listener.Close(); open.Wait() })
	open.Go(func() {
		for {
			conn, err := listener.Accept()
			if err != nil {
				return
			}
			open.Go(func() {
				gone := make(chan struct{})
				defer func() { _ = conn.Close() }()
				in := bufio.NewReader(conn)
				req, err := http.ReadRequest(in)
				if err != nil {
					return
				}
				if _, err := io.Copy(io.Discard, req.Body); err != nil {
					return
				}
				s.asked <- struct{}{}
				open.Go(func() { // the client says nothing more, so an end of reading is the end of it
					_, _ = io.Copy(io.Discard, in)
					close(gone)
				})
				stop := make(chan struct{})
				open.Go(func() {
					select {
					case <-ctx.Done():
						_ = conn.Close()
					case <-stop:
					}
				})
				play, told := s.now()
				play(&wiring{conn, gone, told})
				close(stop)
			})
		}
	})
	return s
}

// does sets what the next request meets with.
func (s *faulty) does(play func(*wiring)) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.play = play
}

func (s *faulty) now() (play func(*wiring), told chan struct{}) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.play, s.told
}

// ask is the function of that name, and lets the server know when something of the answer was heard.
func (s *faulty) ask(t testing.TB, c model.Client) heard {
	t.Helper()
	told := make(chan struct{})
	s.mu.Lock()
	s.told = told
	s.mu.Unlock()
	return ask(t.Context(), listening{c, sync.OnceFunc(func() { close(told) })})
}

// listening is a client that says when the first piece of an answer comes.
type listening struct {
	model.Client
	heard func()
}

// Stream implements model.Client.
func (l listening) Stream(ctx context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	return l.Client.Stream(ctx, req, func(c model.Chunk) error {
		l.heard()
		return emit(c)
	})
}

// requests counts those since the last call.
func (s *faulty) requests() (n int) {
	for {
		select {
		case <-s.asked:
			n++
		default:
			return n
		}
	}
}

func (w *wiring) say(text string) { _, _ = io.WriteString(w.Conn, text) }

// trickle says a text in pieces of so many bytes, each by itself.
func (w *wiring) trickle(text string, size int, pause time.Duration) {
	for len(text) > 0 {
		n := min(size, len(text))
		if _, err := io.WriteString(w.Conn, text[:n]); err != nil {
			return
		}
		text = text[n:]
		if pause > 0 {
			w.wait(pause)
		}
	}
}

// wait lets a while pass, unless the client goes.
func (w *wiring) wait(d time.Duration) {
	timer := time.NewTimer(d) //nolint:forbidigo // real time passes at a server
	defer timer.Stop()
	select {
	case <-timer.C:
	case <-w.gone:
	}
}

// awaitHeard waits until the client has made something of what was said. As that was said at once, all of
// it has been read by then: a reset takes back what has not.
func (w *wiring) awaitHeard() {
	select {
	case <-w.told:
	case <-w.gone:
	}
}

// hang waits until the client goes.
func (w *wiring) hang() { <-w.gone }

// reset ends the connection as a crash does.
func (w *wiring) reset() {
	if tcp, ok := w.Conn.(*net.TCPConn); ok {
		_ = tcp.SetLinger(0)
	}
	_ = w.Close()
}

// head writes the head of a response; every field is a line such as "Content-Type: text/html".
func head(status string, fields ...string) string {
	return "HTTP/1.1 " + status + "\r\n" + strings.Join(append(fields, "", ""), "\r\n")
}

// eventStream is the head of a stream that ends with its connection.
func eventStream(fields ...string) string {
	return head("200 OK", append([]string{"Content-Type: text/event-stream", "Connection: close"}, fields...)...)
}

// chunkedStream is the head of a stream in chunks.
func chunkedStream() string {
	return head("200 OK", "Content-Type: text/event-stream", "Transfer-Encoding: chunked", "Connection: close")
}

// chunked writes a text in chunks of so many bytes, without the last one.
func chunked(text string, size int) string {
	var b strings.Builder
	for len(text) > 0 {
		n := min(size, len(text))
		b.WriteString(strconv.FormatInt(int64(n), 16) + "\r\n" + text[:n] + "\r\n")
		text = text[n:]
	}
	return b.String()
}

// lastChunk ends a body in chunks.
const lastChunk = "0\r\n\r\n"

// sized is a whole response of known length.
func sized(status, kind, body string) string {
	return head(status, "Connection: close", "Content-Type: "+kind, "Content-Length: "+strconv.Itoa(len(body))) + body
}
