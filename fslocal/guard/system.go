package guard

import (
	"slices"
	"strings"
)

// always makes the handler of a program that breaks a rule whatever its arguments are.
func always(rule string) func(*call) {
	return func(c *call) { c.e.report(rule, c.at, c.path) }
}

// alwaysThen also judges the program that the operands name.
func alwaysThen(rule string, g grammar, skip int) func(*call) {
	run := wrapper(g, skip)
	return func(c *call) {
		c.e.report(rule, c.at, c.path)
		run(c)
	}
}

// unlessLists makes the handler of a program that breaks a rule unless it only shows something: its
// first argument is one of the words given, and so is every flag.
func unlessLists(rule string, words ...string) func(*call) {
	words = append(words, "--help", "--version")
	return func(c *call) {
		shows := len(c.args) > 0 && slices.Contains(words, c.args[0].text)
		for _, f := range c.args {
			shows = shows && (!isFlag(f) || slices.Contains(words, f.text))
		}
		if !shows {
			c.e.report(rule, c.at, c.path)
		}
	}
}

// verbs makes the handler of a program whose first operands decide: a row of words asks or denies.
type verbs map[string]string

func (v verbs) judge(c *call) {
	_, rest := grammar{}.options(c.args)
	for n := min(3, len(rest)); n > 0; n-- {
		line := strings.ToLower(strings.Join(texts(rest[:n]), " "))
		if rule, ok := v[line]; ok {
			if rule != "" && !slices.ContainsFunc(c.args, dryRun) {
				c.e.report(rule, c.at, c.name+" "+line)
			}
			return
		}
	}
	if rule, ok := v["*"]; ok && len(rest) > 0 && !slices.ContainsFunc(c.args, dryRun) {
		c.e.report(rule, c.at, c.name+" "+rest[0].text)
	}
}

func dryRun(f field) bool {
	return f.text == "--dry-run" || f.text == "--syntax-check" || f.text == "--list-hosts" || f.text == "--list-tasks" || f.text == "--help" || f.text == "-h" || strings.HasPrefix(f.text, "--dry-run=")
}

// powerVerbs are what systemctl and loginctl call switching off.
var powerVerbs = []string{
	"poweroff", "reboot", "halt", "kexec", "suspend", "hibernate", "hybrid-sleep",
	"suspend-then-hibernate", "soft-reboot", "emergency", "rescue", "exit", "switch-root", "default", "sleep",
}

// readVerbs only show services.
var readVerbs = []string{
	"status", "show", "list-units", "list-unit-files", "list-timers", "list-sockets", "is-active", "is-enabled",
	"is-failed", "cat", "list-dependencies", "list-jobs", "is-system-running", "get-default", "show-environment",
	"list-sessions", "list-users", "session-status", "user-status", "show-session", "show-user", "list-machines", "help",
}

// systemctl denies power verbs and asks for all that does not only show.
func (c *call) systemctl() {
	_, rest := grammar{short: "HMtpnos", long: "host machine type property lines output signal state"}.options(c.args)
	if len(rest) == 0 {
		return
	}
	verb := strings.ToLower(rest[0].text)
	switch {
	case slices.Contains(powerVerbs, verb) && (verb != "sleep" || c.name == "systemctl"):
		c.e.report(rulePower, c.at, c.name+" "+verb)
	case (verb == "start" || verb == "isolate" || verb == "set-default") && slices.ContainsFunc(rest, powerTarget):
		c.e.report(rulePower, c.at, c.name+" "+verb)
	case !slices.Contains(readVerbs, verb):
		c.e.report(ruleService, c.at, c.name+" "+verb)
	}
}

func powerTarget(f field) bool {
	name := strings.TrimSuffix(strings.TrimSuffix(f.text, ".target"), ".service")
	return slices.Contains(powerVerbs, strings.TrimPrefix(name, "systemd-")) || name == "runlevel0" || name == "runlevel6"
}

// service is the older way to do the same.
func (c *call) service() {
	if len(c.args) > 1 && c.args[1].text == "status" || len(c.args) == 1 && isFlag(c.args[0]) {
		return
	}
	if len(c.args) > 0 {
		c.e.report(ruleService, c.at, "service "+c.args[0].text)
	}
}

// initProgram is init and telinit: a runlevel switches the machine over.
func (c *call) initProgram() {
	_, rest := grammar{short: "et"}.options(c.args)
	if len(rest) == 0 {
		return
	}
	if len(rest[0].text) == 1 && strings.ContainsAny(rest[0].text, "0123456sSqQuUabc") || !constant(rest[0].text) {
		c.e.report(rulePower, c.at, c.name+" "+rest[0].text)
	}
}

// bus is dbus-send and its like: the messages that switch the machine off have telling names.
func (c *call) bus() {
	line := strings.ToLower(strings.Join(texts(c.args), " "))
	for _, word := range []string{"poweroff", "reboot", "suspend", "hibernate", ".halt", "shutdown", "hybridsleep", "kexec"} {
		if strings.Contains(line, word) {
			c.e.report(rulePower, c.at, c.name+" "+word)
			return
		}
	}
	for _, word := range []string{"systemd1", "policykit", "startunit", "execmethod"} {
		if strings.Contains(line, word) {
			c.e.report(ruleService, c.at, c.name)
		}
	}
}

// sysctl writes kernel settings with -w, with "name=value" and from files.
func (c *call) sysctl() {
	opts, rest := grammar{short: "pr"}.options(c.args)
	if has(opts, "w", "p", "write", "load", "system") || slices.ContainsFunc(rest, func(f field) bool { return strings.Contains(f.text, "=") }) {
		c.e.report(ruleKernel, c.at, "sysctl")
	}
}

// firewallShows are words that show packet filters, firewallChanges those that change them.
var (
	firewallShows = []string{
		"-L", "-S", "--list", "--list-rules", "list", "show", "status", "--list-all", "-sr", "-s", "--state",
		"-h", "--help", "-V", "--version",
	}
	firewallChanges = []string{
		"-A", "-D", "-I", "-R", "-F", "-X", "-P", "-Z", "-N", "-E", "-d", "-e", "-f", "--flush", "--append", "--delete", "--insert",
		"--policy", "--delete-chain", "--zero", "--replace", "flush", "add", "delete", "insert", "enable", "disable", "reset",
		"allow", "deny", "reject", "limit", "reload", "destroy",
	}
)

// firewall denies changes of packet filters and shows them freely.
func (c *call) firewall() {
	words := texts(c.args)
	if len(words) > 0 && (containsAny(words, firewallChanges) || !containsAny(words, firewallShows)) {
		c.e.report(ruleFirewall, c.at, c.name)
	}
}

// ipProgram is ip: links, addresses and routes may be shown.
func (c *call) ipProgram() {
	for _, f := range c.args {
		switch f.text {
		case "set", "add", "del", "delete", "flush", "change", "replace", "exec":
			c.e.report(ruleFirewall, c.at, c.name+" "+f.text)
			return
		}
	}
}

// interfaces is ifconfig and its like: with more than a name they change the network.
func (c *call) interfaces() {
	_, rest := grammar{}.options(c.args)
	switch {
	case len(rest) == 0 || c.name == "route" && rest[0].text == "get" || rest[0].text == "list":
	case len(rest) > 1:
		c.e.report(ruleFirewall, c.at, c.name)
	case c.name == "hostname":
		c.e.report(ruleService, c.at, c.name)
	}
}

// date -s sets the clock.
func (c *call) date() {
	opts, rest := grammar{short: "dfrsI", long: "date file reference set rfc-3339 iso-8601"}.options(c.args)
	if has(opts, "s") || hasExact(opts, "set") || len(rest) > 0 && number(rest[0].text) {
		c.e.report(ruleService, c.at, "date --set")
	}
}

// mount shows what is mounted when it has no operands.
func (c *call) mount() {
	_, rest := grammar{short: "toLU"}.options(c.args)
	if len(rest) > 0 || slices.ContainsFunc(c.args, func(f field) bool { return f.text == "-a" }) {
		c.e.report(ruleService, c.at, c.name)
	}
}

// journal is journalctl: some of its options delete what was recorded.
func (c *call) journal() {
	for _, f := range c.args {
		if strings.HasPrefix(f.text, "--vacuum") || f.text == "--rotate" || f.text == "--flush" {
			c.e.report(ruleHistory, c.at, "journalctl "+f.text)
		}
	}
}

// mkfs may make a file system inside a file of the workspace, which only asks.
func (c *call) mkfs() {
	_, rest := grammar{short: "tLUbiINmOTEgGJfrKMoCl", long: "type label uuid"}.options(c.args)
	files := 0
	for _, f := range rest {
		for _, p := range c.e.resolve(c.st, f.text) {
			z := c.e.g.places.of(p)
			if (z == zoneInside || z == zoneTemp) && strings.ContainsAny(f.text, "./") {
				files++
			}
		}
	}
	if files > 0 && !slices.ContainsFunc(rest, func(f field) bool { return strings.HasPrefix(f.text, "/dev") || opaque(f.text) }) {
		c.e.report(ruleChange, c.at, c.name)
		return
	}
	if len(c.args) > 0 && (c.args[0].text == "--help" || c.args[0].text == "-V" || c.args[0].text == "--version") {
		return
	}
	c.e.report(ruleDisk, c.at, c.path)
}

// diskutil and its like have verbs that only show.
func (c *call) diskutil() {
	if len(c.args) > 0 && slices.Contains([]string{"list", "info", "apfs", "activity"}, c.args[0].text) && len(c.args) < 3 {
		return
	}
	c.e.report(ruleDisk, c.at, c.path)
}
