// Package agents gives the agents that a person can call on: Markdown files of the user and of the
// project whose text is a prompt, and whose head may name a model and the tools that the agent is to
// have. Like all texts from a project they start nothing by themselves.
package agents

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/yamldoc"
	"eidolon/internal/mdfiles"
)

// Agent is one agent.
type Agent struct {
	Name        string
	Description string
	Model       string   // or ""
	Tools       []string // as the file names them; empty means all
	Prompt      string
	Source      mdfiles.Source
	Path        string // of its file, as it is shown
}

// Set is the agents that can be called.
type Set struct {
	Agents  []Agent  // in the order of their names, which are unique
	Notices []string // which files were left out and why; they hold names from outside
}

// Options say where agents are.
type Options struct {
	Base string // the user's directory of this program
	Home string // the user's home, or ""
	// Workspace is the project, without what may not be read. Nil means none.
	Workspace mdfiles.Tree
}

// Load gives the agents as they are now. On equal names the project's is taken over the user's, and of
// one owner that in eidolon's folder over that in Claude's.
func Load(ctx context.Context, o Options) Set {
	var s Set
	for _, folder := range o.folders() {
		files, notices := mdfiles.Find(ctx, []mdfiles.Folder{folder}, "description")
		s.Notices = append(s.Notices, notices...)
		taken := map[string]string{} // name -> path of its file
		for _, f := range files {
			a, err := agent(f)
			if err == nil && taken[a.Name] != "" {
				err = fmt.Errorf("%s: its agent %s is that of %s already", f.Path, a.Name, taken[a.Name])
			}
			if err != nil {
				s.Notices = append(s.Notices, err.Error())
				continue
			}
			taken[a.Name] = f.Path
			s.Agents = with(s.Agents, a)
		}
	}
	return s
}

// folders are the places to look at, in rising priority.
func (o Options) folders() []mdfiles.Folder {
	var list []mdfiles.Folder
	own := func(dir string) {
		list = append(list, mdfiles.Folder{Tree: mdfiles.Local(dir), Dir: ".", Shown: dir, Source: mdfiles.User})
	}
	if o.Home != "" {
		own(filepath.Join(o.Home, ".claude", "agents"))
	}
	if o.Base != "" {
		own(filepath.Join(o.Base, "agents"))
	}
	if o.Workspace != nil {
		for _, dir := range []string{".claude/agents", ".eidolon/agents"} {
			list = append(list, mdfiles.Folder{Tree: o.Workspace, Dir: dir, Shown: dir, Source: mdfiles.Project})
		}
	}
	return list
}

// with gives a list with an agent in the place of the one with its name, or in one of its own.
func with(list []Agent, a Agent) []Agent {
	i, found := slices.BinarySearchFunc(list, a.Name, func(have Agent, name string) int {
		return strings.Compare(have.Name, name)
	})
	if found {
		list[i] = a
		return list
	}
	return slices.Insert(list, i, a)
}

// Find gives the agent of a name: of exactly this one, else the first that differs in letter case.
func (s Set) Find(name string) (Agent, bool) {
	return mdfiles.Named(s.Agents, func(e Agent) string { return e.Name }, name)
}

// Nearest gives the name that was probably meant, or "".
func (s Set) Nearest(name string) string {
	names := make([]string, len(s.Agents))
	for i, a := range s.Agents {
		names[i] = a.Name
	}
	return nearest.Name(name, names)
}

// agent reads an agent from its file.
func agent(f mdfiles.File) (Agent, error) {
	var head struct {
		Name        string       `yaml:"name"`
		Description string       `yaml:"description"`
		Model       string       `yaml:"model"`
		Tools       yamldoc.Node `yaml:"tools"`
	}
	if err := f.Decode(&head, "name", "description", "model", "tools"); err != nil {
		return Agent{}, err
	}
	a := Agent{
		Name: head.Name, Description: head.Description, Model: head.Model, Prompt: f.Body, Source: f.Source, Path: f.Path,
	}
	if a.Name == "" {
		a.Name = strings.TrimSuffix(path.Base(f.Rel), path.Ext(f.Rel))
	}
	if strings.ContainsFunc(a.Name, unnamable) {
		return Agent{}, fmt.Errorf("%s: %q cannot be typed as the name of an agent: use letters, digits, \"-\", \"_\" and \".\"", f.Path, a.Name)
	}
	if a.Prompt == "" {
		return Agent{}, fmt.Errorf("%s: it has no text, so the agent has no prompt", f.Path)
	}
	var err error
	if a.Tools, err = tools(&head.Tools); err != nil {
		return Agent{}, err
	}
	return a, nil
}

// tools reads the names of tools, which are a list or one text with commas.
func tools(n *yamldoc.Node) ([]string, error) {
	var names []string
	switch n.Kind {
	case yamldoc.Null:
		return nil, nil
	case yamldoc.Scalar:
		names = strings.Split(n.Text, ",")
	case yamldoc.List:
		for _, item := range n.Items {
			if item.Kind != yamldoc.Scalar {
				return nil, item.Problem("a tool must be a name")
			}
			names = append(names, item.Text)
		}
	case yamldoc.Map:
		return nil, n.Problem("tools must be a list of names, or names with commas between them")
	}
	for i, name := range names {
		names[i] = strings.TrimSpace(name)
	}
	return slices.DeleteFunc(names, func(name string) bool { return name == "" }), nil
}

// unnamable says that a character has no place in the name of an agent.
func unnamable(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
}
