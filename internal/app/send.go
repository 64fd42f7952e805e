package app

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/fsapi"
	"eidolon/internal/agents"
	"eidolon/internal/contextfiles"
)

// Input is what a person said.
type Input = contextfiles.Input

// Show has a picture go with an input. The error says in words for a person why it cannot.
func Show(in *Input, name string, data []byte) error {
	image, err := contextfiles.NewImage(name, data)
	if err != nil {
		return fmt.Errorf("%s cannot be shown: %w", name, err)
	}
	in.Shown = append(in.Shown, image)
	return nil
}

// Sent is what became of an input.
type Sent struct {
	Turns   int      // turns that the session is given: a shell command is one of its own
	BuiltIn string   // name of a built-in command that is left to the caller, or ""
	Args    string   // what was typed after its name
	Model   string   // profile that a command or an agent asks for, or ""; choosing it is left to the caller
	Notices []string // what the person should know; they hold names from outside
	Shown   []string // lines that name the pictures that are shown, for where the words of the person are not
}

// Prepared is an input whose references were looked up.
type Prepared struct {
	Sent
	messages []session.Msg
}

// Prepare finds out what an input refers to, has the user's hooks look at it, and sends nothing. It reads
// files and may run commands, so a screen calls it beside its own work, for one input after the other.
func (a *App) Prepare(ctx context.Context, in Input) (Prepared, error) {
	if err := a.awaitServers(ctx); err != nil {
		return Prepared{}, err
	}
	turn, err := a.Inputs.Resolve(ctx, in)
	if err != nil {
		return Prepared{}, err
	}
	p := Prepared{Sent: Sent{BuiltIn: turn.BuiltIn, Args: turn.Args, Notices: turn.Notices}}
	if slices.Contains(a.profiles, turn.Model) { // files for other programs name models that mean nothing here
		p.Model = turn.Model
	}
	if agent := turn.Agent; agent != nil {
		set, notice := a.AsAgent(*agent)
		if notice != "" {
			p.Notices = append(p.Notices, notice)
		}
		p.messages = append(p.messages, set)
	}
	if turn.Shell != "" {
		p.messages = append(p.messages, session.RunCommand{Text: turn.Shell})
		p.Turns++
	}
	if turn.Text != "" {
		added, err := a.hooks.Prompt(ctx, turn.Text)
		if err != nil {
			return Prepared{}, err
		}
		p.messages = append(p.messages, a.otherTools()...)
		p.messages = append(p.messages, session.UserTurn{Text: turn.Text, Before: append(turn.Before, added...), Images: turn.Images})
		p.Turns++
		a.show(&p, turn.Images)
	}
	return p, nil
}

// show says which pictures the model is shown, and when it will not see them.
func (a *App) show(p *Prepared, images []event.Image) {
	if len(images) == 0 {
		return
	}
	profile := a.Profile()
	if asked, err := a.options.Config.Select(p.Model); p.Model != "" && err == nil {
		profile = asked
	}
	for _, i := range images {
		p.Shown = append(p.Shown, contextfiles.Shown(i))
		if blind(profile) {
			p.Notices = append(p.Notices, a.options.Lang.F("%s goes as a name only: the model %s of profile %s is not known to see pictures (`images: true` in the profile says that it does)",
				i.Name, profile.Model, profile.Name))
		}
	}
}

// AsAgent is what the session is told to have an agent asked from the next turn on.
func (a *App) AsAgent(agent agents.Agent) (set session.SetAgent, notice string) {
	specs := a.bench.withServers(a.specs)
	tools, notice := agent.Allowed(specs)
	return session.SetAgent{Name: agent.Name, Prompt: agent.Prompt, Tools: allowed(tools, specs)}, notice
}

// Say tells the session what was prepared.
func (a *App) Say(p Prepared) {
	a.spoken()
	for _, m := range p.messages {
		a.Tell(m)
	}
}

// Turn is Send for who tells the session the person's words in person: all but those is told.
func (a *App) Turn(ctx context.Context, in Input) (session.UserTurn, Sent, error) {
	p, err := a.Prepare(ctx, in)
	a.spoken()
	var words session.UserTurn
	for _, m := range p.messages {
		if turn, ok := m.(session.UserTurn); ok {
			words = turn
			continue
		}
		a.Tell(m)
	}
	return words, p.Sent, err
}

// Send prepares an input and tells the session. With an error nothing was sent.
func (a *App) Send(ctx context.Context, in Input) (Sent, error) {
	p, err := a.Prepare(ctx, in)
	a.Say(p)
	return p.Sent, err
}

// CheckInput refuses an input from which no turn of the model can come, before a session is made for it.
func CheckInput(ctx context.Context, o Options, in Input) error {
	if !strings.HasPrefix(in.Text, "/") && !strings.Contains(in.Text, "@") {
		return nil
	}
	unfit, err := inWorkspace(o, func(files fsapi.Files) error { return newInputs(o, files, nil).Check(ctx, in) })
	if unknown, ok := errors.AsType[*contextfiles.UnknownCommandError](unfit); ok {
		unfit = fmt.Errorf("%w (to send it as plain text, put a blank before the slash)", unknown)
	}
	return cmp.Or(err, unfit)
}
