package guard

import "strings"

// agents are programs that work for a person as the one this guard belongs to does.
var agents = []string{ownName, "claude", "codex", "gemini", "aider", "goose", "opencode", "cursor-agent", "amp", "crush"}

// looseFlags take the brakes off an agent, when they stand in one of its arguments.
var looseFlags = []string{"yolo", "no-sandbox", "dangerously", "skip-permissions", "bypass-approvals", "full-auto", "yes-always"}

// agent asks where an agent is started without its brakes, or is told to trust a workspace.
func (c *call) agent() {
	for i, f := range c.args {
		verb := i == 0 && (f.text == "trust" || f.text == "permissions" && len(c.args) > 1 && c.args[1].text != "list" && c.args[1].text != "test")
		if verb && c.name == ownName {
			c.e.report(ruleAgent, c.at, c.name+" "+f.text)
		}
		if c.name == ownName && (i == 0 && f.text == "guard" || f.text == "check") {
			return // it only judges the text behind
		}
		loose := isFlag(f) || i > 0 && isFlag(c.args[i-1])
		for _, word := range looseFlags {
			if loose && !strings.Contains(f.text, " ") && strings.Contains(f.text, word) {
				c.e.report(ruleAgent, c.at, c.name+" "+f.text)
			}
		}
	}
}
