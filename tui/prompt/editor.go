package prompt

import (
	"strings"

	"github.com/gdamore/tcell/v2"
	"github.com/rivo/tview"

	"eidolon/internal/leaf/lang"
	"eidolon/tui/keys"
	"eidolon/tui/theme"
)

// Palette gives roles their look.
type Palette interface {
	Style(theme.Role) tcell.Style
}

// Options are what an editor needs.
type Options struct {
	Palette     Palette
	History     *History   // what Up and Down go through; nil: nothing
	Placeholder string     // shown while the text is empty
	Lang        lang.Table // of the words
	ASCII       bool       // draw with plain characters only
}

// Editor is the prompt on the screen. Like every widget it is for the UI goroutine only.
type Editor struct {
	*tview.Box
	opt    Options
	buf    *buffer
	title  string
	top    int // where the first visible row began when it was drawn last
	cells  int // of a row, when it was drawn last
	browse browse
	drag   bool
	click  click // the last one
}

// maxRows is how far the prompt grows; longer texts scroll.
const maxRows = 8

// Folded are pastes with more lines or bytes.
const (
	pasteLines = 10
	pasteBytes = 2 << 10
)

// New makes an empty editor.
func New(opt Options) *Editor {
	if opt.History == nil {
		opt.History = NewHistory()
	}
	e := &Editor{Box: tview.NewBox(), opt: opt, buf: newBuffer(), cells: 80, browse: browse{at: none}}
	e.buf.lang = opt.Lang
	return e
}

// SetTitle sets the text in the upper edge of the frame: a question that the next text answers, or "".
func (e *Editor) SetTitle(title string) { e.title = title }

// Text gives what was written, with folded pastes in full.
func (e *Editor) Text() string { return e.buf.expand(e.buf.text) }

// Empty says that nothing is written.
func (e *Editor) Empty() bool { return e.buf.text == "" }

// SetText puts a text in place of everything, as plain text, with the cursor at its end. It can be
// undone.
func (e *Editor) SetText(text string) {
	e.buf.replace(0, len(e.buf.text), admit(text), single)
	e.buf.moveTo(len(e.buf.text), false)
	e.browse.stop()
}

// Insert puts a text where the cursor is, in place of the selection.
func (e *Editor) Insert(text string) {
	e.buf.insert(admit(text), single)
	e.browse.stop()
}

// Paste is Insert for a text from the clipboard: a large one is folded. It never submits.
func (e *Editor) Paste(text string) {
	text = admit(text)
	if len(text) > pasteBytes || strings.Count(strings.TrimSuffix(text, "\n"), "\n") >= pasteLines {
		text = e.buf.fold(text)
	}
	e.buf.insert(text, single)
	e.buf.past.settle()
	e.browse.stop()
}

// Clear empties the prompt. It can be undone.
func (e *Editor) Clear() { e.SetText("") }

// Take gives what was written, with folded pastes in full, and starts anew: nothing of it can be
// undone. What was cut stays, as far as it holds no folded paste.
func (e *Editor) Take() string {
	text := e.Text()
	e.start(newBuffer())
	return text
}

// start goes on with another buffer.
func (e *Editor) start(b *buffer) {
	for _, cut := range e.buf.kills.ring {
		if !strings.Contains(cut, chipLead) {
			b.kills.ring = append(b.kills.ring, cut)
		}
	}
	b.lang = e.opt.Lang
	e.buf, e.top = b, 0
	e.browse.stop()
}

// Handle puts in the character that a key writes, and says whether it writes one.
func (e *Editor) Handle(ev *tcell.EventKey) bool {
	r, ok := keys.Of(ev).Text()
	if !ok {
		return false
	}
	e.buf.insert(admit(string(r)), typing)
	e.browse.stop()
	return true
}

// Selection gives the selected text, with folded pastes in full, or "".
func (e *Editor) Selection() string {
	start, end := e.buf.selection()
	return e.buf.expand(e.buf.text[start:end])
}

// DropSelection ends the selection and says whether there was one.
func (e *Editor) DropSelection() bool {
	had := e.buf.anchor != none
	e.buf.anchor = none
	return had
}

// InputHandler takes the characters of keys that nothing was bound to.
func (e *Editor) InputHandler() func(*tcell.EventKey, func(tview.Primitive)) {
	return e.WrapInputHandler(func(ev *tcell.EventKey, _ func(tview.Primitive)) { e.Handle(ev) })
}

// PasteHandler takes what the terminal pastes.
func (e *Editor) PasteHandler() func(string, func(tview.Primitive)) {
	return e.WrapPasteHandler(func(text string, _ func(tview.Primitive)) { e.Paste(text) })
}
