package app

import (
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/toolmatch"
	"eidolon/internal/policy"
	"eidolon/internal/store"
)

// Believe writes down that the user takes the word of a tool of a server that it only reads, or that of all
// tools of the server. It holds in this workspace. What it gives is what rules call the tool or the server.
func (l *Look) Believe(name string) (canonical string, err error) {
	if canonical, err = l.serverTool(name); err != nil {
		return "", err
	}
	g, err := l.kept()
	if err != nil {
		return "", err
	}
	return canonical, g.Keep(policy.Believing(canonical), "eidolon mcp trust")
}

// Disbelieve takes back what was written down of a tool, or of a server and all its tools. What goes on to be
// believed is so by a rule that stands elsewhere, or is about the whole server.
func (l *Look) Disbelieve(name string) (dropped []string, still []policy.Rule, err error) {
	canonical, err := l.serverTool(name)
	if err != nil {
		return nil, nil, err
	}
	g, err := l.kept()
	if err != nil {
		return nil, nil, err
	}
	dropped, err = g.Drop(func(grant string) bool { return policy.Disbelieved(canonical, grant) })
	if err != nil {
		return nil, nil, err
	}
	left := slices.DeleteFunc(slices.Clone(l.Granted), func(r policy.Rule) bool { return slices.Contains(dropped, r.Text) })
	l.Granted = left
	for _, r := range slices.Concat(l.Rules.Allow, left) {
		_, covers := policy.Believes([]policy.Rule{r}, tool.Spec{Name: canonical})
		if covers || policy.Disbelieved(canonical, r.Text) {
			still = append(still, r)
		}
	}
	return dropped, still, nil
}

// kept is the file with what the user has allowed in the workspace.
func (l *Look) kept() (*store.Grants, error) {
	return store.OpenGrants(store.Options{Base: l.o.Base, Workspace: l.bench.files.Root(), Now: l.o.Now})
}

// serverTool gives what rules call a server, or a tool of one. The name is the server's own, or that of the tool
// as models know it.
func (l *Look) serverTool(name string) (string, error) {
	wanted := toolmatch.Canonical(name)
	for _, s := range l.o.Config.MCP.Servers {
		own := toolmatch.OfAll(s.Name)
		begin := toolmatch.Canonical(own)
		switch {
		case strings.EqualFold(name, s.Name):
			return own, nil
		case wanted == begin || strings.HasPrefix(wanted, begin+"__"):
			return wanted, nil
		}
	}
	if server, ok := strings.CutPrefix(wanted, toolmatch.Server); ok {
		name, _, _ = strings.Cut(server, "__")
	}
	return "", l.unknownServer(name)
}

// unknownServer says that there is no server of a name, and what there is.
func (l *Look) unknownServer(name string) error {
	var known []string
	for _, s := range l.o.Config.MCP.Servers {
		known = append(known, s.Name)
	}
	for _, h := range l.o.Config.Held {
		if strings.EqualFold(h.Key, "mcp.servers."+name) {
			return fmt.Errorf("the server %s of %s is held back; `eidolon trust` shows and allows it", name, h.Where)
		}
	}
	if len(known) == 0 {
		return &unknownNameError{"server", name, "none is configured; docs/mcp.md says how"}
	}
	return unknownName("server", name, known)
}

// unknownName says that nothing of a kind has a name, and which one was probably meant.
func unknownName(what, name string, known []string) error {
	hint := "there is: " + strings.Join(known, ", ")
	if near := nearest.Name(name, known); near != "" {
		hint = "did you mean " + near + "?"
	}
	return &unknownNameError{what, name, hint}
}

// unknownNameError says that nothing of a kind has a name, and what has.
type unknownNameError struct{ what, name, hint string }

// Error implements error.
func (e *unknownNameError) Error() string {
	return fmt.Sprintf("there is no %s %q; %s", e.what, e.name, e.hint)
}
