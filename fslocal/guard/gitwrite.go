package guard

import (
	"slices"
	"strings"
)

// outputOptions name, for each subcommand, the options whose value is a file or directory written.
var outputOptions = map[string]argRule{
	"diff":           {writes: "output"},
	"log":            {writes: "output"},
	"show":           {writes: "output"},
	"whatchanged":    {writes: "output"},
	"stash":          {writes: "output"},
	"reflog":         {writes: "output"},
	"diff-tree":      {writes: "output"},
	"diff-index":     {writes: "output"},
	"diff-files":     {writes: "output"},
	"range-diff":     {writes: "output"},
	"format-patch":   {writes: "o output-directory output"},
	"apply":          {writes: "directory build-fake-ancestor"},
	"am":             {writes: "directory"},
	"bugreport":      {writes: "o output-directory"},
	"diagnose":       {writes: "o output-directory"},
	"fast-export":    {writes: "export-marks"},
	"fast-import":    {writes: "export-marks export-pack-edges"},
	"checkout-index": {writes: "prefix"},
	"mailsplit":      {writes: "o"},
}

// treeChanging are subcommands that change the work tree or the repository they are called in.
var treeChanging = []string{
	"add", "am", "apply", "bisect", "branch", "checkout", "checkout-index", "cherry-pick", "clean", "commit", "filter-branch",
	"gc", "merge", "mv", "prune", "pull", "read-tree", "rebase", "reset", "restore", "revert", "rm", "sparse-checkout",
	"stash", "switch", "tag", "update-index", "update-ref", "fetch", "repack", "replace", "init",
}

// outputs judges the places that git writes to beside the repository it is called in, and that place
// itself where it is another.
func (g gitCall) outputs() {
	if rule, ok := outputOptions[g.sub]; ok {
		inner := *g.call
		inner.args = g.rest
		rule.judge(&inner)
	}
	if g.sub == "bundle" && len(g.rest) > 1 && g.rest[0].text == "create" {
		_, rest := grammar{}.options(g.rest[1:])
		if len(rest) > 0 {
			g.write(rest[0])
		}
	}
	if !slices.Contains(treeChanging, g.sub) {
		return
	}
	if _, flags := g.split(); g.lists(flags, nil) && g.sub != "stash" {
		return
	}
	for _, dir := range g.st.dirs {
		if g.sub == "clean" && g.e.g.places.of(dir).stays() {
			g.e.destroyed(dir, field{text: dir, at: g.at})
		}
		switch g.e.g.places.of(dir) { //nolint:exhaustive // the zones outside; all others are the workspace's own
		case zoneRoot, zoneSystem, zoneTop, zoneHome, zoneAbove, zoneOutside:
			g.e.written(dir, field{text: dir, at: g.at})
		}
	}
}

// split gives the operands and the flags behind the subcommand.
func (g gitCall) split() (operands, flags []string) {
	for i, f := range g.rest {
		if f.text == "--" {
			return append(operands, texts(g.rest[i+1:])...), flags
		}
		if isFlag(f) {
			flags = append(flags, f.text)
		} else {
			operands = append(operands, f.text)
		}
	}
	return operands, flags
}

// removesOutside judges the operands of git rm and git mv that lead out of the workspace.
func (g gitCall) removesOutside() {
	if g.sub != "rm" && g.sub != "mv" {
		return
	}
	operands, _ := g.split()
	for _, name := range operands {
		for _, p := range g.e.resolve(g.st, name) {
			if strings.HasPrefix(p, "/") && constant(p) && !g.e.g.places.inside(p) {
				g.e.destroyed(p, field{text: name, at: g.at})
			}
		}
	}
}
