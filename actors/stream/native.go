package stream

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"eidolon/actors/event"
	"eidolon/actors/model"
	"eidolon/actors/tool"
)

// nativeCall is a call that comes beside the text.
type nativeCall struct {
	n     int
	id    string
	name  string
	proof string // see [model.CallOpened]
	block int
	input strings.Builder
	value jsonValue
	told  bool // CallClosed was told
	bad   bool // and what came after it made the call unusable
}

func (s *stream) openNative(c model.CallOpened) {
	s.begun = true
	s.breakForeign()
	s.calls++
	s.blocks++
	call := &nativeCall{n: s.calls, id: c.ID, name: c.Name, proof: c.Signature, block: s.blocks}
	s.native[c.Index] = call
	s.o.Owner.Tell(BlockBegan{call.block})
	s.o.Owner.Tell(CallOpened{N: call.n, ID: call.id, Name: call.name})
}

// growNative adds to a call's input and tells the call when the input is one whole value: a read can
// start before the service says that the call is over.
func (s *stream) growNative(c model.CallInput) {
	call := s.native[c.Index]
	if call == nil || call.bad {
		return
	}
	call.value.add(c.JSON)
	call.input.WriteString(c.JSON)
	switch {
	case call.value.extra:
		s.spoilNative(call)
	case call.value.whole && !call.told:
		s.tellNative(call)
	}
}

func (s *stream) tellNative(call *nativeCall) {
	input := strings.TrimSpace(call.input.String())
	if input == "" {
		input = "{}" // how some services write a call without arguments
	}
	if !json.Valid([]byte(input)) {
		s.spoilNative(call)
		return
	}
	call.told = true
	s.o.Owner.Tell(CallClosed{
		N: call.n, ID: call.id, Name: call.name, Input: json.RawMessage(input), Block: call.block,
		Source: event.SourceNative, Before: s.before(s.raw.Len()), Signature: call.proof,
	})
}

// spoilNative turns a call into a failed one. If it was told already, the failed one has the same id
// in the same block and so takes its place.
func (s *stream) spoilNative(call *nativeCall) {
	call.bad = true
	if call.told {
		s.calls++
		call.n = s.calls
	}
	s.o.Owner.Tell(CallFailed{
		N: call.n, ID: call.id, Name: call.name, Block: call.block, Source: event.SourceNative,
		Code: tool.BadArgs, Offset: s.raw.Len(), Before: s.before(s.raw.Len()),
	})
}

func (s *stream) closeNative(index int) {
	call := s.native[index]
	if call == nil {
		return
	}
	delete(s.native, index)
	if !call.told && !call.bad {
		s.tellNative(call)
	}
	s.o.Owner.Tell(BlockEnded{call.block})
}

// abandonNative gives up the calls that the end of the answer left open.
func (s *stream) abandonNative() {
	open := slices.SortedFunc(maps.Values(s.native), func(a, b *nativeCall) int { return a.n - b.n })
	for _, call := range open {
		s.o.Owner.Tell(BlockUnclosed{call.block})
	}
	s.native = nil
}

// jsonValue finds the end of a JSON object or array that arrives in pieces, looking at each byte
// once. It does not check the grammar.
type jsonValue struct {
	depth   int
	text    bool // inside a string
	escaped bool // behind a backslash in it
	whole   bool // the value has ended
	extra   bool // and something follows it
}

// add takes the next piece.
func (v *jsonValue) add(piece string) {
	for i := range len(piece) {
		c := piece[i]
		if c == ' ' || c == '\t' || c == '\n' || c == '\r' {
			continue
		}
		switch {
		case v.whole:
			v.extra = true
			return
		case v.escaped:
			v.escaped = false
		case v.text && c == '\\':
			v.escaped = true
		case c == '"':
			v.text = !v.text
		case v.text:
		case c == '{' || c == '[':
			v.depth++
		case c == '}' || c == ']':
			v.depth--
			v.whole = v.depth == 0
		}
	}
}
