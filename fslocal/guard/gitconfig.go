package guard

import (
	"slices"
	"strings"
)

// config judges what is written to the configuration.
func (g gitCall) config() {
	opts, rest := grammar{short: "ft", long: "file blob type default"}.options(g.rest)
	if len(rest) > 0 && slices.Contains([]string{"set", "unset", "rename-section", "remove-section"}, rest[0].text) {
		rest = rest[1:]
	} else if len(rest) > 0 && (rest[0].text == "get" || rest[0].text == "list") {
		return
	}
	if has(opts, "global", "system", "e", "edit") && len(rest) > 1 {
		g.e.report(ruleOutside, g.at, "git config --global")
	}
	if o, ok := find(opts, "f", "file"); ok && len(rest) > 1 {
		g.write(o.value)
	}
	if len(rest) > 1 && !hasExact(opts, "get", "get-all", "get-regexp") {
		g.setting(rest[0].text, rest[1].text, true)
	}
}

// programSettings end the names of settings that hold a program. A value that is "!text" or stands
// behind them is a shell command.
var programSettings = []string{
	"core.pager", "core.editor", "core.sshcommand", "core.askpass", "core.fsmonitor", "core.gitproxy",
	"core.alternaterefscommand", "sequence.editor", "diff.external", ".textconv", ".command", ".driver",
	".clean", ".smudge", ".process", "gpg.program", ".program", ".helper", "pager.", ".cmd", ".path",
	"uploadpack.packobjectshook", ".uploadpack", ".receivepack", "web.browser", "ssh.variant",
	"interactive.difffilter", "sendemail.smtpserver", "trailer.",
}

// directorySettings make git read programs or settings from another place.
var directorySettings = []string{"core.hookspath", "include.path", "init.templatedir", "core.worktree", "protocol.ext.allow", "core.attributesfile"}

// setting judges one setting of git: kept settings run their program on every later call.
func (g gitCall) setting(key, value string, kept bool) {
	lower := strings.ToLower(key)
	switch {
	case strings.HasPrefix(lower, "alias."):
		if text, ok := strings.CutPrefix(value, "!"); ok {
			g.e.nested(g.st.child(g.e), text, g.at)
		}
		if kept && (strings.HasPrefix(value, "!") || opaque(value)) {
			g.e.report(ruleGitConfig, g.at, key)
		}
	case slices.ContainsFunc(directorySettings, func(s string) bool { return lower == s }),
		strings.HasPrefix(lower, "includeif."), strings.HasSuffix(lower, ".insteadof") && strings.Contains(value+key, "ext::"):
		if value != "/dev/null" && value != "" {
			g.e.report(ruleGitConfig, g.at, key)
		}
	case value == "" || value == "true" || value == "false":
	case slices.ContainsFunc(programSettings, func(s string) bool { return matchesSetting(lower, s) }):
		g.programSetting(key, value, kept)
	}
	if opaque(key) {
		g.e.report(ruleGitConfig, g.at, key)
	}
}

func matchesSetting(key, pattern string) bool {
	switch {
	case strings.HasPrefix(pattern, "."):
		return strings.HasSuffix(key, pattern)
	case strings.HasSuffix(pattern, "."):
		return strings.HasPrefix(key, pattern)
	}
	return key == pattern
}

// knownHelpers are values of program settings that are part of git or harmless.
var knownHelpers = []string{
	"cat", "less", "more", "vim", "vi", "nano", "emacs", "code", "store", "cache", "osxkeychain", "manager", "delta",
	"true", "false", "ssh", "gpg", "gpg2", "diff", "diff-so-fancy", "git-lfs", "meld", "kdiff3", "vimdiff", "libsecret",
}

func (g gitCall) programSetting(key, value string, kept bool) {
	text := strings.TrimPrefix(value, "!")
	g.e.nested(g.st.child(g.e), text, g.at)
	first, _, _ := strings.Cut(text, " ")
	if kept && !slices.Contains(knownHelpers, first) {
		g.e.report(ruleGitConfig, g.at, key)
	}
}
