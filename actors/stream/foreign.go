package stream

import (
	"fmt"

	"eidolon/actors/event"
	"eidolon/actors/foreign"
	"eidolon/xnl"
)

// foreignCalls is what is known of calls in other notations than XNL. Without a scanner nobody looks for
// them.
type foreignCalls struct {
	scanner   *foreign.Scanner
	found     bool // there was one
	unwrapped bool // something looked like an XNL call outside a block, which may be one of them
}

func newForeignCalls(o Options) foreignCalls {
	if o.Foreign == nil {
		return foreignCalls{}
	}
	return foreignCalls{scanner: foreign.New(foreign.Options{Tools: o.Foreign, Max: o.Element})}
}

// onForeign passes on what was found in visible text. A call there is a block of one that ends with it.
func (s *stream) onForeign(e foreign.Event) {
	if e.Name == "" {
		s.o.Owner.Tell(TextDelta{string(e.Text)})
		return
	}
	s.foreign.found = true
	s.calls++
	s.blocks++
	n, block, id := s.calls, s.blocks, fmt.Sprintf("call_%d", s.calls)
	s.o.Owner.Tell(BlockBegan{block})
	s.o.Owner.Tell(CallOpened{N: n, ID: id, Name: e.Name, Input: e.Input})
	s.o.Owner.Tell(CallClosed{
		N: n, ID: id, Name: e.Name, Input: e.Input, Block: block, Source: event.SourceForeign,
		Before: s.before(min(max(e.End, s.told), s.raw.Len())),
	})
	s.o.Owner.Tell(BlockEnded{block})
}

// breakForeign tells what was held back, before something that is no text.
func (s *stream) breakForeign() {
	if s.foreign.scanner != nil {
		s.foreign.scanner.Break(s.onForeign)
	}
}

// closeForeign takes the end of the answer. Whole says that it is not cut.
func (s *stream) closeForeign(whole bool) {
	if s.foreign.scanner != nil {
		s.foreign.scanner.Close(whole, s.onForeign)
	}
	if s.foreign.unwrapped && !s.foreign.found {
		s.o.Owner.Tell(Notice{string(xnl.UnwrappedCall)})
	}
}

// onNotice tells of a mistake. Other notations have a tag that looks like an XNL call outside a block;
// whether it was one shows in the end.
func (s *stream) onNotice(code string) {
	if code == string(xnl.UnwrappedCall) && s.foreign.scanner != nil {
		s.foreign.unwrapped = true
		return
	}
	s.o.Owner.Tell(Notice{code})
}
