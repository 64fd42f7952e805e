package providers_test

import (
	"errors"
	"net"
	"slices"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
	"go.uber.org/goleak"

	"eidolon/actors/model"
	"eidolon/internal/providers/wire"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// soon is a limit that a test can wait for. A busy machine may reach it without a fault, so of the limits
// of a request only the one is so short that its fault is about.
const soon = 100 * time.Millisecond

// The limits of requests whose fault is that nothing comes, or nothing more.
var (
	nothingComes = wire.Timeouts{FirstByte: soon}
	itStops      = wire.Timeouts{FirstByte: time.Hour, Idle: soon}
	signsOfLife  = wire.Timeouts{FirstByte: soon, Idle: time.Hour} // a multiple of FirstByte ends those
)

// outlast is longer than any fault lasts.
const outlast = time.Minute

// fault is one thing that can go wrong, whatever the format. Outcomes are the kinds of failure that are
// right, "" stands for an answer that is whole all the same.
type fault struct {
	name     string
	play     func(w *wiring, stream string)
	limits   wire.Timeouts // zero are the usual ones
	maxEvent int
	outcomes []model.Kind
	words    string // in the message
	again    bool   // the failure may be retried
}

// events gives the events of a stream, each with its blank line.
func events(stream string) []string {
	return strings.SplitAfter(strings.TrimSuffix(stream, "\n\n"), "\n\n")
}

// middle gives about half of a stream, cut within an event.
func middle(stream string) string { return stream[:len(stream)*55/100] }

// whole is the outcome of a fault that does no harm.
var whole = []model.Kind{""}

// faults are all that we could think of.
var faults = []fault{
	// Nothing comes.
	{name: "reset before the head", play: func(w *wiring, _ string) { w.reset() }, outcomes: []model.Kind{model.Unreachable}, words: "before an answer came", again: true},
	{name: "closed before the head", play: func(*wiring, string) {}, outcomes: []model.Kind{model.Unreachable}, words: "before an answer came", again: true},
	{name: "half a head", play: func(w *wiring, _ string) { w.say("HTTP/1.1 200 OK\r\nContent-Ty") }, outcomes: []model.Kind{model.Unreachable}, words: "cannot be read", again: true},
	{name: "no head", play: func(w *wiring, _ string) { w.hang() }, limits: nothingComes, outcomes: []model.Kind{model.TimedOut}, words: "timeouts.firstByte", again: true},
	{name: "a slow head", play: func(w *wiring, s string) { w.trickle(eventStream(), 1, 20*time.Millisecond); w.say(s) }, limits: nothingComes, outcomes: []model.Kind{model.TimedOut}, words: "timeouts.firstByte", again: true},
	{name: "a head and nothing more", play: func(w *wiring, _ string) { w.say(eventStream()); w.hang() }, limits: nothingComes, outcomes: []model.Kind{model.TimedOut}, words: "timeouts.firstByte", again: true},
	{name: "another protocol", play: func(w *wiring, _ string) { w.say("SSH-2.0-OpenSSH_9.6\r\n") }, outcomes: []model.Kind{model.Unreachable}, words: "does not speak HTTP"},
	{name: "a head without end", play: func(w *wiring, _ string) {
		w.trickle("HTTP/1.1 200 OK\r\nX: "+strings.Repeat("x", 1<<20), 1<<16, 0)
		w.hang()
	}, outcomes: []model.Kind{model.Unreachable}, words: "cannot be read", again: true},
	{name: "two lengths", play: func(w *wiring, s string) { w.say(head("200 OK", "Content-Length: 5", "Content-Length: 6") + s) }, outcomes: []model.Kind{model.Unreachable}, words: "cannot be read", again: true},
	{name: "a status that is none", play: func(w *wiring, s string) { w.say("HTTP/1.1 abc\r\n\r\n" + s) }, outcomes: []model.Kind{model.Unreachable}, words: "does not speak HTTP"},

	// Something else comes.
	{name: "nothing with 200", play: func(w *wiring, _ string) { w.say(sized("200 OK", "text/event-stream", "")) }, outcomes: []model.Kind{model.Truncated, model.BadAnswer}},
	{name: "nothing and no stream", play: func(w *wiring, _ string) { w.say(sized("200 OK", "application/json", "")) }, outcomes: []model.Kind{model.BadAnswer}},
	{name: "204", play: func(w *wiring, _ string) { w.say(head("204 No Content", "Connection: close")) }, outcomes: []model.Kind{model.Truncated, model.BadAnswer}},
	{name: "a page", play: func(w *wiring, _ string) { w.say(sized("200 OK", "text/html", "<html>Please log in")) }, outcomes: []model.Kind{model.BadAnswer}, words: "a web page"},
	{name: "a page that says it is a stream", play: func(w *wiring, _ string) { w.say(sized("200 OK", "text/event-stream", "<!doctype html>")) }, outcomes: []model.Kind{model.BadAnswer}, words: "a web page"},
	{name: "a page with 502", play: func(w *wiring, _ string) { w.say(sized("502 Bad Gateway", "text/html", "<html>Bad gateway")) }, outcomes: []model.Kind{model.Overloaded}, again: true},
	{name: "a failure without words", play: func(w *wiring, _ string) { w.say(sized("500 Oops", "text/plain", "")) }, outcomes: []model.Kind{model.Overloaded}, again: true},
	{name: "a failure without end", play: func(w *wiring, _ string) {
		w.say(head("503 Busy", "Content-Type: text/plain"))
		w.trickle(strings.Repeat("busy ", 1<<20), 1<<16, 0)
	}, outcomes: []model.Kind{model.Overloaded}, again: true},
	{name: "a failure that hangs", play: func(w *wiring, _ string) { w.say(head("503 Busy", "Content-Length: 100") + "bu"); w.hang() }, limits: itStops, outcomes: []model.Kind{model.Overloaded, model.TimedOut}, again: true},
	{name: "the key comes back", play: func(w *wiring, _ string) { w.say(sized("401 No", "text/plain", "bad sk-planted-key")) }, outcomes: []model.Kind{model.Auth}},
	{name: "another address", play: func(w *wiring, _ string) {
		w.say(head("307 Elsewhere", "Location: http://127.0.0.1:1/v1", "Content-Length: 0", "Connection: close"))
	}, outcomes: []model.Kind{model.BadRequest}, words: "127.0.0.1:1"},
	{name: "compressed", play: func(w *wiring, s string) { w.say(eventStream("Content-Encoding: gzip") + "\x1f\x8b" + s) }, outcomes: []model.Kind{model.BadAnswer}, words: "compressed"},
	{name: "no JSON in an event", play: func(w *wiring, s string) { w.say(eventStream() + events(s)[0] + "data: {oops\n\n" + s) }, outcomes: []model.Kind{model.BadAnswer, model.Truncated}},
	{name: "a number as an answer", play: func(w *wiring, _ string) { w.say(sized("200 OK", "application/json", "42")) }, outcomes: []model.Kind{model.BadAnswer}},
	{name: "JSON of another shape", play: func(w *wiring, _ string) { w.say(sized("200 OK", "application/json", `{"version":"1.2"}`)) }, outcomes: []model.Kind{model.BadAnswer}},
	{name: "JSON of the wrong types", play: func(w *wiring, _ string) { w.say(eventStream() + "data: []\n\ndata: \"text\"\n\ndata: 42\n\n") }, outcomes: []model.Kind{model.BadAnswer, model.Truncated}},
	{name: "half a whole answer", play: func(w *wiring, _ string) { w.say(sized("200 OK", "application/json", `{"choices":[{"mess`)) }, outcomes: []model.Kind{model.BadAnswer, model.Truncated}},
	{name: "two events in one line", play: func(w *wiring, s string) { w.say(eventStream() + strings.ReplaceAll(s, "}\n\ndata: {", "}data: {")) }, outcomes: []model.Kind{model.BadAnswer, model.Truncated, ""}},

	// It stops in the middle.
	{name: "reset in the middle", play: func(w *wiring, s string) { w.say(eventStream() + middle(s)); w.awaitHeard(); w.reset() }, outcomes: []model.Kind{model.Truncated}, words: "cut off", again: true},
	{name: "closed in the middle", play: func(w *wiring, s string) { w.say(eventStream() + middle(s)) }, outcomes: []model.Kind{model.Truncated}, words: "cut off", again: true},
	{name: "closed between two events", play: func(w *wiring, s string) { w.say(eventStream() + strings.Join(events(s)[:3], "")) }, outcomes: []model.Kind{model.Truncated}, words: "cut off", again: true},
	{name: "no last chunk", play: func(w *wiring, s string) { w.say(chunkedStream() + chunked(middle(s), 100)) }, outcomes: []model.Kind{model.Truncated}, words: "cut off", again: true},
	{name: "a chunk that is none", play: func(w *wiring, s string) { w.say(chunkedStream() + chunked(middle(s), 100) + "zz\r\noops") }, outcomes: []model.Kind{model.Truncated}, words: "cut off", again: true},
	{name: "shorter than it says", play: func(w *wiring, s string) { w.say(eventStream("Content-Length: 99999") + middle(s)) }, outcomes: []model.Kind{model.Truncated}, words: "cut off", again: true},
	{name: "longer than it says", play: func(w *wiring, s string) { w.say(eventStream("Content-Length: 200") + s) }, outcomes: []model.Kind{model.Truncated}, words: "cut off", again: true},
	{name: "HTTP/1.0, cut", play: func(w *wiring, s string) { w.say("HTTP/1.0 200 OK\r\n\r\n" + middle(s)) }, outcomes: []model.Kind{model.Truncated}, words: "cut off", again: true},
	{name: "silent in the middle", play: func(w *wiring, s string) { w.say(eventStream() + middle(s)); w.hang() }, limits: itStops, outcomes: []model.Kind{model.TimedOut}, words: "timeouts.idle", again: true},
	{
		name: "comments for ever", play: func(w *wiring, s string) {
			w.say(eventStream() + middle(s) + "\n\n")
			w.trickle(strings.Repeat(": alive\n\n", 10_000), 9, 10*time.Millisecond)
		},
		limits: signsOfLife, outcomes: []model.Kind{model.TimedOut, model.BadAnswer, model.Truncated}, again: true,
	},
	{
		name: "comments for ever from the start", play: func(w *wiring, _ string) {
			w.say(eventStream())
			w.trickle(strings.Repeat(": alive\n\n", 10_000), 9, 10*time.Millisecond)
		},
		limits: signsOfLife, outcomes: []model.Kind{model.TimedOut}, again: true,
	},
	{
		name: "empty events for ever", play: func(w *wiring, _ string) {
			w.say(eventStream())
			w.trickle(strings.Repeat("data:\n\n", 10_000), 7, 10*time.Millisecond)
		},
		limits: signsOfLife, outcomes: []model.Kind{model.TimedOut}, again: true,
	},
	{
		name: "too slow to wait for", play: func(w *wiring, s string) { w.say(eventStream()); w.trickle(s, 1, 5*time.Millisecond) },
		limits: wire.Timeouts{FirstByte: time.Hour, Idle: time.Hour, Total: soon}, outcomes: []model.Kind{model.TimedOut}, words: "timeouts.total",
	},
	{
		name: "an event without end", play: func(w *wiring, s string) {
			w.say(eventStream() + events(s)[0] + "data: ")
			w.trickle(strings.Repeat("x", 4<<20), 1<<16, 0)
		},
		maxEvent: 1 << 20, outcomes: []model.Kind{model.BadAnswer}, words: "limits.sseLine",
	},

	// It looks odd and is whole.
	{name: "as it should be", play: func(w *wiring, s string) { w.say(eventStream() + s) }, outcomes: whole},
	{name: "one byte at a time", play: func(w *wiring, s string) { w.say(eventStream()); w.trickle(s, 1, 0) }, outcomes: whole},
	{name: "chunks of one byte", play: func(w *wiring, s string) { w.say(chunkedStream()); w.trickle(chunked(s, 1)+lastChunk, 6, 0) }, outcomes: whole},
	{name: "slowly", play: func(w *wiring, s string) { w.say(eventStream()); w.trickle(s, 64, time.Millisecond) }, outcomes: whole},
	{name: "another type", play: func(w *wiring, s string) {
		w.say(head("200 OK", "Content-Type: application/octet-stream", "Connection: close") + s)
	}, outcomes: whole},
	{name: "called JSON", play: func(w *wiring, s string) {
		w.say(head("200 OK", "Content-Type: application/json", "Connection: close") + s)
	}, outcomes: whole},
	{name: "no type", play: func(w *wiring, s string) { w.say(head("200 OK", "Connection: close") + s) }, outcomes: whole},
	{name: "the end twice", play: func(w *wiring, s string) { all := events(s); w.say(eventStream() + s + "\n\n" + all[len(all)-1]) }, outcomes: whole},
	{name: "garbage after the end", play: func(w *wiring, s string) { w.say(eventStream() + s + "\n\ndata: {oops\n\n\x00\xff") }, outcomes: whole},
	{name: "reset after the end", play: func(w *wiring, s string) { w.say(eventStream() + s); w.awaitHeard(); w.reset() }, outcomes: whole},
	{name: "open after the end", play: func(w *wiring, s string) { w.say(chunkedStream() + chunked(s, 999)); w.hang() }, outcomes: whole},
	{name: "comments after the end", play: func(w *wiring, s string) {
		w.say(eventStream() + s + "\n\n")
		w.trickle(strings.Repeat(": alive\n\n", 10_000), 9, 10*time.Millisecond)
	}, outcomes: whole},
	{name: "garbage behind the last chunk", play: func(w *wiring, s string) { w.say(chunkedStream() + chunked(s, 50) + "0\r\nnot a trailer \x00\r\n\r\n") }, outcomes: whole},
	{name: "a trailer", play: func(w *wiring, s string) { w.say(chunkedStream() + chunked(s, 50) + "0\r\nX-Sum: 1\r\n\r\n") }, outcomes: whole},
	{name: "carriage returns", play: func(w *wiring, s string) { w.say(eventStream() + strings.ReplaceAll(s, "\n", "\r")) }, outcomes: whole},
	{name: "both line endings", play: func(w *wiring, s string) { w.say(eventStream() + strings.ReplaceAll(s, "\n", "\r\n")) }, outcomes: whole},
	{name: "a byte order mark", play: func(w *wiring, s string) { w.say(eventStream() + "\xef\xbb\xbf" + s) }, outcomes: whole},
	{name: "comments between", play: func(w *wiring, s string) {
		w.say(eventStream() + ": hi\n\n" + strings.ReplaceAll(s, "\n\n", "\n\n: alive\n\n"))
	}, outcomes: whole},
	{name: "empty events between", play: func(w *wiring, s string) {
		w.say(eventStream() + strings.ReplaceAll(s, "\n\n", "\n\ndata:\n\ndata: \n\n\n\n"))
	}, outcomes: whole},
	{name: "fields nobody knows", play: func(w *wiring, s string) {
		w.say(eventStream() + strings.ReplaceAll(s, "data: ", "id: 7\nretry: 10\nnonsense\ndata:"))
	}, outcomes: whole},
	{name: "no blank line at the end", play: func(w *wiring, s string) { w.say(eventStream() + strings.TrimRight(s, "\n")) }, outcomes: whole},
	{name: "100 Continue, unasked", play: func(w *wiring, s string) { w.say(head("100 Continue") + head("100 Continue") + eventStream() + s) }, outcomes: whole},
	{name: "103 Early Hints", play: func(w *wiring, s string) { w.say(head("103 Early Hints", "Link: </x>") + eventStream() + s) }, outcomes: whole},
	{name: "HTTP/1.0", play: func(w *wiring, s string) { w.say("HTTP/1.0 200 OK\r\nContent-Type: text/event-stream\r\n\r\n" + s) }, outcomes: whole},
	{name: "a length", play: func(w *wiring, s string) { w.say(sized("200 OK", "text/event-stream", s)); w.hang() }, outcomes: whole},
}

// Every fault, in every format, ends in time: either the answer is whole, or there is a failure that says
// what to do, with nothing lost of what came before it, nothing made up, and no request sent twice. The
// client is as good as new afterwards.
func TestFaults(t *testing.T) {
	for _, r := range record(t) {
		t.Run(r.kind, func(t *testing.T) {
			for _, f := range faults {
				t.Run(f.name, func(t *testing.T) {
					t.Parallel()
					f.test(t, r)
				})
			}
		})
	}
}

func (f fault) test(t *testing.T, r recorded) {
	server := serve(t)
	client := open(t, r.kind, wire.Service{BaseURL: server.address, Timeouts: f.limits, MaxEvent: f.maxEvent})
	server.does(func(w *wiring) { f.play(w, r.stream) })
	begun := time.Now()
	got := server.ask(t, client)
	if took := time.Since(begun); took > outlast {
		t.Errorf("it took %v", took)
	}
	if n := server.requests(); n != 1 {
		t.Errorf("%d requests were sent", n)
	}
	r.check(t, got)
	f.checkOutcome(t, got)

	server.does(func(w *wiring) { w.say(eventStream() + r.stream) })
	if next := ask(t.Context(), again(t, client, r, f.limits, server)); next.err != nil || next.text != r.want.text {
		t.Errorf("the next request: %+v, %v", next, next.err)
	}
}

// again gives a client for the next request: the same one, but for limits that only a fault should meet with.
func again(t *testing.T, c model.Client, r recorded, limits wire.Timeouts, server *faulty) model.Client {
	t.Helper()
	if limits == (wire.Timeouts{}) {
		return c
	}
	return open(t, r.kind, wire.Service{BaseURL: server.address})
}

func (f fault) checkOutcome(t *testing.T, got heard) {
	t.Helper()
	if got.err == nil {
		if !slices.Contains(f.outcomes, "") {
			t.Errorf("it passes for an answer: %+v", got)
		}
		return
	}
	failure, _ := errors.AsType[*model.Error](got.err)
	if failure == nil {
		t.Fatalf("error %v (%T)", got.err, got.err)
	}
	if !slices.Contains(f.outcomes, failure.Kind) || !strings.Contains(failure.Message, f.words) {
		t.Errorf("failure %s %q, want one of %q with %q", failure.Kind, failure.Message, f.outcomes, f.words)
	}
	if f.again != failure.Retryable && len(f.outcomes) == 1 {
		t.Errorf("retryable %v: %s", failure.Retryable, failure.Message)
	}
}

// check sees to what holds for every answer: an error has words, what was heard is what was said up to
// some place, and an answer without an error is whole.
func (r recorded) check(t testing.TB, got heard) {
	t.Helper()
	r.checkSaid(t, got)
	if got.err == nil {
		if diff := cmp.Diff(r.want, got, cmp.AllowUnexported(heard{}, called{}), cmpopts.IgnoreFields(heard{}, "err")); diff != "" {
			t.Errorf("the answer is not whole (-want +got):\n%s", diff)
		}
		return
	}
	checkWords(t, got.err)
}

func (r recorded) checkSaid(t testing.TB, got heard) {
	t.Helper()
	if !strings.HasPrefix(r.want.text, got.text) {
		t.Errorf("the text %q is no beginning of %q", got.text, r.want.text)
	}
	if len(got.calls) > len(r.want.calls) {
		t.Errorf("%d calls: %+v", len(got.calls), got.calls)
		return
	}
	for i, c := range got.calls {
		want := r.want.calls[i]
		if c.name != want.name || !strings.HasPrefix(want.input, c.input) || c.closed && c.input != want.input {
			t.Errorf("call %d is %+v, want %+v", i, c, want)
		}
	}
}

// checkWords looks at a failure as a user does.
func checkWords(t testing.TB, err error) {
	t.Helper()
	failure, ok := errors.AsType[*model.Error](err)
	if !ok {
		t.Errorf("error %v (%T)", err, err)
		return
	}
	text := failure.Message
	for _, word := range []string{"sk-planted-key", "blue heron", "net/http", "json:", "unexpected EOF", "context deadline", "%!", "0x", "\n", "\x00"} {
		if strings.Contains(text, word) {
			t.Errorf("the message has %q in it: %q", word, text)
		}
	}
	if text == "" || !utf8.ValidString(text) || !strings.HasSuffix(text, ".") && !strings.HasSuffix(text, `"`) || len(text) > 600 {
		t.Errorf("message %q", text)
	}
}

// A service that is not there.
func TestRefusedConnection(t *testing.T) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := listener.Addr().String()
	_ = listener.Close()
	for _, r := range record(t) {
		got := ask(t.Context(), open(t, r.kind, wire.Service{BaseURL: "http://" + address + "/v1", Timeouts: nothingComes}))
		fault{outcomes: []model.Kind{model.Unreachable}, words: "Nothing listens at", again: true}.checkOutcome(t, got)
		r.check(t, got)
	}
}
