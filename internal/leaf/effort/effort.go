// Package effort has the levels at which a model can be asked to think, by the words that a user knows.
// What a service calls them is the affair of the adapter of its wire format.
package effort

// The levels in rising order.
const (
	Off    = "off"
	Low    = "low"
	Medium = "medium"
	High   = "high"
	XHigh  = "xhigh"
	Max    = "max"
)

// Levels gives them in that order.
func Levels() []string { return []string{Off, Low, Medium, High, XHigh, Max} }
