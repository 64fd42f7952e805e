package adapter

import "eidolon/tui/still"

type terminalAnswer struct {
	Output []byte `json:"output_b64"` // what reaches the widget
	Screen string `json:"screen"`
}

// terminal shows a text as the chat would.
func (r request) terminal() any {
	p, err := still.Take(still.Channel(r.Channel), string(r.Input), r.Width)
	if err != nil {
		return failure{err.Error()}
	}
	return terminalAnswer{[]byte(p.Text), p.Screen}
}
