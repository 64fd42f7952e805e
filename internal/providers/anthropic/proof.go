package anthropic

import (
	"fmt"
	"hash/crc32"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"eidolon/actors/model"
)

// A proof is the signature of a block of thought as the conversation keeps it: whose it is, what kind
// of block, which model had it, a sum, and what the service wants back. The service refuses what
// another one signed or what is not as it was, and may refuse what another model of its own signed, so
// such blocks are left out. They are not as they were when a secret was taken out of them.
const proofs = "anthropic"

// The kinds of block.
const (
	thought  = "thinking"
	redacted = "redacted_thinking"
)

// proof makes a proof of a text and what the service wants back with it.
func proof(kind, name, text, data string) string {
	return fmt.Sprintf("%s %s %s %08x %s", proofs, kind, oneWord(name), sum(kind, text, data), data)
}

// oneWord gives the name of a model without blanks.
func oneWord(name string) string { return strings.ReplaceAll(name, " ", "_") }

// sum is another one when something was changed. Of what nobody may read the text is not sent.
func sum(kind, text, data string) uint32 {
	if kind == redacted {
		text = ""
	}
	return crc32.Update(crc32.ChecksumIEEE([]byte(text)), crc32.IEEETable, []byte(data))
}

// unproof gives the kind of the block and what the service wants back, if the model had the thought and
// all of it is as it was.
func unproof(t model.Thought, name string) (kind, data string, ours bool) {
	parts := strings.SplitN(t.Signature, " ", 5)
	if len(parts) < 5 || parts[0] != proofs || parts[2] != oneWord(name) || parts[4] == "" {
		return "", "", false
	}
	kind, data = parts[1], parts[4]
	ours = (kind == thought || kind == redacted) && parts[3] == fmt.Sprintf("%08x", sum(kind, t.Text, data))
	return kind, data, ours
}

// thoughtBlocks gives the blocks of thought that can go back to the model.
func thoughtBlocks(thoughts []model.Thought, name string) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, t := range thoughts {
		switch kind, data, ours := unproof(t, name); {
		case !ours:
		case kind == redacted:
			out = append(out, sdk.NewRedactedThinkingBlock(data))
		default:
			out = append(out, sdk.NewThinkingBlock(data, t.Text))
		}
	}
	return out
}
