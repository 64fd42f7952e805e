package overlay

import (
	"cmp"
	"slices"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/width"
	"eidolon/tui/keys"
	"eidolon/tui/screen"
	"eidolon/tui/view"
)

// Row is an entry of a list.
type Row struct {
	Value string // what it stands for; no two rows have the same
	Text  string
	Note  string // at its right end
	Group string // the heading that it stands under; rows of a group follow each other
	Off   string // why it cannot be picked, or ""
}

// Match says whether a text answers a query, how well, and which of its bytes do: the offsets where
// those characters begin, ascending. A text that answers a query answers every beginning of it, so that
// a filter that grows looks at what is left.
type Match func(query, text string) (score int, at []int, ok bool)

// How says by which key a row was picked.
type How uint8

// The ways to pick.
const (
	ByEnter How = iota
	ByTab
)

// ListOptions is what a list is and whom it tells. Functions that are nil are not called.
type ListOptions struct {
	Title string // in place of the overlay's own
	Empty string // what stands there when there are no rows
	// Keys are those of the run, for what the lower edge says of them; nil are those of the program.
	Keys *keys.Table
	Lang lang.Table // that it speaks
	// Rows is how many rows are in sight, around the selected one; 0 is as many as there are, as far as
	// there is room.
	// Headings is for how many headings there is room besides.
	Rows, Headings int
	// Beside puts notes into a column next to the texts, where descriptions are easier to read than at
	// the right end of the row.
	Beside bool
	// Filter gives the list a line in which the filter is typed. Without it, somebody else sets it.
	Filter bool
	// Match filters and orders the rows. Without it they are shown as they come.
	Match Match
	// Preview keeps a place for more about the selected row.
	Preview bool

	// Accept says what Enter does, in place of "choose".
	Accept lang.Text
	// Letters are further keys, of a list that is not filtered.
	Letters []Letter

	OnPick   func(row Row, how How)
	OnCancel func()
	OnMove   func(row Row)       // another row is selected
	OnFilter func(filter string) // the text in the list's own line changed
}

// Letter is a key that does something with the selected row.
type Letter struct {
	Key  rune
	Does lang.Text
	Do   func(row Row)
}

// List is an overlay to choose a row from.
type List struct {
	base
	options ListOptions
	footer  string
	filter  line
	rows    []entry
	groups  []string
	hits    []hit
	picked  int // index into hits of the selected row, or -1
	top     int // index into hits of the first one in sight
	loading bool
	notice  string

	preview screen.Sheet
	about   string // the value of the row that was told to be selected, which the preview is about
	told    bool   // there was such a row
	drawn   []int  // hit by row of the area, -1 for what is none
	edge    int    // the column where rows end and the preview begins
	page    int    // rows that were in sight last
	widest  int    // cells of the widest text, up to a limit
	tallest int    // how many rows it has asked for so far
}

// entry is a row whose texts are harmless.
type entry struct {
	Row
	group int // index into groups
}

// hit is a row that answers the filter.
type hit struct{ row, score int }

// NewList makes a list without rows.
func NewList(id ID, o ListOptions) *List {
	o.Empty = clean.Line(o.Empty)
	l := &List{base: named(id, o.Title, o.Lang), options: o, picked: -1}
	for _, letter := range o.Letters {
		l.footer += string(letter.Key) + " " + o.Lang.T(letter.Does) + " · "
	}
	l.footer += hints(o.Keys, o.Lang, hint{keys.BoxAccept, cmp.Or(o.Accept, "choose")}, hint{keys.BoxClose, "close"})
	return l
}

// AddRows adds rows behind those that are there. The selected row stays selected.
func (l *List) AddRows(rows ...Row) {
	from := len(l.rows)
	l.add(rows)
	keep, selected := l.Selected()
	l.match(from)
	l.restore(keep.Value, selected)
}

// add takes rows with their texts made harmless.
func (l *List) add(rows []Row) {
	for _, r := range rows {
		r.Text, r.Note, r.Group, r.Off = clean.Line(r.Text), clean.Line(r.Note), clean.Line(r.Group), clean.Line(r.Off)
		l.rows = append(l.rows, entry{r, l.group(r.Group)})
		_, cells := width.Cut(r.Text, widestText)
		l.widest = max(l.widest, cells)
	}
}

// widestText is the limit of what a text may push the notes beside it to the right.
const widestText = 40

// SetRows puts rows in place of those that are there. The selected row stays selected if it is among
// them.
func (l *List) SetRows(rows ...Row) {
	keep, selected := l.Selected()
	l.rows, l.groups, l.hits, l.picked = nil, nil, nil, -1
	l.add(rows)
	l.match(0)
	l.restore(keep.Value, selected)
}

// Select selects the row with a value, if the filter lets it be seen.
func (l *List) Select(value string) {
	if i := l.hitOf(value); i >= 0 {
		l.selectHit(i)
	}
}

// SetLoading says that more rows are to come, or that no more are.
func (l *List) SetLoading(loading bool) { l.loading = loading }

// SetNotice shows a line below the rows, such as why there are no more. An empty one takes it away.
func (l *List) SetNotice(text string) { l.notice = clean.Line(text) }

// SetFilter filters the rows by a text that was typed elsewhere.
func (l *List) SetFilter(text string) {
	if before := l.filter.text; text != before {
		l.filter.set(text)
		l.refilter(before)
	}
}

// Filter is the text that rows are filtered by.
func (l *List) Filter() string { return l.filter.text }

// Selected is the row that is selected.
func (l *List) Selected() (Row, bool) {
	if l.picked < 0 {
		return Row{}, false
	}
	return l.rows[l.hits[l.picked].row].Row, true
}

// Len is how many rows answer the filter, and how many there are.
func (l *List) Len() (hits, rows int) { return len(l.hits), len(l.rows) }

// SetPreview shows more about a row. It is left out when another row was selected meanwhile.
func (l *List) SetPreview(value string, blocks []*view.Block) {
	if r, ok := l.Selected(); ok && r.Value == value {
		l.preview.Set(blocks)
	}
}

// Contexts is where the list's keys are looked up.
func (l *List) Contexts() []keys.Context {
	switch {
	case !l.attached():
		return writing()
	case l.options.Filter:
		return []keys.Context{keys.List, keys.Prompt}
	}
	return []keys.Context{keys.List}
}

// HandleKey moves the selection, edits the filter and picks. A list above the prompt leaves the keys
// that write to the prompt, and all of them but Esc when it has no rows.
func (l *List) HandleKey(ev *tcell.EventKey, act keys.Action) bool {
	cmd := commandOf(ev, act)
	if cmd == cancel {
		call(l.options.OnCancel)
		return true
	}
	if len(l.hits) == 0 && l.attached() && !l.options.Filter {
		return false
	}
	switch cmd {
	case up:
		l.move(-1)
	case down:
		l.move(1)
	case pageUp:
		l.move(-max(1, l.page))
	case pageDown:
		l.move(max(1, l.page))
	case top:
		l.move(-len(l.hits))
	case bottom:
		l.move(len(l.hits))
	case accept:
		l.pick(ByEnter)
	case complete:
		l.pick(ByTab)
	default:
		return l.edit(cmd, ev)
	}
	return true
}

// edit gives a key to the list's own line.
func (l *List) edit(cmd command, ev *tcell.EventKey) bool {
	if !l.options.Filter {
		return cmd == typed && l.letter(ev.Rune())
	}
	if cmd == typed {
		l.write(string(ev.Rune()))
		return true
	}
	before := l.filter.text
	used, changed := l.filter.do(cmd)
	if changed {
		l.filtered(before)
	}
	return used
}

// letter does what a key of its own is for.
func (l *List) letter(key rune) bool {
	r, ok := l.Selected()
	i := slices.IndexFunc(l.options.Letters, func(letter Letter) bool { return letter.Key == key })
	if ok && i >= 0 {
		l.options.Letters[i].Do(r)
	}
	return i >= 0
}

// Paste adds what was pasted to the list's own line.
func (l *List) Paste(text string) bool {
	if !l.options.Filter {
		return false
	}
	l.write(text)
	return true
}

// write puts text into the list's own line.
func (l *List) write(text string) {
	before := l.filter.text
	l.filter.insert(text)
	l.filtered(before)
}

// HandleMouse selects the row that was clicked, and picks it when it was selected already.
func (l *List) HandleMouse(m Mouse) bool {
	switch m.Act {
	case WheelUp:
		l.move(-1)
	case WheelDown:
		l.move(1)
	case Click, DoubleClick:
		if m.X >= l.edge || m.Y < 0 || m.Y >= len(l.drawn) || l.drawn[m.Y] < 0 || l.drawn[m.Y] >= len(l.hits) {
			return true
		}
		if l.drawn[m.Y] == l.picked || m.Act == DoubleClick {
			l.selectHit(l.drawn[m.Y])
			l.pick(ByEnter)
			return true
		}
		l.selectHit(l.drawn[m.Y])
	}
	return true
}

// pick reports the selected row, unless it cannot be picked.
func (l *List) pick(how How) {
	r, ok := l.Selected()
	if ok && r.Off == "" && l.options.OnPick != nil {
		l.options.OnPick(r, how)
	}
}

// filtered follows a change of the list's own line.
func (l *List) filtered(before string) {
	l.refilter(before)
	if l.options.OnFilter != nil {
		l.options.OnFilter(l.filter.text)
	}
}

func call(f func()) {
	if f != nil {
		f()
	}
}
