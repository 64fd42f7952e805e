package mcp

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"eidolon/fsapi"
	"eidolon/internal/leaf/clip"
)

// Stdio is the way to a server that is a program: messages go over its standard input and output.
type Stdio struct {
	Starter fsapi.Starter
	Command fsapi.Command
	Verdict fsapi.Verdict // that allows the command
}

// longSilence is the longest that the first question may stay without an answer before the server is taken for
// one that does not know it.
const longSilence = 5 * time.Second

// maxMessage is the longest message that is taken from a server, in bytes.
const maxMessage = 16 << 20

var errTooLong = fmt.Errorf("it sent a message of more than %d MiB", maxMessage>>20)

// open implements Door.
func (d Stdio) open(ctx context.Context, within time.Duration) (*way, error) {
	p, err := d.Starter.Start(ctx, d.Command, d.Verdict)
	if err != nil {
		return nil, fmt.Errorf("it could not be started: %w", err)
	}
	out, in := io.Pipe()
	c := &conversation{process: p, out: out, in: in, silence: min(longSilence, within/2)}
	go c.listen()
	return &way{
		transport: &sdk.IOTransport{Reader: c, Writer: c, MaxLineLength: maxMessage + 1},
		close:     func() { _ = c.Close() },
		why:       c.why,
		died:      c.died,
	}, nil
}

// conversation is what the library reads and writes when it talks to a program. Between the two stands one
// goroutine that takes the program's lines and hands on those that are messages.
type conversation struct {
	process fsapi.Process
	out     *io.PipeReader
	in      *io.PipeWriter
	silence time.Duration

	mu     sync.Mutex
	stray  string      // the first line that was no message
	lost   error       // why its lines are not read any more, but for its end
	ended  bool        // the program closed its output, by itself
	closed bool        // by us
	probe  *time.Timer // until an answer is made to the first question; nil without one
}

// listen hands on the program's messages until it ends.
func (c *conversation) listen() {
	lines := bufio.NewReaderSize(c.process, 64<<10)
	for {
		line, err := readLine(lines)
		if len(line) > 0 {
			if !isMessage(line) {
				c.noteStray(line)
			} else if _, err := c.in.Write(append(line, '\n')); err != nil {
				return // nobody reads any more
			}
			c.answered()
		}
		if err != nil {
			c.mu.Lock()
			if errors.Is(err, io.EOF) {
				c.ended = !c.closed
			} else {
				c.lost = err
			}
			c.mu.Unlock()
			c.in.CloseWithError(io.EOF)
			return
		}
	}
}

// readLine reads one line without its end and without blanks around it.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		piece, err := r.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case len(line) > maxMessage:
			return nil, errTooLong
		case !errors.Is(err, bufio.ErrBufferFull):
			return bytes.TrimSpace(line), err
		}
	}
}

// isMessage says whether a line is a message of the protocol, or several. Programs print other things on their
// standard output too, which is no reason to part.
func isMessage(line []byte) bool {
	messages := []json.RawMessage{line}
	if line[0] == '[' && (json.Unmarshal(line, &messages) != nil || len(messages) == 0) {
		return false
	}
	return !slices.ContainsFunc(messages, func(m json.RawMessage) bool {
		_, err := jsonrpc.DecodeMessage(m)
		return err != nil
	})
}

func (c *conversation) noteStray(line []byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.stray == "" {
		c.stray = clip.Short(string(line), 200)
	}
}

// Read implements io.Reader for the library.
func (c *conversation) Read(b []byte) (int, error) { return c.out.Read(b) }

// Write implements io.Writer for the library, which writes a message at a time.
func (c *conversation) Write(b []byte) (int, error) {
	if bytes.Contains(b, []byte(`"server/discover"`)) {
		c.expectAnswer(b)
	}
	return c.process.Write(b)
}

// expectAnswer has the question by which the library finds out the era of a server answered, if the server does
// not: some old ones drop what they do not know.
func (c *conversation) expectAnswer(question []byte) {
	message, err := jsonrpc.DecodeMessage(bytes.TrimSpace(question))
	req, ok := message.(*jsonrpc.Request)
	if err != nil || !ok || !req.IsCall() {
		return
	}
	answer, err := jsonrpc.EncodeMessage(&jsonrpc.Response{ID: req.ID, Error: &jsonrpc.Error{Code: jsonrpc.CodeMethodNotFound, Message: "no answer"}})
	if err != nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.probe = time.AfterFunc(c.silence, func() { _, _ = c.in.Write(append(answer, '\n')) }) // the library may be gone
}

// answered says that the program has said something: it needs no answer in its place.
func (c *conversation) answered() {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.probe != nil {
		c.probe.Stop()
	}
}

// Close implements io.Closer. It returns when the program has ended.
func (c *conversation) Close() error {
	c.mu.Lock()
	c.closed = true
	if c.probe != nil {
		c.probe.Stop()
	}
	c.mu.Unlock()
	_ = c.out.Close()
	return c.process.Close()
}

func (c *conversation) died() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.ended
}

// maxLast is how much is told of what a program said last, in bytes.
const maxLast = 600

// ending gives the end of a text.
func ending(text string, most int) string {
	if len(text) <= most {
		return text
	}
	return "…" + strings.ToValidUTF8(text[len(text)-most:], "")
}

// why says what became of the program. It has ended.
func (c *conversation) why(err error) error {
	exit := c.process.Wait()
	c.mu.Lock()
	defer c.mu.Unlock()
	var parts []string
	switch {
	case c.lost != nil:
		parts = append(parts, c.lost.Error())
	case err != nil && !c.ended && !isEnd(err):
		parts = append(parts, err.Error())
	case exit.Signal != "":
		parts = append(parts, "it was ended by "+exit.Signal)
	case exit.Code >= 0:
		parts = append(parts, fmt.Sprintf("it ended with exit code %d", exit.Code))
	default:
		parts = append(parts, "it ended")
	}
	if last := strings.TrimSpace(exit.Stderr.Text); last != "" {
		parts = append(parts, "it said last: "+ending(last, maxLast))
	} else if c.stray != "" {
		parts = append(parts, fmt.Sprintf("it printed %q where messages belong", c.stray))
	}
	return errors.New(strings.Join(parts, "; "))
}
