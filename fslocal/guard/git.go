package guard

import (
	"slices"
	"strings"
)

// gitGlobal are the options in front of the subcommand.
var gitGlobal = grammar{
	short: "Cc",
	long:  "git-dir work-tree exec-path namespace super-prefix config-env list-cmds attr-source",
	stop:  true,
}

// gitCall is a call of git, taken apart.
type gitCall struct {
	*call
	global []option
	sub    string
	rest   []field // behind the subcommand
}

func (c *call) gitParts() gitCall {
	global, rest := gitGlobal.options(c.args)
	g := gitCall{call: c, global: global}
	if len(rest) > 0 {
		g.sub, g.rest = rest[0].text, rest[1:]
	}
	return g
}

// git judges what git does to the work tree, and the programs that options, settings and subcommands
// make it run.
func (c *call) git() {
	g := c.gitParts()
	run := *c
	for _, o := range g.global {
		switch o.name {
		case "C", "work-tree":
			st := run.st.fork()
			st.dirs = c.e.resolve(st, o.value.text)
			run.st = st
		case "c":
			key, value, _ := strings.Cut(o.value.text, "=")
			g.setting(key, value, false)
		case "config-env":
			c.e.report(ruleGitConfig, c.at, "git --config-env")
		case "exec-path":
			if o.has {
				c.e.report(ruleGitConfig, c.at, "git --exec-path")
			}
		}
	}
	g.call = &run
	if opaque(g.sub) {
		c.e.report(ruleProgram, c.at, "git "+g.sub)
		return
	}
	g.programOptions()
	g.subcommand()
	g.removesOutside()
	g.outputs()
}

// programOptions judges options whose value is a program, whatever the subcommand.
func (g gitCall) programOptions() {
	for i, f := range g.rest {
		if f.text == "--" {
			return
		}
		name, value, has := strings.Cut(f.text, "=")
		switch name {
		case "--upload-pack", "--receive-pack", "--exec", "--extcmd", "--open-files-in-pager", "--tool-cmd":
		default:
			continue
		}
		if !has && i+1 < len(g.rest) && name != "--open-files-in-pager" {
			value = g.rest[i+1].text
		}
		g.e.nested(g.st.child(g.e), value, g.at)
	}
}

// subcommand judges what stands behind git.
func (g gitCall) subcommand() {
	switch g.sub {
	case "push":
		g.push()
	case "reset", "clean", "checkout", "restore", "switch", "stash", "branch", "reflog", "gc", "worktree", "rm", "tag", "update-ref":
		g.discard()
	case "config":
		g.config()
	case "submodule":
		g.discard()
		g.transport()
	case "clone", "init", "remote", "fetch", "pull", "ls-remote", "archive":
		g.transport()
	case "credential":
		g.e.report(ruleSecret, g.at, "git credential")
	case "rebase", "bisect", "filter-branch", "filter-repo", "difftool", "mergetool", "grep", "am", "format-patch", "send-email", "instaweb", "daemon", "apply":
		g.runner()
	}
}

// push asks when it rewrites or deletes what others may have.
func (g gitCall) push() {
	opts, rest := grammar{short: "o", long: "repo receive-pack exec push-option"}.options(g.rest)
	if has(opts, "f", "d", "mirror", "prune") || hasExact(opts, "force", "delete", "force-with-lease") {
		g.e.report(ruleForcePush, g.at, "git push")
		return
	}
	for _, f := range rest {
		if strings.HasPrefix(f.text, "+") || strings.HasPrefix(f.text, ":") && len(f.text) > 1 {
			g.e.report(ruleForcePush, f.at, "git push "+f.text)
		}
		g.address(f)
	}
}

func hasExact(opts []option, names ...string) bool {
	return slices.ContainsFunc(opts, func(o option) bool { return slices.Contains(names, o.name) })
}

// discard asks where work is lost that was never committed.
func (g gitCall) discard() {
	opts, rest := grammar{short: "bBmces", long: "source pathspec-from-file exclude orphan"}.options(g.rest)
	lost := false
	switch g.sub {
	case "reset":
		lost = hasExact(opts, "hard", "merge", "keep") && hasExact(opts, "hard")
	case "clean":
		lost = has(opts, "f", "force") && !has(opts, "n", "dry-run")
	case "checkout", "switch":
		lost = has(opts, "f") || hasExact(opts, "force", "discard-changes") || g.sub == "checkout" && everything(rest)
	case "restore":
		lost = everything(rest) && !has(opts, "S", "staged")
	case "stash":
		lost = len(rest) > 0 && (rest[0].text == "drop" || rest[0].text == "clear")
	case "submodule":
		lost = len(rest) > 0 && rest[0].text == "deinit" && has(opts, "f", "force")
	case "reflog":
		lost = len(rest) > 0 && (rest[0].text == "expire" || rest[0].text == "delete")
	case "gc":
		lost = hasExact(opts, "prune")
	case "worktree":
		g.worktree(opts, rest)
	case "rm":
		for _, f := range rest {
			g.destroyListed(f, has(opts, "r"), hasExact(opts, "cached"))
		}
	case "update-ref":
		lost = has(opts, "d")
	}
	if lost {
		g.e.report(ruleDiscard, g.at, "git "+g.sub)
	}
}

// everything tells whether a pathspec is the whole tree.
func everything(rest []field) bool {
	return slices.ContainsFunc(rest, func(f field) bool {
		return f.text == "." || f.text == "./" || f.text == ":/" || f.text == markStar || f.text == ":"
	})
}

func (g gitCall) worktree(opts []option, rest []field) {
	if len(rest) < 2 {
		return
	}
	switch rest[0].text {
	case "add", "move":
		g.write(rest[1])
	case "remove":
		if has(opts, "f", "force") {
			g.destroy(rest[1])
		}
	}
}

// destroyListed is git rm, which keeps what is committed.
func (g gitCall) destroyListed(f field, recursive, cached bool) {
	if recursive && !cached && everything([]field{f}) {
		g.e.report(ruleDiscard, f.at, "git rm")
	}
}

// transport judges addresses, which may name a program, and where a clone goes.
func (g gitCall) transport() {
	opts, rest := grammar{short: "ubcojs", long: "upload-pack branch config origin depth reference template separate-git-dir jobs server-option filter output remote format prefix initial-branch"}.options(g.rest)
	for _, o := range opts {
		switch o.name {
		case "u":
			if g.sub == "clone" && o.has {
				g.e.nested(g.st.child(g.e), o.value.text, g.at)
			}
		case "c", "config":
			key, value, _ := strings.Cut(o.value.text, "=")
			g.setting(key, value, true)
		case "template", "separate-git-dir":
			g.write(o.value)
		case "o", "output":
			if g.sub == "archive" {
				g.write(o.value)
			}
		}
	}
	for _, f := range rest {
		g.address(f)
	}
	switch {
	case g.sub == "clone" && len(rest) > 1:
		g.write(rest[1])
	case g.sub == "init" && len(rest) > 0:
		g.write(rest[0])
	case g.sub == "submodule" && len(rest) > 1 && rest[0].text == "foreach":
		g.e.nested(g.st.child(g.e), strings.Join(texts(rest[1:]), " "), g.at)
	}
}

// address judges ext:: addresses, which are shell commands.
func (g gitCall) address(f field) {
	if text, ok := strings.CutPrefix(f.text, "ext::"); ok {
		words := strings.Fields(strings.ReplaceAll(text, "% ", "\x01"))
		for i, w := range words {
			words[i] = quote(strings.ReplaceAll(w, "\x01", " "))
		}
		text = strings.Join(words, " ")
		g.e.nested(g.st.child(g.e), text, g.at)
		g.e.report(ruleGitConfig, f.at, f.text)
	}
}

// runner judges subcommands that exist to run programs.
func (g gitCall) runner() {
	opts, rest := grammar{short: "xsO", long: "exec strategy onto extcmd tool env-filter tree-filter index-filter msg-filter commit-filter parent-filter tag-name-filter setup smtp-server directory"}.options(g.rest)
	for _, o := range opts {
		switch {
		case o.name == "x" || o.name == "exec" || strings.HasSuffix(o.name, "-filter") || o.name == "setup":
			g.e.nested(g.st.child(g.e), o.value.text, g.at)
		case o.name == "O" && g.sub == "grep" && o.has:
			g.e.nested(g.st.child(g.e), o.value.text, g.at)
		}
	}
	switch {
	case g.sub == "bisect" && len(rest) > 1 && rest[0].text == "run":
		g.inside(func() { g.e.exec(g.st, rest[1:], g.at) })
	case g.sub == "filter-branch" || g.sub == "filter-repo":
		g.e.report(ruleDiscard, g.at, "git "+g.sub)
	case g.sub == "send-email":
		g.e.report(rulePublish, g.at, "git send-email")
	case g.sub == "daemon" || g.sub == "instaweb":
		g.e.report(ruleService, g.at, "git "+g.sub)
	}
}

func printGit(c *call) string {
	g := c.gitParts()
	switch g.sub {
	case "ls-files":
		operands, flags := g.split()
		if len(operands) == 0 && !containsAny(flags, []string{"-d", "--deleted", "-m", "--modified", "-u", "--unmerged"}) {
			return "./" + markStar + "\n"
		}
		return markBelow + "\n"
	case "diff", "show", "log", "diff-tree", "diff-index", "status":
		for _, f := range g.rest {
			if f.text == "--name-only" {
				return markBelow + "\n"
			}
		}
	case "rev-parse":
		for _, f := range g.rest {
			switch f.text {
			case "--show-toplevel":
				return c.e.g.places.workspace + "\n"
			case "--short", "HEAD", "--verify":
				return markName + "\n"
			case "--show-prefix", "--show-cdup":
				return markAny
			}
		}
	case "rev-list", "describe", "hash-object", "merge-base", "write-tree", "stash":
		return markName + "\n"
	}
	return markAny
}
