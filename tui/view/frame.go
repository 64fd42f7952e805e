package view

import (
	"encoding/json"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/leaf/lang"
)

// Frame is what a screen needs to draw the session again.
type Frame struct {
	// Items are new or have changed since the last frame, in the order of the history. With Reset they
	// are all that there are: what was shown before is gone, as it is when turns are taken back.
	Items []*Item
	Reset bool

	Status Status
	Todos  event.Todos // the task list as it is now
	Asked  *Asked      // what waits for an answer of the user, or nil
	Lost   string      // why the session takes no more turns, or ""

	// Wanted is code that is final and has no colours yet. Whoever has the time for it runs [Painter.Colour]
	// on each, away from the screen, and gives the spans to [Model.Coloured].
	Wanted []Wanted
}

// Status is what the line at the bottom and the panels tell of the session.
type Status struct {
	Session   string // its id
	Title     string // or ""
	Workspace string
	Model     string // that answered last, or that the session began with
	StandIn   string // model that answers for the rest of this turn, because the chosen one cannot be used; or ""
	Posture   string // permission mode chosen in the session, or "" when the settings decide
	Agent     string // whose instructions hold, or ""

	Ended   int       // turns that have ended since the model began
	Running bool      // a turn runs
	Since   time.Time // when it began
	Doing   lang.Text // in a word or two: "thinking", "answering", "writing", "running", "waiting"
	Calls   int       // that run now
	Retry   *Retry    // why the model is not answering now, or nil

	Turn Spent // in the turn that runs, or ran last
	All  Spent // in the session
	// Utilisation is the share of the profile's maxInputChars that all tokens of the session make up, in
	// percent and 100 at most; -1 when the limit is not known.
	Utilisation int
	// Context is the share of the model's window that its last request and answer took, in percent; -1
	// when that is not known.
	Context int
	// Cache is the share of the last request that the service had kept from earlier ones, in percent; -1
	// while it has kept nothing in this session.
	Cache int
}

// Spent is what requests used.
type Spent struct {
	Requests  int
	In, Out   int64 // tokens
	Cached    int64 // of those in
	Estimated bool  // some of it
	Cost      *float64
	Unpriced  bool // some requests have no price
}

// Retry is a request that will be sent again.
type Retry struct {
	Attempt int
	At      time.Time
	Message string // why
}

// Asked is a call that waits for the user.
type Asked struct {
	Call    string
	Name    string
	Input   json.RawMessage
	Line    string // the input in one harmless line
	Rule    string // that says to ask
	Reason  string
	By      string
	Starts  string   // the programs that a command would start, when it does not say so plainly
	Touches string   // what a command says that it would create, change or delete
	Covers  string   // what "for the session" would allow
	Kept    string   // what "for the project" would
	Wide    string   // what both would at the user's wish, or ""
	Preview []*Block // what would change or run
}

// Wanted is a piece of code without colours.
type Wanted struct {
	ID   int
	Lang string
	Text string
	Cuts []int // offsets at which something else begins that has nothing to do with what is before
}
