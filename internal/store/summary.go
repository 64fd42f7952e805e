package store

import (
	"encoding/json"
	"errors"
	"io"
	"os"
	"path/filepath"
	"time"

	"eidolon/actors/event"
)

// Status is what a session is doing.
type Status string

// The states of a session.
const (
	StatusOpen        Status = "open"        // somebody writes to it now
	StatusInterrupted Status = "interrupted" // its last turn was cut, or never ended
	StatusEnded       Status = "ended"       // its last turn came to an end of its own
)

// Summary is what a list tells about a session.
type Summary struct {
	ID        string    `json:"id"`
	Dir       string    `json:"dir"`
	Workspace string    `json:"workspace"`
	Title     string    `json:"title"` // as it was given, else the first line of the first prompt
	Model     string    `json:"model"`
	Created   time.Time `json:"created"`
	Active    time.Time `json:"active"` // time of the last event, or of the file when it has none
	Turns     int       `json:"turns"`
	Messages  int       `json:"messages"` // of the user and the model
	Tokens    Tokens    `json:"tokens"`
	Context   int64     `json:"context"`           // tokens of the last request and its answer
	Posture   string    `json:"posture,omitempty"` // permission mode that was chosen last
	Size      int64     `json:"size"`              // bytes of the log
	State     Status    `json:"state"`
	Problems  int       `json:"problems"` // lines of the log that are not in order
	Holder    *Holder   `json:"holder,omitempty"`
	// Parent is where the session was forked from.
	Parent *event.Parent `json:"parent,omitempty"`
	// Task is the call of another session that this one does the work of.
	Task *event.Task `json:"task,omitempty"`
}

// Summary gives the facts of a session. It reads as little of the log as it can: nothing when
// state.json accounts for all of it, and else what came after.
func (s Stored) Summary() (Summary, error) {
	info, err := lstatRegular(s.path())
	if err != nil {
		return Summary{}, err
	}
	f, torn, err := s.facts(info.Size())
	if err != nil {
		return Summary{}, err
	}
	sum := Summary{
		ID: s.ID, Dir: s.Dir, Workspace: s.Workspace, Title: f.Title, Model: f.Model, Created: f.Created, Active: f.Active,
		Turns: f.Turns, Messages: f.Messages, Tokens: f.Tokens, Size: info.Size(), State: StatusEnded, Problems: f.Problems,
		Holder: holder(s.Dir), Context: f.Context, Posture: f.Posture, Parent: f.Parent, Task: f.Task,
	}
	if sum.Title == "" {
		sum.Title = f.Prompt
	}
	if torn && sum.Holder == nil { // else it is being written
		sum.Problems++
	}
	if sum.Active.IsZero() {
		sum.Active = info.ModTime().UTC()
	}
	switch {
	case sum.Holder != nil:
		sum.State = StatusOpen
	case f.Turn > 0 && f.End == "", f.End == string(event.EndInterrupted):
		sum.State = StatusInterrupted
	}
	return sum, nil
}

// facts gives the state of a log of a size, and whether its end is torn.
func (s Stored) facts(size int64) (known state, torn bool, err error) {
	known, ok := s.state()
	if ok && known.Size == size && size > 0 {
		return known, false, nil
	}
	f, err := openForReading(s.path())
	if err != nil {
		return state{}, false, err
	}
	known, torn, err = catchUp(f, size, known, s.ID)
	return known, torn, errors.Join(err, f.Close())
}

// state reads state.json, and says whether it is one of ours.
func (s Stored) state() (known state, ok bool) {
	content, err := readRegular(filepath.Join(s.Dir, stateName))
	if err != nil || json.Unmarshal(content, &known) != nil || known.SchemaVersion != stateVersion {
		return state{}, false
	}
	return known, true
}

// catchUp reads what came after the part of a log that is known. When there is no such part, it
// reads everything.
func catchUp(f io.ReaderAt, size int64, known state, id string) (_ state, torn bool, err error) {
	if !endsLine(f, known.Size) || known.Size > size || known.Events <= 0 {
		known = state{}
	}
	s := &scan{id: id, end: known.Size, size: known.Size, seen: known.Size > 0, follower: follower{state: known}}
	s.judge.next = known.Events
	if err := s.run(f, known.Size, size); err != nil {
		return state{}, false, err
	}
	s.follower.state.Problems += len(s.problems) + s.unlisted
	return s.follower.state, s.torn(), nil
}

// endsLine tells whether a line ends at a byte of a file.
func endsLine(f io.ReaderAt, at int64) bool {
	last := make([]byte, 1)
	if at <= 0 {
		return false
	}
	_, err := f.ReadAt(last, at-1)
	return err == nil && last[0] == '\n'
}

// openForReading opens a regular file.
func openForReading(path string) (*os.File, error) { return openRegular(path, os.O_RDONLY) }
