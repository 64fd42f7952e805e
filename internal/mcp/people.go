package mcp

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/toolmatch"
)

// Prompt is a text that a server has for people to send.
type Prompt struct {
	Name        string // mcp__server__prompt, as its tools are called
	Description string
	Hint        string // of its arguments, in their order; those that may be left out in brackets
}

// Resource is something that a server lets be read.
type Resource struct {
	URI         string
	Name        string
	Description string
}

// leftOut stands where a text was shortened that is for one prompt.
const leftOut = "it is too long for a prompt"

// errAway says that a server does not answer now.
var errAway = errors.New("the server is not there now; `eidolon mcp list` says why, as does /mcp in the chat")

// Prompts gives the prompts of the server, none while it is not there.
func (s *Server) Prompts() []Prompt {
	l := s.linked()
	if l == nil {
		return nil
	}
	var all []Prompt
	for i, name := range promptNames(s.o.Name, l.prompts) {
		if p := l.prompts[i]; name != "" {
			all = append(all, Prompt{name, line(p.Description), hint(p.Arguments)})
		}
	}
	return all
}

// promptNames gives the prompts their names for people, in their order.
func promptNames(server string, prompts []*sdk.Prompt) []string {
	raw := make([]string, len(prompts))
	for i, p := range prompts {
		raw[i] = p.Name
	}
	return toolNames(server, raw)
}

func hint(arguments []*sdk.PromptArgument) string {
	var parts []string
	for _, a := range arguments {
		name := line(a.Name)
		if !a.Required {
			name = "[" + name + "]"
		}
		parts = append(parts, name)
	}
	return strings.Join(parts, " ")
}

// line makes a text of a server one line of bounded length.
func line(text string) string {
	return clip.Short(clean.Line(strings.Join(strings.Fields(text), " ")), 200)
}

// FillPrompt asks for the text of a prompt by its name for people, in any case. What is typed behind the name
// are its arguments in their order, the last of which takes all that is left. Known is false when the name is
// that of no prompt of the server.
func (s *Server) FillPrompt(ctx context.Context, name, typed string) (text string, known bool, err error) {
	if !strings.HasPrefix(toolmatch.Canonical(name), toolmatch.Canonical(toolmatch.OfAll(s.o.Name)+"__")) {
		return "", false, nil
	}
	l := s.linked()
	if l == nil {
		return "", true, errAway
	}
	i := slices.IndexFunc(promptNames(s.o.Name, l.prompts), func(own string) bool { return strings.EqualFold(own, name) })
	if i < 0 {
		return "", false, nil
	}
	arguments, err := argumentsOf(l.prompts[i], typed)
	if err != nil {
		return "", true, err
	}
	text, err = l.prompt(ctx, l.prompts[i].Name, arguments)
	return text, true, err
}

// argumentsOf takes the arguments of a prompt from what was typed.
func argumentsOf(p *sdk.Prompt, typed string) (map[string]string, error) {
	rest, given := strings.TrimSpace(typed), map[string]string{}
	for i, a := range p.Arguments {
		value := rest
		if rest = ""; i < len(p.Arguments)-1 {
			value, rest, _ = strings.Cut(value, " ")
			rest = strings.TrimSpace(rest)
		}
		if value == "" && a.Required {
			return nil, fmt.Errorf("it needs %s; it takes: %s", line(a.Name), hint(p.Arguments))
		}
		if value != "" {
			given[a.Name] = value
		}
	}
	if rest != "" || len(p.Arguments) == 0 && strings.TrimSpace(typed) != "" {
		return nil, errors.New("it takes no arguments")
	}
	return given, nil
}

// prompt asks for the text of a prompt.
func (l *link) prompt(ctx context.Context, name string, arguments map[string]string) (string, error) {
	answer, err := askSoon(ctx, l, func(ctx context.Context) (*sdk.GetPromptResult, error) {
		return l.session.GetPrompt(ctx, &sdk.GetPromptParams{Name: name, Arguments: arguments})
	})
	if err != nil {
		return "", err
	}
	var said []string
	for _, m := range present(answer.Messages) {
		said = append(said, inWords([]sdk.Content{m.Content}))
	}
	return excerpt(strings.Join(said, "\n\n"), leftOut), nil
}

// Resources gives what the server lets be read, nothing while it is not there.
func (s *Server) Resources() []Resource {
	l := s.linked()
	if l == nil {
		return nil
	}
	var all []Resource
	for _, r := range l.resources {
		all = append(all, Resource{line(r.URI), line(r.Name), line(r.Description)})
	}
	return all
}

// Read reads a resource. The server may know more of them than it lists.
func (s *Server) Read(ctx context.Context, uri string) (string, error) {
	l := s.linked()
	if l == nil {
		return "", errAway
	}
	answer, err := askSoon(ctx, l, func(ctx context.Context) (*sdk.ReadResourceResult, error) {
		return l.session.ReadResource(ctx, &sdk.ReadResourceParams{URI: uri})
	})
	if err != nil {
		return "", err
	}
	var said []string
	for _, r := range answer.Contents {
		switch {
		case r == nil:
		case r.Text == "" && len(r.Blob) > 0:
			said = append(said, resourceInWords(r))
		default:
			said = append(said, strings.ToValidUTF8(r.Text, "\uFFFD"))
		}
	}
	return excerpt(strings.Join(said, "\n"), leftOut), nil
}

// askSoon puts a question of a person, who waits no longer for its answer than for a list.
func askSoon[R any](ctx context.Context, l *link, question func(ctx context.Context) (R, error)) (R, error) {
	within := l.server.o.ListTimeout
	ctx, cancel := context.WithTimeoutCause(ctx, within, fmt.Errorf("there was no answer within %s", within))
	defer cancel()
	answer, err := ask(ctx, l, nil, func(ctx context.Context, _ int) (R, error) { return question(ctx) })
	if err != nil && ctx.Err() != nil {
		err = context.Cause(ctx)
	}
	return answer, err
}

// linked gives the connection that answers, or nil.
func (s *Server) linked() *link {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.link
}
