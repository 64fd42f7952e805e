package stream

import (
	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/xnl"
)

// onText scans visible text for calls.
func (s *stream) onText(text string) {
	s.raw.WriteString(text)
	if s.o.Native {
		s.begun = true
		s.show([]byte(text), text, s.raw.Len())
		return
	}
	s.scanner.Write([]byte(text), func(e xnl.Event) { s.onEvent(e, text) })
}

// onEvent passes on what the scanner found. Chunk is the text being scanned: most events are all of
// it, and then it is told without a copy.
func (s *stream) onEvent(e xnl.Event, chunk string) {
	s.begun = true
	if e.Kind != xnl.EventText && e.Kind != xnl.EventNotice {
		s.breakForeign()
	}
	switch e.Kind {
	case xnl.EventText:
		s.show(e.Text, chunk, e.End)
	case xnl.EventQuote:
		s.o.Owner.Tell(TextDelta{string(e.Text)})
	case xnl.EventBlockBegin:
		s.blocks++
		s.o.Owner.Tell(BlockBegan{s.blocks})
	case xnl.EventCallBegin:
		s.body = 0
		input, _ := e.Args.MarshalJSON() // plain data always can be
		s.o.Owner.Tell(CallOpened{N: s.number(e.Start), ID: e.ID, Name: e.Name, Input: input})
	case xnl.EventBody:
		s.o.Owner.Tell(CallInput{N: s.number(e.Start), Offset: s.body, Text: string(e.Text)})
		s.body += len(e.Text)
	case xnl.EventCall:
		s.onCall(e)
	case xnl.EventCallError:
		s.o.Owner.Tell(CallFailed{
			N: s.number(e.Start), ID: e.ID, Name: e.Name, Block: s.blocks, Source: event.SourceXNL,
			Code: tool.Code(e.Code), Offset: e.Offset, Before: s.before(e.End),
		})
	case xnl.EventBlockEnd:
		s.o.Owner.Tell(BlockEnded{s.blocks})
	case xnl.EventBlockUnclosed:
		s.o.Owner.Tell(BlockUnclosed{s.blocks})
	case xnl.EventNotice:
		s.onNotice(string(e.Code))
	}
}

// show tells text, except for calls in it that are in another notation. Chunk is the text that it is as a
// rule all of.
func (s *stream) show(text []byte, chunk string, end int) {
	switch {
	case s.foreign.scanner != nil:
		s.foreign.scanner.Write(text, end, s.onForeign)
	case len(text) == len(chunk):
		s.o.Owner.Tell(TextDelta{chunk})
	default:
		s.o.Owner.Tell(TextDelta{string(text)})
	}
}

func (s *stream) onCall(e xnl.Event) {
	n := s.number(e.Start)
	input, err := e.Args.MarshalJSON()
	if err != nil { // a number that JSON does not have
		s.o.Owner.Tell(CallFailed{
			N: n, ID: e.ID, Name: e.Name, Block: s.blocks, Source: event.SourceXNL,
			Code: tool.BadArgs, Offset: e.Start, Before: s.before(e.End),
		})
		return
	}
	s.o.Owner.Tell(CallClosed{
		N: n, ID: e.ID, Name: e.Name, Input: input, Block: s.blocks, Source: event.SourceXNL, Before: s.before(e.End),
	})
}

// number gives the call whose element begins at start its number.
func (s *stream) number(start int) int {
	n, ok := s.numbers[start]
	if !ok {
		s.calls++
		n = s.calls
		s.numbers[start] = n
	}
	return n
}

// before gives the raw text up to an offset that no call was told with yet.
func (s *stream) before(end int) string {
	text := s.raw.String()[s.told:end]
	s.told = end
	return text
}
