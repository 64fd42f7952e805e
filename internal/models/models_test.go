package models_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/models"
)

// Every row of the built-in table is whole and sensible.
func TestTable(t *testing.T) {
	var r models.Registry
	rows := 0
	for _, vendor := range r.Vendors() {
		seen := map[string]bool{}
		for _, m := range r.List(vendor) {
			rows++
			switch {
			case seen[m.ID]:
				t.Errorf("%s/%s is there twice", vendor, m.ID)
			case m.ID == "" || m.Window < 8_000 || m.Window > 20_000_000 || m.Output > m.Window:
				t.Errorf("%s: %+v", vendor, m)
			case m.Price != nil && (m.Price.Output < m.Price.Input || m.Price.CachedInput > m.Price.Input):
				t.Errorf("%s/%s costs %+v", vendor, m.ID, *m.Price)
			}
			for _, level := range m.Levels {
				if level != "none" && models.Level(level, nil) != level {
					t.Errorf("%s/%s has a level %q", vendor, m.ID, level)
				}
			}
			seen[m.ID] = true
		}
	}
	if rows < 60 || rows > 200 {
		t.Errorf("%d rows", rows)
	}
}

// Covers: Y41
func TestLookup(t *testing.T) {
	const file = `
updated: 2026-12-01
models:
  anthropic:
    claude-sonnet-4-5: {contextWindow: 1000000}
  mine: {my-model: {contextWindow: 9000, price: {input: 1}, images: false, thinkingLevels: [off, high]}}
`
	r, err := models.Parse("models.yaml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name, vendor, id string
		want             models.Model
	}{
		{
			"built in", "openai", "gpt-4o",
			models.Model{Source: "registry of " + models.Date, Window: 128_000, Output: 16_384, Price: &models.Price{Input: 2.5, Output: 10, CachedInput: 1.25}, Images: new(true), Native: new(true), Levels: []string{"none"}},
		},
		{
			"the user's over it, field by field", "anthropic", "claude-sonnet-4-5",
			models.Model{Source: "models.yaml of 2026-12-01", Window: 1_000_000, Output: 64_000, Price: &models.Price{Input: 3, Output: 15, CachedInput: 0.3, CacheWrite: 3.75}, Images: new(true), Native: new(true), Levels: []string{"off", "low", "medium", "high"}},
		},
		{
			"the user's alone", "mine", "my-model",
			models.Model{Source: "models.yaml of 2026-12-01", Window: 9000, Price: &models.Price{Input: 1}, Images: new(false), Levels: []string{"off", "high"}},
		},
		{
			"what another makes, at no known price", "azure", "gpt-4o",
			models.Model{Source: "registry of " + models.Date, Window: 128_000, Output: 16_384, Images: new(true), Native: new(true), Levels: []string{"none"}},
		},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			tt.want.Vendor, tt.want.ID = tt.vendor, tt.id
			got, ok := r.Lookup(tt.vendor, tt.id)
			if diff := cmp.Diff(tt.want, got); diff != "" || !ok {
				t.Error(diff)
			}
		})
	}
	if m, _ := r.Lookup("groq", "llama-3.1-8b-instant"); m.Images == nil || *m.Images || *m.Native {
		t.Errorf("a model without abilities: %+v", m)
	}
	if m, ok := r.Lookup("siliconflow", "deepseek-ai/DeepSeek-V3"); !ok || m.Images != nil || m.Native != nil || m.Price != nil || m.Levels != nil {
		t.Errorf("a model of which little is known: %+v", m)
	}
	for _, name := range [][2]string{{"openai", "gpt-4"}, {"openai", ""}, {"nobody", "gpt-4o"}, {"anthropic", "claude"}} {
		if m, ok := r.Lookup(name[0], name[1]); ok {
			t.Errorf("%v is known: %+v", name, m)
		}
	}
}

func TestMistakesInTheFile(t *testing.T) {
	tests := map[string]string{
		"models: {a: {b: {contextWindw: 1}}}":        `models.yaml:1: unknown key "contextWindw" (did you mean "contextWindow"?)`,
		"models: [a]":                                "models.yaml:1: models must be a group of keys, not a list",
		"models: {a: {b: {contextWindow: -1}}}":      `models.yaml:1: models.a.b.contextWindow must be at least 0, not "-1"`,
		"models: {a: {b: {thinkingLevels: [loud]}}}": "models.yaml:1: models.a.b.thinkingLevels[0] must be none, off, low, medium, high, xhigh or max, not \"loud\"",
		"models: {a: {b: {price: {input: free}}}}":   `models.yaml:1: models.a.b.price.input must be a number, not "free"`,
		"models: {\n":                                "models.yaml:",
	}
	for content, want := range tests {
		r, err := models.Parse("models.yaml", []byte(content))
		if err == nil || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%q: %v, want %s", content, err, want)
			continue
		}
		if _, ok := r.Lookup("openai", "gpt-4o"); !ok {
			t.Errorf("%q: the table is gone", content)
		}
	}
}

// Covers: Y36
func TestLevel(t *testing.T) {
	tests := []struct{ wanted, levels, want string }{
		{"high", "off,low,medium,high", "high"},
		{"max", "off,low,medium,high", "high"},
		{"xhigh", "low,high,max", "high"},
		{"medium", "low,high", "low"},
		{"low", "off,high", "high"},
		{"off", "low,medium,high", "low"},
		{"off", "off,high", "off"},
		{"high", "none", ""},
		{"off", "none", ""},
		{"high", "", "high"},
		{"", "low,high", ""},
	}
	for _, tt := range tests {
		var levels []string
		if tt.levels != "" {
			levels = strings.Split(tt.levels, ",")
		}
		if got := models.Level(tt.wanted, levels); got != tt.want {
			t.Errorf("%q of %s is %q, want %q", tt.wanted, tt.levels, got, tt.want)
		}
	}
}

// Covers: Y42
func TestMatch(t *testing.T) {
	tests := []struct {
		pattern string
		want    bool
	}{
		{"claude-x-5", true},
		{"claude", false},
		{"claude-*", true},
		{"*", true},
		{"*-5", true},
		{"*x*", true},
		{"cl*x*5", true},
		{"x*", false},
		{"anthropic:claude-*", true},
		{"anthropic/claude-x-5", true},
		{"openai:claude-*", false},
		{"anthropic/*", true},
		{"cl*x*x*5", false},
		{"", false},
	}
	for _, tt := range tests {
		if got := models.Match(tt.pattern, "anthropic", "claude-x-5"); got != tt.want {
			t.Errorf("%q: %v", tt.pattern, got)
		}
	}
}

// Covers: Y41
func TestUpdate(t *testing.T) {
	const file = `
models:
  v:
    mine: {contextWindow: 1, price: {input: 5}}
    old: {contextWindow: 2, listed: 2026-01-01}
    gone: {listed: 2026-01-01}
    elsewhere: {listed: 2026-01-01}
`
	r, err := models.Parse("models.yaml", []byte(file))
	if err != nil {
		t.Fatal(err)
	}
	listed := []models.Model{{ID: "mine", Window: 10, Output: 7}, {ID: "old", Window: 20}, {ID: "new\"é", Window: 30}, {ID: "same"}}
	asked := func(id string) bool { return id != "elsewhere" }
	got := r.Update("v", listed, "2026-02-02", asked)
	want := models.Change{Vendor: "v", Models: 5, New: []string{"new\"é", "same"}, Changed: []string{"mine", "old"}, Gone: []string{"gone"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	dir := filepath.Join(t.TempDir(), "base")
	if _, err := r.Save(dir); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, models.File))
	if err != nil {
		t.Fatal(err)
	}
	again, err := models.Parse("models.yaml", data)
	if err != nil {
		t.Fatal(err)
	}
	for id, want := range map[string]models.Model{
		"mine":      {Window: 1, Output: 7, Price: &models.Price{Input: 5}},
		"old":       {Window: 20, Listed: "2026-02-02"},
		"new\"é":    {Window: 30, Listed: "2026-02-02"},
		"elsewhere": {Listed: "2026-01-01"},
	} {
		m, _ := again.Lookup("v", id)
		want.Vendor, want.ID, want.Source = "v", id, "models.yaml of 2026-02-02"
		if diff := cmp.Diff(want, m); diff != "" {
			t.Errorf("%s: %s", id, diff)
		}
	}
	if c := again.Update("v", listed, "2026-02-03", asked); len(c.New)+len(c.Changed)+len(c.Gone) > 0 {
		t.Errorf("the same list changes %+v", c)
	}
	info, err := os.Stat(filepath.Join(dir, models.File))
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("mode %v, %v", info.Mode(), err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 1 {
		t.Errorf("left behind: %v", left)
	}
}

// What the program writes is read in the same way, however it is read.
func FuzzFile(f *testing.F) {
	f.Add("v", "m", 5, "high", true)
	f.Add("a: b", "\"x\": {", -1, "\u2028", false)
	f.Fuzz(func(t *testing.T, vendor, id string, window int, level string, images bool) {
		var r models.Registry
		if vendor == "" || id == "" || window < 0 || !printable(vendor) || !printable(id) {
			return
		}
		r.Update(vendor, []models.Model{{ID: id, Window: window, Images: &images, Levels: []string{"off"}}}, "2026-01-01", func(string) bool { return true })
		dir := t.TempDir()
		if _, err := r.Save(dir); err != nil {
			t.Fatal(err)
		}
		data, err := os.ReadFile(filepath.Join(dir, models.File))
		if err != nil {
			t.Fatal(err)
		}
		fast, err := models.Parse("f", data)
		if err != nil {
			t.Fatal(err)
		}
		slow, err := models.Parse("f", append([]byte("# by hand\n"), data...))
		if err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
		a, _ := fast.Lookup(vendor, id)
		b, ok := slow.Lookup(vendor, id)
		if diff := cmp.Diff(a, b); diff != "" || !ok {
			t.Errorf("%s in\n%s", diff, data)
		}
	})
}

func printable(text string) bool {
	return !strings.ContainsFunc(text, func(r rune) bool { return !unicode.IsPrint(r) || r == utf8.RuneError })
}

func BenchmarkLookup(b *testing.B) {
	var listed []models.Model
	for i := range 400 {
		listed = append(listed, models.Model{ID: fmt.Sprintf("maker/model-%d", i), Window: 128_000 + i, Images: new(true), Price: &models.Price{Input: 1, Output: 2}})
	}
	var r models.Registry
	r.Update("openrouter", listed, "2026-01-01", func(string) bool { return true })
	dir := b.TempDir()
	if _, err := r.Save(dir); err != nil {
		b.Fatal(err)
	}
	data, err := os.ReadFile(filepath.Join(dir, models.File))
	if err != nil {
		b.Fatal(err)
	}
	b.Run("built in", func(b *testing.B) {
		for b.Loop() {
			r.Lookup("cerebras", "gpt-oss-120b")
		}
	})
	b.Run("file of 400", func(b *testing.B) {
		for b.Loop() {
			own, err := models.Parse("f", data)
			if err != nil {
				b.Fatal(err)
			}
			own.Lookup("openrouter", "maker/model-300")
		}
	})
}

// A service may list more than there is room for. What is there then stays as it is.
func TestUpdateWithTooMuch(t *testing.T) {
	r, err := models.Parse("models.yaml", []byte("models: {v: {mine: {contextWindow: 1}}}"))
	if err != nil {
		t.Fatal(err)
	}
	var listed []models.Model
	for i := range 5000 {
		listed = append(listed, models.Model{ID: fmt.Sprint(strings.Repeat("x", 195), i), Window: 1 << 20, Output: 1 << 16})
	}
	r.Update("w", listed, "2026-02-02", func(string) bool { return true })
	dir := t.TempDir()
	if _, err := r.Save(dir); err == nil || !strings.Contains(err.Error(), "larger than 1024 KiB") {
		t.Errorf("saved: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}

// A mistake costs what the file says for one run, and not for good.
func TestAFileWithAMistakeIsNotReplaced(t *testing.T) {
	r, err := models.Parse("models.yaml", []byte("models: {v: {mine: {contextWindow: 1, prise: 2}}}"))
	if err == nil {
		t.Fatal("there is no mistake")
	}
	r.Update("v", []models.Model{{ID: "new"}}, "2026-02-02", func(string) bool { return true })
	dir := t.TempDir()
	if _, err := r.Save(dir); err == nil || !strings.Contains(err.Error(), "is not replaced") {
		t.Errorf("saved: %v", err)
	}
	if left, _ := os.ReadDir(dir); len(left) != 0 {
		t.Errorf("left behind: %v", left)
	}
}
