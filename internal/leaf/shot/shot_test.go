package shot_test

import (
	"encoding/xml"
	"errors"
	"flag"
	"io"
	"os"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/shot"
)

var update = flag.Bool("update", false, "write the pictures that are compared with anew")

func TestPicture(t *testing.T) {
	text, err := os.ReadFile("testdata/screen.ansi")
	if err != nil {
		t.Fatal(err)
	}
	got := shot.SVG(string(text), shot.Options{Title: "a <title>", Frame: true, Columns: 80, Rows: 12})
	if *update {
		if err := os.WriteFile("testdata/screen.svg", got, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile("testdata/screen.svg")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Error(diff)
	}
}

// What a colour code does is seen on the letter behind it.
func TestCodes(t *testing.T) {
	const plain = `fill="#d8dbe2"`
	for _, tt := range []struct{ name, give, want string }{
		{"plain", "x", plain},
		{"one of eight", "\x1b[31mx", `fill="#e06c6c"`},
		{"a bright one", "\x1b[92mx", `fill="#a6e39a"`},
		{"of the cube", "\x1b[38;5;208mx", `fill="#ff8700"`},
		{"a grey", "\x1b[38;5;255mx", `fill="#eeeeee"`},
		{"parts", "\x1b[38;2;1;2;3mx", `fill="#010203"`},
		{"parts between colons", "\x1b[38:2::1:2:3mx", `fill="#010203"`},
		{"parts between colons, without a space", "\x1b[38:2:1:2:3mx", `fill="#010203"`},
		{"number between colons", "\x1b[38:5:208mx", `fill="#ff8700"`},
		{"default again", "\x1b[31m\x1b[39mx", plain},
		{"several", "\x1b[1;38;5;208;3mx", `fill="#ff8700" font-weight="bold" font-style="italic"`},
		{"faint", "\x1b[2mx", plain + ` fill-opacity="0.65"`},
		{"neither bold nor faint", "\x1b[1;2m\x1b[22mx", plain},
		{"underlined and struck", "\x1b[4;9mx", plain + ` text-decoration="underline line-through"`},
		{"a curl is a line", "\x1b[4:3mx", plain + ` text-decoration="underline"`},
		{"no line", "\x1b[4m\x1b[4:0mx", plain},
		{"struck", "\x1b[9mx", plain + ` text-decoration="line-through"`},
		{"the colour of the line is skipped", "\x1b[58;2;1;2;3mx\x1b[58;5;1my", plain},
		{"reversed", "\x1b[7mx", `fill="#1a1b20"`},
		{"all off", "\x1b[1;3;4;7;31m\x1b[mx", plain},
		{"unknown", "\x1b[5;73;999mx", plain},
		{"cut off", "\x1b[38;5mx", `fill="#2b2e36"`},
		{"other sequences", "\x1b[2J\x1b]0;title\a\x1b]8;;http://x\x1b\\\x1b(Bx\x1b]8;;\x1b\\", plain},
		{"never ends", "x\x1b[38;5", plain},
	} {
		t.Run(tt.name, func(t *testing.T) {
			got := string(shot.SVG(tt.give, shot.Options{}))
			_, tail, _ := strings.Cut(got, `AndGlyphs" `)
			if style, _, ok := strings.Cut(tail, ">x"); !ok || style != tt.want {
				t.Errorf("got %s, want %s, in\n%s", style, tt.want, got)
			}
		})
	}
}

// Backgrounds cover their cells, and wide characters two of them.
func TestBackground(t *testing.T) {
	got := string(shot.SVG("a\x1b[41m\u6f22b\x1b[1m \x1b[0mc", shot.Options{}))
	for _, want := range []string{
		`<rect x="18.43" y="10" width="33.72" height="16.4" fill="#e06c6c" shape-rendering="crispEdges"/>`,
		`<tspan x="35.29" textLength="8.43" lengthAdjust="spacingAndGlyphs" fill="#d8dbe2">b</tspan>`,
		`<tspan x="52.15"`,
	} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

func TestSize(t *testing.T) {
	for _, tt := range []struct {
		name, text string
		o          shot.Options
		want       string
	}{
		{"as large as asked", "a", shot.Options{Columns: 10, Rows: 2}, `viewBox="0 0 104.3 52.8"`},
		{"as large as the text", "abcd\nef\n", shot.Options{Columns: 1, Rows: 1}, `viewBox="0 0 53.72 52.8"`},
		{"bounded", strings.Repeat(strings.Repeat("x", 2000)+"\n", 2000), shot.Options{Columns: 1 << 30, Rows: 1 << 30}, `viewBox="0 0 4235 8220"`},
		{"nothing", "", shot.Options{}, `viewBox="0 0 20 20"`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(shot.SVG(tt.text, tt.o)); !strings.Contains(got, tt.want) {
				t.Errorf("no %s in %s", tt.want, got[:300])
			}
		})
	}
}

func FuzzSVG(f *testing.F) {
	for _, seed := range []string{"a<b>&\"'", "\x1b[38;2;300;-1mx", "\x1b[1:2:3;;;4mx", "\x1b]8;;x\x1b", "\xff\xfe\u202e\u0085\uffff\x00", "\x1b\u6f22", "\u2500\u2500\r\n\x1bP1\x1b\\x"} {
		f.Add(seed, seed)
	}
	f.Fuzz(func(t *testing.T, text, title string) {
		got := shot.SVG(text, shot.Options{Title: title, Frame: len(text)%2 == 0})
		if !utf8.Valid(got) || strings.ContainsFunc(string(got), func(r rune) bool { return r < 0x20 && r != '\n' || r >= 0x7F && r < 0xA0 }) {
			t.Errorf("a control character in %q", got)
		}
		d := xml.NewDecoder(strings.NewReader(string(got)))
		for {
			if _, err := d.Token(); errors.Is(err, io.EOF) {
				return
			} else if err != nil {
				t.Fatalf("%v in\n%s", err, got)
			}
		}
	})
}
