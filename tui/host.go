package tui

import (
	"context"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/renderer"
	"eidolon/actors/session"
	"eidolon/internal/leaf/lang"
	"eidolon/tui/view"
)

// Sessions opens conversations, one at a time.
type Sessions interface {
	// Open opens a session and closes the one that was open before; id "" is a new one. Its events go
	// to the sink. When it fails, the one before stays open, unless it is the one that was asked for.
	Open(ctx context.Context, id string, sink renderer.Sink) (Opened, error)
	// Past gives the events of a session before those that it gave last, or with fresh those at its end. A
	// session that is being looked at need not be open.
	Past(ctx context.Context, id string, fresh bool, atLeast int) (events []event.Envelope, more bool, err error)
	// Close ends the session. The error says what is not on disk.
	Close(ctx context.Context) error
}

// Opened is what a screen has to know of the session that is open.
type Opened struct {
	ID      string
	Dir     string // where it is kept, or ""
	Title   string
	Next    int64 // number of the first event that is to come
	Model   Model
	Posture string
	// Unconfined says that no sandbox keeps commands in the workspace.
	Unconfined bool
	Agent      string
	Spent      view.Spent // in the session so far
	Context    int64      // tokens of the last request and its answer
	Notices    []string   // what the person should know of the way it was set up
	SetUp      string     // what to do before the first prompt, when no model can be asked; else ""
}

// Conversation is the session that is open.
type Conversation interface {
	Tell(m session.Msg)
	// Send says what a person typed, after the files, agents and commands in it were looked up. With an
	// error nothing was said.
	// Insert says that the command at the beginning was chosen to go ahead of the text.
	Send(ctx context.Context, text string, insert bool) (Sent, error)
}

// Sent is what became of what was typed.
type Sent struct {
	Turns   int      // that it made
	Model   *Model   // that a command or an agent brought with it, or nil
	Notices []string // what could not be looked up
}

// Model is one that can be chosen.
type Model struct {
	Name    string // to choose it by
	Model   string // the service's name of it
	Kind    string // of the service's API
	Window  int    // tokens, 0 when it is not known
	Chars   int    // characters of all input, 0 when there is no such limit
	Effort  string // thinking level, or ""
	Problem string // why it cannot be used now, or ""
}

// Settings changes how the conversation goes on.
type Settings interface {
	Models(ctx context.Context) []Model
	SetModel(ctx context.Context, name string) (Model, error)
	SetEffort(ctx context.Context, level string) (Model, error)
	SetPosture(mode string) error
	SetAgent(ctx context.Context, name string) error // "" for none
}

// Command is one that a person's or a project's file defines.
type Command struct {
	Name        string // without the slash
	Description string
	Hint        string // of its arguments
	Runs        bool   // it can be run at once
	Inserts     bool   // it can stand in the prompt, for what goes with it
	Source      string // "user" or "project"
}

// Agent is one that a person's or a project's file defines.
type Agent struct {
	Name        string
	Description string
	Source      string
}

// Resource is something that a server lets be read.
type Resource struct {
	Name        string // as a prompt names it: server:uri
	Description string
}

// Entry is a file or a directory of the workspace.
type Entry struct {
	Path string
	Dir  bool
}

// Inputs is what a prompt can name.
type Inputs interface {
	Commands(ctx context.Context) (list []Command, notices []string, err error)
	Agents(ctx context.Context) (list []Agent, notices []string, err error)
	// Resources gives what servers let be read.
	Resources(ctx context.Context) []Resource
	// List gives one level of a directory.
	List(ctx context.Context, dir string) ([]Entry, error)
	// Walk gives the files of the workspace in pages, until emit says no.
	Walk(ctx context.Context, emit func(page []string) bool) error
	// Preview gives the beginning of a file.
	Preview(ctx context.Context, path string) (string, error)
}

// Thread is a session on disk. Its texts are untrusted.
type Thread struct {
	ID      string
	Title   string
	Active  time.Time
	Snippet string // the place where what was searched for was found, or ""
}

// Turn is a turn that a session can be taken back to.
type Turn struct {
	N      int
	Time   time.Time
	Prompt string
	Kept   bool // the files were kept before it
}

// Threads is what can be done with sessions on disk.
type Threads interface {
	Find(ctx context.Context, query string) ([]Thread, error)
	// Locate gives the id of the session of the workspace whose id begins so.
	Locate(ctx context.Context, beginning string) (id string, err error)
	Turns(ctx context.Context, id string) ([]Turn, error)
	// Fork makes a new session with the events up to a turn, 0 for all, and gives its id.
	Fork(ctx context.Context, from string, turn int) (id string, err error)
	// Rewind says what taking a session back to before a turn would change; with really it is done. Turn
	// -1 takes the last rewind back. The session must not be open.
	Rewind(ctx context.Context, id string, turn int, files, really bool) (report string, err error)
	// Export writes a session to a file, whose ending says in which format, and gives its path.
	Export(ctx context.Context, id, path string) (written string, err error)
	// Rename gives a session that is not open a title.
	Rename(ctx context.Context, id, title string) error
}

// Server is how it stands with a server that brings tools along. Its texts are untrusted.
type Server struct {
	Name   string
	Phase  ServerPhase
	Reason string // why it is not there
	// Tools, Prompts and Resources are how many of them it has offered last.
	Tools, Prompts, Resources int
	Since                     time.Time
}

// ServerPhase is what is going on with a server.
type ServerPhase uint8

// The phases.
const (
	ServerConnecting ServerPhase = iota
	ServerReady
	ServerDown    // it is tried again
	ServerGivenUp // it is not tried again by itself
)

// serverPhases are the words for them.
var serverPhases = map[ServerPhase]lang.Text{
	ServerConnecting: "connecting", ServerReady: "ready", ServerDown: "down, tried again", ServerGivenUp: "down, not tried again",
}

// ServerTool is a tool that a server has brought along.
type ServerTool struct {
	Name    string
	Summary string
	Inputs  string // on one line
	Reads   bool   // by the server's word
}

// Servers are those that bring tools along.
type Servers interface {
	// Servers tells how it stands with all of them. It does not wait for any.
	Servers(ctx context.Context) []Server
	// RestartServer connects to a server anew.
	RestartServer(ctx context.Context, name string) error
	ServerTools(ctx context.Context, name string) ([]ServerTool, error)
}

// Desk is what stands around the screen: other programs, and files of the person's own.
type Desk interface {
	// Copy puts a text into the clipboard and says which way it went.
	Copy(ctx context.Context, text string) (how string, err error)
	// Edit has a text edited in the person's editor. The screen is away meanwhile.
	Edit(ctx context.Context, text string) (string, error)
	// Branch is the version control's branch of the workspace, or "".
	Branch(ctx context.Context) string
	// Load, Save and Append keep small files of this workspace, by name.
	Load(name string) ([]byte, error)
	Save(name string, content []byte) error
	Append(name string, line []byte) error
	// Report gives a page of text: "status", "usage", "actors", "log".
	Report(ctx context.Context, name string) (string, error)
}
