package view_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// samples have a keyword, a text, a number or a comment in each language.
var samples = map[string]string{
	"go":         "package a\n\n// note\nfunc f(s string) int {\n\treturn len(s) + 12 // \"x\"\n}\n",
	"python":     "def f(x):\n    # note\n    return \"a\" + 1\n",
	"js":         "// note\nconst a = \"x\" + 1;\n",
	"ts":         "// note\nconst a: string = \"x\";\n",
	"json":       "{\"a\": 1, \"b\": [true, null]}\n",
	"yaml":       "# note\na: \"b\"\n",
	"bash":       "# note\nif true; then echo \"x\"; fi\n",
	"rust":       "// note\nfn main() { let a = 1; }\n",
	"c":          "/* note */\nint main(void) { return 0; }\n",
	"cpp":        "// note\nclass A { int x = 1; };\n",
	"java":       "// note\nclass A { int x = 1; }\n",
	"kotlin":     "// note\nfun f() { val a = 1 }\n",
	"html":       "<p class=\"a\">x</p><script>var a = 1;</script><style>p { color: red }</style>\n",
	"xml":        "<a b=\"c\"><!-- note --></a>\n",
	"css":        "/* note */ p { color: red; }\n",
	"sql":        "-- note\nSELECT 'a' FROM b WHERE c = 1;\n",
	"diff":       "--- a\n+++ b\n@@ -1 +1 @@\n-x\n+y\n",
	"toml":       "# note\na = \"b\"\n",
	"ini":        "; note\n[a]\nb = c\n",
	"dockerfile": "# note\nFROM a\nRUN echo \"x\"\nCMD [\"a\"]\n",
	"make":       "# note\nall: x\n\techo \"y\"\n",
	"ruby":       "# note\ndef f; \"a\"; end\n",
	"lua":        "-- note\nlocal a = \"b\"\n",
	"php":        "<?php\n// note\n$a = \"b\";\n",
	"md":         "# Head\n\ntext `code`\n\n```go\nx\n```\n",
}

func TestHighlight(t *testing.T) {
	for lang, text := range samples {
		t.Run(lang, func(t *testing.T) {
			spans := highlight(lang, text)
			roles := map[theme.Role]bool{}
			for _, s := range spans {
				roles[s.Style.Role] = true
			}
			if len(roles) < 3 {
				t.Errorf("%d roles in %v", len(roles), spans)
			}
			checkBlock(t, &view.Block{Text: strings.ReplaceAll(text, "\t", " "), Spans: spans})
		})
	}
}

func TestHighlightFindsWhatIsThere(t *testing.T) {
	text := samples["go"]
	found := map[string]theme.Role{}
	for _, s := range highlight("go", text) {
		found[text[s.Start:s.End]] = s.Style.Role
	}
	for want, role := range map[string]theme.Role{
		"package": theme.Keyword, "// note": theme.Comment, "f": theme.Name, "return": theme.Keyword, "12": theme.Number, "// \"x\"": theme.Comment,
	} {
		if found[want] != role {
			t.Errorf("%q has role %d, want %d", want, found[want], role)
		}
	}
}

// No language is guessed, and what would take long stays plain.
func TestHighlightLeavesAlone(t *testing.T) {
	if highlight("", "package a") != nil || highlight("klingon", "package a") != nil {
		t.Error("a language was guessed")
	}
	if highlight("go", strings.Repeat("x", 201<<10)) != nil {
		t.Error("a long text was coloured")
	}
}

func TestLanguageOfFiles(t *testing.T) {
	for name, want := range map[string]string{
		"a/b.go": "go", "x.PY": "python", "Dockerfile": "docker", "Makefile": "makefile", "a.tsx": "typescript", "a": "", "b.unknown": "",
	} {
		if got := view.Language(name); got != want {
			t.Errorf("%s is %q, want %q", name, got, want)
		}
	}
}

func BenchmarkHighlight(b *testing.B) {
	text := strings.Repeat(samples["go"], 200)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		highlight("go", text)
	}
}

func BenchmarkHighlightSmall(b *testing.B) {
	for b.Loop() {
		highlight("go", samples["go"])
	}
}

func FuzzHighlight(f *testing.F) {
	for lang, text := range samples {
		f.Add(lang, text)
	}
	f.Fuzz(func(t *testing.T, lang, text string) {
		text = strings.ToValidUTF8(text, "?")
		spans := highlight(lang, text)
		at := 0
		for _, s := range spans {
			if s.Start != at || s.End <= s.Start || s.End > len(text) {
				t.Fatalf("span %v after %d", s, at)
			}
			at = s.End
		}
	})
}

// highlight colours a text by itself.
func highlight(lang, text string) []view.Span {
	return new(view.Painter).Colour(context.Background(), view.Wanted{Lang: lang, Text: text})
}

// Time that is over leaves the text plain.
func TestColoursTakeNoLongerThanTheyMay(t *testing.T) {
	over, cancel := context.WithCancel(t.Context())
	cancel()
	if got := new(view.Painter).Colour(over, view.Wanted{Lang: "go", Text: "package a"}); got != nil {
		t.Errorf("it has colours: %v", got)
	}
	soon, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond)
	defer cancel()
	began := time.Now()
	new(view.Painter).Colour(soon, view.Wanted{Lang: "go", Text: strings.Repeat("A/*", 50<<10)}) // an hour of work
	if took := time.Since(began); took > 20*time.Second {
		t.Errorf("it took %v", took)
	}
}
