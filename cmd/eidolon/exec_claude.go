package main

import (
	"cmp"
	"context"
	"fmt"

	"github.com/spf13/cobra"

	"eidolon/actors/mcphost"
	"eidolon/actors/renderer"
	"eidolon/internal/app"
	"eidolon/internal/commands"
	"eidolon/internal/front/claude"
	"eidolon/internal/leaf/lang"
)

func newStreamJSON(h *host) *cobra.Command {
	f := &claudeFlags{}
	cmd := &cobra.Command{
		Use: claudeCommand, Hidden: true, Short: "Speak the language of Claude's agent SDK", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags().Changed
			f.noSystem = f.given("system-prompt")
			return failed(h.streamJSON(cmd, f, args))
		},
	}
	f.addTo(cmd)
	addForeign(cmd, claudeIgnored())
	addForeign(cmd, claudeRefused())
	return cmd
}

// streamJSON talks to the SDK. What goes wrong before there is a session is told in its language too.
func (h *host) streamJSON(cmd *cobra.Command, f *claudeFlags, args []string) error {
	conn, err := f.connect(h, args)
	if err == nil {
		err = f.check(cmd)
	}
	if err == nil {
		h.passOver(cmd, claudeIgnored())
		err = h.serveClaude(cmd, f, conn)
	}
	if coded, ok := err.(*codeError); err != nil && (!ok || coded.err != nil) { //nolint:errorlint // it is not wrapped where it says nothing
		claude.New(h.stdout, claude.About{Session: f.session, ID: claude.NewID}, "default").Refuse(conn, err)
	}
	return err
}

// connect reads what the SDK says first, or makes one message of the prompt.
func (f *claudeFlags) connect(h *host, args []string) (*claude.Conn, error) {
	if f.input == "stream-json" {
		return claude.Begin(h.stdin)
	}
	in, err := h.prompt(&f.execFlags, args)
	return claude.Once(in.Text), err
}

func (h *host) serveClaude(cmd *cobra.Command, f *claudeFlags, conn *claude.Conn) error {
	given := f.mode
	f.settle(conn)
	o, err := h.sdkOptions(cmd.Context(), &f.execFlags, f.fork, func(o *app.Options) error { return f.change(h, o, conn) })
	if err != nil {
		return err
	}
	about, err := f.about(cmd.Context(), o, conn)
	if err != nil {
		return err
	}
	return h.run(cmd, o, claude.Name, func(s stage) (renderer.Sink, func(context.Context) int) {
		about.Session, about.Servers = s.app.Facts.ID, func() ([]claude.Server, []string) { return claudeServers(s.app) }
		mode := given
		if mode == "" {
			mode = claudeModeName(s.app.Posture())
		}
		sink := claude.New(h.stdout, about, mode)
		return sink, func(ctx context.Context) int {
			return claude.Serve(ctx, conn, claude.Options{
				Session: s.app, Sink: sink, From: s.app.Next, Say: h.sayClaude(s.app, f),
				SetMode: func(name string) error { return setClaudeMode(s.app, name) }, SetModel: setClaudeModel(s.app, o),
				SetThinking: setThinking(s.app, o.Profile.ThinkingLevel), Budget: f.budget, Echo: f.echo,
				Signals: s.signals, Lost: s.lost, Notices: s.notices, Stderr: h.stderr, Closing: closing,
			})
		}
	})
}

// about is what the SDK is told of the session.
func (f *claudeFlags) about(ctx context.Context, o app.Options, conn *claude.Conn) (claude.About, error) {
	a := claude.About{
		CWD: o.Root, Model: o.Profile.Model, Version: versionText(), Window: o.Profile.Window(), MaxOut: o.Profile.MaxOutputTokens,
		Partial: f.partial, Asks: f.asking(), JSON: f.wanted(conn) != "", ID: claude.NewID,
	}
	specs, _, err := app.Tools(o)
	if err != nil {
		return a, err
	}
	for _, spec := range specs {
		a.Tools = append(a.Tools, spec.Name)
	}
	found, err := app.Commands(ctx, o)
	if err != nil {
		return a, err
	}
	for _, c := range found.Commands {
		if c.Source == commands.BuiltIn {
			continue // they are those of the chat
		}
		a.Commands = append(a.Commands, claude.Command{Name: c.Name, Description: c.Description, Hint: c.ArgumentHint})
	}
	agents, err := app.Agents(ctx, o)
	for _, g := range agents.Agents {
		a.Agents = append(a.Agents, claude.Agent{Name: g.Name, Description: g.Description})
	}
	for _, p := range o.Config.Models.Profiles {
		a.Models = append(a.Models, claude.Model{Value: p.Name, Name: p.Model, Description: "profile " + p.Name})
	}
	return a, err
}

// claudeServers gives the MCP servers in the words of the SDK, and the tools that they brought.
func claudeServers(a *app.App) ([]claude.Server, []string) {
	words := map[mcphost.Phase]string{mcphost.Ready: "connected", mcphost.Connecting: "pending"}
	all, tools := []claude.Server{}, []string{}
	for _, s := range a.Servers() {
		all = append(all, claude.Server{Name: s.Name, Status: cmp.Or(words[s.Phase], "failed")})
	}
	for _, spec := range a.Brought() {
		tools = append(tools, spec.Name)
	}
	return all, tools
}

// sayClaude gives the function that sends a message.
func (h *host) sayClaude(a *app.App, f *claudeFlags) func(context.Context, claude.Message) (int, error) {
	return func(ctx context.Context, m claude.Message) (int, error) {
		in := app.Input{NoShell: true, Plain: m.Verbatim}
		for i, image := range m.Images {
			if err := app.Show(&in, fmt.Sprintf("picture %d", i+1), image); err != nil {
				return 0, err
			}
		}
		text := m.Text
		if f.agent != "" {
			text, f.agent = "@agent:"+f.agent+" "+text, ""
		}
		return h.say(a, lang.Table{}, a.Profile().Name, in)(ctx, text)
	}
}

func setClaudeMode(a *app.App, name string) error {
	mode, err := claudeMode(name)
	if err == nil {
		a.SetPosture(mode)
	}
	return err
}

// setClaudeModel gives the function that has another model answer; "" is the first one.
func setClaudeModel(a *app.App, o app.Options) func(ctx context.Context, name string) (string, error) {
	return func(ctx context.Context, name string) (string, error) {
		p := o.Profile
		if name != "" {
			var err error
			if p, err = o.Config.Select(name); err != nil {
				return "", err
			}
		}
		return p.Model, a.SetModel(ctx, p)
	}
}

// setThinking gives the function that changes how long the model thinks; nil is the level that it began
// with.
func setThinking(a *app.App, first string) func(ctx context.Context, tokens *int) error {
	return func(ctx context.Context, tokens *int) error {
		p := a.Profile()
		p.ThinkingLevel = first
		if tokens != nil {
			p.ThinkingLevel = thinkingLevel(*tokens)
		}
		return a.SetModel(ctx, p)
	}
}
