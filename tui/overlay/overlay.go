package overlay

import (
	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/keys"
	"eidolon/tui/screen"
)

// Overlay is a panel that is open.
type Overlay interface {
	// ID says which of the overlays it is, and with it what it means for the prompt.
	ID() ID
	// Title is how the overlay is called.
	Title() string
	// Height is how many rows it asks for on a screen of a size. It stays the same while rows arrive
	// and filters change, so that nothing jumps.
	Height(width, height int) int
	// Draw draws it into its area.
	Draw(c screen.Canvas)
	// Contexts is where its keys are looked up, the nearest first. It can change with every key.
	Contexts() []keys.Context
	// HandleKey says whether it had a use for a key, given the action that its contexts have for it, or
	// none. Keys that an attached overlay leaves go to the prompt.
	HandleKey(ev *tcell.EventKey, act keys.Action) bool
	// HandleMouse says whether it had a use for what the mouse did in its area.
	HandleMouse(m Mouse) bool
	// Paste says whether it took text that was pasted.
	Paste(text string) bool
}

// Mouse is what the mouse did in an overlay. X and Y count from the corner of the overlay's area.
type Mouse struct {
	X, Y int
	Act  Act
}

// Act is what the mouse did.
type Act uint8

// The acts.
const (
	Click Act = iota
	DoubleClick
	WheelUp
	WheelDown
)

// ID names the overlays that there are.
type ID uint8

// The overlays.
const (
	Palette  ID = iota // slash commands
	Files              // @file: and @path
	Agents             // @agent:
	History            // search in the prompts of the past
	Question           // a tool's question that is answered in the prompt
	Search             // search in the history
	Picker             // the file picker
	Approve            // a call that waits for an approval
	Cards              // a tool's question with answers to choose from
	Sessions
	Models
	Todos
	Rewind
	Servers // of the MCP kind
	Help
	Usage
	Status
	Log
	Diff
	Rename
	Export
	CancelQueued // a turn is stopped while prompts wait
	Quit         // while a turn runs
	Yolo         // everything allowed
	Actors       // who is at work
	Themes
	Agent    // that is asked
	Waiting  // prompts that wait
	Effort   // how long the model thinks
	Clear    // the conversation is forgotten
	overlays // how many there are
)

// table says of each overlay what it means for the prompt, and its title.
var table = [...]struct {
	kind  screen.Kind
	title lang.Text
}{
	Palette:      {screen.Attached, "commands"},
	Files:        {screen.Attached, "files"},
	Agents:       {screen.Attached, "agents"},
	History:      {screen.Attached, "earlier prompts"},
	Question:     {screen.Attached, "question"},
	Search:       {screen.Attached, "search"},
	Picker:       {screen.Modal, "files"},
	Approve:      {screen.Modal, "approval"},
	Cards:        {screen.Modal, "question"},
	Sessions:     {screen.Modal, "sessions"},
	Models:       {screen.Modal, "models"},
	Todos:        {screen.Modal, "todos"},
	Rewind:       {screen.Modal, "rewind"},
	Servers:      {screen.Modal, "MCP servers"},
	Help:         {screen.Modal, "help"},
	Usage:        {screen.Modal, "usage"},
	Status:       {screen.Modal, "status"},
	Log:          {screen.Modal, "log"},
	Diff:         {screen.Modal, "changes"},
	Rename:       {screen.Modal, "rename the session"},
	Export:       {screen.Modal, "export the session"},
	CancelQueued: {screen.Modal, "prompts are waiting"},
	Quit:         {screen.Modal, "a turn is running"},
	Yolo:         {screen.Modal, "allow everything"},
	Actors:       {screen.Modal, "actors"},
	Themes:       {screen.Modal, "colours"},
	Agent:        {screen.Modal, "agents"},
	Waiting:      {screen.Modal, "waiting prompts"},
	Effort:       {screen.Modal, "thinking"},
	Clear:        {screen.Modal, "forget the conversation"},
}

// All gives every overlay that there is.
func All() []ID {
	all := make([]ID, overlays)
	for i := range all {
		all[i] = ID(i)
	}
	return all
}

// Kind says what the overlay means for the prompt.
func (id ID) Kind() screen.Kind { return table[id].kind }

// String is the title of the overlay when it has no other.
func (id ID) String() string { return string(table[id].title) }

// base is what all overlays have.
type base struct {
	id    ID
	title string
}

// named makes a base. A title of its own may come from outside.
func named(id ID, title string, in lang.Table) base {
	if title == "" {
		title = in.T(table[id].title)
	}
	return base{id, clean.Line(title)}
}

// ID says which overlay it is.
func (b *base) ID() ID { return b.id }

// Title is how it is called.
func (b *base) Title() string { return b.title }

// attached says that the overlay stands above the prompt.
func (b *base) attached() bool { return b.id.Kind() == screen.Attached }

// writing are the contexts of an overlay with a line to write in.
func writing() []keys.Context { return []keys.Context{keys.Box, keys.Prompt} }
