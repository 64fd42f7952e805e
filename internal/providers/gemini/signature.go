package gemini

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"eidolon/actors/model"
)

// Signatures are opaque and have to go back on the very part that they came with, to the model that gave
// them. Outside of this package each has words in front that say what part that was and whose: a signature
// without them is another service's or another model's and is not sent.
const (
	ofCall    = "gemini-call "
	ofThought = "gemini-thought "
	ofText    = "gemini-text " // then the model, and where the part stood in the text of its answer, as offset:length
)

// noSignature is what the service takes for a call that another model made.
const noSignature = "skip_thought_signature_validator"

// signer names the signatures of a model. It is the host of the service and the model.
type signer string

// wrap gives a signature in the form in which it is kept.
func (s signer) wrap(kind, signature string) string { return kind + string(s) + " " + signature }

// unwrap gives a signature as the service knows it, or "" for one of somebody else.
func (s signer) unwrap(kind, kept string) string {
	signature, ours := strings.CutPrefix(kept, kind+string(s)+" ")
	if !ours {
		return ""
	}
	return signature
}

// wrapText names the signature of a text part by its place in the answer, whose text is kept as one.
func (s signer) wrapText(offset, length int, signature string) string {
	return s.wrap(ofText, fmt.Sprintf("%d:%d %s", offset, length, signature))
}

// thoughtParts gives the thoughts that have a signature of their own. The others are summaries, which
// the service has no use for.
func (s signer) thoughtParts(thoughts []model.Thought) []part {
	var out []part
	for _, t := range thoughts {
		if signature := s.unwrap(ofThought, t.Signature); signature != "" {
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
func (s signer) textParts(text string, thoughts []model.Thought) []part {
	var out []part
	add := func(text, signature string) {
		if text != "" || signature != "" {
			out = append(out, part{Text: &text, Signature: signature})
		}
	}
	done := 0
	for _, p := range s.stretches(thoughts) {
		if p.from < done || p.to > len(text) { // not of this text: it was cut or edited
			continue
		}
		add(text[done:p.from], "")
		add(text[p.from:p.to], p.signature)
		done = p.to
	}
	add(text[done:], "")
	return out
}

// stretches reads the signatures of text parts, in the order of the text.
func (s signer) stretches(thoughts []model.Thought) []stretch {
	var out []stretch
	for _, t := range thoughts {
		place, signature, _ := strings.Cut(s.unwrap(ofText, t.Signature), " ")
		offset, length, _ := strings.Cut(place, ":")
		from, err1 := strconv.ParseUint(offset, 10, 31)
		size, err2 := strconv.ParseUint(length, 10, 31)
		if err1 == nil && err2 == nil && signature != "" {
			out = append(out, stretch{from: int(from), to: int(from + size), signature: signature})
		}
	}
	slices.SortStableFunc(out, func(a, b stretch) int { return cmp.Compare(a.from, b.from) })
	return out
}
