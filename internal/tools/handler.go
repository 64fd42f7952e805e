package tools

import (
	"context"

	"eidolon/actors/tool"
)

// handler makes a [tool.Handler] of a declaration and two functions on the typed input.
type handler[In any] struct {
	spec     tool.Spec
	classify func(In) (tool.Class, error)
	run      func(ctx context.Context, c call, in In) tool.Result
	// preview is run on files that do not change; nil for tools that have nothing to show.
	preview func(ctx context.Context, c call, in In) tool.Result
}

// call is a call that runs.
type call struct {
	tool.Call
	class tool.Class
	emit  func(tool.Progress)
}

// Spec declares the tool.
func (h handler[In]) Spec() tool.Spec { return h.spec }

// Classify judges a call without running it.
func (h handler[In]) Classify(c tool.Call) (tool.Class, error) {
	in, err := tool.Into[In](c.Input)
	if err != nil {
		return tool.Class{}, &tool.InputError{Message: err.Error()}
	}
	return h.classify(in)
}

// Run does the work.
func (h handler[In]) Run(ctx context.Context, c tool.Call, class tool.Class, emit func(tool.Progress)) tool.Result {
	in, err := tool.Into[In](c.Input)
	if err != nil {
		return tool.Fail(tool.InvalidInput, err.Error()).WithKind(kindInvalid)
	}
	return h.run(ctx, call{c, class, emit}, in)
}
