package claude

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/front/exec"
	"eidolon/internal/front/news"
	"eidolon/internal/leaf/clean"
)

// About is what the SDK is told of the session.
type About struct {
	Session  string // id
	CWD      string // the workspace
	Model    string
	Version  string // of the program
	Tools    []string
	Servers  func() (all []Server, tools []string) // MCP servers as they stand, and what they brought; nil for none
	Commands []Command
	Agents   []Agent
	Models   []Model
	Window   int // tokens that the model can take at once, or 0
	MaxOut   int // tokens that it may answer with, or 0
	Partial  bool
	Asks     bool // the SDK answers questions about calls
	JSON     bool // the answers are to be JSON values
	ID       func() string
}

// Server is an MCP server.
type Server struct {
	Name   string `json:"name"`
	Status string `json:"status"` // connected, pending or failed
}

// servers gives the MCP servers and their tools.
func (a *About) servers() (all []Server, tools []string) {
	if a.Servers == nil {
		return []Server{}, nil
	}
	return a.Servers()
}

// Command is a slash command.
type Command struct {
	Name        string `json:"name"`
	Description string `json:"description"`
	Hint        string `json:"argumentHint"`
}

// Agent is somebody the model can be asked to be.
type Agent struct {
	Name        string `json:"name"`
	Description string `json:"description"`
}

// Model is a model that can be chosen.
type Model struct {
	Value       string `json:"value"`
	Name        string `json:"displayName"`
	Description string `json:"description"`
}

type object = map[string]any

// Sink renders a session, and writes what Serve has to say between the events.
type Sink struct {
	out   io.Writer
	about About
	over  chan exec.Outcome

	mu       sync.Mutex
	buf      bytes.Buffer
	broken   error // the output cannot be written any more
	news     news.Filter
	mode     string // as the SDK calls it
	turn     turn
	total    totals
	budget   budget
	asked    map[string]question // that the SDK is asked, by the id of the request
	nobody   bool                // questions are answered with no
	tell     func(session.Msg)
	uses     map[string]event.ToolUse
	stepping stepping
}

// New makes a Sink that writes to out. The mode is the one in force.
func New(out io.Writer, about About, mode string) *Sink {
	return &Sink{
		out: out, about: about, mode: mode, over: make(chan exec.Outcome, 1), asked: map[string]question{},
		uses: map[string]event.ToolUse{}, nobody: !about.Asks || mode == DontAsk, total: totals{models: map[string]*modelTotal{}},
	}
}

// Over gives the outcome of each turn.
func (s *Sink) Over() <-chan exec.Outcome { return s.over }

// Render implements renderer.Sink. All lines of a batch go out in one write.
func (s *Sink) Render(ctx context.Context, events []event.Envelope) error {
	over, err := s.render(events)
	for _, out := range over {
		select {
		case s.over <- out:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return err
}

func (s *Sink) render(events []event.Envelope) (over []exec.Outcome, err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, e := range events {
		ev, fresh := s.news.Pick(e)
		if !fresh {
			continue
		}
		e.Event = ev
		if out := s.show(e); out != nil {
			over = append(over, *out)
		}
	}
	if err := s.flush(); err != nil {
		return append(over, exec.Outcome{Err: err}), err
	}
	return over, nil
}

// line adds a line of its own to what is written next. Every message names its session and itself.
func (s *Sink) line(kind string, fields object) {
	fields["session_id"], fields["uuid"] = s.about.Session, s.about.ID()
	s.plain(kind, fields)
}

// plain adds a line that is about the connection and not about the session.
func (s *Sink) plain(kind string, fields object) {
	fields["type"] = kind
	enc := json.NewEncoder(&s.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(fields); err != nil {
		s.broken = fmt.Errorf("write %s: %w", kind, err)
	}
}

func (s *Sink) flush() error {
	if s.buf.Len() > 0 && s.broken == nil {
		_, s.broken = s.out.Write(clean.JSON(s.buf.Bytes()))
	}
	s.buf.Reset()
	return s.broken
}

// say writes a line between the events.
func (s *Sink) say(kind string, fields object) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.plain(kind, fields)
	return s.flush()
}

// show renders an event, and gives the outcome with the end of a turn.
func (s *Sink) show(e event.Envelope) *exec.Outcome {
	switch ev := e.Event.(type) {
	case event.Message:
		s.message(e, ev)
	case event.ReasoningDelta:
		s.piece(e, thinking, ev.Text)
	case event.TextDelta:
		s.piece(e, text, ev.Text)
	case event.ToolUse:
		s.use(e, ev)
	case event.ToolResult:
		s.result(ev)
		if ev.Spent != nil {
			s.spend(ev.Usage())
		}
	case event.Decision:
		s.decision(ev)
	case event.Asked:
		s.ask(ev)
	case event.Answered:
		s.withdraw(ev.Call)
	case event.Usage:
		s.used(e, ev)
	case event.Retry:
		s.line("system", object{
			"subtype": "api_retry", "attempt": ev.Attempt, "max_retries": 0, "retry_delay_ms": ev.Wait.Milliseconds(),
			"error_status": nil, "error": "unknown", "message": ev.Message,
		})
	case event.Notice:
		s.line("system", object{"subtype": "informational", "level": "info", "content": ev.Message, "code": ev.Code})
	case event.Error:
		s.failed(ev)
	case event.Lost:
		s.turn.failure = ev.Message
		return s.finish(e.Time, event.EndError)
	case event.TurnEnd:
		return s.finish(e.Time, ev.Reason)
	case event.Meta, event.Reasoning, event.Todos, event.Title, event.Interrupted, event.Compaction, event.Posture, event.Agent,
		event.Checkpoint, event.Rewind, event.Unknown, event.CallOpened, event.CallInput, event.CallStarted, event.CallProgress:
	}
	return nil
}

// message begins a turn with one of the user, ends what is said with the model's, and marks with results
// that the model is asked again.
func (s *Sink) message(e event.Envelope, m event.Message) {
	switch m.Role {
	case event.RoleUser:
		if m.Hidden {
			return
		}
		s.turn = turn{began: e.Time, asked: e.Time, user: s.turn.user}
		s.init()
	case event.RoleAssistant:
		s.endMessage(e)
		s.turn.rounds++
	case event.RoleToolResults:
		s.turn.asked = e.Time
	case event.RoleSystem:
	}
}

// init says how the session is set up, at the beginning of every turn.
func (s *Sink) init() {
	commands, agents := []string{}, []string{}
	for _, c := range s.about.Commands {
		commands = append(commands, c.Name)
	}
	for _, a := range s.about.Agents {
		agents = append(agents, a.Name)
	}
	servers, brought := s.about.servers()
	s.line("system", object{
		"subtype": "init", "cwd": s.about.CWD, "model": s.about.Model, "permissionMode": s.mode,
		"tools": slices.Concat([]string{}, s.about.Tools, brought), "mcp_servers": servers, "slash_commands": commands, "agents": agents,
		"skills": []string{}, "plugins": []any{}, "apiKeySource": "none", "output_style": "default",
		"claude_code_version": s.about.Version, "capabilities": []string{"interrupt_receipt_v1", "interrupt_cancel_queued_v1"},
	})
}

// failed keeps an error for the end of the turn. A failure that the session mended is one line.
func (s *Sink) failed(ev event.Error) {
	if ev.Kind == "crash" {
		s.line("system", object{"subtype": "informational", "level": "warning", "content": ev.Message, "code": ev.Kind})
		if s.turn.failure != "" {
			return // what ended the turn says more
		}
	}
	s.turn.failure = ev.Message
}

// turn is what is known of a turn until its result.
type turn struct {
	began   time.Time
	asked   time.Time     // when the last request to the model was made
	waited  time.Duration // for answers of the model
	rounds  int
	usage   event.Usage
	denials []object
	failure string
	last    string // words of the last round
	user    string // id of the message that it answers
	budget  bool   // was ended because of what it costs
}
