package guard

import (
	"slices"
	"strings"
)

// gitFlags are the flags that leave a listing subcommand a listing, separated by blanks. A flag that
// is missing makes the call a writer: git has many that write files or run programs.
const gitFlags = "n p u s q z v vv a r b m o t w U C M D S G L i E F P c l h e f O1 " +
	"oneline graph all branches tags remotes decorate no-decorate stat shortstat numstat name-only name-status patch no-patch raw summary " +
	"color no-color word-diff color-words unified follow author committer grep since until after before max-count skip reverse merges no-merges " +
	"first-parent format pretty abbrev abbrev-commit no-abbrev-commit date relative-date topo-order date-order author-date-order " +
	"cached staged merge-base diff-filter find-renames find-copies ignore-all-space ignore-space-change ignore-blank-lines exit-code quiet " +
	"no-ext-diff no-textconv histogram minimal patience diff-algorithm no-renames compact-summary dirstat check full-index binary " +
	"porcelain short long branch show-stash ignored untracked-files ahead-behind no-ahead-behind column no-column null " +
	"list show-current contains no-contains merged no-merged sort points-at verbose " +
	"verify abbrev-ref symbolic-full-name show-toplevel git-dir absolute-git-dir is-inside-work-tree is-bare-repository show-prefix show-cdup git-common-dir " +
	"others modified deleted exclude-standard stage error-unmatch full-name others directory unmerged killed eol " +
	"line-porcelain show-email root incremental count left-right left-only right-only cherry-pick cherry-mark boundary objects " +
	"line-number ignore-case word-regexp extended-regexp fixed-strings perl-regexp files-with-matches files-without-match heading break show-function context " +
	"after-context before-context and or not untracked recurse-submodules " +
	"heads dereference hash exists get get-all get-regexp get-urlmatch show-origin show-scope local global system name-only includes type bool int " +
	"always dirty candidates exact-match match no-tags long summary numbered email porcelain full-tree object-id " +
	"batch-check inter-hunk-context function-context no-prefix src-prefix dst-prefix"

// gitListing are subcommands that change nothing with those flags.
var gitListing = []string{
	"status", "log", "diff", "show", "rev-parse", "ls-files", "ls-tree", "blame", "annotate", "describe", "shortlog", "grep", "rev-list", "show-ref",
	"merge-base", "name-rev", "diff-tree", "diff-index", "diff-files", "count-objects", "check-ignore", "check-attr", "for-each-ref", "cat-file",
	"whatchanged", "cherry", "version", "show-branch",
}

// gitSettingsForReading are settings that "-c" may set in a reader.
var gitSettingsForReading = []string{"core.quotepath", "color.ui", "log.date", "diff.renames", "core.abbrev"}

// gitReads tells whether a call of git only reads.
func gitReads(c *call) bool {
	g := c.gitParts()
	for _, o := range g.global {
		switch o.name {
		case "C":
			if !c.staysInside(o.value, true) {
				return false
			}
		case "c":
			if !readsSetting(strings.ToLower(o.value.text)) {
				return false
			}
		case "version", "v":
			return len(c.args) == 1
		case "no-pager", "P", "no-optional-locks", "literal-pathspecs", "no-replace-objects":
		default:
			return false
		}
	}
	return g.listing() && g.argumentsInside()
}

// readsSetting tells whether a setting given with "-c" starts no program.
func readsSetting(setting string) bool {
	key, value, _ := strings.Cut(setting, "=")
	switch key {
	case "core.pager":
		return value == "cat"
	case "core.fsmonitor", "log.showsignature":
		return value == "false"
	}
	return slices.Contains(gitSettingsForReading, key) && constant(value)
}

// argumentsInside tells whether all arguments stay inside the workspace.
func (g gitCall) argumentsInside() bool {
	skip := g.sub == "grep"
	for _, f := range g.rest {
		if skip && !isFlag(f) {
			skip = false
			continue
		}
		if opaque(f.text) || !g.staysInside(f, true) {
			return false
		}
	}
	switch g.sub {
	case "grep", "log", "diff", "show", "blame", "cat-file":
		return g.staysInside(field{text: "."}, true)
	}
	return true
}

// listing tells whether the subcommand shows something and changes nothing.
func (g gitCall) listing() bool {
	operands, flags := g.split()
	if slices.ContainsFunc(flags, func(f string) bool { return !gitFlag(f) }) || slices.ContainsFunc(g.rest, verifies) {
		return false
	}
	return g.lists(flags, operands) && g.runsNoDriver(flags, operands)
}

// lists decides by subcommand. Several write as soon as they get an operand.
func (g gitCall) lists(flags, operands []string) bool {
	given := func(names ...string) bool {
		return slices.ContainsFunc(flags, func(f string) bool {
			name, _, _ := strings.Cut(strings.TrimLeft(f, "-"), "=")
			return slices.Contains(names, name)
		})
	}
	first := ""
	if len(operands) > 0 {
		first = operands[0]
	}
	switch g.sub {
	case "branch":
		return !given("f", "D", "M", "C", "c", "u", "d", "m") && (first == "" || given("list", "l", "contains", "no-contains", "merged", "no-merged", "points-at"))
	case "tag":
		return !given("f", "d", "a", "s", "u", "F", "e") && (first == "" || given("list", "l", "contains", "no-contains", "merged", "no-merged", "points-at", "n"))
	case "remote":
		return first == "" || first == "get-url"
	case "stash":
		return first == "list" || first == "show"
	case "worktree":
		return first == "list"
	case "reflog":
		return first == "" || first == "show" || first == "HEAD"
	case "notes":
		return first == "list" || first == "show"
	case "submodule":
		return first == "status"
	case "config":
		return given("get", "get-all", "get-regexp", "list", "l", "get-urlmatch") || first == "get" || first == "list"
	case "symbolic-ref":
		return len(operands) == 1 && !given("d")
	case "ls-files", "rev-parse", "grep":
		return !given("O", "open-files-in-pager")
	case "var":
		return false
	}
	return slices.Contains(gitListing, g.sub)
}

// gitFlag tells whether a flag is in the list. Numbers, as in -5 and -U3, are part of many.
func gitFlag(flag string) bool {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	known := strings.Fields(gitFlags)
	if strings.HasPrefix(flag, "--") {
		return slices.Contains(known, name)
	}
	if number(name) || slices.Contains(known, name) {
		return true
	}
	if name != "" && strings.Contains("nULSGCMlA", name[:1]) {
		return true
	}
	for i := range len(name) {
		if !slices.Contains(known, name[i:i+1]) {
			return false
		}
	}
	return true
}
