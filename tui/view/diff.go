package view

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eidolon/tui/theme"
)

// maxDiff is how many lines of a difference are shown.
const maxDiff = 2000

// change is a line of a difference.
type change struct {
	op       byte // ' ', '-', '+', or 0 for what stands between the hunks
	text     string
	old, new int // its number on either side, 0 for none
	words    [][2]int
	beside   int // how many lines further its counterpart is, negative for back
}

// fileDiff is what changed in one file.
type fileDiff struct {
	name    string // of a file that was moved, both names
	deleted bool
	changes []change
}

// diffBlocks makes blocks of a unified difference of one file or several: for each file its name, then a
// block for each run of lines of one kind, with the number of each line in the gutter of a block of its
// own. Marks are part of the text, so that nothing is told by colour alone.
func (l *look) diffBlocks(text string) []*Block {
	files := readDiff(text)
	highest := 0
	for _, f := range files {
		for _, c := range f.changes {
			highest = max(highest, c.old, c.new)
		}
	}
	digits := len(strconv.Itoa(highest))
	var blocks []*Block
	line := 0
	for i := range files {
		f := &files[i]
		blocks = append(blocks, f.blocks(l, digits, line)...)
		line += len(f.changes)
	}
	return blocks
}

// blocks are those of one file. Its first line is number line of the difference.
func (f *fileDiff) blocks(l *look, digits, line int) []*Block {
	added, removed := f.count()
	blocks := []*Block{f.head(l, added, removed)}
	if line+len(f.changes) > maxDiff {
		return append(blocks, dimText(l.F("(%d lines of the difference are not shown)", len(f.changes))))
	}
	pair(f.changes)
	whole := !slices.ContainsFunc(f.changes, func(c change) bool { return c.op == ' ' }) && (added == 0 || removed == 0)
	for i := range f.changes {
		b := f.changes[i].block(digits, line+i)
		if b.Sides != nil && whole {
			b.Sides.Column = Whole
		}
		blocks = append(blocks, b)
	}
	return blocks
}

func (f *fileDiff) count() (added, removed int) {
	for _, c := range f.changes {
		switch c.op {
		case '+':
			added++
		case '-':
			removed++
		}
	}
	return added, removed
}

// head names the file and says how much changed.
func (f *fileDiff) head(l *look, added, removed int) *Block {
	text := fmt.Sprintf("%s +%d -%d", f.name, added, removed)
	if f.deleted {
		text += " " + l.T("(deleted)")
	}
	return dimText(text)
}

// readDiff takes a unified difference apart.
func readDiff(text string) []fileDiff {
	var files []fileDiff
	file := func() *fileDiff {
		if len(files) == 0 {
			files = append(files, fileDiff{})
		}
		return &files[len(files)-1]
	}
	add := func(c change) { f := file(); f.changes = append(f.changes, c) }
	oldLine, newLine, oldLeft, newLeft := 0, 0, 0, 0
	for line := range strings.SplitSeq(strings.TrimSuffix(text, "\n"), "\n") {
		inHunk := oldLeft > 0 || newLeft > 0
		switch {
		case line == "":
			if inHunk { // a blank line whose blank at the start was lost
				add(change{op: ' ', old: oldLine, new: newLine})
				oldLine, newLine, oldLeft, newLeft = oldLine+1, newLine+1, oldLeft-1, newLeft-1
			}
		case !inHunk && strings.HasPrefix(line, "--- "):
			files = append(files, fileDiff{name: fileName(line[4:])})
		case !inHunk && strings.HasPrefix(line, "+++ "):
			file().rename(fileName(line[4:]))
		case !inHunk && strings.HasPrefix(line, "@@ "):
			oldLine, oldLeft, newLine, newLeft = hunkHead(line)
			if len(file().changes) > 0 {
				add(change{text: "⋯"})
			}
		case inHunk && line[0] == ' ':
			add(change{op: ' ', text: plain(line[1:]), old: oldLine, new: newLine})
			oldLine, newLine, oldLeft, newLeft = oldLine+1, newLine+1, oldLeft-1, newLeft-1
		case inHunk && line[0] == '-':
			add(change{op: '-', text: plain(line[1:]), old: oldLine})
			oldLine, oldLeft = oldLine+1, oldLeft-1
		case inHunk && line[0] == '+':
			add(change{op: '+', text: plain(line[1:]), new: newLine})
			newLine, newLeft = newLine+1, newLeft-1
		default: // "\ No newline at end of file", a summary, anything that is no difference
			add(change{text: oneLine(line)})
		}
	}
	return files
}

// rename takes in the name that the file has afterwards.
func (f *fileDiff) rename(name string) {
	switch {
	case name == "":
		f.deleted = true
	case f.name == "" || f.name == name:
		f.name = name
	default:
		f.name += " -> " + name
	}
}

// fileName is the name in the head of a difference, without the letter before it.
func fileName(s string) string {
	s, _, _ = strings.Cut(s, "\t")
	if s == "/dev/null" {
		return ""
	}
	if strings.HasPrefix(s, "a/") || strings.HasPrefix(s, "b/") {
		s = s[2:]
	}
	return oneLine(s)
}

// hunkHead reads "@@ -12,3 +14,5 @@".
func hunkHead(line string) (oldLine, oldLeft, newLine, newLeft int) {
	fields := strings.Fields(line)
	if len(fields) < 3 {
		return 0, 0, 0, 0
	}
	oldLine, oldLeft = hunkSpan(fields[1])
	newLine, newLeft = hunkSpan(fields[2])
	return oldLine, oldLeft, newLine, newLeft
}

func hunkSpan(s string) (line, count int) {
	from, n, ok := strings.Cut(strings.TrimLeft(s, "+-"), ",")
	line, _ = strconv.Atoi(from) // 0 for what is no number: the lines are shown all the same
	count = 1
	if ok {
		count, _ = strconv.Atoi(n)
	}
	return max(line, 0), max(count, 0)
}

// block is the line with its number beside it.
func (c *change) block(digits, line int) *Block {
	if c.op == 0 {
		b := dimText(c.text)
		b.First = Gutter{strings.Repeat(" ", digits+1), theme.Hunk}
		b.Rest = b.First
		return b
	}
	role, word := theme.Text, theme.Text
	number := c.new
	switch c.op {
	case '-':
		role, word, number = theme.Removed, theme.RemovedWord, c.old
	case '+':
		role, word = theme.Added, theme.AddedWord
	}
	b := &Block{Text: string(c.op) + " " + c.text}
	if role != theme.Text {
		b.Fill = role
		at := 0
		for _, w := range c.words {
			b.Spans = appendSpan(b.Spans, at, w[0]+2, Style{Role: role})
			b.Spans = appendSpan(b.Spans, w[0]+2, w[1]+2, Style{Role: word})
			at = w[1] + 2
		}
		b.Spans = appendSpan(b.Spans, at, len(b.Text), Style{Role: role})
	}
	b.First = Gutter{fmt.Sprintf("%*d ", digits, number), theme.Hunk}
	b.Rest = Gutter{strings.Repeat(" ", digits+1+2), theme.Hunk}
	b.Sides = &Sides{Line: line, Beside: c.beside, Left: b.First, Right: b.First}
	switch c.op {
	case '-':
		b.Sides.Column = Before
	case '+':
		b.Sides.Column = After
	default:
		b.Sides.Left.Text = fmt.Sprintf("%*d ", digits, c.old)
	}
	return b
}

// pair finds what belongs together where removed lines are followed by added ones: each of them with the
// one in its place, and the words that changed when there are as many of either.
func pair(changes []change) {
	for i := 0; i < len(changes); {
		gone := run(changes, i, '-')
		come := run(changes, i+gone, '+')
		for j := range min(gone, come) {
			changes[i+j].beside, changes[i+gone+j].beside = gone, -gone
		}
		if gone > 0 && gone == come {
			for j := range gone {
				a, b := &changes[i+j], &changes[i+gone+j]
				a.words, b.words = changedWords(a.text, b.text)
			}
		}
		i += max(gone+come, 1)
	}
}

// run counts the lines of one kind from i on.
func run(changes []change, i int, op byte) int {
	n := 0
	for i+n < len(changes) && changes[i+n].op == op {
		n++
	}
	return n
}
