package config

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/leaf/yamldoc"
)

// Covers: R92, Z53
func TestAddProfile(t *testing.T) {
	d := Draft{Name: "new", APIKind: "openai", BaseURL: "http://n.test/v1", Model: "m: 1"}
	const item = "- name: \"new\"\n%  apiKind: \"openai\"\n%  baseURL: \"http://n.test/v1\"\n%  model: \"m: 1\"\n"
	at := func(indent string) string { return indent + strings.ReplaceAll(item, "%", indent) }
	whole := "models:\n  active: \"new\"\n  profiles:\n" + at("    ")
	tests := []struct{ name, before, after string }{
		{"nothing", "", whole},
		{"comments", "# models:\n", "# models:\n\n" + whole},
		{"another section", "agent: {maxSteps: 1}", "agent: {maxSteps: 1}\n\n" + whole},
		{"no profiles", "models:\n  defaults: {proxy: none}\nagent: {}\n", "models:\n  active: \"new\"\n  profiles:\n" + at("    ") + "  defaults: {proxy: none}\nagent: {}\n"},
		{"wide indentation", "models:\n    fallback: x\n", "models:\n    active: \"new\"\n    profiles:\n" + at("      ") + "    fallback: x\n"},
		{"profiles, active after them", "models:\n  profiles:\n    - name: a\n      model: m # M\n  active: a # why\n", "models:\n  profiles:\n" + at("    ") + "    - name: a\n      model: m # M\n  active: \"new\"  # why\n"},
		{"profiles without indentation", "models:\n  active: a\n  profiles: # mine\n  - {name: a}\n", "models:\n  active: \"new\"\n  profiles: # mine\n" + at("  ") + "  - {name: a}\n"},
		{"in brackets", "models: {profiles: [{name: a}]}\n", ""},
		{"list in brackets", "models:\n  profiles: [{name: a}]\n", ""},
		{"JSON", `{"models": {"profiles": [{"name": "a"}]}}`, ""},
		{"empty list", "models:\n  profiles: []\n", ""},
		{"active over two lines", "models:\n  active: >-\n    a\n  profiles:\n    - name: a\n", ""},
		{"two of a kind", "models:\n  profiles:\n  - name: a\n    price: &p {input: 1}\n  - name: b\n    price: *p\n", "models:\n  active: \"new\"\n  profiles:\n" + at("  ") + "  - name: a\n    price: &p {input: 1}\n  - name: b\n    price: *p\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := AddProfile("f", []byte(tt.before), d)
			if errors.Is(err, ErrNotInPlace) != (tt.after == "") {
				t.Error(err)
			}
			if diff := cmp.Diff(tt.after, string(got)); diff != "" {
				t.Error(diff)
			}
		})
	}
	if _, err := AddProfile("f", []byte("models: {profiles: [{name: new}]}"), d); err == nil || !strings.Contains(err.Error(), `f:1 has a profile named "new" already`) {
		t.Error(err)
	}
	if _, err := AddProfile("f", []byte("a: b: c"), d); err == nil || errors.Is(err, ErrNotInPlace) {
		t.Error(err)
	}
}

// The file of `config init` can be added to, and is then in order.
func TestAddProfileToTheDefaultFile(t *testing.T) {
	w := newWorld(t)
	got, err := AddProfile("f", []byte(defaultFile), Draft{Name: "n", BaseURL: "http://n.test", APIKind: "anthropic", Model: "m"})
	if err != nil || !strings.HasPrefix(string(got), defaultFile) {
		t.Fatal(err)
	}
	w.put(userYAML, string(got))
	if c, _ := w.load(); c.Choice.Profile.Name != "n" || c.Choice.Profile.APIKind != "anthropic" {
		t.Errorf("%+v", c.Choice)
	}
}

// Whatever a file says, adding a profile adds the profile and nothing else, or is refused.
func FuzzAddProfile(f *testing.F) {
	for _, seed := range []string{
		"", "models:\n  profiles:\n  - name: a\n", "models:\n  active: a\n  profiles:\n    - {name: a}\nagent: {maxSteps: 1}\n", "models:\n\n  active: |\n    x\n",
		"? models\n: profiles:\n  - name: a\n", "models: # x\n  active: 'a' # y\n", "\"models\":\n  \"profiles\":\n  -\n    name: a\n", "---\nmodels:\n  defaults:\n    proxy: none\n...\n",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, before string) {
		d := Draft{Name: "added", Model: "m\"\n#"}
		after, err := AddProfile("f", []byte(before), d)
		if err != nil {
			return
		}
		tree, err := yamldoc.Parse("f", after)
		if err != nil {
			t.Fatalf("%v in %q", err, after)
		}
		old, err := yamldoc.Parse("f", []byte(before))
		if err != nil {
			t.Fatal(err)
		}
		list := tree.Get("models", "profiles")
		if list == nil || len(list.Items) != 1+len(profilesOf(old)) || tree.Get("models", "active").Text != "added" {
			t.Errorf("%q became %q", before, after)
		}
	})
}

// Covers: R88
func TestSetVariable(t *testing.T) {
	tests := []struct{ name, before, variable, value, after string }{
		{"nothing", "", "K", "v", "K=v\n"},
		{"another", "# mine\nA=1\n", "K", "v", "# mine\nA=1\nK=v\n"},
		{"in its place", "A=1\nexport K=old\nB=2\n", "K", "new", "A=1\nK=new\nB=2\n"},
		{"no end of line", "A=1", "K", "v", "A=1\nK=v\n"},
		{"blanks are cut", "", "K", " v ", "K=v\n"},
		{"what would be a comment", "", "K", "a #b", "K='a #b'\n"},
		{"a quote", "", "K", "a'b", "K=\"a'b\"\n"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := SetVariable(tt.before, tt.variable, tt.value)
			if got != tt.after || err != nil {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
	for variable, value := range map[string]string{"K": "hush\nhush", "A B": "hush", "": "hush", "E": " ", "Q": `hush'"`} {
		if _, err := SetVariable("", variable, value); err == nil || strings.Contains(err.Error(), "hush") {
			t.Errorf("%s: %v", variable, err)
		}
	}
}

// What is put into a .env file is read back.
func FuzzSetVariable(f *testing.F) {
	f.Add("A=1\n", "sk-1")
	f.Add("K='x\n", " a'b ")
	f.Add("export K = 5", `"x" #`)
	f.Fuzz(func(t *testing.T, before, value string) {
		others, _ := parseDotenv([]byte(before))
		after, err := SetVariable(before, "K", value)
		if err != nil || strings.ContainsAny(before, "\r\x00") {
			return
		}
		got, _ := parseDotenv([]byte(after))
		if got["K"] != strings.TrimSpace(value) {
			t.Errorf("%q in %q came back as %q from %q", value, before, got["K"], after)
		}
		delete(got, "K")
		delete(others, "K")
		if diff := cmp.Diff(others, got); diff != "" {
			t.Error(diff)
		}
	})
}

func TestWriteFile(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "new")
	real, link := filepath.Join(dir, "real"), filepath.Join(dir, "link")
	if err := WriteFile(real, []byte("a")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(real, link); err != nil {
		t.Fatal(err)
	}
	if err := WriteFile(link, []byte("b")); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(real)
	info, errLink := os.Lstat(link)
	if err != nil || errLink != nil || string(data) != "b" || info.Mode()&os.ModeSymlink == 0 {
		t.Errorf("%q %v %v", data, err, errLink)
	}
	if info, err := os.Stat(real); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("%v %v", info.Mode(), err)
	}
}

// A change can be tried before it is written.
func TestInstead(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, "models: {profiles: [{name: a}]}\n")
	w.src.Instead = map[string][]byte{
		filepath.Join(w.src.BaseDir, "config.yaml"): []byte("models: {profiles: [{name: b, baseURL: \"http://b.test\", apiKeyEnv: K}]}"),
		filepath.Join(w.src.BaseDir, ".env"):        []byte("K=v"),
	}
	if c, _ := w.load(); c.Choice.Profile.Name != "b" || c.Choice.Profile.Key.Reveal() != "v" {
		t.Errorf("%+v", c.Choice.Profile)
	}
}
