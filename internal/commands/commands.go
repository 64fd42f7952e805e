// Package commands gives the slash commands: texts that a person sends, or puts before what they say, by
// a name instead of typing them. Some are built into the program; the others are Markdown files of
// the user and of the project, see [Load]. [Expand] puts what was typed after the name into a text.
//
// A command is a text and nothing else. It starts nothing by itself: what other programs would run
// while they read it stays text. One of a project that the user does not trust is less still: it may
// choose neither a model nor an agent, and it takes no name that a command of the user has.
package commands

import (
	"slices"
	"strings"

	"eidolon/internal/leaf/nearest"
	"eidolon/internal/mdfiles"
)

// BuiltIn is the source of commands that are no files.
const BuiltIn mdfiles.Source = "built-in"

// Mode says what accepting a command does.
type Mode string

// The modes. A command of either mode is offered both to be run and to be inserted.
const (
	Execute Mode = "execute" // its text is the turn
	Insert  Mode = "insert"  // its text goes before the turn as a system message
	Either  Mode = "either"
)

// Command is a slash command.
type Command struct {
	Name         string // without the slash; parts are joined by ":"
	Description  string
	ArgumentHint string
	Mode         Mode
	Model        string // to use with it, or ""
	Agent        string // to use with it, or ""
	Source       mdfiles.Source
	Path         string // of its file, as it is shown
	Body         string
	Untrusted    bool     // it comes from a project that the user does not trust with this file
	Held         []string // what it is not given before, such as "the model large"
}

// Runs says whether the command is offered to be run.
func (c Command) Runs() bool { return c.Mode != Insert }

// Inserts says whether the command is offered to be inserted.
func (c Command) Inserts() bool { return c.Mode != Execute }

// Set is the commands that can be named.
type Set struct {
	Commands []Command      // in the order of their names, which are unique
	Shadowed []Command      // of an untrusted project, whose names are those of commands of the user
	Files    []mdfiles.File // of the project, whatever became of them
	Notices  []string       // which files were left out and why; they hold names from outside
}

// Find gives the command of a name: of exactly this one, else the first that differs in letter case.
func (s Set) Find(name string) (Command, bool) {
	return mdfiles.Named(s.Commands, func(e Command) string { return e.Name }, name)
}

// Match gives the commands whose names begin with the prefix, in any letter case.
func (s Set) Match(prefix string) []Command {
	prefix = strings.ToLower(prefix)
	var list []Command
	for _, c := range s.Commands {
		if strings.HasPrefix(strings.ToLower(c.Name), prefix) {
			list = append(list, c)
		}
	}
	return list
}

// Nearest gives the name that was probably meant, or "".
func (s Set) Nearest(name string) string {
	names := make([]string, len(s.Commands))
	for i, c := range s.Commands {
		names[i] = c.Name
	}
	return nearest.Name(name, names)
}

// with gives a list with a command in the place of the one with its name, or in one of its own.
func with(list []Command, c Command) []Command {
	i, found := slices.BinarySearchFunc(list, c.Name, func(have Command, name string) int {
		return strings.Compare(have.Name, name)
	})
	if found {
		list[i] = c
		return list
	}
	return slices.Insert(list, i, c)
}
