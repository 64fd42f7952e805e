package keys

import (
	"slices"

	"eidolon/internal/leaf/lang"
)

// Action is what a key does. Each action belongs to one context. Its name, used in the configuration,
// is in the table.
type Action uint8

// The actions. None is no action.
const (
	None Action = iota

	// Of the prompt.

	Submit
	Newline
	Complete
	HistorySearch
	Editor
	CursorLeft
	CursorRight
	CursorUp
	CursorDown
	WordLeft
	WordRight
	LineStart
	LineEnd
	TextStart
	TextEnd
	SelectLeft
	SelectRight
	SelectUp
	SelectDown
	SelectWordLeft
	SelectWordRight
	SelectLineStart
	SelectLineEnd
	SelectAll
	DeleteLeft
	DeleteRight
	KillLineStart
	KillLineEnd
	KillWordLeft
	KillWordRight
	Yank
	YankOlder
	Undo
	Redo

	// Of every place.

	Interrupt
	Suspend
	Redraw
	Help

	// Of the whole chat.

	HistoryPrevious
	HistoryNext
	Escape
	Quit
	NextPosture
	QueueTake
	QueueShow
	ScrollPageUp
	ScrollPageDown
	ScrollTop
	ScrollEnd
	MarkUp
	MarkDown
	ToggleOutput
	ToggleAllOutput
	CopyMarked
	CopyAnswer
	TranscriptSearch
	Todos
	Files
	Sessions
	Models
	Agents
	SelectText

	// Of lists: completions above the prompt, and the lists of boxes.

	ListUp
	ListDown
	ListPageUp
	ListPageDown
	ListAccept
	ListClose

	// Of boxes that have the keys to themselves.

	BoxUp
	BoxDown
	BoxPageUp
	BoxPageDown
	BoxTop
	BoxEnd
	BoxAccept
	BoxNextField
	BoxErase
	BoxEraseAll
	BoxClose

	// Of a request for approval.

	ApproveOnce
	ApproveSession
	ApproveProject
	ApproveWide
	ApproveDeny
	ApproveReason
	ApproveChoose
	ApproveNextChoice
	ApprovePreviousChoice

	// Of the search in the transcript.

	SearchNext
	SearchPrevious
	SearchDone
	SearchClose

	// Of choice cards.

	CardChoose

	// Of the question what becomes of waiting prompts after a cancelled turn.

	QueueSendNext
	QueueKeep
	QueueDrop

	// Of selecting text in the history.

	ReadLeft
	ReadRight
	ReadUp
	ReadDown
	ReadWordLeft
	ReadWordRight
	ReadLineStart
	ReadLineEnd
	ReadItemUp
	ReadItemDown
	ReadPageUp
	ReadPageDown
	ReadTop
	ReadEnd
	ReadSelectLeft
	ReadSelectRight
	ReadSelectUp
	ReadSelectDown
	ReadSelectWordLeft
	ReadSelectWordRight
	ReadSelectLineStart
	ReadSelectLineEnd
	ReadCharacters
	ReadWords
	ReadLines
	ReadCopy
	ReadClose
)

// String gives the name of an action, as the configuration spells it.
func (a Action) String() string {
	if r := rowOf(a); r != nil {
		return r.name
	}
	return noAction
}

// Help says in a few words what an action does.
func (a Action) Help() lang.Text {
	if r := rowOf(a); r != nil {
		return r.help
	}
	return ""
}

// ParseAction gives the action with a name.
func ParseAction(name string) (Action, bool) {
	if name == noAction {
		return None, true
	}
	i := slices.IndexFunc(rows[:], func(r row) bool { return r.name == name })
	if i < 0 {
		return None, false
	}
	return rows[i].action, true
}

// noAction in the configuration takes a key away from whatever had it.
const noAction = "none"

func rowOf(a Action) *row {
	i := slices.IndexFunc(rows[:], func(r row) bool { return r.action == a })
	if i < 0 {
		return nil
	}
	return &rows[i]
}

// Context is a place that can have the keys.
type Context uint8

// The contexts.
const (
	Always    Context = iota // whatever is on the screen
	Chat                     // everywhere but in boxes
	Prompt                   // writing
	List                     // a list above the prompt
	Box                      // a box that has the keys to itself
	Approval                 // a request for approval
	Search                   // typing the words of a search in the transcript
	Cards                    // choosing one of a few answers
	Cancelled                // deciding about waiting prompts after a cancelled turn
	Reading                  // selecting text in the history
	contexts
)

// String names a context as the headings of the help do.
func (c Context) String() string { return string(c.heading()) }

func (c Context) heading() lang.Text {
	return [contexts]lang.Text{
		"Everywhere", "Chat", "Prompt", "Lists above the prompt", "Boxes", "Approval", "Search in the transcript",
		"Choices", "Waiting prompts after a cancelled turn", "Selecting text in the history",
	}[min(c, contexts-1)]
}

// typing says that plain characters are text in a context, so that none can be bound there.
func (c Context) typing() bool {
	return c <= Box || c == Search
}

// together says whether two contexts have the keys at the same time and mean to share them out: a key
// that the configuration gives to one is taken from the other.
func together(a, b Context) bool {
	return a == b || a <= Prompt && b <= Prompt
}
