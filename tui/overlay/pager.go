package overlay

import (
	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/keys"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// PagerOptions is what a pager is called, and whom it tells.
type PagerOptions struct {
	Title string // in place of the overlay's own
	Note  string // at the other end of the upper edge
	// Rows is how many rows it asks for at most; 0 is as many as there is room for.
	Rows int
	// AtEnd begins with the end of the text, as is right for a log.
	AtEnd bool
	Keys  *keys.Table // see [ListOptions]
	Lang  lang.Table  // that it speaks

	OnCancel func()
	// OnCopy gets all of the text. Without it, it cannot be copied.
	OnCopy func(text string)
}

// Pager is an overlay to read text in. One that is attached shows its text and leaves all keys but those
// that scroll to the prompt.
type Pager struct {
	base
	options   PagerOptions
	footer    string
	sheet     screen.Sheet
	search    line
	searching bool // the words of a search are being typed
}

// NewPager makes a pager.
func NewPager(id ID, o PagerOptions, blocks []*view.Block) *Pager {
	p := &Pager{base: named(id, o.Title, o.Lang), options: o}
	p.options.Note = clean.Line(o.Note)
	own := "/ " + o.Lang.T("search")
	if o.OnCopy != nil {
		own += " · c " + o.Lang.T("copy")
	}
	p.footer = own + " · " + hints(o.Keys, o.Lang, hint{keys.BoxPageDown, "down"}, hint{keys.BoxPageUp, "up"}, hint{keys.BoxClose, "close"})
	p.sheet.Set(blocks)
	if o.AtEnd {
		p.sheet.Bottom()
	}
	return p
}

// Set puts text in place of what is there. A log whose end is in sight stays at its end.
func (p *Pager) Set(blocks []*view.Block) {
	follow := p.options.AtEnd && p.sheet.Below() == 0
	p.sheet.Set(blocks)
	if follow {
		p.sheet.Bottom()
	}
}

// Height is how many rows the pager asks for.
func (p *Pager) Height(w, h int) int {
	if p.options.Rows == 0 && !p.attached() {
		return h
	}
	box := p.box()
	columns, rows := box.Chrome(w, h)
	n := rows + p.sheet.Height(w-columns)
	if p.options.Rows > 0 {
		n = min(n, p.options.Rows)
	}
	return min(n, h)
}

// Draw draws the pager.
func (p *Pager) Draw(c screen.Canvas) {
	in := p.box().Draw(c)
	w, h := in.Size()
	if p.searching && h > 0 {
		x := in.Text(0, h-1, theme.Prompt, "/")
		p.search.draw(in.Part(x, h-1, w-x, 1))
		in = in.Part(0, 0, w, h-1)
	}
	p.sheet.Draw(in)
}

func (p *Pager) box() screen.Box {
	box := screen.Box{Title: p.title, Note: p.options.Note, Footer: p.footer, Open: p.attached()}
	if current, count := p.sheet.Found(); count > 0 {
		box.Footer = "n " + p.options.Lang.T("next") + " · N " + p.options.Lang.T("previous") + " · " + p.footer
		box.Note = p.options.Lang.F("%d of %d", current, count)
	} else if p.search.text != "" && !p.searching {
		box.Note = p.options.Lang.T("not found")
	}
	return box
}

// Contexts is where the pager's keys are looked up.
func (p *Pager) Contexts() []keys.Context {
	switch {
	case p.attached():
		return []keys.Context{keys.List}
	case p.searching:
		return writing()
	}
	return []keys.Context{keys.Box}
}

// HandleKey scrolls and searches.
func (p *Pager) HandleKey(ev *tcell.EventKey, act keys.Action) bool {
	cmd := commandOf(ev, act)
	if p.searching {
		return p.handleSearch(cmd, ev)
	}
	if p.attached() && (cmd == typed || cmd == accept) {
		return false
	}
	switch cmd {
	case up:
		p.sheet.Scroll(-1)
	case down:
		p.sheet.Scroll(1)
	case pageUp:
		p.sheet.Scroll(-p.sheet.Page())
	case pageDown:
		p.sheet.Scroll(p.sheet.Page())
	case top:
		p.sheet.Top()
	case bottom:
		p.sheet.Bottom()
	case cancel:
		p.leave()
	case accept:
		p.sheet.FindNext(1)
	case typed:
		return p.letter(ev.Rune())
	default:
		return false
	}
	return true
}

// leave ends a search, or else closes the pager.
func (p *Pager) leave() {
	if p.search.text != "" {
		p.search.set("")
		p.sheet.Find("")
		return
	}
	call(p.options.OnCancel)
}

// letter carries out a command of one letter, as pagers in a shell have them.
func (p *Pager) letter(r rune) bool {
	switch r {
	case '/':
		p.search.set("")
		p.searching = true
	case 'n':
		p.sheet.FindNext(1)
	case 'N':
		p.sheet.FindNext(-1)
	case 'j':
		p.sheet.Scroll(1)
	case 'k':
		p.sheet.Scroll(-1)
	case ' ':
		p.sheet.Scroll(p.sheet.Page())
	case 'b':
		p.sheet.Scroll(-p.sheet.Page())
	case 'g':
		p.sheet.Top()
	case 'G':
		p.sheet.Bottom()
	case 'c':
		if p.options.OnCopy != nil {
			p.options.OnCopy(p.sheet.Text())
		}
	case 'q':
		call(p.options.OnCancel)
	default:
		return false
	}
	return true
}

// handleSearch takes a key while the words of a search are typed.
func (p *Pager) handleSearch(cmd command, ev *tcell.EventKey) bool {
	switch cmd {
	case typed:
		p.search.insert(string(ev.Rune()))
	case accept:
		p.searching = false
		p.sheet.Find(p.search.text)
	case cancel:
		p.searching = false
		p.search.set("")
		p.sheet.Find("")
	case up:
		p.sheet.Scroll(-1)
	case down:
		p.sheet.Scroll(1)
	default:
		used, _ := p.search.do(cmd)
		return used
	}
	return true
}

// Paste adds to the words of a search.
func (p *Pager) Paste(text string) bool {
	if p.searching {
		p.search.insert(text)
	}
	return p.searching
}

// HandleMouse scrolls.
func (p *Pager) HandleMouse(m Mouse) bool {
	switch m.Act {
	case WheelUp:
		p.sheet.Scroll(-3)
	case WheelDown:
		p.sheet.Scroll(3)
	case Click, DoubleClick:
	}
	return true
}
