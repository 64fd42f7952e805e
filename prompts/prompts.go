// Package prompts holds the texts the program says to models, and puts them together: the system
// prompt of a session ([Assemble]), hidden reminders ([Reminder]) and the sentences that help
// a model repeat a failed call ([Retry]).
//
// The texts are the .md and .xnl files beside this code. A person can replace each of them by a file
// of the same name in their own prompts directory. Plain data goes in and strings come out; the
// package knows no tool and no session.
package prompts

import (
	"io/fs"
	"slices"
	"strings"
)

// Options say what a prompt is made of.
type Options struct {
	Native bool   // tools are called by the provider's own means, so the XNL texts and cards stay out
	Caller bool   // another program asks, and runs the calls itself: the root prompt is one for that
	System string // takes the place of the root prompt when it is not empty
	Facts  string // about this workspace and machine, added to the root prompt
	Append string // follows the root prompt after a blank line
	Agents string // the project context: AGENTS.md files under their headings
	Tools  []Tool
	// Subagents are the agents that a call of invoke_subagent may name.
	Subagents []Agent
	Override  fs.FS // a directory with texts that replace the built-in ones, or nil
}

// Tool is what a prompt says of a tool that has no card of its own.
type Tool struct {
	Namespace string
	Name      string
	Main      string // parameter that takes the raw text of a call, or ""
	Summary   string // one sentence
	Schema    string // JSON Schema of the input, for a tool whose inputs nothing else tells; or ""
	Inputs    string // its inputs in words, for a detail card that is made; or ""
	Example   string // an input as a JSON object, for the same; or ""
}

// Agent is what a prompt says of an agent.
type Agent struct{ Name, Description string }

// Part is a piece of a prompt.
type Part struct {
	Name string // "system", "agents", "xnl", "calls", "help", "tools/" and the name of a tool, or "subagents"
	Text string
}

// Tokens estimates what the part costs: four bytes to a token. Providers count exactly.
func (p Part) Tokens() int { return (len(p.Text) + 3) / 4 }

// Prompt is a system prompt in parts.
type Prompt struct {
	Parts []Part
	// Warnings tell which of a person's own texts could not be used; the built-in one took its place.
	Warnings []string
}

// String is the prompt as it is sent.
func (p Prompt) String() string {
	all := make([]string, len(p.Parts))
	for i, part := range p.Parts {
		all[i] = part.Text
	}
	return strings.Join(all, "\n\n")
}

// Assemble makes the system prompt: root prompt, project context, the XNL format, the call protocol, the
// cards of each tool, then the agents. Equal options give equal bytes, so that a provider's prompt cache holds.
func Assemble(o Options) Prompt {
	t := texts{override: o.Override}
	var p Prompt
	add := func(name, text string) {
		if text = strings.TrimSpace(text); text != "" {
			p.Parts = append(p.Parts, Part{Name: name, Text: text})
		}
	}
	system := o.System
	if strings.TrimSpace(system) == "" {
		system = t.read(root(o), anyText)
	}
	add("system", paragraphs(strings.TrimSpace(system), o.Facts, o.Append))
	add("agents", o.Agents)
	if !o.Native {
		add("xnl", t.read("xnl.md", anyText))
		add("calls", t.read("calls.md", anyText))
		if slices.ContainsFunc(o.Tools, Brief) {
			add("help", t.read("help.md", anyText))
		}
		for _, tool := range o.Tools {
			add("tools/"+tool.Name, t.cards(tool))
		}
	}
	add("subagents", subagents(o.Subagents))
	p.Warnings = t.warnings
	return p
}

// Limits of what is said about agents, which come from files of all kinds.
const (
	maxAgents      = 50
	maxDescription = 200 // bytes
)

// subagents lists the agents that work can be given to.
func subagents(list []Agent) string {
	if len(list) == 0 {
		return ""
	}
	var b strings.Builder
	b.WriteString("# Agents for invoke_subagent\n")
	for _, a := range list[:min(len(list), maxAgents)] {
		description := strings.Join(strings.Fields(strings.ToValidUTF8(a.Description, "")), " ")
		if over := len(description) - maxDescription; over > 0 {
			description = shorten(description, over)
		}
		b.WriteString("- " + strings.TrimSuffix(a.Name+": "+description, ": ") + "\n")
	}
	return b.String()
}

// Subagent gives what a session is told that does the work of a call of another. The override is that of
// [Options].
func Subagent(readOnly bool, override fs.FS) string {
	t := texts{override: override}
	text := strings.TrimSpace(t.read("subagent.md", anyText))
	if readOnly {
		text += "\n" + strings.TrimSpace(t.read("subagent_reading.md", anyText))
	}
	return text
}

// root names the text that a prompt begins with when nobody gives another.
func root(o Options) string {
	if o.Caller {
		return "caller.md"
	}
	return "system.md"
}

// paragraphs joins the texts that say something.
func paragraphs(texts ...string) string {
	said := slices.DeleteFunc(texts, func(text string) bool { return strings.TrimSpace(text) == "" })
	return strings.Join(said, "\n\n")
}
