package width_test

import (
	"testing"
	"unicode/utf8"

	"eidolon/internal/leaf/width"
)

func TestOf(t *testing.T) {
	tests := map[string]int{
		"": 0, "abc": 3, "漢字": 4, "e\u0301": 1, "👨‍👩‍👧": 2, "🇩🇪": 2, "❤️": 2, "⏺ ❯ ⎿": 5, "a\tb": 2,
	}
	for s, want := range tests {
		if got := width.Of(s); got != want {
			t.Errorf("Of(%q) = %d, want %d", s, got, want)
		}
	}
}

func TestClip(t *testing.T) {
	tests := []struct {
		s     string
		limit int
		want  string
	}{
		{"abc", 3, "abc"},
		{"abcd", 3, "ab…"},
		{"漢字漢", 4, "漢…"},
		{"漢字漢", 5, "漢字…"},
		{"abc", 1, "…"},
		{"abc", 0, ""},
		{"👨‍👩‍👧👨‍👩‍👧", 3, "👨‍👩‍👧…"},
	}
	for _, tt := range tests {
		if got := width.Clip(tt.s, tt.limit); got != tt.want {
			t.Errorf("Clip(%q, %d) = %q, want %q", tt.s, tt.limit, got, tt.want)
		}
	}
}

// Cutting never splits a cluster and never goes over the limit.
func FuzzCut(f *testing.F) {
	f.Add("a漢e\u0301👨‍👩‍👧", 3)
	f.Fuzz(func(t *testing.T, s string, limit int) {
		if !utf8.ValidString(s) {
			return
		}
		head, cells := width.Cut(s, limit)
		if cells > max(limit, 0) || width.Of(head) != cells || s[:len(head)] != head {
			t.Errorf("Cut(%q, %d) = %q, %d", s, limit, head, cells)
		}
		if width.Of(head)+width.Of(s[len(head):]) != width.Of(s) {
			t.Errorf("Cut(%q, %d) splits a cluster", s, limit)
		}
	})
}

func TestPad(t *testing.T) {
	for text, want := range map[string]string{"": "    ", "ab": "ab  ", "原因": "原因", "原": "原  ", "abcde": "abcde"} {
		if got := width.Pad(text, 4); got != want {
			t.Errorf("%q becomes %q, want %q", text, got, want)
		}
	}
}

func TestParts(t *testing.T) {
	for _, tt := range []struct {
		before, after string
		want          bool
	}{{"中", "文", true}, {"中", "，", false}, {"，", "文", true}, {"（", "中", false}, {"中", "）", false}, {"", "中", true}, {"中", "", true}} {
		if got := width.Parts(tt.before, tt.after); got != tt.want {
			t.Errorf("between %q and %q: %v", tt.before, tt.after, got)
		}
	}
}
