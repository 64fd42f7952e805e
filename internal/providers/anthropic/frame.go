package anthropic

// frameKeys are the keys that text comes under; the first is what the model says, the second what it
// thinks.
var frameKeys = []string{`"text":"`, `"thinking":"`}

// saysOnly tells whether an event says a text under a key and nothing else.
func saysOnly(raw []byte, key int, want string) bool {
	e, err := decode(raw)
	if err != nil || e.Type != blockDelta {
		return false
	}
	if key > 0 {
		return e.Delta.Type == "thinking_delta" && e.Delta.Thinking == want
	}
	return e.Delta.Type == "text_delta" && e.Delta.Text == want
}
