package anthropic

import (
	"strings"

	"eidolon/actors/model"
)

// A proof is the signature of a block of thought as the conversation keeps it: whose it is, what kind
// of block, which model had it, and what the service wants back. The service refuses what another one
// signed, and may refuse what another model of its own did, so such blocks are left out.
const proofs = "anthropic"

// The kinds of block.
const (
	thought  = "thinking"
	redacted = "redacted_thinking"
)

func proof(kind, name, data string) string {
	return strings.Join([]string{proofs, kind, strings.ReplaceAll(name, " ", "_"), data}, " ")
}

// unproof gives the kind of the block and what the service wants back, if the model had the thought.
func unproof(signature, name string) (kind, data string, ours bool) {
	whose, rest, _ := strings.Cut(signature, " ")
	kind, rest, _ = strings.Cut(rest, " ")
	by, data, _ := strings.Cut(rest, " ")
	ours = whose == proofs && by == strings.ReplaceAll(name, " ", "_") && data != "" && (kind == thought || kind == redacted)
	return kind, data, ours
}

// thoughtBlocks gives the blocks of thought that can go back to the model.
func thoughtBlocks(thoughts []model.Thought, name string) []block {
	var out []block
	for _, t := range thoughts {
		switch kind, data, ours := unproof(t.Signature, name); {
		case !ours:
		case kind == redacted:
			out = append(out, block{Type: redacted, Data: data})
		default:
			out = append(out, block{Type: thought, Thinking: &t.Text, Signature: data})
		}
	}
	return out
}
