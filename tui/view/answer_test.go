package view_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/tui/view"
)

// answered shows a text that came in pieces with a frame after each, and gives the blocks of the end.
func answered(pieces []string) []*view.Block {
	m := view.New(view.Options{})
	offset := 0
	latest := map[int]*view.Item{}
	take := func() {
		for _, item := range m.Frame().Items {
			latest[item.ID] = item
		}
	}
	for _, p := range pieces {
		m.Apply([]event.Envelope{{Turn: 1, Round: 1, Event: event.TextDelta{Item: 1, Offset: offset, Text: p}}})
		offset += len(p)
		take()
	}
	m.Apply([]event.Envelope{{Turn: 1, Round: 1, Event: event.TurnEnd{Reason: event.EndDone}}})
	take()
	if latest[1] == nil {
		return nil
	}
	return latest[1].Blocks
}

// everyPiece cuts a text into pieces of a size.
func everyPiece(text string, size int) []string {
	var out []string
	for len(text) > size {
		out = append(out, text[:size])
		text = text[size:]
	}
	return append(out, text)
}

// tricky are texts in which what comes later decides what came before.
var tricky = map[string]string{
	"headings":        "# a\n\npara\n===\n\nb\n-\n\n## c ##\ntext\n#hashtag\n# real\n",
	"emphasis":        "a *b* **c** ***d*** `e` ~~f~~ \\*g\\* &amp; &#65; &bogus; &#27;[31m\nsoft  \nhard\\\nhard\n",
	"lists":           "- a\n- b\n\n  c\n- d\n  - e\n    1. f\n    2. g\n10. x\n11. y\n\n- [ ] t\n- [x] u\n* other\n**bold**\n- \n- z\n",
	"tight and loose": "- a\n- b\n\n\npara\n\n- a\n\n- b\n",
	"quotes":          "> a\n> b\nlazy\n\n> # h\n> - l\n>\n> ```go\n> x\n> ```\n",
	"fences":          "before\n```go\nfunc x() {\n\treturn\n}\n```\nafter\n~~~\n```\n~~~\n\n  ```py\n  a\n b\n   c\n  ```\n````\n```\n````\n``` x `y`\ntext\n",
	"indented marks":  "```\na\n    ```\nb\n```\nc\n",
	"open fence":      "text\n\n```go title=x\nfunc x() {\n",
	"fence in a list": "- a\n\n  ```sh\n  ls\n  ```\n- b\n",
	"tables":          "intro\n| a | b |\n|---|--:|\n| 1 | `x` |\n| long *cell* here | 2 |\n\n| not | a\ntable\n\n| h |\n|---|\n\nafter\n",
	"table heading":   "intro\n| a | b |\n|---|--:|\n===\n",
	"links":           "[a](https://x.y) [b](javascript:x) <https://z> https://bare.example/x www.w.example <me@x.y> ![img](file:///a.png) [https://a](https://b)\n",
	"html":            "<div>\nx\n</div>\n\ntext <b>y</b>\n\n<!-- c\n\nd -->\n",
	"indented":        "para\n\n    code\n\n    more\n\nend\n",
	"half a line":     "para\n***both***\n\n- a\n**b**\n\ntext\n```code``` more\n\n> q\n***x***\n",
	"rules":           "a\n\n---\n\n***\nb\n---\n",
	"hostile":         "a\x1b[31mb\x07 \u202e x \u200b \x9b31m \xff\n\n```\n\x1b]0;t\x07\r\n\x00\n```\n",
	"tamed":           "\x01\x02 " + strings.Repeat(">", 40) + "\n\n" + strings.Repeat("> ", 40) + "x\n\n" + strings.Repeat("|", 140) + "\n\n" + strings.Repeat("[", 270) + "\n\n```\n\x01" + strings.Repeat("|", 140) + "\n```\n",
	"lists in lists":  strings.Repeat("1. ", 40) + "x\n\n" + strings.Repeat("- ", 40) + "\n\n" + strings.Repeat("* ", 40) + "x\n\n" + strings.Repeat("> 2) + ", 30) + "y\n\x0e\x12\n",
	"wide":            "日本語 👩‍💻 e\u0301 ⚠️\n\n| 日本 | b |\n|---|---|\n| x | 語 |\n",
	"blank":           "\n\n  \n",
}

// Covers: E21
func TestChunkings(t *testing.T) {
	for name, text := range tricky {
		t.Run(name, func(t *testing.T) {
			want := answered([]string{text})
			for size := 1; size < len(text) && size < 40; size++ {
				if d := cmp.Diff(want, answered(everyPiece(text, size))); d != "" {
					t.Fatalf("in pieces of %d: %s", size, d)
				}
			}
		})
	}
}

// Long blocks are split where it does not matter how they came.
func TestChunkingsOfLongBlocks(t *testing.T) {
	long := func(line string, n int) string { return strings.Repeat(line, n) }
	texts := map[string]string{
		"a fence":             "a\n\n```go\n" + long("x := 1 // comment\n", 9000) + "```\n\nb\n",
		"a fence without end": "```\n" + long("line of text\n", 9000),
		"long lines in one":   "```\n" + long(long("word ", 1000)+"\n", 20) + long("y", 9000) + "\n" + long("z", 5000),
		"a paragraph":         long("some words in a row ", 9000) + "\n\nend\n",
		"a word":              long("x", 200_000),
		"a list":              long("- an entry of a list\n", 8000) + "\nend\n",
		"a table":             "| a | b |\n|---|---|\n" + long("| cell | other |\n", 6000),
		"blank lines":         long("\n", 150_000) + "a",
	}
	for name, text := range texts {
		t.Run(name, func(t *testing.T) {
			want := answered([]string{text})
			for _, b := range want {
				if len(b.Text) > 9<<10 {
					t.Errorf("a block of %d bytes", len(b.Text))
				}
			}
			if d := cmp.Diff(want, answered(everyPiece(text, 10_007))); d != "" {
				t.Errorf("in pieces: %.2000s", d)
			}
		})
	}
}

func FuzzChunkings(f *testing.F) {
	for _, text := range tricky {
		f.Add(text, uint64(1))
	}
	f.Fuzz(func(t *testing.T, text string, seed uint64) {
		if text == "" || strings.Contains(text, "]:") {
			return // definitions of links are known to what is read with them
		}
		random := rand.New(rand.NewPCG(seed, 1))
		var pieces []string
		for rest := text; rest != ""; {
			n := min(1+random.IntN(12), len(rest))
			pieces = append(pieces, rest[:n])
			rest = rest[n:]
		}
		want := answered([]string{text})
		if d := cmp.Diff(want, answered(pieces)); d != "" {
			t.Fatalf("%q: %s", pieces, d)
		}
		for _, b := range want {
			checkBlock(t, b)
		}
	})
}

// checkBlock asks that a block is harmless and well formed.
func checkBlock(t *testing.T, b *view.Block) {
	t.Helper()
	for _, text := range []string{b.Text, b.First.Text, b.Rest.Text, b.Right.Text} {
		for _, r := range text {
			if r != '\n' && (unicode.IsControl(r) || r >= 0x202A && r <= 0x202E) {
				t.Fatalf("a control character in %q", text)
			}
		}
	}
	if strings.ContainsAny(b.First.Text+b.Rest.Text+b.Right.Text, "\n") {
		t.Fatalf("a line break in a gutter: %q", b.Text)
	}
	at := 0
	for _, s := range b.Spans {
		if s.Start < at || s.End <= s.Start || s.End > len(b.Text) {
			t.Fatalf("span %v after %d in %q", s, at, b.Text)
		}
		at = s.End
		for i := range len(s.Style.Link) {
			if c := s.Style.Link[i]; c <= ' ' || c >= 0x7F {
				t.Fatalf("link %q", s.Style.Link)
			}
		}
	}
}

// A frame costs what has changed and not what there is.
func BenchmarkStreaming(b *testing.B) {
	var text strings.Builder
	for i := 0; text.Len() < 1<<20; i++ {
		fmt.Fprintf(&text, "## Part %d\n\nSome *text* with `code` and a [link](https://example.org/%d), which goes on for a while "+
			"so that it wraps.\n\n- one\n- two **bold**\n\n```go\n%s```\n\n", i, i, strings.Repeat("\tx := call(1, \"two\") // three\n", 12))
	}
	pieces := everyPiece(text.String(), text.Len()/20_000+1)
	perFrame := 33 // deltas, at 1,000 a second
	b.ReportAllocs()
	for b.Loop() {
		m := view.New(view.Options{})
		offset := 0
		for i, p := range pieces {
			m.Apply([]event.Envelope{{Turn: 1, Round: 1, Event: event.TextDelta{Item: 1, Offset: offset, Text: p}}})
			offset += len(p)
			if i%perFrame == 0 {
				m.Frame()
			}
		}
		m.Frame()
	}
}
