package codex

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"sync"

	"eidolon/actors/event"
	"eidolon/internal/front/exec"
	"eidolon/internal/front/news"
	"eidolon/internal/leaf/clean"
)

// About is what a run is told of.
type About struct {
	Thread string // id of the session
	JSON   bool   // the answer is to be a JSON value, which a model may have wrapped
}

// Sink renders one turn. It is an exec.Sink.
type Sink struct {
	out   io.Writer
	about About
	over  chan exec.Outcome
	mu    sync.Mutex // Fail may come while a batch is rendered
	news  news.Filter

	buf     bytes.Buffer // lines of the batch
	begun   bool
	ended   bool
	speech  news.Speech
	items   int
	calls   map[string]*call // by key
	todos   *item            // the task list, once there is one
	usage   usage
	failure string // why the turn is about to fail
}

type object = map[string]any

type usage struct {
	Input     int64 `json:"input_tokens"`
	Cached    int64 `json:"cached_input_tokens"`
	Written   int64 `json:"cache_write_input_tokens"`
	Output    int64 `json:"output_tokens"`
	Reasoning int64 `json:"reasoning_output_tokens"`
}

// New makes a Sink that writes to out.
func New(out io.Writer, about About) *Sink {
	return &Sink{out: out, about: about, over: make(chan exec.Outcome, 1), calls: map[string]*call{}}
}

// Over implements exec.Sink.
func (s *Sink) Over() <-chan exec.Outcome { return s.over }

// Fail implements exec.Sink.
func (s *Sink) Fail(_, message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin()
	s.line("error", object{"message": message})
	s.ended = true
	_ = s.flush() // there is nobody left to tell
}

// Render implements exec.Sink. All lines of a batch go out in one write.
func (s *Sink) Render(_ context.Context, events []event.Envelope) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.begin()
	var over *exec.Outcome
	for _, e := range events {
		if ev, fresh := s.news.Pick(e); fresh {
			if end := s.show(ev); end != nil {
				over = end
			}
		}
	}
	if err := s.flush(); err != nil {
		s.end(exec.Outcome{Err: err})
		return err
	}
	if over != nil {
		s.end(*over)
	}
	return nil
}

func (s *Sink) end(out exec.Outcome) {
	select {
	case s.over <- out:
	default: // the first end counts
	}
}

// begin names the thread once, as the first line.
func (s *Sink) begin() {
	if !s.begun {
		s.begun = true
		s.line("thread.started", object{"thread_id": s.about.Thread})
	}
}

// line adds a line to the batch. Nothing follows the end.
func (s *Sink) line(kind string, fields object) {
	if s.ended {
		return
	}
	fields["type"] = kind
	enc := json.NewEncoder(&s.buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(fields); err != nil {
		s.end(exec.Outcome{Err: fmt.Errorf("write %s: %w", kind, err)})
	}
}

func (s *Sink) flush() error {
	if s.buf.Len() == 0 {
		return nil
	}
	defer s.buf.Reset()
	_, err := s.out.Write(clean.JSON(s.buf.Bytes()))
	return err
}

// show renders an event, and gives the outcome with the last one.
func (s *Sink) show(ev event.Event) *exec.Outcome {
	switch ev := ev.(type) {
	case event.Message:
		s.message(ev)
	case event.ReasoningDelta:
		s.speech.Think(ev.Text)
	case event.TextDelta:
		s.thought()
		s.speech.Say(ev.Text)
	case event.ToolUse:
		s.said()
		s.use(ev)
	case event.CallStarted:
		s.started(ev.Call)
	case event.ToolResult:
		s.result(ev)
		s.used(ev.Usage())
	case event.Todos:
		s.board(ev)
	case event.Usage:
		s.used(ev)
	case event.Notice:
		s.warn(ev.Message)
	case event.Retry:
		s.warn(ev.Message)
	case event.Error:
		s.failed(ev)
	case event.Lost:
		s.line("error", object{"message": ev.Message})
		s.ended = true
		return &exec.Outcome{Reason: event.EndError}
	case event.TurnEnd:
		return s.finish(ev.Reason)
	case event.Meta, event.Reasoning, event.Decision, event.Title, event.Interrupted, event.Compaction, event.Posture, event.Agent,
		event.Checkpoint, event.Rewind, event.Unknown, event.CallOpened, event.CallInput, event.CallProgress, event.Asked, event.Answered:
	}
	return nil
}

// message begins the turn with the user's, and ends what is said with the model's.
func (s *Sink) message(m event.Message) {
	switch m.Role {
	case event.RoleUser:
		if !m.Hidden {
			s.line("turn.started", object{})
		}
	case event.RoleAssistant:
		s.said()
	case event.RoleSystem, event.RoleToolResults:
	}
}

func (s *Sink) used(u event.Usage) {
	s.usage.Input += u.InputTokens
	s.usage.Cached += u.CachedTokens
	s.usage.Written += u.WrittenTokens
	s.usage.Output += u.OutputTokens
	s.usage.Reasoning += u.ReasoningTokens
}

// failed keeps an error for the end of the turn. A failure that the session mended is an item.
func (s *Sink) failed(ev event.Error) {
	if ev.Kind == "crash" {
		s.warn(ev.Message)
		if s.failure != "" {
			return // what ended the turn says more
		}
	}
	s.failure = ev.Message
}

// finish writes the last line.
func (s *Sink) finish(reason event.EndReason) *exec.Outcome {
	s.said()
	s.boardDone()
	if reason == event.EndDone {
		s.line("turn.completed", object{"usage": s.usage})
	} else {
		message := s.failure
		if message == "" {
			message = ended(reason)
		}
		s.line("turn.failed", object{"error": object{"message": message}})
	}
	s.ended = true
	return &exec.Outcome{Reason: reason}
}

// ended says why a turn ended that did not fail in itself.
func ended(reason event.EndReason) string {
	switch reason {
	case event.EndInterrupted:
		return "The turn was interrupted."
	case event.EndMaxTurns:
		return "The turn reached its limit of requests to the model."
	case event.EndTimeout:
		return "The turn ran out of time."
	case event.EndDone, event.EndError:
	}
	return "The turn failed."
}
