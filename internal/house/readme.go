package house

import (
	"slices"
	"strings"
)

// readmes are the first page, in English and in Chinese.
const (
	readmePage        = "README.md"
	readmeChinesePage = "README.zh.md"
)

// readmesAgree asks that the first page says the same in both languages: the same commands, and the same
// pages to go on to. Each leads to the other at its top.
func readmesAgree() Rule {
	return Rule{
		Name: "readmes",
		Why:  "a reader of either language starts with commands that work",
		Check: func(t *Tree) []Finding {
			english, _ := t.text(readmePage) // "" says it too
			chinese, err := t.text(readmeChinesePage)
			if err != nil {
				return []Finding{missing(readmeChinesePage, "it cannot be read: %v", err)}
			}
			var all []Finding
			for _, p := range []struct{ name, text, other string }{
				{readmePage, english, readmeChinesePage}, {readmeChinesePage, chinese, readmePage},
			} {
				if head, _, _ := strings.Cut(p.text, "\n## "); !strings.Contains(head, "]("+p.other+")") {
					all = append(all, missing(p.name, "it does not lead to %s at its top", p.other))
				}
			}
			if !slices.Equal(codeBlocks(english), codeBlocks(chinese)) {
				all = append(all, missing(readmeChinesePage, "its blocks of code are not those of %s", readmePage))
			}
			return all
		},
	}
}

// codeBlocks gives the blocks of code of a page.
func codeBlocks(page string) []string {
	var blocks []string
	for i, part := range strings.Split(page, "```") {
		if i%2 == 1 {
			blocks = append(blocks, part)
		}
	}
	return blocks
}
