package guard

import (
	"slices"
	"strings"
)

// A repository can name programs that git runs to show a difference: external ones for whole files,
// and converters to text. These flags keep git from it.
const noDriverFlags = "no-ext-diff no-textconv"

// listSummaries are flags with which git compares names and sizes only, which no such program sees.
const listSummaries = "stat shortstat numstat name-only name-status raw summary dirstat compact-summary check quiet no-patch s"

// contentFlags make git compare what is in the files, even beside a summary.
const contentFlags = "patch unified word-diff color-words function-context binary inter-hunk-context " +
	"ignore-all-space ignore-space-change ignore-blank-lines cc"

// contentLetters are their short forms, among them the searches -S and -G.
const contentLetters = "puUSGLwbWcm"

// runsNoDriver tells whether a listing subcommand starts no program that the repository names for
// showing differences.
func (g gitCall) runsNoDriver(flags, operands []string) bool {
	if g.e.g.noDriver && g.atRoot() {
		return true
	}
	off := strings.Fields(noDriverFlags)
	switch g.sub {
	case "blame", "annotate":
		return slices.Contains(flags, "--no-textconv")
	case "status":
		return !slices.ContainsFunc(flags, func(f string) bool { return strings.HasPrefix(f, "-v") || strings.HasPrefix(f, "--v") })
	case "log", "whatchanged", "reflog", "diff-tree", "diff-index", "diff-files", "diff", "show", "stash":
	default:
		return true
	}
	if !slices.ContainsFunc(off, func(name string) bool { return !slices.Contains(flags, "--"+name) }) {
		return true
	}
	if slices.ContainsFunc(flags, showsContent) {
		return false
	}
	switch g.sub {
	case "diff":
		return slices.ContainsFunc(flags, summarizes)
	case "show":
		return slices.ContainsFunc(flags, summarizes) || len(operands) > 0 && !slices.ContainsFunc(operands, notBlob)
	case "stash":
		return operands[0] != "show"
	}
	return true
}

// atRoot tells whether git works on the repository that the workspace belongs to: anywhere else there may
// be another one.
func (g gitCall) atRoot() bool {
	moved := slices.ContainsFunc(g.global, func(o option) bool { return o.name == "C" })
	return !moved && !g.st.equipped && !g.st.prefixed && !slices.ContainsFunc(g.st.dirs, func(dir string) bool { return dir != g.e.g.root })
}

func summarizes(flag string) bool {
	return slices.Contains(strings.Fields(listSummaries), flagName(flag))
}

func showsContent(flag string) bool {
	if strings.HasPrefix(flag, "--") {
		return slices.Contains(strings.Fields(contentFlags), flagName(flag))
	}
	return len(flag) > 1 && strings.IndexByte(contentLetters, flag[1]) >= 0
}

// flagName is a flag without its dashes and value.
func flagName(flag string) string {
	name, _, _ := strings.Cut(strings.TrimLeft(flag, "-"), "=")
	return name
}

// notBlob tells whether an operand of git show is something else than "revision:path", which is
// shown as it is stored.
func notBlob(operand string) bool {
	rev, file, ok := strings.Cut(operand, ":")
	return !ok || rev == "" || file == "" || strings.Contains(rev, "{")
}

// verifies tells whether an argument makes git check signatures, which is done by a program that the
// repository names.
func verifies(f field) bool {
	return strings.Contains(f.text, "%G") && isFlag(f) || strings.Contains(f.text, "%(signature")
}
