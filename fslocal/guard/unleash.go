package guard

import "strings"

// agents are programs that work for a person as the one this guard belongs to does.
var agents = []string{ownName, "claude", "codex", "gemini", "aider", "goose", "opencode", "cursor-agent", "amp", "crush"}

// looseFlags take the brakes off an agent, when they stand in one of its arguments.
var looseFlags = []string{"yolo", "no-sandbox", "dangerously", "skip-permissions", "bypass-approvals", "full-auto", "yes-always"}

// loosening gives the word by which a person gives this program more rights, if the arguments begin with it.
// Flags may stand before it, and what may be their values.
func (c *call) loosening() string {
	for i, f := range c.args {
		switch {
		case f.text == "trust":
			return f.text
		case f.text == "permissions":
			if rest := c.args[i+1:]; len(rest) > 0 && rest[0].text != "list" && rest[0].text != "test" {
				return f.text
			}
			return ""
		case f.text == "mcp", isFlag(f), i > 0 && isFlag(c.args[i-1]):
		default:
			return ""
		}
	}
	return ""
}

// agent asks where an agent is started without its brakes, or is told to trust a workspace or a server.
func (c *call) agent() {
	if verb := c.loosening(); verb != "" && c.name == ownName {
		c.e.report(ruleAgent, c.at, c.name+" "+verb)
	}
	for i, f := range c.args {
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
