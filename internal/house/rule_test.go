package house_test

import (
	"strings"
	"testing"
	"testing/fstest"

	"eidolon/internal/house"
)

// Texts of a repository in which nothing is wrong.
const (
	page     = "# Tools\n\n## ls\n"
	makefile = "demo: build\n\ntest: ## all\n"
	readme   = "[zh](README.zh.md)\n\nRun `make demo` and `make test`.\n\n```\nmake demo\n```\n"
	readmeZh = "[en](README.md)\n\n```\nmake demo\n```\n"
	actorDoc = "// Package a is an actor.\n//\n//\taccepts     Go\n//\ttells       nothing\n//\tchildren    none\n" +
		"//\ton failure  restarted\n//\tsurvives    nothing\npackage a\n"
)

// goodPairs are the translations of what is said in the repository.
const goodPairs = "msgid \"a %s\"\nmsgstr \"b %s\"\n\nmsgid \"%d bs\"\nmsgstr \"%d b\"\n"

// langSource is the table of texts as far as the rule about translations knows it.
const langSource = "package lang\n\ntype Text string\n\ntype Table struct{}\n\nfunc (Table) T(Text) string\nfunc (Table) F(Text, ...any) string\n" +
	"func (Table) N(int, Text, Text, ...any) string\n"

// said is a file that says something.
func said(body string) string {
	return "package tui\n\nimport \"eidolon/internal/leaf/lang\"\n\nfunc f(t lang.Table, s string) { " + body + " }\n"
}

func sound() map[string]string {
	return map[string]string{
		"Makefile":                   makefile,
		"README.md":                  readme,
		"README.zh.md":               readmeZh,
		"internal/leaf/lang/zh.po":   goodPairs,
		"internal/leaf/lang/lang.go": langSource,
		"tui/a.go":                   said(`t.F("a %s", "x"); t.N(1, "1 b", "%d bs"); t.T(" · ")`) + "\ntype Options struct{ Lang lang.Table }\n",
		"docs/tools.md":              page,
		"docs/dependencies.md":       "github.com/google/go-cmp, gopkg.in/yaml.v3",
		"docs/adr/0001-first.md":     "See [tools](../tools.md#ls) and `[x](nowhere)`.",
		"docs/adr/0002-second.md":    "See [the library](https://example.org/x).",
		"actors/call/doc.go":         actorDoc,
		"actors/call/messages.go":    "package call\n\ntype Msg interface{ msg() }\ntype Go struct{}\n\nfunc (Go) msg() {}\nfunc (g Go) Size() int { return 1 }\n",
		"actors/call/call.go":        "package call\n\nimport \"eidolon/actors/toolhost\"\n\ntype call struct{ m toolhost.Msg }\n",
		"actors/call/call_test.go":   "package call\n\nimport \"sync\"\n\nvar mu sync.Mutex\n\nfunc f() { go f() }\n",
		"actors/actorkit/shell.go":   "package actorkit\n\nimport \"time\"\n",
		"internal/tools/ls.go":       "package tools\n\nimport \"eidolon/actors/tool\"\n\nvar s = tool.Spec{Name: \"ls\"}\n",
		"internal/tools/ls_test.go":  "package tools\n\nimport \"github.com/google/go-cmp/cmp\"\n\nvar x = \"ls\"\n",
		"prompts/tools/ls.brief.xnl": "<tool ls>", "prompts/tools/ls.detail.xnl": "<tool ls>",
		"internal/leaf/yamldoc/a.go": "package yamldoc\n\nimport \"gopkg.in/yaml.v3\"\n",
		"xnl/parse.go":               "package xnl\n\nimport \"strings\"\n\nvar shared struct{ n int }\n\nfunc g(shared int) { shared = 2 }\n",
		".cache/broken.go":           "not Go",
		"a/testdata/broken.go":       "not Go",
	}
}

func check(t *testing.T, rule string, files map[string]string) []string {
	t.Helper()
	fsys := fstest.MapFS{}
	for name, text := range files {
		fsys[name] = &fstest.MapFile{Data: []byte(text)}
	}
	tree, err := house.Load(fsys)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range house.Rules() {
		if r.Name != rule {
			continue
		}
		var all []string
		for _, f := range r.Check(tree) {
			all = append(all, f.String())
		}
		return all
	}
	t.Fatalf("there is no rule %q", rule)
	return nil
}

func TestSoundRepositoryBreaksNoRule(t *testing.T) {
	for _, r := range house.Rules() {
		t.Run(r.Name, func(t *testing.T) {
			if got := check(t, r.Name, sound()); len(got) > 0 {
				t.Errorf("found %q", got)
			}
		})
	}
}

func TestRulesFindPlantedFaults(t *testing.T) {
	const call = "package call\n\n"
	tests := []struct {
		rule, name, file, text string // an empty text takes the file away
		want                   string // in the one finding
	}{
		{"concurrency", "goroutine", "actors/call/x.go", call + "func f() { go f() }", "x.go:3: a go statement"},
		{"concurrency", "channel", "actors/call/x.go", call + "type t struct{ c <-chan int }", "a channel"},
		{"concurrency", "send", "actors/call/x.go", call + "func f() { c <- 1 }", "a send on a channel"},
		{"concurrency", "receive", "actors/call/x.go", call + "func f() { <-c }", "a receive from a channel"},
		{"concurrency", "select", "actors/call/x.go", call + "func f() { select {} }", "a select statement"},
		{"concurrency", "lock", "actors/call/x.go", call + "import \"sync\"", "an import of sync"},
		{"concurrency", "atomic", "actors/call/x.go", call + "import \"sync/atomic\"", "an import of sync/atomic"},
		{"variables", "assignment", "xnl/x.go", "package xnl\n\nvar x int\n\nfunc f() { x = 1 }", "x.go:5: the package variable x is changed"},
		{"variables", "table", "xnl/x.go", "package xnl\n\nvar x = map[string]int{}\n\nfunc f() { x[\"a\"]++ }", "the package variable x is changed"},
		{"variables", "field, in another file", "xnl/x.go", "package xnl\n\nfunc f() { shared.n = 1 }", "the package variable shared is changed"},
		{"actor docs", "no doc.go", "actors/call/doc.go", "", "no doc.go with a package comment"},
		{"actor docs", "no comment", "actors/call/doc.go", "package call", "no doc.go with a package comment"},
		{"actor docs", "a row short", "actors/call/doc.go", strings.Replace(actorDoc, "survives", "lives", 1), `no line "survives"`},
		{"message files", "function", "actors/call/messages.go", call + "func f() {}", "the function f"},
		{"message files", "logic", "actors/call/messages.go", call + "type A struct{}\n\nfunc (A) msg() { f() }", "the method msg"},
		{"message files", "method", "actors/call/messages.go", call + "type A struct{}\n\nfunc (A) String() string { return \"\" }", "the method String"},
		{"message files", "variable", "actors/call/messages.go", call + "var x int", "a declaration of a var"},
		{"message files", "elsewhere", "actors/call/x.go", call + "type Msg interface{ msg() }", "Msg is declared outside"},
		{"libraries", "outside its home", "internal/config/x.go", "package config\n\nimport \"gopkg.in/yaml.v3\"", "internal/leaf/yamldoc only"},
		{"libraries", "even in tests", "xnl/x_test.go", "package xnl\n\nimport \"gopkg.in/yaml.v3\"", "internal/leaf/yamldoc only"},
		{"libraries", "tests only", "internal/leaf/x.go", "package leaf\n\nimport \"github.com/google/go-cmp/cmp\"", "is for tests"},
		{"libraries", "unknown", "internal/leaf/x.go", "package leaf\n\nimport \"example.org/lib\"", "has no home"},
		{"libraries", "not explained", "docs/dependencies.md", "gopkg.in/yaml.v3", "go-cmp/cmp is not explained"},
		{"heavy libraries", "below a refused path", "tui/x.go", "package tui\n\nimport \"github.com/alecthomas/chroma/v2/lexers/go\"", "costs 5 ms"},
		{"standard library only", "library", "xnl/x.go", "package xnl\n\nimport \"example.org/lib\"", "xnl imports example.org/lib"},
		{"standard library only", "ours", "xnl/x.go", "package xnl\n\nimport \"eidolon/fsapi\"", "xnl imports eidolon/fsapi"},
		{"actor imports", "child knows parent", "actors/call/x.go", call + "import \"eidolon/actors/dispatcher\"", "may not use the words of dispatcher"},
		{"actor imports", "new actor", "actors/mcp/x.go", "package mcp", "say in internal/house/imports.go"},
		{"internal imports", "siblings", "internal/store/x.go", "package store\n\nimport \"eidolon/internal/config\"", "internal/store may not import"},
		{"internal imports", "leaf", "internal/leaf/diff/x.go", "package diff\n\nimport \"eidolon/fsapi\"", "internal/leaf may not import eidolon/fsapi"},
		{"internal imports", "new package", "internal/astrology/x.go", "package astrology", "say in internal/house/imports.go"},
		{"tool parts", "no card", "prompts/tools/ls.detail.xnl", "", "the tool ls of internal/tools/ls.go has no such card"},
		{"tool parts", "no section", "docs/tools.md", "# Tools\n", "no section on the tool ls"},
		{"tool parts", "no test", "internal/tools/ls_test.go", "package tools", "no test in internal/tools names the tool ls"},
		{"tool cards", "no tool", "prompts/tools/cp.brief.xnl", "<tool cp>", "no tool for this card"},
		{"decisions", "gap", "docs/adr/0001-first.md", "", "should begin with 0001-"},
		{"decisions", "number twice", "docs/adr/0001-other.md", "x", "should begin with 0002-"},
		{"links", "leads nowhere", "docs/tools.md", page + "[x](nowhere.md)", "the link to nowhere.md leads nowhere"},
		{"commands", "no such target", "docs/tools.md", page + "`make install`", "the Makefile has no target install"},
		{"translations", "lacking", "tui/b.go", said(`t.T("c")`), `zh.po lacks "c"`},
		{"translations", "by the table of another package", "internal/chat/b.go", "package chat\n\nimport \"eidolon/tui\"\n\nfunc f(o tui.Options) { o.Lang.T(\"c\") }", `zh.po lacks "c"`},
		{"translations", "in a table", "tui/b.go", "package tui\n\nimport \"eidolon/internal/leaf/lang\"\n\nvar x = []struct{ help lang.Text }{{\"c\"}}", `zh.po lacks "c"`},
		{"translations", "too few values", "tui/b.go", said(`t.F("a %s")`), "another number of verbs"},
		{"translations", "verbs without values", "tui/b.go", said(`t.T("a %s")`), "another number of verbs"},
		{"translations", "one is not like many", "tui/b.go", said(`t.N(1, "1 b %s", "%d bs")`), "the text for one has other verbs"},
		{"translations", "made while it runs", "tui/b.go", said(`t.T(lang.Text(s))`), "only a constant"},
		{"translations", "nobody says it", "internal/leaf/lang/zh.po", goodPairs + "msgid \"c\"\nmsgstr \"d\"\n", "says this any more: \"c\""},
		{"translations", "twice", "internal/leaf/lang/zh.po", goodPairs + "msgid \"a %s\"\nmsgstr \"b %s\"\n", "a translation already"},
		{"translations", "other verbs", "internal/leaf/lang/zh.po", strings.Replace(goodPairs, "b %s", "b %d", 1), "other verbs"},
		{"translations", "empty", "internal/leaf/lang/zh.po", strings.Replace(goodPairs, "b %s", "", 1), "no translation"},
		{"translations", "no file", "internal/leaf/lang/zh.po", "", "there is no such file"},
		{"readmes", "other commands", "README.zh.md", strings.Replace(readmeZh, "make demo", "make it", 1), "not those of README.md"},
		{"readmes", "no way back", "README.zh.md", strings.Replace(readmeZh, "](README.md)", "]", 1), "does not lead to README.md"},
		{"readmes", "only one", "README.zh.md", "", "cannot be read"},
		{"commands", "newcomer", "README.md", "`make demo`", "it does not tell of `make test`"},
	}
	for _, tt := range tests {
		t.Run(tt.rule+"/"+tt.name, func(t *testing.T) {
			files := sound()
			files[tt.file] = tt.text
			if tt.text == "" {
				delete(files, tt.file)
			}
			got := check(t, tt.rule, files)
			if len(got) == 0 || !strings.Contains(got[0], tt.want) {
				t.Errorf("found %q, want %q", got, tt.want)
			}
		})
	}
}

// An exception that excuses nothing is reported, so that the tables stay true.
func TestExceptions(t *testing.T) {
	finding := func(*house.Tree) []house.Finding {
		return []house.Finding{{Path: "a/b/c.go", Line: 1, Message: "wrong"}}
	}
	tests := []struct {
		name   string
		except map[string]string
		want   string
	}{
		{"none", nil, "a/b/c.go:1: wrong"},
		{"the file", map[string]string{"a/b/c.go": "because"}, ""},
		{"a directory above", map[string]string{"a": "because"}, ""},
		{"beginning alike", map[string]string{"a/b/c.go": "because", "a/b/c": "because"}, "a/b/c: the rule \"r\" makes an exception here"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := house.Rule{Name: "r", Check: finding, Except: tt.except}.Broken(nil)
			switch {
			case tt.want == "" && len(got) > 0:
				t.Errorf("found %v, want nothing", got)
			case tt.want != "" && (len(got) != 1 || !strings.HasPrefix(got[0].String(), tt.want)):
				t.Errorf("found %v, want one: %s", got, tt.want)
			}
		})
	}
}

func TestBrokenSourceIsAnError(t *testing.T) {
	if _, err := house.Load(fstest.MapFS{"a.go": &fstest.MapFile{Data: []byte("not Go")}}); err == nil {
		t.Error("no error")
	}
}
