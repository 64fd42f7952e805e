package chat

import (
	"context"

	"eidolon/actors/mcphost"
	"eidolon/tui"
)

// phases are those of servers as the screen has them.
var phases = map[mcphost.Phase]tui.ServerPhase{
	mcphost.Connecting: tui.ServerConnecting, mcphost.Ready: tui.ServerReady,
	mcphost.Down: tui.ServerDown, mcphost.GivenUp: tui.ServerGivenUp,
}

// Servers tells how it stands with the MCP servers of the open session.
func (c *Chat) Servers(context.Context) []tui.Server {
	a := c.session()
	if a == nil {
		return nil
	}
	var all []tui.Server
	for _, s := range a.Servers() {
		all = append(all, tui.Server{
			Name: s.Name, Phase: phases[s.Phase], Reason: s.Reason, Tools: s.Tools, Prompts: s.Prompts, Resources: s.Resources, Since: s.Since,
		})
	}
	return all
}

// RestartServer connects to a server anew.
func (c *Chat) RestartServer(_ context.Context, name string) error {
	a := c.session()
	if a == nil {
		return errClosed
	}
	a.RestartServer(name)
	return nil
}

// ServerTools gives the tools that a server has brought along.
func (c *Chat) ServerTools(_ context.Context, name string) ([]tui.ServerTool, error) {
	a := c.session()
	if a == nil {
		return nil, errClosed
	}
	specs, err := a.ServerTools(name)
	var all []tui.ServerTool
	for _, s := range specs {
		all = append(all, tui.ServerTool{Name: s.Name, Summary: s.Summary, Inputs: s.Signature(), Reads: s.ReadOnly})
	}
	return all, err
}
