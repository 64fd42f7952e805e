package house

import (
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"strings"
)

// decisions asks for numbered decision records without gaps.
func decisions() Rule {
	return Rule{
		Name: "decisions",
		Why:  "decisions are referred to by number, and none is ever taken away",
		Check: func(t *Tree) []Finding {
			found, err := fs.Glob(t.root, "docs/adr/*.md")
			if err != nil || len(found) == 0 {
				return []Finding{missing("docs/adr", "there are no decision records (%v)", err)}
			}
			var all []Finding
			for i, name := range found { // fs.Glob sorts
				if want := fmt.Sprintf("%04d-", i+1); !strings.HasPrefix(path.Base(name), want) {
					all = append(all, missing(name, "the next record's name should begin with %s", want))
				}
			}
			return all
		},
	}
}

// markdownLink finds the targets of links. Code spans are cut out before.
var (
	markdownLink = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	codeSpan     = regexp.MustCompile("(?s)```.*?```|`[^`\n]*`")
)

// links asks that links between pages lead somewhere.
func links() Rule {
	return Rule{
		Name: "links",
		Why:  "a page that points to nothing costs every reader a search",
		Check: func(t *Tree) []Finding {
			var all []Finding
			for _, name := range t.pages() {
				text, err := t.text(name)
				if err != nil {
					all = append(all, missing(name, "cannot be read: %v", err))
					continue
				}
				for _, m := range markdownLink.FindAllStringSubmatch(codeSpan.ReplaceAllString(text, ""), -1) {
					target, _, _ := strings.Cut(m[1], "#")
					if target == "" || strings.Contains(target, "://") {
						continue
					}
					if _, err := fs.Stat(t.root, path.Join(path.Dir(name), target)); err != nil {
						all = append(all, missing(name, "the link to %s leads nowhere", m[1]))
					}
				}
			}
			return all
		},
	}
}

// pages gives the Markdown files for people.
func (t *Tree) pages() []string {
	var all []string
	for _, pattern := range []string{"*.md", "docs/*.md", "docs/*/*.md"} {
		found, err := fs.Glob(t.root, pattern)
		if err == nil {
			all = append(all, found...)
		}
	}
	return all
}

// makeCommand finds "make x" inside code.
var makeCommand = regexp.MustCompile(`\bmake ([a-z][a-z-]*)`)

// newcomerCommands asks that every make command that a page tells of exists, and that README has the
// two that a newcomer runs first.
func newcomerCommands() Rule {
	return Rule{
		Name: "commands",
		Why:  "the first command that a newcomer types must work",
		Check: func(t *Tree) []Finding {
			makefile, err := t.text("Makefile")
			if err != nil {
				return []Finding{missing("Makefile", "cannot be read: %v", err)}
			}
			var all []Finding
			for _, name := range t.pages() {
				text, err := t.text(name)
				if err != nil {
					continue // the rule on links tells
				}
				for _, code := range codeSpan.FindAllString(text, -1) {
					for _, m := range makeCommand.FindAllStringSubmatch(code, -1) {
						if !strings.Contains("\n"+makefile, "\n"+m[1]+":") {
							all = append(all, missing(name, "the Makefile has no target %s", m[1]))
						}
					}
				}
			}
			readme, _ := t.text("README.md")
			for _, command := range []string{"make demo", "make test"} {
				if !strings.Contains(readme, command) {
					all = append(all, missing("README.md", "it does not tell of `%s`", command))
				}
			}
			return all
		},
	}
}
