package replay

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/toolmatch"
)

// hand stands for a tool: it says what was recorded and does nothing.
type hand struct {
	spec     tool.Spec
	progress *progress
}

var _ tool.Previewer = hand{}

// Spec implements tool.Handler.
func (h hand) Spec() tool.Spec { return h.spec }

// Classify implements tool.Handler. The policy finds the call by the subject.
func (h hand) Classify(c tool.Call) (tool.Class, error) {
	class := tool.Class{Subject: c.Key}
	if known := h.progress.current().calls[c.Key]; known != nil {
		class.ReadOnly, class.Speculative = known.use.ReadOnly, known.mayRunEarly()
	}
	return class, nil
}

// Preview implements tool.Previewer. It knows of a call that it could not work, when that is what was found.
func (h hand) Preview(_ context.Context, c tool.Call) (diff string, fails *tool.Result) {
	known := h.progress.current().calls[c.Key]
	if known != nil && known.failed() {
		fails = &known.outcome
	}
	return "", fails
}

// Run implements tool.Handler. It goes on when the call has been told to stop: what the tool said then
// was recorded too.
func (h hand) Run(ctx context.Context, c tool.Call, _ tool.Class, _ func(tool.Progress)) tool.Result {
	t := h.progress.current()
	known := t.calls[c.Key]
	h.progress.change(func() { h.progress.begun[c.Key] = true })
	switch {
	case known == nil:
		return tool.Fail(tool.Failed, "The recording has no such call.")
	case known.outside != nil && known.asked < t.until && !c.Outside:
		return h.inside(ctx, known)
	case known.result == nil || known.doneAt >= t.until:
		<-ctx.Done() // it was open when the program ended
		return tool.Fail(tool.Interrupted, dispatcher.NotRun)
	case t.cancel >= 0 && known.doneAt >= t.cancel:
		h.progress.stopped(ctx) // by the user's interrupt, which came before the call's end
	}
	alive := context.WithoutCancel(ctx)
	h.progress.reached(alive, known.doneAt)
	sleep(alive, h.progress.gap(known.doneAt))
	return known.outcome
}

// inside is what came of a command in the sandbox, about which the user was asked then.
func (h hand) inside(ctx context.Context, c *call) tool.Result {
	h.progress.reached(context.WithoutCancel(ctx), c.asked)
	r := c.outcome // when it did not run again; else the result of this run is not known, and nobody sees it
	r.Hindered = c.outside.Reason
	r.Text = strings.TrimSuffix(r.Text, dispatcher.Remark(noteOf(c.outside)))
	return r
}

// ruler is the policy of a replay: it rules as was recorded.
type ruler struct{ progress *progress }

var _ dispatcher.Policy = ruler{}

// Rule implements dispatcher.Policy.
func (r ruler) Rule(_ tool.Spec, class tool.Class, _ []string) dispatcher.Ruling {
	c := r.progress.current().calls[class.Subject]
	if c == nil {
		return dispatcher.Ruling{Code: tool.Failed, Reason: "The recording has no such call."}
	}
	if class.Outside != "" {
		return r.ruleOutside(c)
	}
	if c.neverAnswered() {
		return dispatcher.Ruling{Ask: true, By: "policy"}
	}
	if c.waited() && !r.progress.has(c.decided) {
		// The name is that of nothing else, so that an answer holds for this call alone.
		return dispatcher.Ruling{Ask: true, Rule: c.decision.Rule, Reason: c.decision.Reason, By: "policy", Grant: "call " + c.use.Call}
	}
	out := dispatcher.Ruling{Allow: !c.refusedBefore()}
	if !out.Allow {
		out.Code, out.Reason = c.outcome.Code, c.outcome.Text
	}
	if d := c.decision; d != nil {
		out.Rule, out.Reason, out.By = d.Rule, d.Reason, d.By
	}
	if !out.Allow {
		out.About = c.about()
	}
	return out
}

// about gives what the model was told of the rule that refused a call, nil when it was not told.
func (c *call) about() *dispatcher.Part {
	var told struct {
		Rule string
		dispatcher.Part
	}
	if json.Unmarshal(c.outcome.Details, &told) != nil || told.Rule == "" {
		return nil
	}
	return &told.Part
}

// ruleOutside rules whether a command runs again outside the sandbox.
func (r ruler) ruleOutside(c *call) dispatcher.Ruling {
	q := question{c, c.outside, c.asked}
	out := dispatcher.Ruling{Rule: event.RuleOutside, Reason: c.outside.Reason, By: c.outside.By}
	if q.answered() || !r.progress.put(q.name()) {
		out.Ask = true
		return out
	}
	out.Allow = c.outside.Verdict == "allow"
	return out
}

// hands gives the tools of a tape: those that the program knows, and for the other names that were
// called tools that take what they were given. Names that were unknown then are unknown again. A tool of a
// server of which only a suggestion is known is there to be suggested again.
func hands(t *tape, known []tool.Spec, p *progress) (handlers []tool.Handler, specs []tool.Spec, strange []string) {
	missing, called := t.names()
	for _, spec := range known {
		if slices.ContainsFunc(spec.Names(), func(name string) bool { return missing[name] }) {
			continue
		}
		specs = append(specs, spec)
	}
	for _, name := range slices.Sorted(keys(called)) {
		if !slices.ContainsFunc(specs, func(s tool.Spec) bool { return slices.Contains(s.Names(), name) }) {
			specs = append(specs, guess(name, called[name]))
			if len(called[name]) > 0 {
				strange = append(strange, name)
			}
		}
	}
	for i := range specs {
		specs[i].Timeout = -1 // the recorded result comes, whenever that is
		handlers = append(handlers, hand{specs[i], p})
	}
	return handlers, specs, strange
}

func keys[V any](m map[string]V) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for k := range m {
			if !yield(k) {
				return
			}
		}
	}
}

// names gives the names of tools that did not exist, and the inputs of those that did: of one that was only
// suggested there are none.
func (t *tape) names() (missing map[string]bool, called map[string][]json.RawMessage) {
	missing, called = map[string]bool{}, map[string][]json.RawMessage{}
	results := map[string]event.ToolResult{}
	var suggested []string
	for _, e := range t.events {
		if r, ok := e.Event.(event.ToolResult); ok {
			results[r.Call] = r
		}
	}
	for _, e := range t.events {
		use, ok := e.Event.(event.ToolUse)
		if !ok || use.Name == "" {
			continue
		}
		code, message := failureOf(results[use.Call])
		switch {
		case code == tool.UnknownTool:
			missing[use.Name] = true
			suggested = append(suggested, dispatcher.Suggested(message))
		case message == session.NotObject, code != "" && code != tool.BlockUnclosed && code != tool.Superseded && string(code) == strings.ToUpper(string(code)):
			// It could not be read, so nobody looked for the tool.
		default:
			called[use.Name] = append(called[use.Name], use.Input)
		}
	}
	for _, name := range suggested {
		if name = toolmatch.Undotted(name); toolmatch.OfServer(name) {
			called[name] = slices.Clip(called[name]) // without calls it is nil, and there
		}
	}
	return missing, called
}

// guess declares a tool of which only calls are known.
func guess(name string, inputs []json.RawMessage) tool.Spec {
	spec := tool.Spec{Name: name, Summary: "known from a recording only", PerCall: true}
	if toolmatch.OfServer(name) {
		spec.Aliases = []string{toolmatch.Dotted(name)}
	} else if space, rest, ok := strings.Cut(name, "."); ok {
		spec.Namespace, spec.Name = space, rest
	}
	kinds := map[byte]tool.Type{'"': tool.String, '{': tool.Object, '[': tool.Array, 't': tool.Boolean, 'f': tool.Boolean}
	for _, input := range inputs {
		var fields map[string]json.RawMessage
		if json.Unmarshal(input, &fields) != nil {
			continue
		}
		for _, field := range slices.Sorted(keys(fields)) {
			kind, ok := kinds[fields[field][0]]
			if !ok {
				kind = tool.Integer
			}
			if !slices.ContainsFunc(spec.Params, func(p tool.Param) bool { return p.Name == field }) {
				spec.Params = append(spec.Params, tool.Param{Name: field, Type: kind})
			}
			if kind == tool.String {
				spec.Main = field
			}
		}
	}
	if toolmatch.OfServer(name) { // what it takes is a server's affair
		for i := range spec.Params {
			if spec.Params[i].Type == tool.Integer {
				spec.Params[i].Type = "number"
			}
		}
		spec.InputSchema = spec.Schema()
	}
	return spec
}
