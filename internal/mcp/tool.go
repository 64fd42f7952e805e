package mcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/toolmatch"
)

// remote is a tool that a server runs.
type remote struct {
	server  string
	spec    tool.Spec
	timeout time.Duration // of a call; 0 is none
	call    caller
	keep    func(dir, name, text string) error // may be nil
}

// caller calls a tool by the server's own name for it. Progress is told in words.
type caller func(ctx context.Context, arguments json.RawMessage, progress func(text string)) (*sdk.CallToolResult, error)

// newTools makes the handlers of a server's tools.
func newTools(o Options, list []*sdk.Tool, call func(name string) caller) []tool.Handler {
	raw := make([]string, len(list))
	for i, t := range list {
		raw[i] = t.Name
	}
	var all []tool.Handler
	for i, name := range toolNames(o.Name, raw) {
		if name != "" {
			all = append(all, remote{o.Name, declare(name, list[i]), o.CallTimeout(raw[i]), call(raw[i]), o.Keep})
		}
	}
	return all
}

// What is taken of what a server says of a tool, in bytes. Model services refuse longer descriptions.
const (
	maxDescription = 1024
	maxSchema      = 64 << 10
)

// declare makes the declaration of a tool. That it only reads is the server's word, and nothing of it runs
// before a model has asked for it. The time of a call is kept here and not by the runtime, whose word for its
// end would not say that the work may be done all the same.
func declare(name string, t *sdk.Tool) tool.Spec {
	said := t.Title
	if a := t.Annotations; a != nil {
		said = cmp.Or(said, a.Title)
	}
	said = cmp.Or(strings.TrimSpace(t.Description), said, t.Name)
	schema := schemaOf(t.InputSchema)
	reads := t.Annotations != nil && t.Annotations.ReadOnlyHint
	return tool.Spec{
		Name: name, Aliases: []string{toolmatch.Dotted(name)}, Summary: clip.Short(clean.Text(said), maxDescription),
		InputSchema: schema, Main: tool.MainOf(schema), ReadOnly: reads, Hinted: reads, Timeout: -1,
	}
}

// anything is the schema of a tool whose own says nothing that can be used.
const anything = `{"type":"object","properties":{}}`

// schemaOf gives the server's schema as it is. Some services refuse one of an object that names no properties.
func schemaOf(given any) json.RawMessage {
	parts, isObject := given.(map[string]any)
	if !isObject || parts["type"] != "object" {
		return json.RawMessage(anything)
	}
	if parts["properties"] == nil {
		parts["properties"] = map[string]any{}
	}
	text := encode(parts)
	if text == nil || len(text) > maxSchema {
		return json.RawMessage(anything)
	}
	return text
}

// encode gives a value as JSON without escapes for HTML, which only cost a model tokens; nil if it cannot be.
func encode(value any) json.RawMessage {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	enc.SetEscapeHTML(false)
	if enc.Encode(value) != nil {
		return nil
	}
	return bytes.TrimSpace(text.Bytes())
}

// Spec implements tool.Handler.
func (r remote) Spec() tool.Spec { return r.spec }

// Classify implements tool.Handler. What a call is about only the server knows.
func (r remote) Classify(tool.Call) (tool.Class, error) {
	return tool.Class{ReadOnly: r.spec.ReadOnly}, nil
}

// Run implements tool.Handler.
func (r remote) Run(ctx context.Context, c tool.Call, _ tool.Class, emit func(tool.Progress)) tool.Result {
	if r.timeout > 0 {
		var cancel func()
		ctx, cancel = context.WithTimeout(ctx, r.timeout)
		defer cancel()
	}
	answer, err := r.call(ctx, c.Input, func(text string) { emit(tool.Progress{Stream: "stdout", Text: text + "\n"}) })
	if err != nil {
		return r.failed(ctx, err)
	}
	return r.result(c, answer)
}

// failed makes the result of a call that has no answer.
func (r remote) failed(ctx context.Context, err error) tool.Result {
	refused, isAnswer := errors.AsType[*jsonrpc.Error](err)
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return tool.Fail(tool.Timeout, fmt.Sprintf("The server %s did not answer within %s. It may have done the work all the same.", r.server, r.timeout))
	case ctx.Err() != nil:
		return tool.Fail(tool.Interrupted, fmt.Sprintf("The call was cancelled. What the server %s had done by then is not known.", r.server))
	case isAnswer && refused.Code == jsonrpc.CodeInvalidParams:
		return tool.Fail(tool.InvalidInput, err.Error())
	}
	return tool.Fail(tool.Failed, err.Error())
}
