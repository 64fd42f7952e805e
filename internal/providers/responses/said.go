package responses

import "hash/maphash"

// said is what was passed on of one text that the service sends in pieces and then whole.
type said struct {
	length int
	sum    maphash.Hash
}

// add notes a piece.
func (s *said) add(text string) {
	s.length += len(text)
	_, _ = s.sum.WriteString(text) // never fails
}

// rest gives what the whole text has beyond the pieces: as a rule nothing, all of it where a service
// sends no pieces, and nothing where the whole is another text than the pieces were.
func (s *said) rest(whole string) string {
	if len(whole) <= s.length {
		return ""
	}
	var sum maphash.Hash
	sum.SetSeed(s.sum.Seed())
	_, _ = sum.WriteString(whole[:s.length])
	if sum.Sum64() != s.sum.Sum64() {
		return ""
	}
	return whole[s.length:]
}

// place is where in an answer a text stands.
type place struct {
	item  string // see [itemKey]
	kind  kind
	index int // of the part in the item
}

// kind is what a text is.
type kind string

// The kinds of text, by the service's words for parts. Proof is what is sent of an item of reasoning when
// it is over.
const (
	answered kind = "output_text"
	refused  kind = "refusal"
	summary  kind = "summary_text"
	thought  kind = "reasoning_text"
	proof    kind = "encrypted_content"
)
