package guard

import (
	"slices"
	"strings"
)

// shells are programs that run shell text.
var shells = map[string]bool{
	"sh": true, "bash": true, "dash": true, "zsh": true, "ksh": true, "mksh": true, "ash": true, "rbash": true,
	"fish": true, "csh": true, "tcsh": true, "yash": true,
}

// remoteVerbs are subcommands that change what no version control brings back, or publish.
var remoteVerbs = map[string]verbs{
	"kubectl": {
		"delete": ruleChange, "drain": ruleChange, "replace": ruleChange, "exec": ruleHost, "apply": ruleChange, "scale": ruleChange,
		"cordon": ruleChange, "patch": ruleChange, "edit": ruleChange, "create": ruleChange, "rollout undo": ruleChange,
		"rollout restart": ruleChange, "rollout pause": ruleChange, "rollout resume": ruleChange, "set": ruleChange, "label": ruleChange,
		"annotate": ruleChange, "taint": ruleChange, "cp": ruleHost, "attach": ruleHost, "debug": ruleHost, "run": ruleChange, "expose": ruleChange,
		"autoscale": ruleChange, "uncordon": ruleChange, "certificate": ruleChange, "config use-context": ruleChange, "config set-context": ruleChange,
		"config delete-context": ruleChange, "config set": ruleChange, "config unset": ruleChange,
	},
	"helm":      {"uninstall": ruleChange, "delete": ruleChange, "upgrade": ruleChange, "install": ruleChange, "rollback": ruleChange, "push": rulePublish},
	"terraform": {"destroy": ruleChange, "apply": ruleChange, "import": ruleChange, "state rm": ruleChange, "taint": ruleChange},
	"tofu":      {"destroy": ruleChange, "apply": ruleChange},
	"pulumi":    {"destroy": ruleChange, "up": ruleChange, "stack rm": ruleChange},
	"gh": {
		"repo delete": ruleChange, "release create": rulePublish, "release delete": ruleChange, "repo create": rulePublish,
		"pr merge": rulePublish, "pr create": rulePublish, "issue create": rulePublish, "pr close": ruleChange, "secret set": ruleChange,
		"secret delete": ruleChange, "gist create": rulePublish, "workflow run": ruleChange, "auth logout": ruleChange, "auth token": ruleSecret,
		"ssh-key add": ruleChange, "repo edit": ruleChange, "repo archive": ruleChange, "pr comment": rulePublish, "issue comment": rulePublish,
	},
	"glab":             {"repo delete": ruleChange, "mr merge": rulePublish, "release create": rulePublish},
	"cargo":            {"publish": rulePublish, "yank": ruleChange, "owner": rulePublish, "login": rulePublish},
	"gem":              {"push": rulePublish, "yank": ruleChange},
	"twine":            {"upload": rulePublish},
	"flyctl":           {"deploy": rulePublish, "destroy": ruleChange, "apps destroy": ruleChange},
	"fly":              {"deploy": rulePublish, "destroy": ruleChange},
	"vercel":           {"deploy": rulePublish, "remove": ruleChange, "rm": ruleChange},
	"netlify":          {"deploy": rulePublish},
	"firebase":         {"deploy": rulePublish},
	"heroku":           {"apps:destroy": ruleChange, "pg:reset": ruleChange, "run": ruleHost, "ps:restart": ruleChange, "config:set": ruleChange},
	"doctl":            {"compute droplet delete": ruleChange},
	"gsutil":           {"rm": ruleChange, "rb": ruleChange, "rsync": rulePublish},
	"vagrant":          {"destroy": ruleChange, "ssh": ruleHost},
	"virsh":            {"destroy": ruleChange, "undefine": ruleChange},
	"crictl":           {"rm": ruleChange, "rmi": ruleChange},
	"rclone":           {"delete": ruleChange, "purge": ruleChange, "sync": ruleChange, "move": ruleChange, "copy": rulePublish},
	"ansible":          {"*": ruleHost},
	"ansible-playbook": {"*": ruleHost},
}

// packageFlags are package managers with flags for verbs.
func packageFlags(c *call) {
	for _, f := range c.args {
		switch {
		case strings.HasPrefix(f.text, "--"):
			switch strings.TrimPrefix(f.text, "--") {
			case "install", "remove", "purge", "erase", "upgrade", "configure", "unpack", "sync", "force-all", "rebuilddb", "import":
				c.e.report(rulePackages, c.at, c.name+" "+f.text)
				return
			}
		case isFlag(f) && c.name == "dpkg" && strings.ContainsAny(f.text, "irP"),
			isFlag(f) && c.name == "rpm" && strings.ContainsAny(f.text[1:2], "iUeF"),
			isFlag(f) && (c.name == "pacman" || c.name == "yay" || c.name == "paru") && strings.ContainsAny(f.text[1:2], "SRUD") && !strings.ContainsAny(f.text, "silg"),
			c.name == "installer" || c.name == "gdebi" || c.name == "softwareupdate" && f.text == "-i":
			c.e.report(rulePackages, c.at, c.name+" "+f.text)
			return
		}
	}
}

// databaseCall asks about statements that destroy tables or more.
func databaseCall(c *call) {
	c.readsProgram()
	text := strings.ToLower(strings.Join(texts(c.args), " ") + " " + c.st.in)
	if c.name == "sqlite3" || c.name == "duckdb" {
		text = "" // a file of the workspace
	}
	for _, words := range []string{"drop table", "drop database", "drop schema", "truncate ", "delete from", "flushall", "flushdb", "dropdatabase", "drop user", "deletemany({})", ".drop()", "drop keyspace"} {
		if strings.Contains(text, words) {
			c.e.report(ruleChange, c.at, c.name+" "+strings.TrimSpace(words))
			return
		}
	}
	if strings.Contains(text, "program '") && strings.Contains(text, "copy ") {
		c.e.report(ruleCode, c.at, c.name)
	}
	for _, text := range append(texts(c.args), strings.Split(c.st.in, "\n")...) {
		c.databaseOutput(text)
		for _, escape := range []string{`\!`, ".shell ", ".system "} {
			if _, shell, ok := strings.Cut(text, escape); ok {
				c.tryShell(shell)
			}
		}
	}
}

// databaseOutput judges the commands of sqlite3 that write a file: what they take last is its name.
func (c *call) databaseOutput(text string) {
	if c.name != "sqlite3" && c.name != "duckdb" {
		return
	}
	words := strings.Fields(text)
	if len(words) < 2 {
		return
	}
	switch name := words[len(words)-1]; words[0] {
	case ".output", ".once", ".save", ".backup", ".clone", ".log", ".trace", ".open":
		if shell, ok := strings.CutPrefix(words[1], "|"); ok {
			c.tryShell(strings.Join(append([]string{shell}, words[2:]...), " "))
			return
		}
		c.write(field{text: strings.Trim(name, `'"`), at: c.at})
	}
}

// direnv runs the program behind "exec" and a directory.
func direnv(c *call) {
	if len(c.args) > 2 && c.args[0].text == "exec" {
		c.runOperands(c.args[2:], 0)
	}
}

// dotenv runs its operands, with or without a verb in front.
func dotenv(c *call) {
	g := grammar{short: "efvco", long: "env-file file", stop: true}
	_, rest := g.options(c.args)
	if len(rest) > 0 && (rest[0].text == "run" || rest[0].text == "exec") {
		_, rest = g.options(rest[1:])
	}
	c.runOperands(rest, 0)
}

// startDaemon is start-stop-daemon: the program stands in an option, its arguments behind "--".
func (c *call) startDaemon() {
	for i, f := range c.args {
		v, ok := optionValue(c.args[i:], "exec x startas a")
		if !isFlag(f) || !ok {
			continue
		}
		words := []field{v}
		if j := slices.Index(texts(c.args), "--"); j >= 0 {
			words = append(words, c.args[j+1:]...)
		}
		c.runOperands(words, 0)
	}
}

// bindOptions of bwrap take two values, singleOptions one.
const (
	bindOptions   = "bind bind-try dev-bind dev-bind-try ro-bind ro-bind-try symlink setenv file bind-data ro-bind-data chmod bind-fd ro-bind-fd"
	singleOptions = "proc dev tmpfs mqueue dir chdir unsetenv uid gid hostname seccomp add-seccomp-fd perms size lock-file sync-fd info-fd " +
		"json-status-fd block-fd userns userns2 pidns exec-label file-label cap-add cap-drop remount-ro args argv0 overlay-src tmp-overlay ro-overlay"
)

// bubblewrap judges the program inside as if it ran outside: what it binds is as good as the original.
func bubblewrap(c *call) {
	rest := c.args
	for len(rest) > 0 && isFlag(rest[0]) {
		skip := 1
		switch name := strings.TrimLeft(rest[0].text, "-"); {
		case name == "":
			c.runOperands(rest[1:], 0)
			return
		case slices.Contains(strings.Fields(bindOptions), name):
			skip = 3
		case slices.Contains(strings.Fields(singleOptions), name):
			skip = 2
		}
		rest = rest[min(skip, len(rest)):]
	}
	c.runOperands(rest, 0)
}

// cmake has tools of its own behind -E.
func cmake(c *call) {
	if len(c.args) < 2 || c.args[0].text != "-E" {
		return
	}
	_, rest := grammar{}.options(c.args[2:])
	switch c.args[1].text {
	case "rm", "rm_rf", "remove", "remove_directory":
		for _, f := range rest {
			c.destroy(f)
		}
	case "env", "time", "chdir":
		for len(rest) > 0 && (assignmentLike(rest[0].text) || c.args[1].text == "chdir" && rest[0].text == c.args[2].text) {
			rest = rest[1:]
		}
		c.runOperands(rest, 0)
	case "copy", "copy_if_different", "copy_directory", "copy_directory_if_different", "create_hardlink", "rename", "create_symlink", "touch", "make_directory":
		if len(rest) > 0 {
			c.write(rest[len(rest)-1])
		}
	}
}

// manual shows pages through a program that can be chosen.
func manual(c *call) {
	opts, _ := grammar{short: "PHC", long: "pager html config-file"}.options(c.args)
	for _, o := range opts {
		if o.has && (o.name == "P" || o.name == "pager" || o.name == "H" || o.name == "html") {
			c.e.nested(c.st.child(c.e), o.value.text, c.at)
		}
	}
}

// secretStore asks where passwords are read.
func secretStore(c *call) {
	if len(c.args) > 0 && !isFlag(c.args[0]) {
		c.e.report(ruleSecret, c.at, c.name)
	}
}

// gpg asks where it hands out secret keys.
func (c *call) gpg() {
	for _, f := range c.args {
		if strings.HasPrefix(f.text, "--export-secret") {
			c.e.report(ruleSecret, c.at, c.name+" "+f.text)
		}
		if strings.HasPrefix(f.text, "--delete-") {
			c.e.report(ruleDelOutside, c.at, "the key ring")
		}
	}
}

// debugger runs a program under watch; some take commands of their own.
func debugger(c *call) {
	for _, f := range c.args {
		if hasAny(f.text, markParent) {
			c.e.report(ruleSecret, c.at, c.name+" "+f.text)
		}
	}
	for i, f := range c.args {
		switch f.text {
		case "-ex", "-eval-command", "--eval-command", "-o", "--one-line":
			if i+1 < len(c.args) && c.name != "strace" && c.name != "perf" && c.name != "ltrace" {
				c.judgeStrings([]string{strings.TrimPrefix(strings.TrimPrefix(c.args[i+1].text, "shell "), "!")})
			}
		}
	}
	_, rest := grammar{short: "eosSpuEaPIOXx", stop: true}.options(c.args)
	if len(rest) > 0 && c.name == "perf" {
		rest = rest[1:]
	}
	_, rest = grammar{short: "eosSpuEaPIOXgF", stop: true}.options(rest)
	c.runOperands(rest, 0)
}

// flock runs a program, or a shell text after -c, while it holds a lock.
func flock(c *call) {
	_, rest := grammar{short: "wE", long: "timeout wait conflict-exit-code", stop: true}.options(c.args)
	if len(rest) < 2 {
		return
	}
	c.e.reads = false
	if rest[1].text == "-c" || rest[1].text == "--command" {
		if len(rest) > 2 {
			c.e.nested(c.st.child(c.e), rest[2].text, c.at)
		}
		return
	}
	c.runOperands(dropDashes(rest[1:]), 0)
}

// runnerVerb runs the program behind "run", "exec" and the like.
func runnerVerb(c *call) {
	for i, f := range c.args {
		switch f.text {
		case "run", "exec", "x", "--":
			_, rest := grammar{short: "npcC", long: "name prefix with python directory env-file group extra", stop: true}.options(c.args[i+1:])
			c.elsewhere(func() { c.runOperands(rest, 0) })
			return
		case "--command", "-c", "--run":
			if i+1 < len(c.args) {
				c.inside(func() { c.e.nested(c.st.child(c.e), strings.Join(texts(c.args[i+1:]), " "), c.at) })
			}
			return
		}
	}
}

// nested judges operands that look like shell commands, and the text after a flag.
func nested(flag string) func(*call) {
	return func(c *call) {
		c.e.reads = false
		for i, f := range c.args {
			switch {
			case f.text == "-e" || f.text == "--" || f.text == "-"+flag || f.text == "-x" || f.text == "-X":
				if rest := c.args[i+1:]; len(rest) > 0 {
					c.inside(func() {
						c.onlyDenials(func() { c.e.nested(c.st.child(c.e), strings.Join(texts(rest), " "), c.at) })
						c.onlyDenials(func() { c.e.exec(c.st.child(c.e), rest, c.at) })
					})
				}
			case strings.Contains(f.text, " ") || i > 0 && i == len(c.args)-1:
				c.tryShell(f.text)
			case !isFlag(f) && i > 0:
				if _, known := c.e.g.programs[canonical(f.text)]; known {
					c.inside(func() { c.onlyDenials(func() { c.e.exec(c.st.child(c.e), c.args[i:], c.at) }) })
				}
			}
		}
	}
}

func printInput(c *call) string { return c.st.in }

func printBelow(*call) string { return markBelow + "\n" }

// hookWords are arguments with which a tool prints shell text that sets up the shell, written by the
// tool itself.
var hookWords = []string{"env", "init", "hook", "shellenv", "activate", "completion", "shell.bash", "-s", "-b", "--alias", "path", "docker-env"}

// printHook is the output of tools made to be given to eval.
func printHook(c *call) string {
	if c.name == "direnv" && len(c.args) > 0 && c.args[0].text == "export" {
		return ":\n"
	}
	if len(c.args) == 0 || containsAny(texts(c.args[:1]), hookWords) {
		return ":\n"
	}
	return taint(c.st.in)
}
