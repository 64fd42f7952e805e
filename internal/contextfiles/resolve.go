package contextfiles

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"eidolon/actors/event"
	"eidolon/fsapi"
	"eidolon/internal/agents"
	"eidolon/internal/commands"
)

// Patience is how long one listing or file may take.
const Patience = 2 * time.Second

// Options of a Resolver.
type Options struct {
	// Files is the workspace, without what may not be read.
	Files fsapi.Files
	// Open gives a directory outside the workspace, without what may not be read.
	Open     func(dir string) (fsapi.Files, error)
	Home     string // what "~" stands for, or ""
	Commands func(ctx context.Context) commands.Set
	Agents   func(ctx context.Context) agents.Set
	Servers  Servers       // those that bring tools along; nil for none
	Patience time.Duration // instead of Patience, for tests
}

// Servers are asked for what they have for people. What they give is text and refers to nothing.
type Servers interface {
	// Has says whether there is a server of that name, without asking anybody.
	Has(server string) bool
	// Prompt gives the text of the prompt mcp__server__prompt for what was typed behind its name. Known is false
	// when no server has such a prompt.
	Prompt(ctx context.Context, name, typed string) (text string, known bool, err error)
	// Resource gives the text of what a server has under a URI. Known is false when there is no such server.
	Resource(ctx context.Context, server, uri string) (text string, known bool, err error)
}

// Resolver finds out what a prompt refers to. It is safe for use by several goroutines.
type Resolver struct{ o Options }

// New makes a Resolver.
func New(o Options) *Resolver {
	if o.Patience <= 0 {
		o.Patience = Patience
	}
	return &Resolver{o}
}

// Input is what a person said.
type Input struct {
	Text string
	// Insert says that the command at the beginning was chosen to be inserted. It matters for
	// a command that can be run as well.
	Insert bool
	// NoShell says that "@!" is text like any other: whoever sends the input may not be the one who wrote
	// it.
	NoShell bool
	// Plain says that nothing in the text is a reference or a command: another program wrote it.
	Plain bool
	// Attached follows the text and is data: nothing in it is a reference.
	Attached string
	// Shown are pictures that go with the text, as [NewImage] makes them.
	Shown []event.Image
}

// Turn is what a prompt comes to.
type Turn struct {
	// Text is what the user says, with the blocks it refers to at its end; "" when there is nothing to
	// send.
	Text   string
	Before []string      // system messages ahead of it
	Images []event.Image // pictures that go with it; the text has a line for each at its end
	Agent  *agents.Agent // for this turn and those that follow, or nil
	Model  string        // that a command or the agent asks for, or ""
	Shell  string        // a command to run in the shell before, or ""

	BuiltIn string // name of a built-in command to carry out, or ""
	Args    string // what was typed after its name

	Notices []string // what a person should know; they hold names from outside
}

// ErrNoShellCommand says that nothing was typed after "@!".
var ErrNoShellCommand = errors.New(`there is no command after "@!": type one, such as @!git status`)

// ErrNothingAsked says that a prompt names an agent and nothing else.
var ErrNothingAsked = errors.New("the prompt names an agent and asks nothing: add what the agent is to do")

// Resolve finds out what a prompt refers to. A text without a reference is not changed in a single byte,
// and costs no look at any file.
func (r *Resolver) Resolve(ctx context.Context, in Input) (Turn, error) {
	plain := in.Plain || !strings.Contains(in.Text, "@") && !strings.HasPrefix(in.Text, "/")
	if plain && len(in.Shown) == 0 {
		return Turn{Text: in.Text + in.Attached}, nil
	}
	u := &resolution{Resolver: r, seen: map[string]bool{}}
	text, err := in.Text, error(nil)
	switch line, shell := strings.CutPrefix(in.Text, "@!"); {
	case plain:
	case shell && !in.NoShell:
		if text, err = u.shell(line); err == nil {
			u.refer(ctx, text, true)
		}
	case strings.HasPrefix(in.Text, "/"):
		text, err = u.slash(ctx, in.Text, in.Insert)
	default:
		if shell {
			u.note(`"@!" runs a command where a person sits at the prompt; here it is text`)
		}
		u.refer(ctx, in.Text, true)
	}
	if err != nil || u.turn.BuiltIn != "" {
		return u.turn, err
	}
	for _, image := range in.Shown {
		u.show(image.Name, &image)
	}
	if in.Attached == "" && len(in.Shown) == 0 && (u.turn.Agent != nil && onlyAgents(text) || strings.TrimSpace(text) == "") {
		return u.turn, nil
	}
	u.turn.Text = text + u.blocks.String() + in.Attached
	return u.turn, nil
}

// resolution is the state of one Resolve.
type resolution struct {
	*Resolver
	turn   Turn
	blocks strings.Builder // for the end of the text
	size   int             // of all that was read for the turn
	pixels int             // bytes of the pictures
	looked int             // references so far
	seen   map[string]bool // references and inserted commands that were dealt with, as they are written
	agents *agents.Set     // once they were asked for
}

func (u *resolution) note(format string, args ...any) {
	u.turn.Notices = append(u.turn.Notices, fmt.Sprintf(format, args...))
}

// shell takes the rest of the line as a command; further lines are the turn after it.
func (u *resolution) shell(line string) (text string, err error) {
	line, text, _ = strings.Cut(line, "\n")
	if u.turn.Shell = strings.TrimSpace(line); u.turn.Shell == "" {
		return "", ErrNoShellCommand
	}
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	return text, nil
}

// agent takes the agent of a name.
func (u *resolution) agent(ctx context.Context, name string) {
	if u.agents == nil {
		u.agents = new(u.o.Agents(ctx))
	}
	a, found := u.agents.Find(name)
	switch near := u.agents.Nearest(name); {
	case found:
		u.untrusted("@agent:"+a.Name, a.Held)
		u.turn.Agent = &a
		if a.Model != "" {
			u.turn.Model = a.Model
		}
	case near != "":
		u.note("there is no agent %s; did you mean %s?", name, near)
	default:
		u.note("there is no agent %s; `eidolon agents list` shows those that there are", name)
	}
}

// untrusted says what a text of a project that the user does not trust is not given.
func (u *resolution) untrusted(name string, held []string) {
	if len(held) > 0 {
		u.note("%s is text of a project that you do not trust; it did not get %s (`eidolon trust` lets it)", name, strings.Join(held, ", "))
	}
}

// onlyAgents says whether a text holds names of agents and nothing else.
func onlyAgents(text string) bool {
	at := 0
	refs := scan(text)
	for _, ref := range refs {
		if ref.kind != toAgent || strings.TrimSpace(text[at:ref.at]) != "" {
			return false
		}
		at = ref.at + len(ref.text)
	}
	return len(refs) > 0 && strings.TrimSpace(text[at:]) == ""
}
