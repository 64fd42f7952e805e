package anthropic

// frameKeys are the keys that text comes under: of what the model says, of what it thinks, and of the
// input of a call.
var frameKeys = []string{`"text":"`, `"thinking":"`, `"partial_json":"`}

// The indices of frameKeys.
const (
	keyText = iota
	keyThinking
	keyInput
)

// saysOnly tells whether an event says a text under a key and nothing else. All events of its frame are
// about the same block.
func (a *answer) saysOnly(raw []byte, key int, want string) bool {
	e, err := decode(raw)
	if err != nil || e.Type != blockDelta {
		return false
	}
	says := false
	switch key {
	case keyText:
		says = e.Delta.Type == textDelta && e.Delta.Text == want
	case keyThinking:
		says = e.Delta.Type == thinkingDelta && e.Delta.Thinking == want
	case keyInput:
		says = e.Delta.Type == inputDelta && e.Delta.PartialJSON == want
	}
	if says {
		a.framed = e.Index
	}
	return says
}

// said takes a text that an event of the frame says.
func (a *answer) said(key int, text string) error {
	if key == keyInput {
		return a.blocks.growCall(a.framed, text)
	}
	return a.blocks.say(text, key == keyThinking)
}
