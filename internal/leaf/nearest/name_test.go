package nearest_test

import (
	"strings"
	"testing"

	"eidolon/internal/leaf/nearest"
)

func TestName(t *testing.T) {
	known := []string{"path", "startLine", "endLine", "maxBytes", "command"}
	tests := map[string]struct {
		want, got string
	}{
		"a letter too few":    {"pth", "path"},
		"swapped neighbours":  {"apth", "path"},
		"another case":        {"PATH", "path"},
		"snake case":          {"start_line", "startLine"},
		"a longer name":       {"file_path", "path"},
		"an abbreviation":     {"cmd", "command"},
		"one letter wrong":    {"endLime", "endLine"},
		"something else":      {"colour", ""},
		"nothing":             {"", ""},
		"only marks":          {"__", ""},
		"very long":           {strings.Repeat("x", 1<<20), ""},
		"not valid text":      {"\xff\xfe\xff", ""},
		"one letter of a kin": {"p", ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if got := nearest.Name(tt.want, known); got != tt.got {
				t.Errorf("Name(%.20q) = %q, want %q", tt.want, got, tt.got)
			}
		})
	}
}

func TestNameTakesTheFirstOfEquals(t *testing.T) {
	if got := nearest.Name("ax", []string{"bb", "ab", "ac"}); got != "ab" {
		t.Errorf("got %q, want ab", got)
	}
}
