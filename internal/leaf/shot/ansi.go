package shot

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/rivo/uniseg"
)

// Bounds of a picture, in cells. What is outside is cut off.
const (
	maxColumns = 500
	maxRows    = 500
)

// cell is one place of the screen, or two of a wide character.
type cell struct {
	text  string
	width int
	style style
}

// style is how a cell looks. A colour is 0 for the default, else 1<<24 and its parts.
type style struct {
	fg, bg                                        uint32
	bold, dim, italic, underline, reverse, struck bool
}

// parse reads lines of text with colour codes. All other control sequences are skipped.
func parse(text string) [][]cell {
	var rows [][]cell
	var now style
	for line := range strings.Lines(text) {
		if len(rows) == maxRows {
			break
		}
		rows = append(rows, now.line(strings.TrimRight(line, "\r\n")))
	}
	return rows
}

// line reads one line, in which the style may change.
func (s *style) line(line string) []cell {
	var cells []cell
	columns := 0
	for line != "" {
		if sequence, rest := control(line); sequence != "" {
			if codes, ok := strings.CutPrefix(sequence, "\x1b["); ok && strings.HasSuffix(codes, "m") {
				s.set(codes[:len(codes)-1])
			}
			line = rest
			continue
		}
		cluster, rest, width, _ := uniseg.FirstGraphemeClusterInString(line, -1)
		line = rest
		if columns+width > maxColumns {
			break
		}
		if width > 0 {
			cells = append(cells, cell{cluster, width, *s})
			columns += width
		}
	}
	return cells
}

// control cuts a control character, or a whole sequence, off the beginning.
func control(s string) (sequence, rest string) {
	if s[0] >= 0x20 && s[0] != 0x7F {
		return "", s
	}
	if s[0] != '\x1b' || len(s) == 1 {
		return s[:1], s[1:]
	}
	end := len(s)
	switch s[1] {
	case '[': // ends with a letter or one of a few marks
		end = 2 + strings.IndexFunc(s[2:], func(r rune) bool { return r >= '@' && r <= '~' }) + 1
		if end == 2 {
			end = len(s)
		}
	case ']', 'P', 'X', '^', '_': // ends with BEL or ESC \
		if i := strings.IndexAny(s[2:], "\a\x1b"); i >= 0 {
			end = 2 + i + 1
			end += len(s[end:]) - len(strings.TrimPrefix(s[end:], "\\"))
		}
	default: // marks, and one character
		mark := len(s[1:]) - len(strings.TrimLeft(s[1:], " !\"#$%&'()*+,-./"))
		_, size := utf8.DecodeRuneInString(s[1+mark:])
		end = 1 + mark + size
	}
	return s[:end], s[end:]
}

// set follows the codes of one sequence, such as "1;38;5;208".
func (s *style) set(codes string) {
	list := strings.Split(codes, ";")
	for len(list) > 0 {
		var code string
		code, list = list[0], list[1:]
		parts := strings.Split(code, ":")
		n, _ := strconv.Atoi(parts[0]) // what is no number, or missing, is 0 for a terminal too
		switch {
		case n == 38, n == 48, n == 58:
			if len(parts) == 1 {
				parts = append(parts, list[:min(4, len(list))]...)
				c, used := color(parts[1:], false)
				list = list[min(used, len(list)):]
				s.color(n, c)
				continue
			}
			c, _ := color(parts[1:], true)
			s.color(n, c)
		case n == 4 && len(parts) > 1:
			s.underline = parts[1] != "0"
		default:
			s.simple(n)
		}
	}
}

func (s *style) simple(n int) {
	switch {
	case n == 0:
		*s = style{}
	case n == 1:
		s.bold = true
	case n == 2:
		s.dim = true
	case n == 3 || n == 23:
		s.italic = n == 3
	case n == 4 || n == 24:
		s.underline = n == 4
	case n == 7 || n == 27:
		s.reverse = n == 7
	case n == 9 || n == 29:
		s.struck = n == 9
	case n == 22:
		s.bold, s.dim = false, false
	case n >= 30 && n <= 37:
		s.fg = palette(n - 30)
	case n >= 90 && n <= 97:
		s.fg = palette(n - 90 + 8)
	case n >= 40 && n <= 47:
		s.bg = palette(n - 40)
	case n >= 100 && n <= 107:
		s.bg = palette(n - 100 + 8)
	case n == 39:
		s.fg = 0
	case n == 49:
		s.bg = 0
	}
}

func (s *style) color(n int, c uint32) {
	switch n { // 58 is the colour of the underline, which is not shown
	case 38:
		s.fg = c
	case 48:
		s.bg = c
	}
}

// color reads what follows 38 and 48: "5;n", or "2;r;g;b", and between colons "2::r:g:b" too. It says
// how many words it took.
func color(words []string, colons bool) (c uint32, used int) {
	number := func(i int) uint32 {
		if i >= len(words) {
			return 0
		}
		n, _ := strconv.ParseUint(words[i], 10, 8)
		return uint32(n)
	}
	switch number(0) {
	case 5:
		return palette(int(number(1))), 2
	case 2:
		i := 1
		if colons && len(words) > 4 {
			i = 2
		}
		return 1<<24 | number(i)<<16 | number(i+1)<<8 | number(i+2), 4
	}
	return 0, 1
}

// palette gives a colour of a terminal's 256.
func palette(n int) uint32 {
	step := func(i int) uint32 { return uint32(min(i, 1)*55 + i*40) }
	switch {
	case n < 16:
		return 1<<24 | [16]uint32{
			0x2b2e36, 0xe06c6c, 0x8ccf7e, 0xe5c76b, 0x71a8ff, 0xc792ea, 0x67cbe7, 0xd8dbe2,
			0x6c7482, 0xff8f8f, 0xa6e39a, 0xf5dc8c, 0x94bfff, 0xdab0f5, 0x8fe0f5, 0xffffff,
		}[n]
	case n < 232:
		n -= 16
		return 1<<24 | step(n/36)<<16 | step(n/6%6)<<8 | step(n%6)
	}
	return 1<<24 | (uint32(n-232)*10+8)*0x010101
}
