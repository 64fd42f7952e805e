package session

import (
	"bytes"
	"encoding/json"
	"fmt"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/stream"
	"eidolon/actors/tool"
)

// callState is a call of the current round.
type callState struct {
	key     string
	modelID string
	proof   string // see [model.CallOpened]
	sum     string // hash of the input as the tool takes it
	name    string // as the model wrote it; the full name once it is judged
	input   json.RawMessage
	block   int
	source  event.Source
	before  string

	seq        int64 // of its tool_use, and later of the user's decision; 0 until it is recorded
	readOnly   bool
	open       bool // the user has to be asked and has not answered
	asked      bool // the user sees the question
	writes     bool // it may change something, and is allowed to
	released   bool // the dispatcher was told that it may start
	begun      bool // the dispatcher may have started it
	superseded bool
	result     *tool.Result // nil while it is open
}

// key names a call of the current round in the whole session.
func (s *session) key(n int) string {
	return fmt.Sprintf("t%dr%dc%d", s.turn.n, s.turn.round, n)
}

func (s *session) onCallClosed(env actorkit.Env, n stream.CallClosed) {
	if n.Source == event.SourceForeign {
		s.onForeign(env)
	}
	s.dispatch(env, &callState{
		key: s.key(n.N), modelID: n.ID, name: n.Name, input: n.Input, block: n.Block, source: n.Source, before: n.Before,
		proof: n.Signature,
	}, nil)
}

func (s *session) onCallFailed(env actorkit.Env, n stream.CallFailed) {
	r := tool.Fail(n.Code, fmt.Sprintf("The call cannot be read (%s at byte %d of the message), so it was not run.", n.Code, n.Offset))
	if n.Source == event.SourceNative {
		r = tool.Fail(tool.InvalidInput, NotObject)
	}
	id := n.ID
	if id == "" {
		id = s.key(n.N)
	}
	s.dispatch(env, &callState{
		key: s.key(n.N), modelID: id, name: n.Name, input: json.RawMessage("null"), block: n.Block, source: n.Source, before: n.Before,
	}, &r)
}

// dispatch hands a call over. Notes of the stream wait until it is judged and recorded.
func (s *session) dispatch(env actorkit.Env, c *callState, broken *tool.Result) {
	t := s.turn
	t.inItem = false
	for _, earlier := range t.calls {
		if earlier.block == c.block && earlier.modelID == c.modelID {
			earlier.superseded = true
		}
	}
	t.calls = append(t.calls, c)
	if s.o.Caller != nil {
		s.hand(env, c, broken)
		return
	}
	if t.ending != "" { // the turn is over for the user: what the model still says is not run
		s.recordUse(env, c, nil, false)
		s.recordResult(env, c, tool.Fail(tool.Interrupted, dispatcher.NotRun), 0)
		return
	}
	t.judging = c.key
	s.dispatcher.Tell(dispatcher.Dispatch{
		Key: c.key, ModelID: c.modelID, Name: c.name, Input: c.input, Block: c.block, Broken: broken,
		Typed: c.source == event.SourceUser,
	})
}

func (s *session) endBlock(block int) {
	if s.o.Caller == nil {
		s.dispatcher.Tell(dispatcher.Release{Block: block})
	}
}

func (s *session) cancelBlock(block int) {
	if s.o.Caller != nil {
		return // whole calls in it have been told
	}
	s.dispatcher.Tell(dispatcher.CancelBlock{Block: block})
	if !s.model().Native {
		s.turn.lines = append(s.turn.lines, "The last block of your message never ended with !unquote_end: its calls that had not started were not run.")
	}
}

func (s *session) cancelCalls() {
	s.dispatcher.Tell(dispatcher.Cancel{})
	s.stopWaiting()
}

func (s *session) onDispatcher(env actorkit.Env, n dispatcher.Note) {
	switch n := n.(type) {
	case dispatcher.Judged:
		s.onJudged(env, n)
	case dispatcher.AskUser:
		s.onAskUser(env, n)
	case dispatcher.Settled:
		s.onSettled(env, n)
	case dispatcher.CallStarted:
		if c := s.find(n.Key); c != nil {
			c.begun = true
			s.tell(env, event.CallStarted{Call: n.Key, Name: c.name})
		}
	case dispatcher.CallProgress:
		if c := s.find(n.Key); c != nil {
			s.tell(env, event.CallProgress{Call: n.Key, Stream: n.Stream, Text: n.Text})
		}
	case dispatcher.CallDone:
		if c := s.find(n.Key); c != nil && c.result == nil {
			s.onCallDone(env, c, n)
		}
	}
}

func (s *session) onJudged(env actorkit.Env, n dispatcher.Judged) {
	c := s.find(n.Key)
	if c == nil || c.seq != 0 {
		return
	}
	c.name, c.readOnly, c.open = n.Name, n.ReadOnly, n.Ruling.Ask
	if c.writes = n.Ruling.Allow && !n.ReadOnly; c.writes {
		s.keepFiles(env)
	}
	c.sum = n.Sum
	s.recordUse(env, c, n.Inner, n.ReadOnly)
	if n.Ruling.Rule != "" && !c.open {
		s.decide(env, c, n.Ruling, "")
	}
	if s.turn.judging == c.key {
		s.turn.judging = ""
		s.goOn(env)
	}
}

func (s *session) recordUse(env actorkit.Env, c *callState, inner json.RawMessage, readOnly bool) {
	use := event.ToolUse{
		Call: c.key, ModelID: c.modelID, Name: c.name, Input: c.input, ReadOnly: readOnly, Asks: c.open, Source: c.source, TextBefore: c.before,
		Signature: c.proof,
	}
	if string(inner) != string(c.input) {
		use.Inner = inner
	}
	if c.source == event.SourceNative {
		// Lines of the log hold no blanks between tokens, and what is sent back must be the same bytes
		// after a resume: services keep what they have computed for a prompt by its bytes.
		var line bytes.Buffer
		if json.Compact(&line, c.input) == nil && line.Len() < len(c.input) {
			use.Raw = string(c.input)
		}
	}
	c.seq = s.record(env, use)
}

// release tells the dispatcher which calls may start: those that are on disk, and where one may
// change files, the checkpoint is too.
func (s *session) release() {
	t := s.turn
	if t == nil {
		return
	}
	for _, c := range t.calls {
		if c.released || c.open || c.result != nil || c.seq == 0 || c.seq > s.out.acked || c.writes && !t.kept.onDisk(s.out.acked) {
			continue
		}
		c.released = true
		s.dispatcher.Tell(dispatcher.Recorded{Key: c.key})
	}
}

func (s *session) onCallDone(env actorkit.Env, c *callState, n dispatcher.CallDone) {
	r := n.Result
	s.answered(env, c, false) // cancelled while the question stood
	s.recordResult(env, c, r, float64(n.Elapsed.Microseconds())/1000)
	if r.OK && r.Effects.SetTodos != nil {
		s.record(env, event.Todos{Todos: r.Effects.SetTodos})
	}
	if r.OK && r.Effects.LeavePlan {
		s.leavePlan(env)
	}
	s.checkRound(env)
}

func (s *session) recordResult(env actorkit.Env, c *callState, r tool.Result, ms float64) {
	c.result = &r
	s.record(env, event.ToolResult{
		Call: c.key, OK: r.OK, Output: r.Envelope(), MS: ms, Diff: r.Diff, Cut: r.Cut, Spool: r.Spool, Superseded: c.superseded,
		Sandbox: r.Sandbox, Spent: r.Spent,
	})
}

func (s *session) find(key string) *callState {
	if s.turn == nil {
		return nil
	}
	for _, c := range s.turn.calls {
		if c.key == key {
			return c
		}
	}
	return nil
}
