package responses

// frameKeys is the key that text comes under, frameSkips what differs from event to event beside it: the
// number of the event, and padding that hides the length of the text.
var (
	frameKeys  = []string{`"delta":"`}
	frameSkips = []string{`"sequence_number":`, `"obfuscation":`}
)

// learn has the answer's frame learn from an event whose delta alone was taken, by what hears from now on.
func (a *answer) learn(raw []byte, hears func(string) error) {
	a.frame.Learn(raw, frameKeys, func(probe []byte, _ int, want string) bool {
		e, err := decode(probe)
		if err != nil || string(e.Delta) != want {
			return false
		}
		a.hears = hears
		return true
	})
}
