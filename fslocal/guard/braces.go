package guard

import (
	"slices"
	"strconv"
	"strings"

	"mvdan.cc/sh/v3/syntax"
)

// maxBraces bounds how many words a brace expansion may become.
const maxBraces = 512

// braces computes the brace expansion of a word.
func (e *eval) braces(w *syntax.Word) []*syntax.Word {
	if !slices.ContainsFunc(w.Parts, func(p syntax.WordPart) bool {
		lit, ok := p.(*syntax.Lit)
		return ok && strings.Contains(lit.Value, "{")
	}) {
		return []*syntax.Word{w}
	}
	split := &syntax.Word{Parts: slices.Clone(w.Parts)}
	if !syntax.SplitBraces(split) {
		return []*syntax.Word{w}
	}
	at := spanOf(w)
	lists := e.product(split.Parts, at, 0)
	out := make([]*syntax.Word, 0, len(lists))
	for _, parts := range lists {
		parts = slices.DeleteFunc(parts, func(p syntax.WordPart) bool {
			lit, ok := p.(*syntax.Lit)
			return ok && lit.Value == "" // so that a "~" behind it begins the word
		})
		if len(parts) > 0 {
			out = append(out, &syntax.Word{Parts: parts})
		}
	}
	return out
}

// product gives every way to pick one element of each brace expression in parts.
func (e *eval) product(parts []syntax.WordPart, at span, depth int) [][]syntax.WordPart {
	lists := [][]syntax.WordPart{nil}
	for _, p := range parts {
		brace, ok := p.(*syntax.BraceExp)
		if !ok {
			for i := range lists {
				lists[i] = append(slices.Clip(lists[i]), p)
			}
			continue
		}
		choices := e.elements(brace, at, depth)
		if len(lists)*len(choices) > maxBraces || depth > maxDepth {
			e.report(ruleSteps, at, "")
			return lists
		}
		var next [][]syntax.WordPart
		for _, l := range lists {
			for _, c := range choices {
				next = append(next, append(slices.Clone(l), c...))
			}
		}
		e.steps += len(next)
		lists = next
	}
	return lists
}

// elements gives the alternatives of one brace expression.
func (e *eval) elements(b *syntax.BraceExp, at span, depth int) [][]syntax.WordPart {
	if b.Sequence {
		return sequence(b)
	}
	var out [][]syntax.WordPart
	for _, el := range b.Elems {
		out = append(out, e.product(el.Parts, at, depth+1)...)
	}
	return out
}

// near tells whether two numbers are less than a hundred apart, without overflow.
func near(a, b int) bool {
	const far = 1 << 40
	return a < far && a > -far && b < far && b > -far && a-b < 100 && b-a < 100
}

// sequence computes {a..z} and {1..9}. Of a long row of numbers, the ends and an unknown number
// stand for all.
func sequence(b *syntax.BraceExp) [][]syntax.WordPart {
	from, to := b.Elems[0].Lit(), b.Elems[1].Lit()
	first, err1 := strconv.Atoi(from)
	last, err2 := strconv.Atoi(to)
	numeric := err1 == nil && err2 == nil
	if !numeric && (len(from) != 1 || len(to) != 1) {
		return [][]syntax.WordPart{{&syntax.Lit{Value: markAny}}}
	}
	if !numeric {
		first, last = int(from[0]), int(to[0])
	}
	texts := []string{from, to, markName}
	if near(first, last) {
		texts = nil
		for i := first; ; {
			if numeric {
				texts = append(texts, strconv.Itoa(i))
			} else {
				texts = append(texts, string(rune(i)))
			}
			if i == last {
				break
			}
			if i < last {
				i++
			} else {
				i--
			}
		}
	}
	out := make([][]syntax.WordPart, 0, len(texts))
	for _, t := range texts {
		out = append(out, []syntax.WordPart{&syntax.Lit{Value: t}})
	}
	return out
}
