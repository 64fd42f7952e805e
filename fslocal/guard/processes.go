package guard

import (
	"regexp"
	"strings"
)

// ownName is the program that the guard works for, as processes are called.
const ownName = "eidolon"

// endsUs asks where an argument may be the process that runs the command.
func (c *call) endsUs() {
	for _, f := range c.args {
		if hasAny(f.text, markParent) {
			c.e.report(ruleKillSelf, c.at, c.name+" "+f.text)
		}
	}
}

// meansUs tells whether a name or pattern fits this program.
func meansUs(pattern string) bool {
	if strings.Contains(strings.ToLower(pattern), ownName) {
		return true
	}
	expr, err := regexp.Compile("(?i)" + pattern)
	return err == nil && len(pattern) < maxPath && expr.MatchString(ownName)
}

// printProcess is the output of programs that find processes by name.
func printProcess(c *call) string {
	_, rest := grammar{short: "sugoPGtUF"}.options(c.args)
	for _, f := range rest {
		if f.text != "" && meansUs(f.text) {
			return markParent + "\n"
		}
	}
	return markName + "\n"
}

// printPs is a table of processes; one may be told to show the parent alone.
func printPs(c *call) string {
	for _, f := range c.args {
		if strings.Contains(f.text, "ppid=") {
			return markParent + "\n"
		}
	}
	opts, _ := grammar{short: "pCqtgGuUsoOkN", long: "pid ppid quick-pid user sort format"}.options(c.args)
	if has(opts, "p", "C", "q", "t", "g", "s", "pid", "ppid", "quick-pid", "T") || len(c.args) == 0 {
		return markAny
	}
	return markEvery + "\n"
}

// someOf is what a filter that picks lines prints: of all processes or files, it leaves some.
func someOf(text string) string {
	text = strings.ReplaceAll(text, "./"+markStar+"\n", markBelow+"\n")
	return strings.ReplaceAll(text, markEvery, markAny)
}

// ps shows the environment of processes with a BSD option "e", which has no dash.
func (c *call) ps() {
	value := false
	for _, f := range c.args {
		letters := strings.Trim(f.text, "-abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == ""
		shows := letters && !isFlag(f) && strings.Contains(f.text, "e") || isFlag(f) && letters && strings.HasPrefix(f.text, "-E")
		if !value && shows || strings.Contains(f.text, "environ") {
			c.e.report(ruleSecret, c.at, "ps "+f.text)
		}
		value = letters && f.text != "" && strings.ContainsAny(f.text[len(f.text)-1:], "oOCpuUgGtqskN")
		value = value && (isFlag(f) || strings.ContainsAny(f.text[len(f.text)-1:], "oOpUtqk"))
	}
}

// kill ends processes: -1 means all, and 1 is the first.
func (c *call) kill() {
	c.endsUs()
	args := c.args
	if len(args) > 0 {
		switch first := args[0].text; {
		case first == "-0" || len(args) > 1 && first == "-s" && args[1].text == "0":
			return // nothing is sent: it asks whether a process is there
		case first == "-l" || first == "-L" || first == "--list" || first == "--table":
			return
		case first == "-s" || first == "-n" || first == "--signal":
			args = args[min(2, len(args)):]
		case first == "--":
		case isFlag(args[0]):
			if len(args) == 1 && first != "-1" {
				return
			}
			if len(args) == 1 {
				break
			}
			args = args[1:]
		}
	}
	for _, f := range dropDashes(args) {
		if hasAny(f.text, markEvery, markStar, markSet, markOne) {
			c.e.report(ruleKill, c.at, "kill "+f.text)
		}
		switch f.text {
		case "-1", "1", "0" + "1", "-0":
			c.e.report(ruleKill, c.at, "kill "+f.text)
		}
	}
}

// killByName is killall and pkill: some patterns match everything.
func (c *call) killByName() {
	opts, rest := grammar{short: "sugoyPGtUF", long: "signal user"}.options(c.args)
	if has(opts, "u", "U", "user", "v", "inverse") {
		c.e.report(ruleKill, c.at, c.name)
		return
	}
	c.endsUs()
	for _, f := range rest {
		if meansUs(f.text) {
			c.e.report(ruleKillSelf, c.at, c.name+" "+f.text)
		}
		if strings.Trim(f.text, ".*^$") == "" || f.text == "systemd" || f.text == "init" {
			c.e.report(ruleKill, c.at, c.name+" "+f.text)
		}
	}
}

// fuser -k ends whatever uses a file; everything uses the root of the file system.
func (c *call) fuser() {
	opts, rest := grammar{short: "n"}.options(c.args)
	if !has(opts, "k", "kill") {
		return
	}
	for _, f := range rest {
		for _, p := range c.e.resolve(c.st, f.text) {
			if c.e.g.places.of(p).stays() {
				c.e.report(ruleKill, c.at, "fuser "+f.text)
			}
		}
	}
}

// crontab shows, deletes or replaces the jobs of the user.
func (c *call) crontab() {
	opts, rest := grammar{short: "u"}.options(c.args)
	switch {
	case has(opts, "r"):
		c.e.report(ruleDropJobs, c.at, "crontab -r")
	case has(opts, "l"):
	case len(rest) > 0:
		c.e.report(ruleSchedule, c.at, "crontab")
		text := c.st.in
		if rest[0].text == "-" {
			c.readsProgram()
		} else {
			text = c.e.readFile(c.st, rest[0])
		}
		c.cronLines(text)
	case has(opts, "e") || c.st.in != "":
		c.e.report(ruleSchedule, c.at, "crontab")
		c.cronLines(c.st.in)
	}
}

// cronLines judges the commands of a table of jobs: what follows five fields, or one that begins
// with "@".
func (c *call) cronLines(text string) {
	if hasAny(text, markRemote) {
		c.e.report(ruleRemote, c.at, c.name)
	}
	for i, l := range strings.Split(text, "\n") {
		words := strings.Fields(l)
		skip := 5
		if len(words) > 0 && strings.HasPrefix(words[0], "@") {
			skip = 1
		}
		if i > maxLines || len(words) <= skip {
			continue
		}
		c.inside(func() { c.e.nested(c.st.child(c.e), strings.Join(words[skip:], " "), c.at) })
	}
}
