package guard

import (
	"slices"
	"strings"
)

// appleScript judges the sentences of AppleScript that switch off or ask for rights.
func (c *call) appleScript(text string) {
	for _, words := range []string{"shut down", "restart", "log out", "to sleep"} {
		if strings.Contains(text, words) {
			c.e.report(rulePower, c.at, words)
		}
	}
	if strings.Contains(text, "administrator privileges") {
		c.e.report(rulePrivilege, c.at, c.name)
	}
}

// powerShell judges a command of PowerShell by its words: the cmdlets that matter have telling names.
func (c *call) powerShell(text string) {
	words := strings.Fields(strings.NewReplacer(";", " ; ", "|", " | ", "(", " ( ", ")", " ) ", `"`, "", "'", "").Replace(text))
	removes := false
	for _, w := range words {
		switch lower := strings.ToLower(w); lower {
		case "stop-computer", "restart-computer":
			c.e.report(rulePower, c.at, w)
		case "format-volume", "clear-disk", "initialize-disk", "remove-partition":
			c.e.report(ruleDisk, c.at, w)
		case "runas":
			c.e.report(rulePrivilege, c.at, w)
		case "iex", "invoke-expression":
			if strings.Contains(strings.ToLower(text), "http") {
				c.e.report(ruleRemote, c.at, w)
			}
			c.e.report(ruleCode, c.at, c.name)
		case "remove-item", "ri", "rm", "del", "rd", "rmdir", "erase":
			removes = true
		case ";", "|":
			removes = false
		default:
			if removes && !strings.HasPrefix(w, "-") {
				c.windowsPath(lower)
				c.judgePath(w)
			}
		}
	}
	c.tryShell(text)
}

// optionName gives the full name of an option that PowerShell lets one abbreviate in any case.
func optionName(language, name string) string {
	if language != "pwsh" && language != "powershell" {
		return name
	}
	lower := strings.ToLower(name)
	for _, full := range []string{"command", "encodedcommand"} {
		if lower != "" && strings.HasPrefix(full, lower) {
			return full
		}
	}
	if lower == "ec" || lower == "enc" {
		return "encodedcommand"
	}
	return lower
}

// windowsPath judges a path in the way of Windows as something destroyed.
func (c *call) windowsPath(p string) {
	switch rest := strings.Trim(p, `\/*.`); {
	case len(rest) == 2 && rest[1] == ':':
		c.e.report(ruleDelRoot, c.at, p)
	case len(rest) > 2 && rest[1] == ':' && slices.Contains([]string{"windows", "program files", "users", "programdata"}, strings.Trim(rest[2:], `\/`)):
		c.e.report(ruleDelSystem, c.at, p)
	case rest == "$home" || rest == "$env:userprofile" || rest == "$env:home":
		c.e.report(ruleDelHome, c.at, p)
	}
}
