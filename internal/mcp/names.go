package mcp

import (
	"crypto/sha256"
	"encoding/hex"

	"eidolon/internal/leaf/toolmatch"
)

// maxName is the longest name of a tool that model services take.
const maxName = 64

// toolNames gives the tools of a server the names that models know them by, mcp__server__tool, in the order of
// the server's own names for them. Names that could be taken for each other, as permission rules do where only
// the case of letters differs, end in a hash each, so that no name depends on the order of a list. A name that
// comes twice has "" the second time.
func toolNames(server string, raw []string) []string {
	prefix := toolmatch.OfAll(server) + "__"
	names, alike := make([]string, len(raw)), map[string]int{}
	seen := map[string]bool{}
	for i, own := range raw {
		if own == "" || seen[own] {
			continue
		}
		seen[own] = true
		names[i] = prefix + toolmatch.Word(own)
		if len(names[i]) > maxName {
			names[i] = hashed(names[i], own)
		}
		alike[toolmatch.Canonical(names[i])]++
	}
	for i, name := range names {
		if alike[toolmatch.Canonical(name)] > 1 {
			names[i] = hashed(name, raw[i])
		}
	}
	return names
}

// hashed gives a name that no other tool of the server has.
func hashed(name, raw string) string {
	sum := sha256.Sum256([]byte(raw))
	end := "_" + hex.EncodeToString(sum[:4])
	return name[:min(len(name), maxName-len(end))] + end
}
