package commands

import (
	"context"
	"fmt"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"unicode"

	"eidolon/internal/mdfiles"
)

// Options say where commands are.
type Options struct {
	BuiltIn []Command // the program's own
	Base    string    // the user's directory of this program
	Home    string    // the user's home, or ""
	// Workspace is the project, without what may not be read. Nil means none.
	Workspace mdfiles.Tree
	// Trusted says whether the user trusts the project with a file of just this content. Nil trusts none.
	Trusted func(name string, data []byte) bool
}

// Load gives the commands as they are now. It reads every file anew, a few milliseconds for hundreds, so
// a palette that calls it when it opens is never behind the files.
//
// On equal names the project's command is taken over the user's if the user trusts it; of one owner, that
// in eidolon's folder is taken over that in Claude's. The name of a built-in command is taken: no
// repository may decide what /quit does.
func Load(ctx context.Context, o Options) Set {
	var s Set
	for _, c := range o.BuiltIn {
		c.Source = BuiltIn
		s.Commands = with(s.Commands, c)
	}
	for _, folder := range o.folders() {
		files, notices := mdfiles.Find(ctx, []mdfiles.Folder{folder}, "description", "argument-hint")
		s.Notices = append(s.Notices, notices...)
		if folder.Source == mdfiles.Project {
			s.Files = append(s.Files, files...)
		}
		s = s.withFiles(files, o.trusts)
	}
	return s
}

// trusts says whether a command of a file may be all that it wants to be.
func (o Options) trusts(f mdfiles.File) bool {
	return f.Source != mdfiles.Project || o.Trusted != nil && o.Trusted(f.Path, f.Data)
}

// folders are the places to look at; what is found in a later one is taken over the same in an earlier.
func (o Options) folders() []mdfiles.Folder {
	own := func(dir string) mdfiles.Folder {
		return mdfiles.Folder{Tree: mdfiles.Local(dir), Dir: ".", Shown: dir, Source: mdfiles.User}
	}
	var list []mdfiles.Folder
	if o.Home != "" {
		list = append(list, own(filepath.Join(o.Home, ".claude", folderName)))
	}
	if o.Base != "" {
		list = append(list, own(filepath.Join(o.Base, folderName)))
	}
	if o.Workspace != nil {
		claude, eidolon := path.Join(".claude", folderName), ".eidolon"
		list = append(list,
			mdfiles.Folder{Tree: o.Workspace, Dir: claude, Shown: claude, Source: mdfiles.Project},
			mdfiles.Folder{Tree: o.Workspace, Dir: eidolon, Shown: eidolon, Source: mdfiles.Project, Skip: notCommands})
	}
	return list
}

// folderName is the directory that holds commands. As a part of a path it is no part of the name.
const folderName = "commands"

// otherFolders are directories of a project's .eidolon that hold something else than commands, at any
// depth: some of them lie beside the commands of an extension.
var otherFolders = []string{
	"agents", "automations", "cache", "checkpoints", "hooks", "logs", "memory", "out", "plans", "projects", "prompts", "sessions", "skills",
	"themes", "tmp", "worktrees",
}

// otherFiles are files that stand beside commands and are none.
var otherFiles = []string{"agents.md", "changelog.md", "claude.md", "license.md", "memory.md", "readme.md", "skill.md"}

// notCommands says what of a project's .eidolon is no command. In a folder of commands everything is
// one.
func notCommands(rel string, dir bool) bool {
	parts := strings.Split(rel, "/")
	if slices.Contains(parts[:len(parts)-1], folderName) {
		return false
	}
	last := strings.ToLower(parts[len(parts)-1])
	if dir {
		return slices.Contains(otherFolders, last)
	}
	return slices.Contains(otherFiles, last)
}

// withFiles gives the set with the commands of one folder. Two files of it may stand for one name, since
// a part "commands" does not count; then the first in the order of paths is taken.
func (s Set) withFiles(files []mdfiles.File, trusts func(mdfiles.File) bool) Set {
	taken := map[string]string{} // name -> path of its file
	for _, f := range files {
		c, err := command(f)
		if err != nil {
			s.Notices = append(s.Notices, err.Error())
			continue
		}
		if other, found := taken[c.Name]; found {
			s.Notices = append(s.Notices, fmt.Sprintf("%s: its command /%s is that of %s already", f.Path, c.Name, other))
			continue
		}
		have, found := s.Find(c.Name)
		if found && have.Source == BuiltIn {
			s.Notices = append(s.Notices, fmt.Sprintf("%s: /%s is a command of the program itself; give the file another name", f.Path, have.Name))
			continue
		}
		if !trusts(f) {
			c = c.distrusted()
			if found && have.Source != mdfiles.Project {
				s = s.shadow(c, have)
				continue
			}
		}
		taken[c.Name] = f.Path
		s.Commands = with(s.Commands, c)
	}
	return s
}

// distrusted is a command without what only one that the user trusts may have.
func (c Command) distrusted() Command {
	c.Untrusted = true
	if c.Model != "" {
		c.Held = append(c.Held, "the model "+c.Model)
	}
	if c.Agent != "" {
		c.Held = append(c.Held, "the agent "+c.Agent)
	}
	c.Model, c.Agent = "", ""
	return c
}

// shadow leaves out a command whose name one of the user has. The very same one is nothing to speak of:
// a workspace may be the user's home.
func (s Set) shadow(c, have Command) Set {
	if c.Body == have.Body {
		return s
	}
	c.Held = append(c.Held, "the place of your own /"+have.Name)
	s.Shadowed = append(s.Shadowed, c)
	s.Notices = append(s.Notices, fmt.Sprintf("%s: your own /%s is used; `eidolon trust` lets that of the project take its place", c.Path, have.Name))
	return s
}

// command reads a command from its file.
func command(f mdfiles.File) (Command, error) {
	var head struct {
		Description  string `yaml:"description"`
		ArgumentHint string `yaml:"argument-hint"`
		Mode         string `yaml:"mode" oneof:"|execute|insert"`
		Model        string `yaml:"model"`
		Agent        string `yaml:"agent"`
	}
	if err := f.Decode(&head, "description", "argument-hint", "mode", "model", "agent"); err != nil {
		return Command{}, err
	}
	name, err := nameOf(f.Rel)
	if err != nil {
		return Command{}, fmt.Errorf("%s: %w", f.Path, err)
	}
	if f.Body == "" {
		return Command{}, fmt.Errorf("%s: it has no text, so there is nothing to send", f.Path)
	}
	c := Command{
		Name: name, Description: head.Description, ArgumentHint: head.ArgumentHint, Mode: Mode(head.Mode),
		Model: head.Model, Agent: head.Agent, Source: f.Source, Path: f.Path, Body: f.Body,
	}
	if c.Mode == "" {
		c.Mode = usualMode(f)
	}
	return c, nil
}

// usualMode is the mode of a command whose head names none: what lies in a folder for commands may be
// inserted too, what lies about elsewhere is run.
func usualMode(f mdfiles.File) Mode {
	if slices.Contains(strings.Split(path.Dir(filepath.ToSlash(f.Path)), "/"), folderName) {
		return Either
	}
	return Execute
}

// nameOf gives the name of the command in a file: its path without the extension, the parts joined by
// ":" and those that only say that commands lie there left out.
func nameOf(rel string) (string, error) {
	parts := strings.Split(strings.TrimSuffix(rel, path.Ext(rel)), "/")
	last := len(parts) - 1
	parts = append(slices.DeleteFunc(slices.Clone(parts[:last]), func(part string) bool { return part == folderName }), parts[last])
	for _, part := range parts {
		if part == "" || strings.ContainsFunc(part, unnamable) {
			return "", fmt.Errorf("%q cannot be typed as a command: use letters, digits, \"-\", \"_\" and \".\" in names of files", part)
		}
	}
	return strings.Join(parts, ":"), nil
}

// InName says whether a character may be in the name of a command.
func InName(r rune) bool { return r == ':' || !unnamable(r) }

// unnamable says that a character has no place in a part of the name of a command.
func unnamable(r rune) bool {
	return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !strings.ContainsRune("-_.", r)
}
