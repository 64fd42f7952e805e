package session

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/tool"
	"eidolon/xnl"
)

// Caller is a program that has a conversation of its own with the model and runs the calls itself. Its
// session is one answer: the calls in it are recorded and told, nothing is judged or run, and the turn
// ends with the answer. What stands in the log about the user is then only a note of what was asked.
type Caller struct {
	Messages  []model.Message // the conversation, behind the system prompt; native calls and results are put into words for XNL
	Tools     []model.Tool
	Choice    model.Choice
	MainParam func(tool string) (param string, ok bool) // which parameter takes a call's text body in XNL
	// Answer gives what comes of a call to a program that would always say the same: the model hears it and
	// goes on. Nil leaves the calls to the program.
	Answer func(name string, input json.RawMessage) string
	Key    []byte // of the markers in XNL: the same for all runs of one conversation
}

// What a caller's choice among its tools says to a model that calls them in the text.
const (
	// MustCall asks for any call.
	MustCall = "Call at least one of your tools in this answer."
	// mustCallThat asks for one.
	mustCallThat = "Call the tool %s in this answer."
)

// ask makes the request: the conversation so far, or that of the caller.
func (s *session) ask() model.Request {
	m, c := s.model(), s.o.Caller
	req := model.Request{
		Model: m.Name, Messages: slices.Clip(s.conv.messages), MaxOutputTokens: m.MaxOutput, ThinkingLevel: m.Thinking, Temperature: m.Heat,
		WebSearch: s.o.WebSearch, CacheKey: s.o.CacheKey,
	}
	switch {
	case c == nil && m.Native:
		req.Tools = s.nativeTools()
	case c == nil && slices.ContainsFunc(s.conv.messages, isNative):
		// A request that explains no native tools must hold no native calls: another model made them.
		req.Messages = s.inWords(s.conv.messages)
	case c == nil:
	case m.Native:
		req.Messages, req.Tools, req.Choice = append(s.conv.opening(), c.Messages...), c.Tools, c.Choice
	default:
		req.Messages = slices.Concat(s.conv.opening(), s.inWords(c.Messages), choiceInWords(c.Choice))
	}
	req.Messages = visible(m, req.Messages)
	return req
}

func isNative(m model.Message) bool { return len(m.Calls)+len(m.Results) > 0 }

// opening gives a new list with the system prompt alone, or an empty one.
func (c *conversation) opening() []model.Message {
	if len(c.messages) > 0 && c.messages[0].Role == model.System {
		return []model.Message{c.messages[0]}
	}
	return nil
}

// mainParams says which parameter of a tool takes the text body of a call.
func (s *session) mainParams() func(tool string) (param string, ok bool) {
	if s.o.Caller != nil {
		return s.o.Caller.MainParam
	}
	return MainParams(s.o.Tools)
}

// foreignTools gives the tools that a call in another notation may name.
func (s *session) foreignTools() map[string]tool.Spec {
	if s.o.Caller == nil {
		return ForeignTools(s.o.Tools)
	}
	tools := map[string]tool.Spec{}
	for _, t := range s.o.Caller.Tools {
		tools[t.Name] = tool.Spec{Name: t.Name}
	}
	return tools
}

// hand tells of a call that is the caller's to run. One that cannot be read ends the run as a failure:
// there is nothing that the caller could do with it.
func (s *session) hand(env actorkit.Env, c *callState, broken *tool.Result) {
	c.released = true // nobody here waits for it
	if broken != nil {
		c.result = broken
		s.turn.fatal = true
		name := c.name
		if name == "" {
			name = "a tool"
		}
		s.record(env, event.Error{
			Kind:    "bad_call",
			Message: fmt.Sprintf("The model wrote a call of %s that cannot be read (%s). Ask again.", name, broken.Code),
		})
		return
	}
	c.name = s.o.Caller.name(c.name)
	s.recordUse(env, c, nil, false)
}

// name gives a tool the name that the caller knows it by. The prompt shows calls with a namespace, and a
// model may put one before a name that has none.
func (c *Caller) name(said string) string {
	plain := said[strings.LastIndexByte(said, '.')+1:]
	if slices.ContainsFunc(c.Tools, func(t model.Tool) bool { return t.Name == plain }) {
		return plain
	}
	return said
}

// endAnswer ends the turn of a caller.
func (s *session) endAnswer(env actorkit.Env) {
	t := s.turn
	t.finished = true
	switch {
	case t.ending != "":
		s.endTurn(env, t.ending)
	case t.fatal:
		s.endTurn(env, event.EndError)
	case s.o.Caller.Answer != nil && len(t.calls) > 0:
		s.answerCalls(env)
	default:
		s.endTurn(env, event.EndDone)
	}
}

// answerCalls goes on with what the caller would say to the calls of the round.
func (s *session) answerCalls(env actorkit.Env) {
	c := *s.o.Caller // the one that was given stays as it is
	s.o.Caller = &c
	said := s.conv.messages[len(s.conv.messages)-1]
	var replies []reply
	for _, call := range s.turn.calls {
		result := tool.Result{OK: true, Text: c.Answer(call.name, call.input)}
		result.Data = json.RawMessage("{}")
		s.recordResult(env, call, result, 0)
		replies = append(replies, reply{call.key, call.modelID, call.source, result})
	}
	s.turn.awaits = s.record(env, s.results(replies, nil))
	c.Messages = append(slices.Clip(c.Messages), said, s.conv.messages[len(s.conv.messages)-1])
	c.Choice = model.Choice{} // it was about the first answer; the model would never come to an end
}

// inWords gives a conversation as a model knows it that calls tools in the text.
func (s *session) inWords(messages []model.Message) []model.Message {
	out := make([]model.Message, len(messages))
	for i, m := range messages {
		m.Text = joinLines(m.Text, s.callsInWords(m.Calls), s.resultsInWords(m.Results))
		m.Calls, m.Results = nil, nil
		out[i] = m
	}
	return out
}

// choiceInWords gives a choice among tools as a message, if there is one.
func choiceInWords(c model.Choice) []model.Message {
	switch {
	case c.Name != "":
		return []model.Message{{Role: model.System, Text: fmt.Sprintf(mustCallThat, c.Name)}}
	case c.Required:
		return []model.Message{{Role: model.System, Text: MustCall}}
	}
	return nil
}

// joinLines joins texts that begin on lines of their own.
func joinLines(texts ...string) string {
	var b strings.Builder
	for _, text := range texts {
		if text != "" && b.Len() > 0 && !strings.HasSuffix(b.String(), "\n") {
			b.WriteByte('\n')
		}
		b.WriteString(text)
	}
	return b.String()
}

func (s *session) callsInWords(calls []model.Call) string {
	if len(calls) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("!unquote_start\n")
	for _, c := range calls {
		b.Write(callInWords(c))
		b.WriteByte('\n')
	}
	b.WriteString("!unquote_end\n")
	return b.String()
}

// callInWords writes a call as the model would have. An input that is no JSON object is left out: a caller
// has checked that it is one, and of another model's mistakes the result tells.
func callInWords(c model.Call) []byte {
	e := &xnl.Element{Tag: "tool_call", Head: c.Name, Meta: xnl.NewMap(xnl.Entry{Key: "id", Value: xnl.String(c.ID)})}
	if _, err := xnl.Format(xnl.Word(c.Name), xnl.Layout{}); err != nil { // no word of the language
		e.Head = ""
		e.Meta.Set("name", xnl.String(c.Name))
	}
	if input, err := xnl.FromJSON([]byte(c.Input)); err == nil {
		e.Attrs, _ = input.(*xnl.Map)
	}
	text, _ := xnl.Format(e, xnl.Layout{}) // what came from JSON can be printed
	return text
}

func (s *session) resultsInWords(results []model.Result) string {
	replies := make([]reply, 0, len(results))
	for _, r := range results {
		replies = append(replies, reply{r.ID, r.ID, event.SourceXNL, tool.Result{OK: r.OK, Text: r.Text}})
	}
	return s.results(replies, nil).Text
}
