package app

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"eidolon/actors/model"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/redact"
)

// redactTool gives a tool none of whose words shows a secret: its result, what it tells while it works,
// its preview, and what it says when it crashes.
func redactTool(h tool.Handler, r *redact.Redactor) tool.Handler {
	if r == nil {
		return h
	}
	t := redactedTool{h, r}
	if p, ok := h.(tool.Previewer); ok {
		return redactedPreviewer{t, p}
	}
	return t
}

type redactedTool struct {
	tool.Handler
	r *redact.Redactor
}

// Run implements tool.Handler.
func (t redactedTool) Run(ctx context.Context, c tool.Call, class tool.Class, emit func(tool.Progress)) tool.Result {
	defer func() { crash(t.r, recover()) }()
	streams := map[string]*redact.Stream{} // by their names
	result := t.Handler.Run(ctx, c, class, func(p tool.Progress) {
		s := streams[p.Stream]
		if s == nil {
			s = t.r.Stream()
			streams[p.Stream] = s
		}
		if text := s.Next([]byte(p.Text)); len(text) > 0 {
			p.Text = string(text)
			emit(p)
		}
	})
	for _, name := range slices.Sorted(maps.Keys(streams)) {
		if rest := streams[name].End(); len(rest) > 0 {
			emit(tool.Progress{Stream: name, Text: string(rest)})
		}
	}
	return t.result(result)
}

// crash goes on with a panic whose reason shows no secret: whoever catches it writes it down.
func crash(r *redact.Redactor, reason any) {
	if reason != nil {
		panic(r.String(fmt.Sprint(reason)))
	}
}

func (t redactedTool) result(r tool.Result) tool.Result {
	for _, text := range []*string{&r.Text, &r.Diff, &r.Hindered} {
		*text = t.r.String(*text)
	}
	for _, data := range []*json.RawMessage{&r.Data, &r.Details} {
		*data = t.r.JSON(*data)
	}
	return r
}

type redactedPreviewer struct {
	redactedTool
	previewer tool.Previewer
}

// Preview implements tool.Previewer.
func (p redactedPreviewer) Preview(ctx context.Context, c tool.Call) (diff string, fails *tool.Result) {
	diff, fails = p.previewer.Preview(ctx, c)
	if fails != nil {
		fails = new(p.result(*fails))
	}
	return p.r.String(diff), fails
}

// redactOutput makes what the output of a command goes through before anybody sees or keeps it.
func redactOutput(r *redact.Redactor) func() func([]byte) []byte {
	if r == nil {
		return nil
	}
	return func() func([]byte) []byte {
		s := r.Stream()
		return func(piece []byte) []byte {
			if piece == nil {
				return s.End()
			}
			return s.Next(piece)
		}
	}
}

// redactFiles gives files whose texts show no secret. It is for those that only read: what was edited in
// such a text would be written back without the secret.
func redactFiles(files fsapi.Files, r *redact.Redactor) fsapi.Files {
	if r == nil {
		return files
	}
	return redactedFiles{files, r}
}

type redactedFiles struct {
	fsapi.Files
	r *redact.Redactor
}

// Read implements fsapi.Files.
func (f redactedFiles) Read(ctx context.Context, name string, o fsapi.ReadOptions) (fsapi.Content, error) {
	c, err := f.Files.Read(ctx, name, o)
	if o.Text { // a picture would not be one any more
		c.Data = f.r.Bytes(c.Data)
	}
	return c, err
}

// Close closes the files if they can be closed.
func (f redactedFiles) Close() error {
	if c, ok := f.Files.(io.Closer); ok {
		return c.Close()
	}
	return nil
}

// redactClient gives a client of a model service whose errors show no secret. It knows more of them than
// the service's own client: a proxy may have a password too.
func redactClient(c model.Client, r *redact.Redactor) model.Client {
	if r == nil || c == nil {
		return c
	}
	return redactedClient{c, r}
}

type redactedClient struct {
	model.Client
	r *redact.Redactor
}

// Stream implements model.Client.
func (c redactedClient) Stream(ctx context.Context, req model.Request, emit func(model.Chunk) error) (model.End, error) {
	defer func() { crash(c.r, recover()) }()
	end, err := c.Client.Stream(ctx, req, emit)
	if failure, ok := errors.AsType[*model.Error](err); ok {
		clean := *failure
		clean.Message = c.r.String(failure.Message)
		return end, &clean
	}
	if err != nil {
		if said := c.r.String(err.Error()); said != err.Error() {
			err = redactedError{said, err}
		}
	}
	return end, err
}

// redactedError is an error in other words.
type redactedError struct {
	said string
	err  error
}

// Error implements error.
func (e redactedError) Error() string { return e.said }

// Unwrap gives the error itself, which says what kind it is.
func (e redactedError) Unwrap() error { return e.err }

// redactLines gives a function the lines without secrets.
func redactLines(tell func(string), r *redact.Redactor) func(string) {
	return func(line string) { tell(r.String(line)) }
}

// diagnostics is where the log of a session goes. Beside the secrets that are known it hides what looks
// like one: a wrong guess does no harm there.
type diagnostics struct {
	to io.Writer
	r  *redact.Redactor
}

// Write takes a whole line.
func (d diagnostics) Write(line []byte) (int, error) {
	text := redact.Shapes(string(d.r.JSON(line)), "[redacted]")
	if _, err := io.WriteString(d.to, text); err != nil {
		return 0, err
	}
	return len(line), nil
}
