package prompts

import (
	"io/fs"
	"strings"
)

// Agent is what a prompt says of an agent.
type Agent struct{ Name, Description string }

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
