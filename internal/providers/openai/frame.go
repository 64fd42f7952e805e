package openai

// frameKeys are the keys that text comes under; the first is what the model says, the others what it
// thinks.
var frameKeys = []string{`"content":"`, `"reasoning_content":"`, `"reasoning":"`}

// learn has the answer's frame learn from an event that was decoded as c.
func (a *answer) learn(raw []byte, c *chunk) {
	if len(c.Choices) == 1 && c.Choices[0].Message == nil {
		a.frame.Learn(raw, frameKeys, saysOnly)
	}
}

// saysOnly tells whether an event says a text under a key and nothing else.
func saysOnly(raw []byte, key int, want string) bool {
	c, err := decode(raw)
	if err != nil || len(c.Choices) != 1 || c.Choices[0].Index != 0 || c.failed() {
		return false
	}
	text, thought := string(c.Choices[0].Delta.Content), c.Choices[0].Delta.reasoning()
	if key > 0 {
		text, thought = thought, text
	}
	d := &c.Choices[0].Delta
	return text == want && thought == "" && d.Refusal == "" && len(d.ToolCalls) == 0 && len(d.Details) == 0 &&
		c.Choices[0].Message == nil && c.Choices[0].Finish == "" && c.Usage == nil
}
