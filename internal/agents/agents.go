// Package agents gives the agents that a person can call on: Markdown files of the user and of the
// project whose text is a prompt, and whose head may name a model and the tools that the agent is to
// have. Like all texts from a project they start nothing by themselves; those of a project that the
// user does not trust choose no model either, and take no name that an agent of the user has.
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
	Path        string   // of its file, as it is shown
	Untrusted   bool     // it comes from a project that the user does not trust with this file
	Held        []string // what it is not given before, such as "the model large"
}

// Set is the agents that can be called.
type Set struct {
	Agents   []Agent        // in the order of their names, which are unique
	Shadowed []Agent        // of an untrusted project, whose names are those of agents of the user
	Files    []mdfiles.File // of the project, whatever became of them
	Notices  []string       // which files were left out and why; they hold names from outside
}

// Options say where agents are.
type Options struct {
	Base string // the user's directory of this program
	Home string // the user's home, or ""
	// Workspace is the project, without what may not be read. Nil means none.
	Workspace mdfiles.Tree
	// Trusted says whether the user trusts the project with a file of just this content. Nil trusts none.
	Trusted func(name string, data []byte) bool
}

// Load gives the agents as they are now. On equal names the project's is taken over the user's if the
// user trusts it, and of one owner that in eidolon's folder over that in Claude's.
func Load(ctx context.Context, o Options) Set {
	var s Set
	for _, folder := range o.folders() {
		files, notices := mdfiles.Find(ctx, []mdfiles.Folder{folder}, "description")
		s.Notices = append(s.Notices, notices...)
		if folder.Source == mdfiles.Project {
			s.Files = append(s.Files, files...)
		}
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
			s = s.with(a, o.trusts(f))
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

// trusts says whether the agent of a file may be all that it wants to be.
func (o Options) trusts(f mdfiles.File) bool {
	return f.Source != mdfiles.Project || o.Trusted != nil && o.Trusted(f.Path, f.Data)
}

// with gives the set with an agent in the place of the one with its name, or in one of its own. One that
// is not trusted chooses no model and takes no place of one of the user's.
func (s Set) with(a Agent, trusted bool) Set {
	if !trusted {
		a.Untrusted = true
		if a.Model != "" {
			a.Held, a.Model = append(a.Held, "the model "+a.Model), ""
		}
		if have, found := s.Find(a.Name); found && have.Source != mdfiles.Project {
			return s.shadow(a, have)
		}
	}
	i, found := slices.BinarySearchFunc(s.Agents, a.Name, func(have Agent, name string) int {
		return strings.Compare(have.Name, name)
	})
	if found {
		s.Agents[i] = a
	} else {
		s.Agents = slices.Insert(s.Agents, i, a)
	}
	return s
}

// shadow leaves out an agent whose name one of the user has. The very same one is nothing to speak of: a
// workspace may be the user's home.
func (s Set) shadow(a, have Agent) Set {
	if a.Prompt == have.Prompt {
		return s
	}
	a.Held = append(a.Held, "the place of your own "+have.Name)
	s.Shadowed = append(s.Shadowed, a)
	s.Notices = append(s.Notices, fmt.Sprintf("%s: your own agent %s is used; `eidolon trust` lets that of the project take its place", a.Path, have.Name))
	return s
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
