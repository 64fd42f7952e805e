package contextfiles

import (
	"context"
	"fmt"
	"os"
	"strings"
	"unicode"

	"eidolon/internal/commands"
	"eidolon/internal/leaf/toolmatch"
	"eidolon/internal/mdfiles"
)

// UnknownCommandError says that there is no slash command of that name.
type UnknownCommandError struct {
	Name string
	Near string // a name that may have been meant, or ""
}

// Error says what to do instead.
func (e *UnknownCommandError) Error() string {
	hint := "`eidolon commands list` shows those that there are"
	if e.Near != "" {
		hint = fmt.Sprintf("did you mean /%s?", e.Near)
	}
	return fmt.Sprintf("there is no command /%s; %s", e.Name, hint)
}

// ScreenCommandError says that a built-in command was given where there is no screen to carry it out.
type ScreenCommandError struct{ Name string }

// Error says where the command can be used.
func (e *ScreenCommandError) Error() string {
	return fmt.Sprintf("the command /%s is one of the chat; start it with `eidolon`", e.Name)
}

// Check refuses an input from which no turn of the model can come: one that begins with a command that
// does not exist or that only a screen can carry out, and one that only names agents. It reads
// commands at most, so it can be asked before there is a session.
func (r *Resolver) Check(ctx context.Context, in Input) error {
	if in.Attached == "" && onlyAgents(in.Text) {
		return ErrNothingAsked
	}
	name, _, ok := cutCommand(in.Text)
	if !ok {
		return nil
	}
	set := r.o.Commands(ctx)
	c, found := set.Find(name)
	switch {
	case !found && toolmatch.OfServer(name): // which is known when the servers are there
	case !found && !exists("/"+name):
		return &UnknownCommandError{Name: name, Near: set.Nearest(name)}
	case found && c.Source == commands.BuiltIn:
		return &ScreenCommandError{Name: c.Name}
	}
	return nil
}

// slash carries out the commands at the beginning of a prompt and gives the text of the turn.
func (u *resolution) slash(ctx context.Context, whole string, insert bool) (string, error) {
	text := whole
	var set commands.Set
	var ahead []commands.Command // whose texts go ahead, once it is known what they go ahead of
	insertAll := func(args string) {
		for _, c := range ahead {
			u.insert(ctx, c, args)
		}
	}
	for {
		name, args, ok := cutCommand(text)
		if !ok {
			break
		}
		if set.Commands == nil {
			set = u.o.Commands(ctx)
		}
		c, found := set.Find(name)
		if !found {
			if text, known, err := u.prompt(ctx, name, args); known {
				insertAll(args)
				return text, err
			}
			if text != whole || exists("/"+name) { // a path, or words after an inserted command
				break
			}
			return "", &UnknownCommandError{Name: name, Near: set.Nearest(name)}
		}
		if c.Source == commands.BuiltIn {
			insertAll(args)
			u.turn.BuiltIn, u.turn.Args = c.Name, strings.TrimSpace(args)
			return "", nil
		}
		u.choose(ctx, c)
		if (c.Mode == commands.Insert || insert && c.Inserts()) && strings.TrimSpace(args) != "" {
			ahead = append(ahead, c)
			text = strings.TrimLeftFunc(args, unicode.IsSpace)
			continue
		}
		insertAll(args)
		// What the person typed may refer to anything, what the project wrote only to its own files.
		u.refer(ctx, args, true)
		text = commands.Expand(c.Body, args)
		u.refer(ctx, text, c.Source != mdfiles.Project)
		return text, nil
	}
	insertAll(text)
	u.refer(ctx, text, true)
	return text, nil
}

// prompt has a server give the text of one of its prompts. What the person typed behind the name may refer to
// anything, what the server makes of it to nothing.
func (u *resolution) prompt(ctx context.Context, name, args string) (text string, known bool, err error) {
	if u.o.Servers == nil || !toolmatch.OfServer(name) {
		return "", false, nil
	}
	text, known, err = u.o.Servers.Prompt(ctx, name, args)
	if err != nil {
		return "", known, fmt.Errorf("/%s: %w", name, err)
	}
	if known {
		u.refer(ctx, args, true)
	}
	return text, known, nil
}

// insert puts the text of a command ahead of a turn, once. The words of the turn are its arguments too,
// where it has a place for them.
func (u *resolution) insert(ctx context.Context, c commands.Command, args string) {
	if u.seen["/"+c.Name] {
		return
	}
	u.seen["/"+c.Name] = true
	body, _ := commands.Fill(c.Body, args)
	if !u.fits("/"+c.Name, body) {
		return
	}
	u.turn.Before = append(u.turn.Before, body)
	u.refer(ctx, body, c.Source != mdfiles.Project)
}

// choose takes the model and the agent that a command asks for.
func (u *resolution) choose(ctx context.Context, c commands.Command) {
	u.untrusted("/"+c.Name, c.Held)
	if c.Agent != "" {
		u.agent(ctx, c.Agent)
	}
	if c.Model != "" {
		u.turn.Model = c.Model
	}
}

// cutCommand cuts a text after the name of a command that it begins with. Something with another slash
// in it is a path.
func cutCommand(text string) (name, args string, ok bool) {
	name, found := strings.CutPrefix(text, "/")
	if !found {
		return "", "", false
	}
	if end := strings.IndexFunc(name, unicode.IsSpace); end >= 0 {
		name, args = name[:end], name[end:]
	}
	if name == "" || strings.ContainsFunc(name, func(r rune) bool { return !commands.InName(r) }) {
		return "", "", false
	}
	return name, args, true
}

// exists says whether a path is there.
func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}
