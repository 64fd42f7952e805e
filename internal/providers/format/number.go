package format

import (
	"encoding/json"
	"math"
	"strings"
)

// Count is a number of tokens. It is beside the point of an answer, so no form of it makes one unreadable:
// a number in quotes or with a fraction is a number, one below zero is none, and anything else too.
type Count int64

// MostCounted bounds a number of tokens, so that sums of them stay numbers.
const MostCounted = 1 << 40

// UnmarshalJSON never fails.
func (c *Count) UnmarshalJSON(data []byte) error {
	if n, ok := numeral(data); ok {
		*c = Count(min(max(n, 0), MostCounted))
	}
	return nil
}

// Index is a place in a list, which some services write in quotes.
type Index int

// UnmarshalJSON takes what is a whole number, and leaves the rest alone.
func (i *Index) UnmarshalJSON(data []byte) error {
	if n, ok := numeral(data); ok && n == math.Trunc(n) && math.Abs(n) <= math.MaxInt32 {
		*i = Index(n)
	}
	return nil
}

// numeral reads a number, in quotes or not.
func numeral(data []byte) (float64, bool) {
	var n json.Number // takes both forms
	if json.Unmarshal(data, &n) != nil || n == "" {
		return 0, false
	}
	f, err := n.Float64()
	if err != nil && !math.IsInf(f, 0) { // too large for a number is still large
		return 0, false
	}
	return f, true
}

// Loosely decodes an object whose fields are beside the point, such as what an answer cost: what cannot be
// read of it is left out.
func Loosely(data []byte, into any) {
	if strings.HasPrefix(strings.TrimSpace(string(data)), "{") {
		_ = json.Unmarshal(data, into) // what was read counts
	}
}
