package view

import (
	"time"

	"eidolon/tui/theme"
)

// Kind is what an item of the history is.
type Kind uint8

// The kinds.
const (
	UserItem      Kind = iota // what the person said
	AnswerItem                // the model's text
	ReasoningItem             // what it thought aloud
	ToolItem                  // a call, its output or diff
	NoticeItem                // one dim line
	ErrorItem
	TurnItem // the end of a turn: tokens, time, cost
)

// Item is one entry of the history, as it is now. An item is never changed after it was handed out: a
// newer version has the same ID and shares the blocks that are still the same, so that what was laid
// out for them stays.
type Item struct {
	ID   int // from 1, in the order of the history
	Kind Kind
	Call string // key of the call, for tools
	// Gap is an empty row before the item, where it does not go with the one before.
	Gap bool
	// Blocks are shown while the item is folded, and More instead when it is unfolded. More is nil when
	// there is nothing to unfold.
	Blocks []*Block
	More   []*Block
	State  State
	// Open says that more of it is to come: the text grows, or the call has not ended.
	Open bool
	// Source is what copying the item gives: the Markdown, the command's output, the prompt as typed.
	Source string
}

// State stands at the right end of an item's first row: "ok 12 ms". With Since, it is followed by the
// seconds that have gone by, and drawn anew while they go.
type State struct {
	Text  string
	Role  theme.Role
	Since time.Time
}

// Block is a piece of an item that is laid out as one: a paragraph, some lines of code, a row of a
// table. At most 4 KB of text or so; longer ones are split at line ends.
type Block struct {
	// Text is what is shown, and what a selection copies. Lines end in "\n" (not the last). It holds no
	// control characters: they were replaced when it was made.
	Text  string
	Spans []Span // sorted, not overlapping; text without a span is plain

	// First and Rest stand before the first row and before each further one. They are no part of what
	// is copied: bullets, quote bars, line numbers, the mark of a tool line.
	First, Rest Gutter
	// NoWrap cuts long lines at the right edge of the box instead of wrapping them (tables, rules).
	NoWrap bool
	// Gap is an empty row before the block.
	Gap bool
	// Join says that the block goes on where the one before it ended: no line break is copied between.
	Join bool
	// Right is drawn at the right end of the first row when there is room.
	Right Gutter
	// Fill colours the rows to their right end (code, diffs).
	Fill theme.Role
	// Sides is set for lines of a difference.
	Sides *Sides
}

// Sides says how a line of a difference stands where there is room for two columns: what was there before
// on the left, what is there now on the right. A line that was replaced stands beside the one that
// replaced it.
type Sides struct {
	Line        int // of the difference, counted from 0
	Column      Column
	Beside      int    // how many blocks further its counterpart is, negative for back; 0 for none
	Left, Right Gutter // before the text in either column, instead of First; blanks before further rows
}

// Column is where a line of a difference belongs.
type Column uint8

// The columns.
const (
	Both   Column = iota // it is the same before and now
	Before               // it is gone
	After                // it is new
	Whole                // there is nothing to stand beside: the whole file is new, or gone
)

// Gutter is text beside a block that is not copied.
type Gutter struct {
	Text string
	Role theme.Role
}

// Span is a piece of text that is not plain. Offsets are bytes.
type Span struct {
	Start, End int
	Style      Style
}

// Style is how a span looks. The colours are those of a command's output and stand for themselves; 0
// is the role's own.
type Style struct {
	Role   theme.Role
	Attr   Attr
	FG, BG Color
	Link   string // the address that the text leads to, or ""
}

// Attr is a set of attributes.
type Attr uint8

// The attributes.
const (
	Bold Attr = 1 << iota
	Faint
	Italic
	Underline
	Strike
	Reverse
)

// Color is 0 for none, 1 to 256 for a colour of the terminal's palette plus 1, else [RGB].
type Color uint32

const trueColor Color = 1 << 31

// RGB makes a true colour.
func RGB(r, g, b uint8) Color {
	return trueColor | Color(r)<<16 | Color(g)<<8 | Color(b)
}

// Palette makes a colour of the terminal's palette.
func Palette(n uint8) Color { return Color(n) + 1 }

// RGB gives the parts of a true colour.
func (c Color) RGB() (r, g, b uint8, ok bool) {
	return uint8(c >> 16), uint8(c >> 8), uint8(c), c&trueColor != 0
}
