package prompt

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"eidolon/internal/leaf/fuzzy"
)

// The bounds of a history. A prompt that is longer than the longest is not kept.
const (
	historyPrompts = 1000
	historyBytes   = 4 << 20
	historyLongest = 256 << 10

	searched = 256 // bytes of a prompt
)

// History is the prompts that were sent, each once, the newest last. It is bounded.
type History struct {
	prompts []string
	bytes   int
}

// NewHistory makes an empty history.
func NewHistory() *History { return &History{} }

// Add appends a prompt. An equal one further back goes.
func (h *History) Add(prompt string) {
	prompt = admit(prompt)
	if strings.TrimSpace(prompt) == "" || len(prompt) > historyLongest {
		return
	}
	if i := slices.Index(h.prompts, prompt); i >= 0 {
		h.prompts = slices.Delete(h.prompts, i, i+1)
		h.bytes -= len(prompt)
	}
	h.prompts = append(h.prompts, prompt)
	h.bytes += len(prompt)
	drop := 0
	for len(h.prompts)-drop > historyPrompts || h.bytes > historyBytes {
		h.bytes -= len(h.prompts[drop])
		drop++
	}
	h.prompts = slices.Delete(h.prompts, 0, drop)
}

// Len gives the number of prompts.
func (h *History) Len() int { return len(h.prompts) }

// At gives a prompt; 0 is the newest.
func (h *History) At(i int) (string, bool) {
	if i < 0 || i >= len(h.prompts) {
		return "", false
	}
	return h.prompts[len(h.prompts)-1-i], true
}

// Found is a prompt that a search found.
type Found struct {
	Text      string
	Positions []int // byte offsets of the characters that matched
}

// Search gives up to limit prompts whose beginnings hold the letters of the query in its order: first
// those that hold it in one piece, then the others, the newest first. An empty query finds all.
func (h *History) Search(query string, limit int) []Found {
	newest := slices.Clone(h.prompts)
	slices.Reverse(newest)
	heads := make([]string, len(newest))
	for i, text := range newest {
		heads[i] = text
		if len(text) > searched {
			heads[i] = text[:certain(text, searched)]
		}
	}
	hits := fuzzy.Match(query, heads, len(heads))
	slices.SortFunc(hits, func(a, b fuzzy.Hit) int { return a.Index - b.Index })
	var whole, scattered []Found
	for _, hit := range hits {
		f := Found{newest[hit.Index], hit.Positions}
		if at := inOnePiece(heads[hit.Index], query); at != nil {
			f.Positions = at
			whole = append(whole, f)
		} else {
			scattered = append(scattered, f)
		}
	}
	all := append(whole, scattered...)
	return all[:min(max(limit, 0), len(all))]
}

// inOnePiece gives the places of the characters of a query that stands in a text as it is, whatever
// the case of letters, or nil.
func inOnePiece(text, query string) []int {
	low := strings.ToLower(text)
	at := strings.Index(low, strings.ToLower(query))
	if query == "" || at < 0 || len(low) != len(text) || at+len(query) > len(text) {
		return nil
	}
	places := []int{}
	for i := range text[at : at+len(query)] {
		places = append(places, at+i)
	}
	return places
}

// line is a prompt in a file.
type line struct {
	Prompt string `json:"prompt"`
}

// EncodePrompt gives the line that appends one prompt to a file.
func EncodePrompt(prompt string) []byte {
	out, _ := json.Marshal(line{prompt}) // a string always can be
	return append(out, '\n')
}

// Encode gives the history as the lines of a file, the oldest first.
func (h *History) Encode() []byte {
	var out []byte
	for _, p := range h.prompts {
		out = append(out, EncodePrompt(p)...)
	}
	return out
}

// DecodeHistory reads lines of a file. Lines that are no prompts are passed over: a file that was cut
// off or written by something else costs what it lost and nothing more.
func DecodeHistory(data []byte) *History {
	h := NewHistory()
	for row := range bytes.Lines(data) {
		var l line
		if json.Unmarshal(row, &l) == nil {
			h.Add(l.Prompt)
		}
	}
	return h
}
