package clip_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"eidolon/internal/leaf/clip"
)

func TestBytes(t *testing.T) {
	for _, tt := range []struct {
		text string
		most int
		want string
	}{
		{"", 0, ""},
		{"abc", 3, "abc"},
		{"abc", 2, "ab"},
		{"abc", 0, ""},
		{"aé", 2, "a"},
		{"aé", 3, "aé"},
		{"世界", 5, "世"},
		{"世界", 2, ""},
		{"\x80\x80\x80\x80\x80\x80", 5, "\x80\x80\x80\x80\x80"}, // no text at all
	} {
		if got := clip.Bytes(tt.text, tt.most); got != tt.want {
			t.Errorf("%d bytes of %q: %q, want %q", tt.most, tt.text, got, tt.want)
		}
		if got := clip.Bytes([]byte(tt.text), tt.most); string(got) != tt.want {
			t.Errorf("%d bytes of the data %q: %q, want %q", tt.most, tt.text, got, tt.want)
		}
	}
}

func TestMarks(t *testing.T) {
	for _, tt := range []struct {
		name string
		cut  func(string, int) string
		want [3]string // of 4, 5 and 9
	}{
		{"bytes", clip.Short, [3]string{"a…", "a…", "aé世界"}},
		{"characters", clip.Chars, [3]string{"aé世界", "aé世界", "aé世界"}},
	} {
		for i, most := range []int{4, 5, 9} {
			if got := tt.cut("aé世界", most); got != tt.want[i] {
				t.Errorf("%s, %d: %q, want %q", tt.name, most, got, tt.want[i])
			}
		}
	}
	if got := clip.Chars("aé世界", 3); got != "aé世…" {
		t.Errorf("three characters: %q", got)
	}
}

func FuzzBytes(f *testing.F) {
	f.Add("aé世界", 5)
	f.Add("\xff\x80\x80\x80\x80", 3)
	f.Fuzz(func(t *testing.T, text string, most int) {
		if most < 0 {
			return
		}
		got := clip.Bytes(text, most)
		if len(got) > most || !strings.HasPrefix(text, got) {
			t.Errorf("%d bytes of %q: %q", most, text, got)
		}
		if utf8.ValidString(text) && (!utf8.ValidString(got) || len(text) > most && len(got) <= most-utf8.UTFMax) {
			t.Errorf("%d bytes of %q: %q", most, text, got)
		}
	})
}
