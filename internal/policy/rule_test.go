package policy_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/policy"
)

// What can be read, and what is said of what cannot.
//
// Covers: R44
func TestParse(t *testing.T) {
	for text, want := range map[string]string{
		"Bash": "", "bash": "", "SysBuiltIn.bash": "", "Edit": "", "edit": "", "Read": "", "write_file": "", "mcp__github": "",
		"mcp__github__create_issue": "", "mcp__github__*": "", "mcp.github.create_issue": "", "  Bash  ": "",
		"Bash(go test:*)": "", "Bash(go test *)": "", "Bash(*)": "", "Bash(go test ./...)": "", "Bash(a | b)": "", "Bash(echo \")\")": "",
		"bash=go test ./...": "", "Bash=ls *.go": "", "edit_file(docs/**)": "", "Edit(docs/{a,b}/*.md)": "", "Edit(/abs/**)": "", "Edit(~/w/**)": "",
		"Reads(mcp__docs__search)": "", "T.send(hello:*)": "",

		"":                 "begins with the name of a tool",
		"(x)":              "begins with the name of a tool",
		"Ba sh(x)":         "begins with the name of a tool",
		"rm -rf":           "begins with the name of a tool",
		"Bash(x":           "its parenthesis is not closed",
		"Bash(x) y":        "its parenthesis is not closed",
		"Bash()":           "does not say what it is about",
		"Bash(  )":         "does not say what it is about",
		"Bash(:*)":         "does not say what it is about",
		"bash=":            "does not say what it is about",
		"Bash(a && b:*)":   "the beginning of one plain command",
		"Bash($X:*)":       "the beginning of one plain command",
		"Bash(A=1 make:*)": "the beginning of one plain command",
		"Bash(git push*)":  "a * can only stand at its end",
		"Bash(git * main)": "a * can only stand at its end",
		"Edit([a)":         "a bracket or brace of its pattern",
		"Edit(a})":         "a bracket or brace of its pattern",
		"Edit(a\\)":        "a bracket or brace of its pattern",
		"Edit({a,b}{a,b}{a,b}{a,b}{a,b}{a,b}{a,b})": "its braces stand for too many patterns",
		"Edit(" + strings.Repeat("a", 5000) + ")":   "its pattern is too long",
		"write_file(a{b)":                           "a bracket or brace of its pattern",
		"Bas*":                                      "only tools of servers can be named together",
		"Reads":                                     "it has to give the name of one tool",
		"Reads(two words)":                          "it has to give the name of one tool",
		"Bash\x1b[31m(x":                            "begins with the name of a tool",
		"Bash(a\x1b[31mb:*":                         "its parenthesis is not closed",
		"Bash(echo `id`:*)":                         "the beginning of one plain command",
		"Bash(echo \"$X\":*)":                       "the beginning of one plain command",
		"Bash(echo 'open:*)":                        "the beginning of one plain command",
	} {
		r, err := policy.Parse(text)
		switch {
		case want == "" && err != nil:
			t.Errorf("%q: %v", text, err)
		case want != "" && (err == nil || !strings.Contains(err.Error(), want)):
			t.Errorf("%q: %v, want %q", text, err, want)
		case err != nil && strings.ContainsRune(err.Error(), '\x1b'):
			t.Errorf("%q: the error holds a control character", text)
		case err == nil && r.Text != strings.TrimSpace(text):
			t.Errorf("%q: the rule's text is %q", text, r.Text)
		}
	}
}

// FuzzParse: whatever a rule looks like, it can be read or not, and what was read can be asked.
func FuzzParse(f *testing.F) {
	for _, seed := range []string{
		"Bash(go test:*)", "Edit(docs/**)", "bash=a", "mcp__a__*", "Bash(a 'b c' \"d\" \\e)", "Edit([a-z]{b,c}\\*)", "Reads(x)", "X(", "=", "Bash(~/x *)",
	} {
		f.Add(seed, "go test ./...", "docs/a.md")
	}
	f.Fuzz(func(t *testing.T, text, command, path string) {
		r, err := policy.Parse(text)
		if err != nil {
			if strings.ContainsFunc(err.Error(), func(c rune) bool { return c < ' ' || c == 0x7f }) {
				t.Errorf("%q: the error holds a control character: %q", text, err)
			}
			return
		}
		again, err := policy.Parse(r.Text)
		if err != nil || !cmp.Equal(r, again, cmp.AllowUnexported(policy.Rule{})) {
			t.Errorf("%q is read as %+v, and then as %+v, %v", text, r, again, err)
		}
		for _, call := range []thing{commandOf(command, whole(strings.Fields(command)...)), editOf(path), readOf(path)} {
			p := policy.New(policy.Options{Mode: policy.Yolo, Rules: policy.Rules{Deny: []policy.Rule{r}}, Roots: []string{"/w"}, Home: "/home/me"})
			denied := !p.Rule(call.spec, call.class, nil).Allow
			p = policy.New(policy.Options{Mode: policy.Ask, Rules: policy.Rules{Allow: []policy.Rule{r}}, Roots: []string{"/w"}, Home: "/home/me"})
			allowed := p.Rule(call.spec, call.class, nil)
			if allowed.Rule == "permissions.allow" && !denied && len(command) > 0 {
				t.Errorf("%q allows %+v, and would not deny it", text, call.class)
			}
		}
	})
}

// thing is a call to judge.
type thing struct {
	spec  tool.Spec
	class tool.Class
}

var (
	bash     = tool.Spec{Namespace: "SysBuiltIn", Name: "bash", PerCall: true, Subject: "command"}
	edit     = tool.Spec{Namespace: "SysBuiltIn", Name: "edit", Aliases: []string{"edit_file"}, Subject: "path"}
	move     = tool.Spec{Namespace: "SysBuiltIn", Name: "move_file", Subject: "from"}
	readFile = tool.Spec{Namespace: "SysBuiltIn", Name: "read_file", ReadOnly: true, Subject: "path"}
	send     = tool.Spec{Namespace: "T", Name: "send", Subject: "text"}
	issue    = tool.Spec{Name: "mcp__github__create_issue"}
	lookUp   = tool.Spec{Name: "mcp__docs__look_up", ReadOnly: true, Hinted: true}
)

func editOf(path string) thing { return thing{edit, tool.Class{Edits: true, Subject: path}} }

func readOf(path string) thing {
	return thing{readFile, tool.Class{ReadOnly: true, Speculative: true, Subject: path}}
}

func moveOf(from, to string) thing {
	return thing{move, tool.Class{Edits: true, Subject: from, Also: []string{to}}}
}

func sendOf(text string) thing { return thing{send, tool.Class{Subject: text}} }

// commandOf is a command that the guard allows, with the programs that it starts.
func commandOf(text string, runs ...fsapi.Run) thing {
	v := &fsapi.Verdict{Decision: fsapi.Allow, Subject: "\x00" + text, Runs: runs, Known: true}
	return thing{bash, tool.Class{Subject: text, Verdict: v}}
}

// unsure is the command when the guard does not know all that it starts.
func (c thing) unsure() thing {
	v := *c.class.Verdict
	v.Known = false
	c.class.Verdict = &v
	return c
}

// whole is a program of which all is known, as is cut up to its words; reads only reads, and wraps only
// starts others.
func whole(words ...string) fsapi.Run { return fsapi.Run{Words: words, Whole: true} }
func cut(words ...string) fsapi.Run   { return fsapi.Run{Words: words} }
func reads(words ...string) fsapi.Run { return fsapi.Run{Words: words, Whole: true, ReadOnly: true} }
func wraps(words ...string) fsapi.Run { return fsapi.Run{Words: words, Whole: true, Wraps: true} }

// rules reads rules that must be readable.
func rules(t testing.TB, texts ...string) []policy.Rule {
	t.Helper()
	var all []policy.Rule
	for _, text := range texts {
		r, err := policy.Parse(text)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, r)
	}
	return all
}
