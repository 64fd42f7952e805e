package view

import (
	"strings"

	"eidolon/tui/theme"
)

// fence is a code block that has not ended. Its text may be long: each line is looked at once, and
// what has been looked at is in blocks that nothing changes any more.
type fence struct {
	char   byte
	length int // of the opening run
	indent int // of it: as many blanks are taken off each line
	code   codeText
	first  int // number of its first block
}

// codeText makes blocks of code, line by line.
type codeText struct {
	lang   string
	blocks []*Block
	open   strings.Builder // lines that are in no block yet
	gap    bool            // before the first block
	join   bool            // the next block goes on in the middle of a line
	begun  bool            // the first block was made
}

// line adds a complete line, with its line break if it has one.
func (c *codeText) line(text string) {
	c.open.WriteString(plain(text))
	if c.open.Len() <= pieceSize {
		return
	}
	rest := c.open.String()
	for len(rest) > pieceSize {
		n, join := firstPiece(rest)
		c.add(rest[:n], join)
		rest = rest[n:]
	}
	c.open.Reset()
	c.open.WriteString(rest)
}

// add makes the next block.
func (c *codeText) add(text string, joins bool) {
	c.blocks = append(c.blocks, c.block(text, joins))
	c.begun, c.join = true, joins
}

func (c *codeText) block(text string, joins bool) *Block {
	if !joins {
		text = strings.TrimSuffix(text, "\n")
	}
	b := styledText(strings.Clone(text), Style{Role: theme.Code})
	b.First, b.Rest = Gutter{Text: "  "}, Gutter{Text: "  "}
	b.Fill, b.Join = theme.Code, c.join
	if !c.begun {
		b.Gap = c.gap
		b.Right = Gutter{clipGraphemes(c.lang, 20), theme.Dim}
	}
	return b
}

// end makes a block of what is left.
func (c *codeText) end() {
	if c.open.Len() > 0 || !c.begun {
		c.add(c.open.String(), false)
		c.open.Reset()
	}
}

// enterFence goes on to read a code block by its lines, if the unit is one and its first line is whole.
func (m *marked) enterFence(w *walker, u unit, source []byte) bool {
	node := u.fence()
	rest := m.text[m.done:]
	end := strings.IndexByte(rest, '\n')
	if node == nil || end < 0 {
		return false
	}
	mark := strings.TrimLeft(rest[:end], " ")
	f := &fence{char: mark[0], indent: end - len(mark), first: len(m.final)}
	f.length = len(mark) - len(strings.TrimLeft(mark, mark[:1]))
	f.code = codeText{lang: language(node.Language(source)), gap: w.begun || len(m.final) > 0}
	m.fence = f
	m.done += end + 1
	return true
}

// readFence takes the lines that are complete and says whether the block has ended.
func (m *marked) readFence() bool {
	f := m.fence
	for {
		line := m.text[m.done:]
		i := strings.IndexByte(line, '\n')
		if i < 0 && (!m.over || line == "") {
			break
		}
		if i >= 0 {
			line = line[:i+1]
		}
		m.done += len(line)
		if f.closes(line) {
			m.endFence()
			return true
		}
		f.code.line(f.strip(bare(line)))
	}
	m.keepCode()
	if m.over {
		m.endFence()
	}
	return m.over
}

// keepCode makes the blocks final that are there.
func (m *marked) keepCode() {
	m.final = append(m.final, m.fence.code.blocks...)
	m.fence.code.blocks = nil
}

func (m *marked) endFence() {
	f := m.fence
	f.code.end()
	m.keepCode()
	m.codes = append(m.codes, code{f.first, len(m.final) - f.first, f.code.lang})
	m.fence = nil
}

// openFence gives what is not final of the block, the line that is being written included.
func (m *marked) openFence() []*Block {
	c := m.fence.code
	line := m.text[m.done:]
	text := c.open.String() + plain(m.fence.strip(bare(line[:border(line, maxLine)])))
	if text == "" && c.begun {
		return nil
	}
	return split(c.block(text, false))
}

// closes says whether a line ends the block.
func (f *fence) closes(line string) bool {
	mark := strings.TrimLeft(line, " ")
	if len(line)-len(mark) > 3 {
		return false
	}
	rest := strings.TrimLeft(mark, string(f.char))
	return len(mark)-len(rest) >= f.length && strings.Trim(rest, " \t\r\n") == ""
}

// strip takes off as many blanks as stand before the opening line. A line of blanks alone that has
// fewer keeps them, as the parser of Markdown has it.
func (f *fence) strip(line string) string {
	text := strings.TrimLeft(line, " ")
	blanks := len(line) - len(text)
	if blanks < f.indent && strings.Trim(text, "\r\n") == "" {
		return line
	}
	return line[min(blanks, f.indent):]
}

// language is what the opening line names, in one harmless word.
func language(info []byte) string {
	word, _, _ := strings.Cut(string(info), " ")
	word, _, _ = strings.Cut(word, ",")
	word = strings.Trim(word, "{}.")
	return strings.ToLower(oneLine(word))
}
