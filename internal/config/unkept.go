package config

import (
	"fmt"
	"slices"
)

// Unkept is a setting that this version reads and cannot keep.
type Unkept struct {
	// Message is a sentence without a full stop: where the setting is, what it asks for, what to do.
	Message string
	// Refuse says that the setting protects the user, so that nothing may run in spite of it. Without
	// it the setting merely has no effect, which a notice says.
	Refuse bool
}

// Unkept lists the settings that are not the default and that this version cannot keep, those that
// protect first.
func (c *Config) Unkept() []Unkept {
	const notYet = "%s, which this version cannot do yet"
	var list []Unkept
	add := func(set, refuse bool, key, format string, args ...any) {
		if set {
			text := fmt.Sprintf("%s: %s", c.origin(key), key) + fmt.Sprintf(format, args...)
			list = append(list, Unkept{Message: text, Refuse: refuse})
		}
	}
	protects := func(set bool, key, asks, instead string) {
		add(set, true, key, " asks "+notYet+": to go on without it, %s", asks, instead)
	}
	idle := func(set bool, key string) { add(set, false, key, " has no effect in this version") }

	protects(c.Sandbox.Bash == "enforce", "sandbox.bash", "to confine every command", "set it to auto")
	protects(!c.Sandbox.Network, "sandbox.network", "to keep commands off the network", "set it to true")
	protects(len(c.Permissions.Deny) > 0, "permissions.deny", "to refuse calls by rule", "remove the rules")
	protects(len(c.Permissions.Ask) > 0, "permissions.ask", "to ask about calls by rule", "remove the rules")
	add(len(c.Sandbox.ForbidRead) > 0, false, "sandbox.forbidRead",
		" holds for the file tools; a shell command can still read these paths")
	idle(len(c.Permissions.Allow) > 0, "permissions.allow")
	idle(len(c.Sandbox.AllowWrite) > 0, "sandbox.allowWrite")
	idle(c.Models.Fallback != "", "models.fallback")
	return list
}

// origin tells where the value of a key comes from.
func (c *Config) origin(key string) string {
	i := slices.IndexFunc(c.settings, func(s Setting) bool { return s.Key == key })
	if i < 0 {
		return "configuration"
	}
	return c.settings[i].Origin
}
