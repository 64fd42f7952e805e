package subagents

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/internal/agents"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/figure"
	"eidolon/internal/store"
)

// answerLimit is the most that the model reads of an answer, in bytes: as much as of a command's output.
const answerLimit = 50 << 10

// keptLimit is the most that is kept of it in the log of the session that asked. An answer of a model can
// have 64 MB, and all of it is in the subagent's own session.
const keptLimit = 1 << 20

// Order is a piece of work for a subagent.
type Order struct {
	Session, Call string // that give it
	Prompt        string
	Agent         *agents.Agent // who is to do it; nil for nobody in particular
	Model         string        // as the call names it, or ""
	ReadOnly      bool
}

// Report is what came of an order.
type Report struct {
	Session  string // id of the session that did the work, or ""
	Model    string
	Answer   string // what it said last
	Reason   event.EndReason
	Failure  string // what went wrong, in a sentence, when Reason is not that it was done
	Requests int
	Calls    int
	Tokens   store.Tokens
	Unpriced bool // the price of a request was not known
}

// Options of the tool.
type Options struct {
	// Agents gives the agents there are now.
	Agents func(ctx context.Context) agents.Set
	// Fits says what is wrong with the model of an order, which is found before anybody is asked. It may
	// be nil.
	Fits func(Order) error
	// Start does the work, and tells of its progress in lines. An error means that it could not begin.
	Start func(ctx context.Context, o Order, progress func(line string)) (Report, error)
	// Timeout is the limit of one call; 0 means none.
	Timeout time.Duration
}

// Tool is invoke_subagent.
type Tool struct{ o Options }

// New makes the tool.
func New(o Options) Tool { return Tool{o} }

type input struct {
	Prompt   string `json:"prompt"`
	Agent    string `json:"agent"`
	ReadOnly bool   `json:"readOnly"`
	Model    string `json:"model"`
}

// output is the data of a good result, for programs.
type output struct {
	Session  string       `json:"session"`
	Agent    string       `json:"agent,omitempty"`
	Model    string       `json:"model"`
	Text     string       `json:"text"`   // of its answer
	Reason   string       `json:"reason"` // why it ended: done or max_turns
	Requests int          `json:"requests"`
	Calls    int          `json:"calls"`
	Tokens   store.Tokens `json:"tokens"`
}

// Spec implements tool.Handler.
func (t Tool) Spec() tool.Spec {
	timeout := t.o.Timeout
	if timeout == 0 {
		timeout = -1
	}
	return tool.Spec{
		Namespace: tool.BuiltIn, Name: "invoke_subagent", Aliases: []string{"task"},
		Summary: "Have a fresh session of this program do a task by itself and give back its final answer. It sees nothing of this conversation.",
		Params: []tool.Param{
			{Name: "prompt", Type: tool.String, Required: true, Summary: "the whole task, with all it has to know and what to answer"},
			{Name: "agent", Type: tool.String, Summary: "name of an agent to do it"},
			{Name: "readOnly", Type: tool.Boolean, Summary: "it may read and change nothing; such calls run side by side"},
			{Name: "model", Type: tool.String, Summary: "another model for it"},
		},
		Main: "prompt", PerCall: true, Delegates: true, Subject: "agent", Timeout: timeout,
	}
}

// Classify implements tool.Handler. Whoever asks bounds the time that it takes.
func (t Tool) Classify(c tool.Call) (tool.Class, error) {
	in, agent, err := t.read(context.Background(), c)
	if err != nil {
		return tool.Class{}, err
	}
	class := tool.Class{ReadOnly: in.ReadOnly, Subject: in.Agent}
	if in.ReadOnly {
		return class, nil
	}
	class.Unasked = "nobody is asked about each of them"
	if agent != nil && agent.Untrusted {
		class.Unasked += "; the agent " + agent.Name + " is the project's, whose file you have not trusted"
	}
	return class, nil
}

// read gives the input of a call, and the agent that it names.
func (t Tool) read(ctx context.Context, c tool.Call) (input, *agents.Agent, error) {
	in, err := tool.Into[input](c.Input)
	if err != nil {
		return in, nil, &tool.InputError{Message: err.Error()}
	}
	if strings.TrimSpace(in.Prompt) == "" {
		return in, nil, &tool.InputError{Param: "prompt", Message: "prompt is empty: the subagent knows nothing but what it says"}
	}
	var agent *agents.Agent
	if in.Agent != "" {
		set := t.o.Agents(ctx)
		one, found := set.Find(in.Agent)
		if !found {
			return in, nil, &tool.InputError{Param: "agent", Message: unknown(set, in.Agent)}
		}
		in.Agent, agent = one.Name, &one
	}
	if t.o.Fits == nil {
		return in, agent, nil
	}
	if err := t.o.Fits(Order{Agent: agent, Model: in.Model}); err != nil {
		return in, nil, &tool.InputError{Param: "model", Message: err.Error()}
	}
	return in, agent, nil
}

// unknown says that there is no agent of a name, and which there are.
func unknown(set agents.Set, name string) string {
	said := fmt.Sprintf("there is no agent %q", name)
	if near := set.Nearest(name); near != "" {
		return said + "; did you mean " + near + "?"
	}
	if len(set.Agents) == 0 {
		return said + ", nor any other; leave agent out"
	}
	const most = 30
	names := make([]string, min(len(set.Agents), most))
	for i := range names {
		names[i] = set.Agents[i].Name
	}
	if more := len(set.Agents) - most; more > 0 {
		names = append(names, fmt.Sprintf("and %d more", more))
	}
	return said + "; there are " + strings.Join(names, ", ")
}

// Run implements tool.Handler.
func (t Tool) Run(ctx context.Context, c tool.Call, _ tool.Class, emit func(tool.Progress)) tool.Result {
	in, agent, err := t.read(ctx, c)
	if err != nil {
		return tool.FailWith(err)
	}
	order := Order{Session: c.Session, Call: c.Key, Prompt: in.Prompt, Agent: agent, Model: in.Model, ReadOnly: in.ReadOnly}
	r, err := t.o.Start(ctx, order, func(line string) { emit(tool.Progress{Stream: "stdout", Text: line + "\n"}) })
	res := outcome(ctx, in.Agent, r, err)
	res.Spent = r.spent()
	return res
}

// outcome is the result of work that came to an end, whichever.
func outcome(ctx context.Context, agent string, r Report, err error) tool.Result {
	switch {
	case errors.Is(ctx.Err(), context.DeadlineExceeded):
		return tool.Fail(tool.Timeout, "The subagent ran out of time."+r.left())
	case ctx.Err() != nil:
		return tool.Fail(tool.Interrupted, "The subagent was interrupted."+r.left())
	case err != nil:
		return tool.Fail(tool.Failed, "The subagent could not begin: "+err.Error())
	case r.Reason != event.EndDone && r.Reason != event.EndMaxTurns:
		return tool.Fail(tool.Failed, "The subagent failed: "+r.Failure+r.left())
	}
	return result(agent, r)
}

// result is that of work that came to an end of its own.
func result(agent string, r Report) tool.Result {
	text := clip.Bytes(r.Answer, answerLimit)
	cut := len(text) < len(r.Answer)
	if strings.TrimSpace(text) == "" {
		text = "(The subagent ended without a word.)"
	}
	if r.Reason == event.EndMaxTurns {
		text += fmt.Sprintf("\n\n[It was stopped after %d requests, so this is not its final answer.]", r.Requests)
	}
	if cut {
		text += fmt.Sprintf("\n\n[The answer goes on: %d bytes in all.%s]", len(r.Answer), r.place("It"))
	}
	res := tool.OK(output{
		Session: r.Session, Agent: agent, Model: r.Model, Text: clip.Bytes(r.Answer, keptLimit), Reason: string(r.Reason),
		Requests: r.Requests, Calls: r.Calls, Tokens: r.Tokens,
	}, text+r.bill())
	res.Cut = cut
	return res
}

// spent is what the work cost, or nil when no model was asked.
func (r Report) spent() *tool.Spent {
	if r.Requests == 0 {
		return nil
	}
	t := r.Tokens
	return &tool.Spent{
		Requests: r.Requests, InputTokens: t.Input, OutputTokens: t.Output, CachedTokens: t.Cached, WrittenTokens: t.Written,
		ReasoningTokens: t.Reasoning, Estimated: t.Estimated, Model: r.Model, Cost: t.Cost, Unpriced: r.Unpriced,
	}
}

// bill says what the work cost.
func (r Report) bill() string {
	parts := []string{count(r.Requests, "request"), count(r.Calls, "tool call"), figure.Count(r.Tokens.Input+r.Tokens.Output) + " tokens"}
	if r.Session != "" {
		parts = slices.Insert(parts, 0, "session "+r.Session)
	}
	return "\n\n[subagent: " + strings.Join(parts, ", ") + "]"
}

// left says what there is of work that was not done.
func (r Report) left() string {
	text := clip.Bytes(r.Answer, answerLimit)
	if strings.TrimSpace(text) != "" {
		text = "\n\nIt said last:\n\n" + text
	}
	return r.place("What it did") + text
}

// place says where something can be looked at, or gives "" when nothing is kept.
func (r Report) place(what string) string {
	if r.Session == "" {
		return ""
	}
	return " " + what + " is in session " + r.Session + "."
}

func count(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}
