//go:build unix

package main

import (
	"os"
	"strings"
	"testing"
)

// What never ends is a mistake that is told, and not a computer without memory.
func TestEndlessInput(t *testing.T) {
	t.Parallel()
	s := newSite(t, "answers: [{parts: [{text: \"no\"}]}]")
	for name, args := range map[string][]string{
		"the prompt":              {"exec"},
		"beside the prompt":       {"exec", "-p", "go", "--stdin"},
		"of a program's SDK":      {"exec", "--experimental-json"},
		"the conversation":        {"exec", "--tool", weatherTool, "--input-json", "-"},
		"the schema of a tool":    {"exec", "--tool", "x:json=/dev/zero", "-p", "go"},
		"the schema of an answer": {"exec", "--experimental-json", "--output-schema", "/dev/zero", "go"},
	} {
		t.Run(name, func(t *testing.T) {
			zero, err := os.Open("/dev/zero")
			if err != nil {
				t.Fatal(err)
			}
			defer zero.Close()
			cmd := s.command(args...)
			cmd.Stdin = zero
			out, err := cmd.CombinedOutput()
			if err == nil || !strings.Contains(string(out), "longer than 64 MiB") && !strings.Contains(string(out), "no file with a JSON Schema") {
				t.Errorf("%v: %.300s", err, out)
			}
		})
	}
}
