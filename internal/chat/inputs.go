package chat

import (
	"cmp"
	"context"
	"path"

	"eidolon/internal/app"
	"eidolon/internal/commands"
	"eidolon/internal/mdfiles"
	"eidolon/tui"
)

// Send says what was typed in the session that is open when it is called, or nowhere.
func (c *Chat) Send(ctx context.Context, text string, insert bool) (tui.Sent, error) {
	a := c.session()
	if a == nil {
		return tui.Sent{}, errClosed
	}
	p, err := a.Prepare(ctx, app.Input{Text: text, Insert: insert})
	if err != nil {
		return tui.Sent{}, err
	}
	sent := tui.Sent{Turns: p.Turns, Notices: p.Notices}
	if p.Model != "" {
		profile, err := c.o.Config.Select(p.Model)
		if err != nil {
			return tui.Sent{}, err
		}
		m, err := c.setProfile(ctx, a, profile)
		if err != nil {
			return tui.Sent{}, err
		}
		sent.Model = &m
	}
	if err := c.to(a, func() { a.Say(p) }); err != nil {
		return tui.Sent{}, err
	}
	return sent, nil
}

// Commands gives the commands that the person and the project define.
func (c *Chat) Commands(ctx context.Context) ([]tui.Command, []string, error) {
	a := c.session()
	if a == nil {
		return nil, nil, errClosed
	}
	set := a.Commands(ctx)
	var all []tui.Command
	for _, cmd := range set.Commands {
		if cmd.Source == commands.BuiltIn {
			continue // the chat knows its own
		}
		all = append(all, tui.Command{
			Name: cmd.Name, Description: mdfiles.Marked(cmd.Description, cmd.Untrusted), Hint: cmd.ArgumentHint, Runs: cmd.Runs(), Inserts: cmd.Inserts(), Source: string(cmd.Source),
		})
	}
	for _, p := range a.ServerPrompts() {
		all = append(all, tui.Command{Name: p.Name, Description: p.Description, Hint: p.Hint, Runs: true, Source: "server"})
	}
	return all, set.Notices, ctx.Err()
}

// Resources gives what servers let be read.
func (c *Chat) Resources(context.Context) []tui.Resource {
	a := c.session()
	if a == nil {
		return nil
	}
	var all []tui.Resource
	for _, r := range a.ServerResources() {
		all = append(all, tui.Resource{Name: r.URI, Description: cmp.Or(r.Description, r.Name)})
	}
	return all
}

// Agents gives the agents that the person and the project define.
func (c *Chat) Agents(ctx context.Context) ([]tui.Agent, []string, error) {
	a := c.session()
	if a == nil {
		return nil, nil, errClosed
	}
	set := a.Agents(ctx)
	var all []tui.Agent
	for _, agent := range set.Agents {
		all = append(all, tui.Agent{Name: agent.Name, Description: mdfiles.Marked(agent.Description, agent.Untrusted), Source: string(agent.Source)})
	}
	return all, set.Notices, ctx.Err()
}

// List gives one level of a directory.
func (c *Chat) List(ctx context.Context, dir string) ([]tui.Entry, error) {
	a := c.session()
	if a == nil {
		return nil, errClosed
	}
	list, err := a.Inputs.List(ctx, dir)
	all := make([]tui.Entry, len(list))
	for i, e := range list {
		all[i] = tui.Entry{Path: path.Join(dir, e.Name), Dir: e.Dir}
	}
	return all, err
}

// Walk gives the files of the workspace in pages.
func (c *Chat) Walk(ctx context.Context, emit func(page []string) bool) error {
	a := c.session()
	if a == nil {
		return errClosed
	}
	return a.Inputs.Walk(ctx, emit)
}

// Preview gives the beginning of a file.
func (c *Chat) Preview(ctx context.Context, path string) (string, error) {
	a := c.session()
	if a == nil {
		return "", errClosed
	}
	return a.Inputs.Preview(ctx, path)
}

// BuiltIns are the commands that the chat itself carries out: files cannot take their names.
func BuiltIns() []commands.Command {
	var all []commands.Command
	for _, b := range tui.Commands() {
		all = append(all, commands.Command{Name: b.Name, Description: b.Description, Mode: commands.Execute, Source: commands.BuiltIn})
	}
	return all
}
