package main

import (
	"context"
	"errors"
	"strings"

	"eidolon/actors/session"
	"eidolon/internal/app"
	"eidolon/internal/policy"
	"eidolon/tui/plain"
)

// lineCommands are what can be done by name in a conversation in lines. A name that is not among them
// is a command of the person or the project, and becomes a turn. The conversation runs one at a time.
type lineCommands struct {
	app     *app.App
	o       app.Options
	answers string // name of the profile in force
	piped   bool   // nobody types
}

// turn makes a turn of what was typed.
func (c *lineCommands) turn(ctx context.Context, text string) (session.UserTurn, []string, error) {
	turn, sent, err := c.app.Turn(ctx, app.Input{Text: text, NoShell: c.piped})
	if err != nil {
		return turn, sent.Notices, err
	}
	if sent.BuiltIn != "" {
		return turn, sent.Notices, errors.New(c.o.Lang.F("the command /%s is one of the screen; /help says what there is here", sent.BuiltIn))
	}
	sent.Notices = append(sent.Notices, sent.Shown...)
	if sent.Model != "" && sent.Model != c.answers {
		notice := c.o.Lang.F("the command or the agent would like the model %s; /model %[1]s has it answer", sent.Model)
		if c.piped {
			notice = c.o.Lang.F("the command or the agent would like the model %s; --model chooses one here", sent.Model)
		}
		sent.Notices = append(sent.Notices, notice)
	}
	return turn, sent.Notices, nil
}

func (c *lineCommands) run(ctx context.Context, line string) (plain.Reply, error) {
	name, rest, _ := strings.Cut(line, " ")
	rest = strings.TrimSpace(rest)
	switch name {
	case "/help":
		return plain.Reply{Text: c.o.Lang.T("/model NAME has another model answer, /mode NAME changes the permission mode; without a name they list them.\n" +
			"/status tells how the session is set up.\n" +
			"Another session: /quit, then eidolon --plain for a new one, or with --continue or --session ID for an earlier one.\n" +
			"Commands of yours and of the project run by their names.")}, nil
	case "/model":
		return c.model(ctx, rest)
	case "/mode":
		return c.mode(rest)
	case "/status":
		return plain.Reply{Text: strings.TrimRight(c.app.Status(), "\n")}, nil
	}
	turn, notices, err := c.turn(ctx, line)
	return plain.Reply{Text: strings.Join(notices, "\n"), Turn: &turn}, err
}

func (c *lineCommands) model(ctx context.Context, name string) (plain.Reply, error) {
	if name == "" {
		reply := plain.Reply{Text: c.o.Lang.T("Models:")}
		for _, p := range c.o.Config.Models.Profiles {
			reply.Choices = append(reply.Choices, plain.Choice{Label: p.Name + " (" + p.Model + ")", Line: "/model " + p.Name})
		}
		return reply, nil
	}
	p, err := c.o.Config.Select(name)
	if err == nil {
		err = c.app.SetModel(ctx, p)
	}
	if err != nil {
		return plain.Reply{}, err
	}
	c.answers = p.Name
	return plain.Reply{Text: c.o.Lang.F("%s answers from the next turn on.", p.Model)}, nil
}

// mode changes the permission mode. The one that asks about nothing must be wanted twice.
func (c *lineCommands) mode(name string) (plain.Reply, error) {
	const sure = "yolo yes"
	switch name {
	case "":
		return plain.Reply{Text: c.o.Lang.T("Permission modes:"), Choices: []plain.Choice{
			{Label: c.o.Lang.T("ask before anything is changed"), Line: "/mode ask"},
			{Label: c.o.Lang.T("auto: changes in the workspace run, other things are asked about"), Line: "/mode auto"},
			{Label: c.o.Lang.T("plan: nothing is changed"), Line: "/mode plan"},
			{Label: c.o.Lang.T("yolo: everything runs"), Line: "/mode yolo"},
		}}, nil
	case string(policy.Yolo):
		return plain.Reply{Text: c.o.Lang.T("Everything that the model wants will run, and nobody is asked."), Choices: []plain.Choice{
			{Label: c.o.Lang.T("so be it"), Line: "/mode " + sure}, {Label: c.o.Lang.T("rather ask"), Line: "/mode ask"},
		}}, nil
	case sure:
		name = string(policy.Yolo)
	}
	m, err := policy.ParseMode(name)
	if err != nil {
		return plain.Reply{}, err
	}
	c.app.SetPosture(m)
	return plain.Reply{Text: c.o.Lang.F("The permission mode is %s.", m)}, nil
}
