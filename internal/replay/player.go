package replay

import (
	"cmp"
	"context"
	"time"
	"unicode/utf8"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/tool"
)

// player is a model that gives the recorded answers.
type player struct {
	progress *progress
	standsIn bool // it is the fallback
}

var _ model.Client = player{}

// Stream implements model.Client.
func (p player) Stream(ctx context.Context, _ model.Request, emit func(model.Chunk) error) (model.End, error) {
	if n, t := p.progress.next(); !p.standsIn && n == t.takeover {
		return model.End{}, &model.Error{Kind: model.Auth, Message: "Another model took over here."} // why is not kept
	}
	n, t := p.progress.request()
	if n > len(t.rounds) {
		if t.ending != whole {
			return p.hang(ctx, n)
		}
		return model.End{}, &model.Error{Kind: model.BadRequest, Message: "The recording has no further answer in this turn."}
	}
	s := &speech{progress: p.progress, emit: emit, round: &t.rounds[n-1]}
	if err := s.say(ctx, t.nativeIn(n)); err != nil {
		return model.End{}, err
	}
	switch r := s.round; {
	case r.hangs:
		return p.hang(ctx, n)
	case r.failure != nil:
		failure := *r.failure
		return model.End{}, &failure
	}
	return s.round.end, ctx.Err()
}

// hang waits until the request is stopped.
func (p player) hang(ctx context.Context, n int) (model.End, error) {
	p.progress.change(func() { p.progress.hanging = n })
	<-ctx.Done()
	return model.End{}, ctx.Err()
}

// speech is one answer being given.
type speech struct {
	progress *progress
	emit     func(model.Chunk) error
	round    *round
	opened   int // native calls that have begun
}

// say gives the answer, up to its end.
func (s *speech) say(ctx context.Context, native bool) error {
	r := s.round
	for _, thought := range r.thoughts {
		parts := cutText(thought.Text)
		for i, part := range parts {
			chunk := model.Reasoning{Text: part}
			if i == len(parts)-1 {
				chunk.Signature = thought.Signature
			}
			if err := s.emit(chunk); err != nil {
				return err
			}
		}
	}
	for i := range r.pieces {
		if err := s.piece(ctx, i, native); err != nil {
			return err
		}
	}
	if err := s.text(ctx, r.rest, s.progress.gap(r.answered)); err != nil {
		return err
	}
	if u := r.usage; u != nil && !u.Estimated {
		err := s.emit(model.Usage{Input: u.InputTokens, Output: u.OutputTokens, Cached: u.CachedTokens, Written: u.WrittenTokens, Reasoning: u.ReasoningTokens})
		if err != nil {
			return err
		}
	}
	s.progress.reached(ctx, r.answered)
	if r.unclosed { // what has not started by then will not
		for _, p := range r.pieces {
			if p.call.ran {
				s.progress.running(ctx, p.call.use.Call)
			}
		}
	}
	return ctx.Err()
}

// piece says the text up to a call, and the call. The end of the call waits for its place.
func (s *speech) piece(ctx context.Context, i int, native bool) error {
	p := s.round.pieces[i]
	for _, earlier := range s.round.pieces[:i] { // that this call takes the place of
		if c := earlier.call; c.use.ModelID == p.call.use.ModelID && c.ran && c.result.Superseded {
			s.progress.running(ctx, c.use.Call)
		}
	}
	wait := s.progress.gap(p.call.usedAt)
	if native && p.call.use.Source == event.SourceNative {
		return s.native(ctx, i, wait)
	}
	s.opened = max(s.opened, p.call.number()) // in the text, so it is not to be opened beside it
	last := max(len(p.text)-1, 0)
	if err := s.text(ctx, p.text[:last], wait); err != nil {
		return err
	}
	s.progress.reached(ctx, p.call.usedAt)
	return s.text(ctx, p.text[last:], 0)
}

// native says a call on the native wire.
func (s *speech) native(ctx context.Context, i int, wait time.Duration) error {
	p := s.round.pieces[i]
	if err := s.text(ctx, p.text, wait); err != nil {
		return err
	}
	index := p.call.number()
	if i > 0 && s.spoils(i) {
		if err := s.open(index - 1); err != nil {
			return err
		}
		s.opened = max(s.opened, index)
		s.progress.reached(ctx, p.call.usedAt)
		spoiled := s.round.pieces[i-1].call.number()
		if err := s.emit(model.CallInput{Index: spoiled, JSON: " x"}); err != nil { // behind a whole value
			return err
		}
		return s.emit(model.CallClosed{Index: spoiled})
	}
	if err := s.open(index); err != nil {
		return err
	}
	input := cmp.Or(p.call.use.Raw, string(p.call.use.Input))
	if p.call.unreadable() {
		input = "{ " // how it was wrong is not kept
	}
	if err := s.emit(model.CallInput{Index: index, JSON: input[:len(input)-1]}); err != nil {
		return err
	}
	s.progress.reached(ctx, p.call.usedAt)
	if err := s.emit(model.CallInput{Index: index, JSON: input[len(input)-1:]}); err != nil {
		return err
	}
	if s.staysOpen(i) {
		return nil
	}
	return s.emit(model.CallClosed{Index: index})
}

// open begins the native calls up to a number. One that was begun and never ended has a number too.
func (s *speech) open(upTo int) error {
	for s.opened < upTo {
		s.opened++
		if err := s.emit(s.opening(s.opened)); err != nil {
			return err
		}
	}
	return nil
}

// opening begins the native call of a number. A call that cannot be read is recorded under the name
// that the model gave it.
func (s *speech) opening(n int) model.CallOpened {
	out := model.CallOpened{Index: n}
	for i, p := range s.round.pieces {
		if p.call.number() == n || i > 0 && s.spoils(i) && s.round.pieces[i-1].call.number() == n {
			out.ID, out.Name = p.call.use.ModelID, p.call.use.Name
		}
	}
	return out
}

// spoils says that a call is the one before it, made unusable by what came behind its input.
func (s *speech) spoils(i int) bool {
	c, before := s.round.pieces[i].call, s.round.pieces[i-1].call
	return s.round.pieces[i].text == "" && c.use.ModelID == before.use.ModelID && c.unreadable() &&
		(before.result == nil || before.result.Superseded)
}

// staysOpen says that a native call never got its end.
func (s *speech) staysOpen(i int) bool {
	c := s.round.pieces[i].call
	if i+1 < len(s.round.pieces) && s.spoils(i+1) {
		return true
	}
	return c.result != nil && c.outcome.Code == tool.BlockUnclosed
}

// text says a text in pieces. They have nothing to do with those that it came in: that must not matter.
func (s *speech) text(ctx context.Context, text string, wait time.Duration) error {
	if text == "" {
		sleep(ctx, wait)
		return nil
	}
	parts := cutText(text)
	for _, part := range parts {
		sleep(ctx, wait/time.Duration(len(parts)))
		if err := s.emit(model.Text{Text: part}); err != nil {
			return err
		}
	}
	return nil
}

// The pieces of a text: about so many, and none longer than that.
const (
	piecesOfText = 24
	longestPiece = 4096 // bytes
)

// cutText cuts a text into pieces of whole characters.
func cutText(text string) []string {
	size := min(max(len(text)/piecesOfText, 3), longestPiece)
	var out []string
	for len(text) > size {
		end := size
		for end < len(text) && !utf8.RuneStart(text[end]) {
			end++
		}
		out = append(out, text[:end])
		text = text[end:]
	}
	return append(out, text)
}
