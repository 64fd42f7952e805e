package tui

import (
	"context"
	"strings"

	"eidolon/internal/leaf/lang"
	"eidolon/tui/overlay"
)

// builtIn is a command of the chat itself.
type builtIn struct {
	name string
	help lang.Text
	run  func(c *chat, args string)
	args bool // it takes some
}

// builtIns are all of them, in the order of the palette.
func builtIns() []builtIn {
	return []builtIn{
		{"new", "begin a new session; this one is kept", func(c *chat, _ string) { c.begin("") }, false},
		{"clear", "forget the conversation; files stay, /rewind undo brings it back", (*chat).clear, false},
		{"resume", "go on with another session", (*chat).resume, true},
		{"fork", "begin a new session with what was said so far", (*chat).fork, true},
		{"rewind", "go back to before a turn, with or without the files", (*chat).rewind, true},
		{"rename", "give the session a title", (*chat).rename, true},
		{"model", "choose who answers", (*chat).setModel, true},
		{"effort", "choose how long the model thinks", (*chat).setEffort, true},
		{"agent", "choose an agent", (*chat).setAgent, true},
		{"plan", "only read from now on; Shift+Tab goes on", func(c *chat, _ string) { c.setPosture("plan") }, false},
		{"yolo", "allow everything that neither the guard nor a rule denies", func(c *chat, _ string) { c.askYolo() }, false},
		{"todo", "show the list of things to do", func(c *chat, _ string) { c.showTodos() }, false},
		{"export", "write the session to a file", (*chat).export, true},
		{"copy", "copy the last answer", func(c *chat, _ string) { c.copyAnswer() }, false},
		{"theme", "choose the colours", (*chat).setTheme, true},
		{"mouse", "off gives the mouse back to the terminal", (*chat).setMouse, true},
		{"status", "model, session, permissions", func(c *chat, _ string) { c.report(overlay.Status, "status") }, false},
		{"usage", "what the session has cost", func(c *chat, _ string) { c.report(overlay.Usage, "usage") }, false},
		{"actors", "who is at work", func(c *chat, _ string) { c.report(overlay.Actors, "actors") }, false},
		{"log", "diagnostics of this session", func(c *chat, _ string) { c.report(overlay.Log, "log") }, false},
		{"debug", "what the screen costs", func(c *chat, _ string) { c.showCounters() }, false},
		{"compact", "not in this version: sums the conversation up", later("/compact is not in this version; /new begins afresh, /fork and /rewind go back."), false},
		{"mcp", "servers that bring tools", (*chat).showServers, true},
		{"memory", "not in this version: what is remembered between sessions", later("/memory is not in this version; AGENTS.md is read at every start."), false},
		{"goal", "not in this version: go on until something is reached", later("/goal is not in this version."), false},
		{"help", "all keys", func(c *chat, _ string) { c.showHelp() }, false},
		{"quit", "leave", func(c *chat, _ string) { c.quit() }, false},
	}
}

// aliases are other names that people type.
var aliases = map[string]string{"exit": "quit", "models": "model", "sessions": "resume", "todos": "todo", "agents": "agent"}

// later says that a command belongs to a version that is to come.
func later(text lang.Text) func(*chat, string) {
	return func(c *chat, _ string) { c.say(c.T(text)) }
}

// Commands are the chat's own commands, for whoever must not give one of their names to another.
func Commands() []Command {
	var all []Command
	for _, b := range builtIns() {
		all = append(all, Command{Name: b.name, Description: string(b.help), Runs: true, Source: "built-in"})
	}
	return all
}

// builtIn finds the chat's own command of a name. Its run gives back what it has no use for.
func (c *chat) builtIn(name string) (run func(args string) (left string), ok bool) {
	name = strings.ToLower(name)
	if other, ok := aliases[name]; ok {
		name = other
	}
	for _, b := range builtIns() {
		if b.name == name {
			return func(args string) string {
				b.run(c, args)
				if b.args {
					return ""
				}
				return args
			}, true
		}
	}
	return nil, false
}

// clear forgets the conversation after asking: it is taken back to its beginning.
func (c *chat) clear(string) {
	if c.facts.Ended == 0 && !c.facts.Running {
		c.tell(c.T("nothing was said yet"))
		return
	}
	c.choose(overlay.Clear, c.T("Forget the whole conversation? The files stay as they are, and /rewind undo brings it back."),
		[]overlay.Option{{Text: c.T("forget it")}, {Text: c.T("keep it")}}, 1, func(i int) {
			if i == 0 && !c.opening {
				c.goBack(firstTurn, false)
			}
		})
}

// firstTurn stands for the first turn that counts.
const firstTurn = 0

// resume opens the session whose id begins so, or lets one be chosen.
func (c *chat) resume(args string) {
	if args == "" {
		c.pickSession()
		return
	}
	c.beside(workWithin, func(ctx context.Context) func() {
		id, err := c.o.Threads.Locate(ctx, args)
		return func() {
			if err != nil {
				c.complain(err)
				return
			}
			c.begin(id)
		}
	})
}

// fork begins a new session with what was said up to a turn, or all of it.
func (c *chat) fork(args string) {
	turn := 0
	if args != "" {
		if turn = atoi(args); turn < 1 {
			c.say(c.T("/fork takes the number of a turn; /rewind lists them."))
			return
		}
	}
	from := c.open.ID
	if from == "" || c.opening {
		c.tell(c.T("no session is open that could be forked"))
		return
	}
	c.unlessRunning(c.T("The fork is opened, and the turn that runs is stopped."), func() {
		c.beside(workWithin, func(ctx context.Context) func() {
			id, err := c.o.Threads.Fork(ctx, from, turn)
			return func() {
				if err != nil {
					c.complain(err)
					return
				}
				c.openSession(id)
			}
		})
	})
}

// rename gives the session a title.
func (c *chat) rename(args string) {
	if args == "" {
		c.openModal(overlay.NewInput(overlay.Rename, overlay.InputOptions{
			Lang: c.Table, Text: c.facts.Title, Keys: c.o.Keys, OnCancel: c.closeModal,
			OnAccept: func(title string) {
				c.closeModal()
				if title = strings.TrimSpace(title); title != "" {
					c.rename(title)
				}
			},
		}))
		return
	}
	c.withSession(c.T("The session is closed for a moment to be renamed, and the turn that runs is stopped."), func() {
		c.between(func(ctx context.Context, id string) (string, func()) {
			err := c.o.Threads.Rename(ctx, id, args)
			return id, func() { c.complain(err) }
		})
	})
}

// export writes the session to a file.
func (c *chat) export(args string) {
	id := c.open.ID
	if id == "" || c.opening {
		c.tell(c.T("no session is open that could be written"))
		return
	}
	c.beside(workWithin, func(ctx context.Context) func() {
		path, err := c.o.Threads.Export(ctx, id, args)
		return func() {
			if err != nil {
				c.complain(err)
				return
			}
			c.say(c.F("The session was written to %s", path))
		}
	})
}

// quit leaves, after asking when a turn runs. What is done to a session on disk is not cut short.
func (c *chat) quit() {
	if c.opening {
		c.leaving = true
		return
	}
	c.unlessRunning(c.T("A turn is running. Stop it and leave?"), c.leave)
}
