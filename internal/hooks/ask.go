package hooks

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"eidolon/fsapi"
)

// input is what a hook reads. Fields of other events are left out.
type input struct {
	Session    string `json:"session_id"`
	Transcript string `json:"transcript_path"`
	Dir        string `json:"cwd"`
	Mode       string `json:"permission_mode"`
	Event      Event  `json:"hook_event_name"`

	Tool     string          `json:"tool_name,omitempty"`
	Input    json.RawMessage `json:"tool_input,omitempty"`
	Call     string          `json:"tool_use_id,omitempty"`
	Response *response       `json:"tool_response,omitempty"`

	Prompt *string `json:"prompt,omitempty"`
	Active *bool   `json:"stop_hook_active,omitempty"`
}

// response is the outcome of a call.
type response struct {
	Text string          `json:"text"` // what the model reads
	Data json.RawMessage `json:"data,omitempty"`
}

// ask has hooks look at an event and joins what they say. Each is asked, also when one before it has
// refused. They run side by side, but for those that follow a call: these often rewrite the same file.
func (h *Hooks) ask(ctx context.Context, hooks []hook, in input) answer {
	in.Session, in.Transcript, in.Dir, in.Mode = h.o.Session, h.o.Transcript, h.o.Root, h.o.Mode()
	line, err := encode(in)
	if err != nil {
		return answer{told: []string{fmt.Sprintf("the %s hooks were not asked: %v", in.Event, err)}}
	}
	answers := make([]answer, len(hooks))
	if in.Event == PostToolUse {
		for i, own := range hooks {
			answers[i] = h.run(ctx, own, in.Event, line)
		}
		return join(answers)
	}
	var all sync.WaitGroup
	for i, own := range hooks {
		all.Go(func() { answers[i] = h.run(ctx, own, in.Event, line) })
	}
	all.Wait()
	return join(answers)
}

func encode(in input) ([]byte, error) {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false) // shell scripts search in it
	err := enc.Encode(in)
	return line.Bytes(), err
}

// run runs one hook to its end. One that cannot be started has failed like one that fails in itself.
func (h *Hooks) run(ctx context.Context, own hook, event Event, line []byte) answer {
	c := own.command
	c.Stdin = line
	exit, err := h.o.Runner.Run(ctx, c, own.verdict, nil)
	switch {
	case err != nil && ctx.Err() != nil, exit.Canceled:
		return answer{}
	case err != nil:
		return answer{told: []string{fmt.Sprintf("the %s hook %s could not run: %s", event, nameOf(c), reasonOf(err))}}
	}
	return read(event, c, exit)
}

func reasonOf(err error) string {
	if refused, ok := errors.AsType[*fsapi.CommandError](err); ok && refused.Err != nil {
		return refused.Err.Error()
	}
	return err.Error()
}

// tell shows the user what hooks had for them, and ends the turn where one wanted that.
func (h *Hooks) tell(a answer) {
	for _, line := range a.told {
		h.o.Notice(short(line))
	}
	if a.halt {
		h.o.Halt()
	}
}
