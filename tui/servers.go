package tui

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"eidolon/internal/leaf/figure"
	"eidolon/tui/overlay"
	"eidolon/tui/screen"
)

// showServers lists the MCP servers and how it stands with them, the named one selected. It is a list that
// changes while it is looked at.
func (c *chat) showServers(name string) {
	var list *overlay.List
	list = overlay.NewList(overlay.Servers, overlay.ListOptions{
		Lang: c.Table, Keys: c.o.Keys, Empty: c.T("no server is configured; `mcp.servers` in the configuration or .mcp.json names some"), Preview: true,
		Accept: "its tools", Letters: []overlay.Letter{{Key: 'r', Does: "restart", Do: func(row overlay.Row) { c.restartServer(row.Value) }}},
		OnPick:   func(row overlay.Row, _ overlay.How) { c.showServerTools(row.Value) },
		OnMove:   func(row overlay.Row) { c.previewServer(list, row.Value) },
		OnCancel: c.closeModal,
	})
	c.openModal(list)
	c.fillServers(list)
	list.Select(name)
	c.lookAtServers()
}

// lookAtServers finds out how it stands with the servers, for the status line and the list if it is open.
func (c *chat) lookAtServers() {
	c.beside(listWithin, func(ctx context.Context) func() {
		servers := c.o.Servers.Servers(ctx)
		return func() {
			c.servers = servers
			if list, ok := c.modal.(*overlay.List); ok && list.ID() == overlay.Servers {
				c.fillServers(list)
			}
		}
	})
}

func (c *chat) fillServers(list *overlay.List) {
	rows := make([]overlay.Row, len(c.servers))
	for i, s := range c.servers {
		rows[i] = overlay.Row{Value: s.Name, Text: s.Name, Note: c.serverNote(s)}
	}
	list.SetRows(rows...)
	if row, ok := list.Selected(); ok {
		c.previewServer(list, row.Value)
	}
}

// serverNote says in a few words how it stands with a server.
func (c *chat) serverNote(s Server) string {
	if s.Phase == ServerReady {
		return strings.Join(c.offered(s), ", ")
	}
	return c.T(serverPhases[s.Phase])
}

// offered counts what a server offers.
func (c *chat) offered(s Server) []string {
	parts := []string{c.N(s.Tools, "1 tool", "%d tools")}
	if s.Prompts > 0 {
		parts = append(parts, c.N(s.Prompts, "1 prompt", "%d prompts"))
	}
	if s.Resources > 0 {
		parts = append(parts, c.N(s.Resources, "1 resource", "%d resources"))
	}
	return parts
}

// previewServer says more of a server.
func (c *chat) previewServer(list *overlay.List, name string) {
	i := slices.IndexFunc(c.servers, func(s Server) bool { return s.Name == name })
	if i < 0 {
		return
	}
	s := c.servers[i]
	text := c.T(serverPhases[s.Phase])
	if d := c.o.Now().Sub(s.Since); !s.Since.IsZero() && d >= time.Minute {
		text += "\n" + c.F("for %s", figure.Age(d))
	}
	if s.Reason != "" {
		text += "\n\n" + s.Reason
	}
	if s.Tools+s.Prompts+s.Resources > 0 { // it has been there once
		text += "\n\n" + strings.Join(c.offered(s), "\n")
	}
	list.SetPreview(name, screen.Plain(text))
}

func (c *chat) restartServer(name string) {
	c.beside(workWithin, func(ctx context.Context) func() {
		err := c.o.Servers.RestartServer(ctx, name)
		return func() { c.complain(err) }
	})
}

// showServerTools opens a page with what the tools of a server are for.
func (c *chat) showServerTools(name string) {
	c.beside(workWithin, func(ctx context.Context) func() {
		tools, err := c.o.Servers.ServerTools(ctx, name)
		return func() {
			if err != nil {
				c.complain(err)
				return
			}
			c.closeModal()
			c.openModal(overlay.NewPager(overlay.Servers, overlay.PagerOptions{
				Title: c.F("tools of %s", name), Lang: c.Table, Keys: c.o.Keys, OnCopy: c.copyText,
				OnCancel: func() {
					c.closeModal()
					c.whenFree(func() { c.showServers(name) })
				},
			}, screen.Plain(c.toolPage(tools))))
		}
	})
}

func (c *chat) toolPage(tools []ServerTool) string {
	if len(tools) == 0 {
		return c.T("It has brought no tools.")
	}
	var b strings.Builder
	for _, t := range tools {
		b.WriteString(t.Name)
		if t.Reads {
			b.WriteString("  (" + c.T("only reads, it says") + ")")
		}
		fmt.Fprintf(&b, "\n  %s\n  %s\n\n", strings.Join(strings.Fields(t.Summary), " "), t.Inputs)
	}
	return b.String()
}
