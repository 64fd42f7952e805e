package main

import (
	"os"
	"regexp"
	"testing"

	"github.com/spf13/cobra"
)

// The page about the SDKs names every flag that they may give, but for those that repeat another one.
func TestPageAboutSDKs(t *testing.T) {
	page, err := os.ReadFile("../../docs/sdks.md")
	if err != nil {
		t.Fatal(err)
	}
	repeated := map[string]bool{
		"allowed-tools": true, "disallowed-tools": true, "prompt": true, "mock-mode": true, "provider": true, "root": true,
		"output-format": true, "input-format": true,
	}
	h := &host{}
	for _, cmd := range []*cobra.Command{newStreamJSON(h), newExperimentalJSON(h)} {
		for _, m := range regexp.MustCompile(`(?m)^ .{6}--([a-zA-Z-]+)`).FindAllStringSubmatch(cmd.Flags().FlagUsages(), -1) {
			if name := m[1]; !repeated[name] && !containsWord(string(page), "--"+name) {
				t.Errorf("the page does not name --%s", name)
			}
		}
	}
}

// containsWord says whether a text has a word that ends where the word ends.
func containsWord(text, word string) bool {
	for i := 0; i+len(word) <= len(text); i++ {
		if text[i:i+len(word)] != word {
			continue
		}
		if next := text[i+len(word):]; next == "" || next[0] != '-' && (next[0] < 'a' || next[0] > 'z') {
			return true
		}
	}
	return false
}
