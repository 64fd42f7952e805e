package hooks

import (
	"errors"
	"fmt"
	"time"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/toolmatch"
)

// Event is a moment at which hooks run, by the name that they are told.
type Event string

// The events.
const (
	PreToolUse       Event = "PreToolUse"
	PostToolUse      Event = "PostToolUse"
	UserPromptSubmit Event = "UserPromptSubmit"
	Stop             Event = "Stop"
)

// Hook is a command as it is configured.
type Hook struct {
	Matcher string // tools that it is for, as package toolmatch reads it
	Command string
	Timeout time.Duration // 0 takes usualTimeout
	Where   string        // file and line, or ""
}

// usualTimeout is how long a hook may run that says nothing else.
const usualTimeout = time.Minute

// Options of the hooks of one session.
type Options struct {
	Hooks map[Event][]Hook // in the order in which they are configured

	Runner fsapi.Runner
	Judge  fsapi.Judge
	// Rule reads a part of a matcher that is a whole permission rule, such as "Bash(git push:*)", and gives
	// what finds the calls that it is about. Nil reads none.
	Rule func(text string) (about func(spec tool.Spec, class tool.Class) bool, err error)

	// Tools are the names of all tools that there are. A matcher that names another one is a notice;
	// without any, none is.
	Tools []string

	Session     string        // id
	Transcript  string        // file of the session's events, or ""
	Root        string        // the workspace
	CallTimeout time.Duration // of a call whose tool names none
	Mode        func() string // permission mode in force

	Notice func(line string) // tells the user; must not block
	Halt   func()            // ends the running turn as the user would
}

// Hooks are the hooks of one session. A nil one has none. It is safe for use by several goroutines.
type Hooks struct {
	o  Options
	of map[Event][]hook
}

// hook is a command that may run.
type hook struct {
	tools   toolmatch.Pattern
	rules   []func(spec tool.Spec, class tool.Class) bool // those of the pattern
	command fsapi.Command
	verdict fsapi.Verdict
}

// New judges the commands. Without one that may run it gives nil; notices tell the user which may not.
//
// What the guard would ask about runs: the user wrote the hook, or saw it when they trusted the
// workspace that brought it.
func New(o Options) (h *Hooks, notices []string, err error) {
	h = &Hooks{o: o, of: map[Event][]hook{}}
	for _, event := range []Event{PreToolUse, PostToolUse, UserPromptSubmit, Stop} {
		for _, configured := range o.Hooks[event] {
			own, err := o.match(configured)
			if err != nil {
				return nil, nil, fmt.Errorf("%sthe matcher %q of a %s hook %w", configured.at(), configured.Matcher, event, err)
			}
			notices = append(notices, o.strangers(event, configured, own)...)
			c := fsapi.Command{Text: configured.Command, Timeout: configured.Timeout, Env: []string{"EIDOLON_PROJECT_DIR=" + o.Root}}
			if c.Timeout <= 0 {
				c.Timeout = usualTimeout
			}
			v := o.Judge.Judge(c)
			if v.Decision != fsapi.Allow && v.Decision != fsapi.Ask {
				notices = append(notices, fmt.Sprintf("%sthe %s hook %s is not run: %s (%s)", configured.at(), event, nameOf(c), v.Reason, v.Rule))
				continue
			}
			v.Decision = fsapi.Allow
			own.command, own.verdict = c, v
			h.of[event] = append(h.of[event], own)
		}
	}
	if len(h.of) == 0 {
		return nil, notices, nil
	}
	return h, notices, nil
}

// match reads which calls a hook is for.
func (o *Options) match(configured Hook) (hook, error) {
	tools, err := toolmatch.Parse(configured.Matcher)
	if err != nil {
		return hook{}, err
	}
	own := hook{tools: tools}
	for _, text := range tools.Rules {
		if o.Rule == nil {
			return hook{}, errors.New("may name tools only: what stands in parentheses behind a name is not matched here")
		}
		about, err := o.Rule(text)
		if err != nil {
			return hook{}, fmt.Errorf("holds what is no rule: %w", err)
		}
		own.rules = append(own.rules, about)
	}
	return own, nil
}

// strangers tells of names in a matcher that no tool and no family of tools has: the hook may be meant to
// guard something, and would never run.
func (o *Options) strangers(event Event, configured Hook, own hook) []string {
	if len(o.Tools) == 0 || event != PreToolUse && event != PostToolUse {
		return nil
	}
	var notices []string
	for _, name := range own.tools.Strangers(append([]string{"Bash", "Edit", "Read"}, o.Tools...)) {
		notices = append(notices, fmt.Sprintf("%sno tool has the name %q in the matcher %q of a %s hook, so it has no effect", configured.at(), name, configured.Matcher, event))
	}
	return notices
}

// at is the place of a hook, to begin a message with.
func (h Hook) at() string {
	if h.Where == "" {
		return ""
	}
	return h.Where + ": "
}
