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
	Reason string // the language to think in, "zh" or "en"; "" leaves that to the model
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

// Part is a piece of a prompt.
type Part struct {
	Name string // "system", "agents", "xnl", "calls", "help", "patching", "tools/" and the name of a tool, or "subagents"
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
	reason := ""
	if o.Reason != "" {
		reason = strings.TrimSpace(t.read("reasoning_"+o.Reason+".md", anyText))
	}
	add("system", paragraphs(strings.TrimSpace(system), o.Facts, reason, o.Append))
	add("agents", o.Agents)
	if !o.Native {
		add("xnl", t.read("xnl.md", anyText))
		add("calls", t.read("calls.md", anyText))
		if slices.ContainsFunc(o.Tools, Brief) {
			add("help", t.read("help.md", anyText))
		}
		patching := onlyPatches(o.Tools)
		if patching {
			add("patching", t.read("patching.md", anyText))
		}
		for _, tool := range o.Tools {
			cards := t.cards(tool)
			if patching && isOwn(tool, "apply_patch") { // it is what nearly every task needs here
				cards += "\n" + strings.TrimSpace(t.detail(tool))
			}
			add("tools/"+tool.Name, cards)
		}
	}
	add("subagents", subagents(o.Subagents))
	p.Warnings = t.warnings
	return p
}

// onlyPatches says that files are changed by patches alone, while the texts show other tools.
func onlyPatches(tools []Tool) bool {
	patch := slices.ContainsFunc(tools, func(t Tool) bool { return isOwn(t, "apply_patch") })
	return patch && !slices.ContainsFunc(tools, func(t Tool) bool { return isOwn(t, "edit") || isOwn(t, "write_file") })
}

func isOwn(tool Tool, name string) bool { return tool.Namespace == ownNamespace && tool.Name == name }

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
