package gemini

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eidolon/actors/model"
)

// Signatures are opaque and have to go back on the very part that they came with. Outside of this
// package each has a word in front that says what part that was; a signature without one is another
// service's and is not sent.
const (
	ofCall    = "gemini-call:"
	ofThought = "gemini-thought:"
	ofText    = "gemini-text:" // then where the part stood in the text of its answer, as offset:length:
)

// noSignature is what the service takes for a call that another model made.
const noSignature = "skip_thought_signature_validator"

// textSignature names the signature of a text part by its place in the answer, whose text is kept as
// one.
func textSignature(offset, length int, signature string) string {
	return fmt.Sprintf("%s%d:%d:%s", ofText, offset, length, signature)
}

func callSignature(kept string) string {
	signature, _ := strings.CutPrefix(kept, ofCall)
	if signature == kept {
		return ""
	}
	return signature
}

// thoughtParts gives the thoughts that have a signature of their own. The others are summaries, which
// the service has no use for.
func thoughtParts(thoughts []model.Thought) []part {
	var out []part
	for _, t := range thoughts {
		if signature, ours := strings.CutPrefix(t.Signature, ofThought); ours {
			out = append(out, part{Text: &t.Text, Thought: true, Signature: signature})
		}
	}
	return out
}

// stretch is a part of a text that has a signature.
type stretch struct {
	from, to  int
	signature string
}

// textParts cuts the text of an answer so that signatures stand where they came.
func textParts(text string, thoughts []model.Thought) []part {
	var out []part
	add := func(text, signature string) {
		if text != "" || signature != "" {
			out = append(out, part{Text: &text, Signature: signature})
		}
	}
	done := 0
	for _, s := range stretches(thoughts) {
		if s.from < done || s.to > len(text) { // not of this text: it was cut or edited
			continue
		}
		add(text[done:s.from], "")
		add(text[s.from:s.to], s.signature)
		done = s.to
	}
	add(text[done:], "")
	return out
}

// stretches reads the signatures of text parts, in the order of the text.
func stretches(thoughts []model.Thought) []stretch {
	var out []stretch
	for _, t := range thoughts {
		rest, ours := strings.CutPrefix(t.Signature, ofText)
		if !ours {
			continue
		}
		offset, rest, _ := strings.Cut(rest, ":")
		length, signature, _ := strings.Cut(rest, ":")
		from, err1 := strconv.ParseUint(offset, 10, 31)
		size, err2 := strconv.ParseUint(length, 10, 31)
		if err1 == nil && err2 == nil && signature != "" {
			out = append(out, stretch{from: int(from), to: int(from + size), signature: signature})
		}
	}
	slices.SortStableFunc(out, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	return out
}
