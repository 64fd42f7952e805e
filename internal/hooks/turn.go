package hooks

import (
	"context"
	"strings"
)

// RefusedError says that a hook does not let a prompt be sent.
type RefusedError struct{ Reason string }

// Error implements error.
func (e *RefusedError) Error() string {
	return "a UserPromptSubmit hook refused the prompt, which was not sent: " + e.Reason
}

// Prompt has the hooks look at what the user is about to say. It gives what the model is to read ahead
// of it, or a [*RefusedError].
func (h *Hooks) Prompt(ctx context.Context, text string) (before []string, err error) {
	if h == nil || len(h.of[UserPromptSubmit]) == 0 {
		return nil, nil
	}
	a := h.ask(ctx, h.of[UserPromptSubmit], input{Event: UserPromptSubmit, Prompt: &text})
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	a.halt = false // there is no turn yet
	h.tell(a)
	if a.block {
		return nil, &RefusedError{Reason: a.reason}
	}
	if len(a.context) > 0 {
		before = []string{"A hook of the user adds to the prompt that follows:\n" + strings.Join(a.context, "\n")}
	}
	return before, nil
}

// Stops says that there are hooks for the end of a turn.
func (h *Hooks) Stops() bool { return h != nil && len(h.of[Stop]) > 0 }

// Stop has the hooks look at the end of a turn. It gives what the model is told if it is to go on, or
// "". Again says that it went on already in this turn because a hook wanted it.
func (h *Hooks) Stop(ctx context.Context, again bool) (goOn string, err error) {
	a := h.ask(ctx, h.of[Stop], input{Event: Stop, Active: &again})
	if err := ctx.Err(); err != nil {
		return "", err
	}
	ends := a.halt
	a.halt = false // the turn ends by itself
	h.tell(a)
	if ends || !a.block {
		return "", nil
	}
	h.o.Notice(short("a Stop hook has the model go on: " + a.reason))
	return "A hook of the user does not let the turn end yet: " + strings.Join(append([]string{a.reason}, a.context...), "\n"), nil
}
