package screen

// Kind says what a panel means for the prompt.
type Kind uint8

// The kinds of panels. An attached one stands above the prompt, which keeps the keys that the panel has
// no use for. A modal one stands in place of the prompt and owns all keys.
const (
	NoPanel Kind = iota
	Attached
	Modal
)

// LayoutState is what the layout depends on, the size of the screen apart. None of it changes because
// some text arrived, and so the history does not jump while it is read.
type LayoutState struct {
	Panel     Kind
	PanelRows int  // that the panel asks for; a modal one on a small screen gets all of them
	Prompt    int  // rows that the prompt asks for, with its border where the screen is wide enough
	Queue     int  // rows that the panel of waiting prompts asks for, 0 to 5
	Todo      bool // there is a line of todos
	NewLines  bool // the history is not at its end
}

// Areas is where everything goes: rows over the full width, from top to bottom in this order. What is
// not shown has no rows.
type Areas struct {
	History  Area
	NewLines Area // the bar that says how much is below
	Queue    Area
	Todo     Area
	Panel    Area
	Prompt   Area
	Status   Area

	// TooSmall says that nothing but the history area is there, and that it has room for one line that
	// says so.
	TooSmall bool
	// Border is drawn round the prompt.
	Border bool
	// Gutter is how many columns stay free to the left of the history.
	Gutter int
}

// The limits of the layout.
const (
	minWidth, minHeight = 20, 5 // below, there is no layout

	low       = 12 // up to so many rows, every row counts
	maxPrompt = 8
	maxQueue  = 5
)

// Layout divides a screen. It covers all of it, whatever the state says.
func Layout(width, height int, s LayoutState) Areas {
	if width < minWidth || height < minHeight {
		return Areas{History: Area{W: max(width, 0), H: max(height, 0)}, TooSmall: true}
	}
	a := Areas{Border: width >= roomy && height > low}
	if width >= roomy {
		a.Gutter = 1
	}
	r := rows{left: height}
	status := r.take(1, 0)
	var queue, todo, newLines, panel, prompt int
	switch s.Panel {
	case Modal:
		a.Border = false
		panel = r.take(modalRows(width, height, s.PanelRows), 0)
		newLines = r.take(one(s.NewLines), 2)
	case NoPanel, Attached:
		prompt = r.take(promptRows(width, height, s.Prompt), 0)
		if s.Panel == Attached {
			panel = r.take(s.PanelRows, attachedKeep(height))
		}
		keep := min(5, height/2) // rows of history that are worth more than what follows
		queue = r.take(min(s.Queue, 1), keep)
		newLines = r.take(one(s.NewLines), keep)
		todo = r.take(one(s.Todo), keep)
		queue += r.take(min(s.Queue, maxQueue)-queue, keep)
	}
	a.History = Area{W: width, H: r.left}
	y := r.left
	for _, part := range []struct {
		area *Area
		rows int
	}{
		{&a.NewLines, newLines},
		{&a.Queue, queue},
		{&a.Todo, todo},
		{&a.Panel, panel},
		{&a.Prompt, prompt},
		{&a.Status, status},
	} {
		*part.area = Area{Y: y, W: width, H: part.rows}
		y += part.rows
	}
	return a
}

// modalRows is how much of the screen a modal panel gets. A small screen has no room for anything
// beside it, a large one keeps a quarter of the history in sight.
func modalRows(width, height, wanted int) int {
	if width < roomy || height <= low {
		return height - 1
	}
	return max(1, min(wanted, height-1-height/4))
}

// attachedKeep is how many rows of history an attached panel leaves.
func attachedKeep(height int) int {
	if height <= low {
		return 0
	}
	return 3
}

// promptRows is how many rows the prompt gets: what it asks for, but no more rows of text than the
// screen is high enough for, and a border only where there is one.
func promptRows(width, height, wanted int) int {
	border := 0
	if width >= roomy {
		border = 2
	}
	text := maxPrompt
	if height < 24 {
		text = max(1, height/5)
	}
	n := max(1, min(wanted-border, text))
	if height > low {
		n += border
	}
	return n
}

// rows are the rows that nothing has taken yet.
type rows struct{ left int }

// take gives up to n rows, as long as so many stay.
func (r *rows) take(n, keep int) int {
	n = max(0, min(n, r.left-keep))
	r.left -= n
	return n
}

func one(b bool) int {
	if b {
		return 1
	}
	return 0
}
