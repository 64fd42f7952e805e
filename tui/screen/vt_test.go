package screen_test

import (
	"strconv"
	"strings"

	"eidolon/internal/leaf/width"
)

// vt is as much of a terminal as tcell needs: it understands positions, colours (as the text that set
// them) and erasing, and notes which modes are on.
type vt struct {
	w, h  int
	cells []vtCell
	x, y  int
	sgr   string
	modes map[string]bool
	oscs  []string
	bad   []string // what it did not understand
}

type vtCell struct {
	text string // "" is the second half of a wide character
	sgr  string
}

func newVT(w, h int) *vt {
	v := &vt{w: w, h: h, modes: map[string]bool{}}
	v.erase()
	return v
}

func (v *vt) erase() {
	v.cells = make([]vtCell, v.w*v.h)
	for i := range v.cells {
		v.cells[i].text = " "
	}
}

// resize keeps the corner, as most terminals do in the alternate screen.
func (v *vt) resize(w, h int) {
	old, ow, oh := v.cells, v.w, v.h
	v.w, v.h = w, h
	v.erase()
	for y := range min(h, oh) {
		for x := range min(w, ow) {
			v.cells[y*w+x] = old[y*ow+x]
		}
	}
	v.x, v.y = min(v.x, w-1), min(v.y, h-1)
}

func (v *vt) write(s string) {
	for s != "" {
		switch {
		case strings.HasPrefix(s, "\x1b["):
			end := 2
			for end < len(s) && (s[end] < 0x40 || s[end] > 0x7E) {
				end++
			}
			v.csi(s[2:end], s[end])
			s = s[end+1:]
		case strings.HasPrefix(s, "\x1b]"):
			end := strings.IndexAny(s, "\a")
			size := 1
			if st := strings.Index(s, "\x1b\\"); st >= 0 && (end < 0 || st < end) {
				end, size = st, 2
			}
			v.oscs = append(v.oscs, s[2:end])
			s = s[end+size:]
		case strings.HasPrefix(s, "\x1b("):
			s = s[3:]
		case s[0] == '\x1b':
			s = s[2:]
		case s[0] == '\b':
			v.x--
			s = s[1:]
		case s[0] == '\a':
			s = s[1:]
		default:
			var cluster string
			var cells int
			cluster, cells, s = width.Next(s)
			v.put(cluster, cells)
		}
	}
}

func (v *vt) put(cluster string, cells int) {
	if cells == 0 || v.x+cells > v.w || v.y >= v.h {
		v.bad = append(v.bad, "text "+strconv.Quote(cluster))
		return
	}
	for i := range cells {
		v.half(v.x + i)
	}
	at := v.y*v.w + v.x
	v.cells[at] = vtCell{cluster, v.sgr}
	for i := 1; i < cells; i++ {
		v.cells[at+i] = vtCell{"", v.sgr}
	}
	v.x += cells // without margins: it stands behind the last column
}

// half spoils the other half of a wide character at x.
func (v *vt) half(x int) {
	at := v.y*v.w + x
	if v.cells[at].text == "" {
		v.cells[at-1].text = " "
		v.cells[at].text = " "
	}
	if x+1 < v.w && v.cells[at+1].text == "" {
		v.cells[at+1].text = " "
	}
}

func (v *vt) csi(params string, final byte) {
	switch final {
	case 'H':
		row, col, _ := strings.Cut(params, ";")
		v.y, v.x = max(number(row)-1, 0), max(number(col)-1, 0)
	case 'J':
		v.erase()
	case 'm':
		if strings.HasPrefix(params, ">") {
			v.modes["keys"] = params != ">4;0"
			return
		}
		if params == "" || params == "0" {
			v.sgr = ""
			return
		}
		v.sgr += "[" + params + "]"
	case 'h', 'l':
		v.modes[params] = final == 'h'
	case 'u':
		v.modes["kitty"] = params[0] == '>'
	case 't', 'q':
	default:
		v.bad = append(v.bad, "CSI "+params+string(final))
	}
}

func number(s string) int {
	n, _ := strconv.Atoi(s)
	return n
}

// text gives the rows.
func (v *vt) text() string {
	var b strings.Builder
	for i, c := range v.cells {
		b.WriteString(c.text)
		if i%v.w == v.w-1 {
			b.WriteString("\n")
		}
	}
	return b.String()
}

// on gives the modes that are switched on, but for those that are on from the start.
func (v *vt) on() []string {
	var all []string
	for mode, on := range v.modes {
		if on && mode != "?25" && mode != "?7" {
			all = append(all, mode)
		}
	}
	return all
}
