package guard

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"eidolon/fsapi"
)

// wrappings are ways to run a command that make nothing harmless. "%s" is the command, "%q" the same
// as a shell word.
var wrappings = []string{
	"true; %s",
	"(%s\n)",
	"{ %s\n}",
	"true && {\n%s\n}",
	"false || (%s\n)",
	"! {\n%s\n}",
	"(%s\n) | cat",
	"true | (%s\n)",
	"if true; then\n%s\nfi",
	"if false; then :; else\n%s\nfi",
	"if {\n%s\n}; then :; fi",
	"while true; do\n%s\nbreak; done",
	"until false; do\n%s\nbreak; done",
	"for i in 1; do\n%s\ndone",
	"case x in x)\n%s\n;; esac",
	"wrapped() {\n%s\n}; wrapped",
	"wrapped() {\n%s\n}",
	"x=$(%s\n)",
	"echo \"$(%s\n)\"",
	"cat <(%s\n)",
	"{\n%s\n} > /dev/null 2>&1",
	"cd .; {\n%s\n}",
	"A=1; {\n%s\n}",
	"time {\n%s\n}",
	"coproc {\n%s\n}",
	"(%s\n) &",
	"bash -c %q",
	"sh -c %q",
	"A=1 bash -c %q",
	"env bash -c %q",
	"nohup sh -c %q",
	"timeout 5 bash -c %q",
	"eval %q",
	"trap %q EXIT",
	"bash <<< %q",
	"echo %q | bash",
	"printf '%%s' %q | sh",
	"xargs -I{} sh -c %q < list",
	"find . -exec sh -c %q \\;",
	"git -c alias.x=!%q x",
	"echo %q > made.sh; bash made.sh",
	"wrapping=%q; eval \"$wrapping\"",
	"alias y=%q; y",
}

// TestWrapped: what is denied is denied in every wrapping.
//
// Covers: E49
func TestWrapped(t *testing.T) {
	g := New(testOptions)
	for _, l := range corpus(t, "dangerous.txt") {
		if l.want != "deny" || skipWrapping(g, l.command) {
			continue
		}
		for _, w := range wrappings {
			text := wrap(w, l.command)
			if v := g.Judge(fsapi.Command{Text: text}); v.Decision != fsapi.Deny {
				t.Errorf("%v: %q is %s (%s)", l, text, v.Decision, v.Rule)
			}
		}
	}
}

// wrap puts a command into a wrapping.
func wrap(w, command string) string {
	if strings.Contains(w, "%q") {
		return fmt.Sprintf(w, shellWord(command))
	}
	return fmt.Sprintf(w, command)
}

func shellWord(s string) rawWord { return rawWord("'" + strings.ReplaceAll(s, "'", `'\''`) + "'") }

// rawWord is printed as it is by %q.
type rawWord string

// Format writes the word whatever the verb is.
func (w rawWord) Format(f fmt.State, _ rune) { fmt.Fprint(f, string(w)) }

// skipWrapping leaves out commands that are not one complete text, and those about positional
// parameters or unset variables, which a wrapping can set.
func skipWrapping(g *Guard, command string) bool {
	v := g.Judge(fsapi.Command{Text: command})
	switch {
	case v.Rule == ruleParse, v.Rule == ruleControl, v.Rule == ruleEncoding:
		return true
	case strings.Contains(command, "{}"), strings.Contains(command, "\r"):
		return true
	}
	return strings.HasSuffix(command, "\\")
}

// TestPrefix: a variable in front of a program changes nothing.
func TestPrefix(t *testing.T) {
	g := New(testOptions)
	for _, command := range []string{"sudo id", "rm -rf /", "reboot", "mkfs.ext4 /dev/sda", "chmod -R 777 /", "kill -9 -1"} {
		for _, prefix := range []string{"A=1 ", "A=1 B=$(date) ", "PATH=/x:$PATH ", "A= ", ">/dev/null ", "2>&1 ", "</dev/null "} {
			if v := g.Judge(fsapi.Command{Text: prefix + command}); v.Decision != fsapi.Deny {
				t.Errorf("%q is %s", prefix+command, v.Decision)
			}
		}
	}
}

// TestDir: paths count from the directory that the command starts in.
func TestDir(t *testing.T) {
	g := New(testOptions)
	for _, tt := range []struct {
		dir, text string
		want      fsapi.Decision
	}{
		{"", "rm -rf ..", fsapi.Deny},
		{"a", "rm -rf ..", fsapi.Ask},
		{"a/b", "rm -rf ..", fsapi.Allow},
		{"a/b", "rm -rf ../..", fsapi.Ask},
		{"a/b", "rm -rf ../../..", fsapi.Deny},
		{"a/b", "rm -rf *", fsapi.Allow},
		{"/", "rm -rf *", fsapi.Deny},
		{"/home/dev", "rm -rf *", fsapi.Deny},
		{"..", "rm -rf *", fsapi.Deny},
	} {
		c := fsapi.Command{Text: tt.text, Dir: tt.dir}
		v := g.Judge(c)
		if v.Decision != tt.want {
			t.Errorf("%q in %q is %s (%s), want %s", tt.text, tt.dir, v.Decision, v.Rule, tt.want)
		}
		if v.Subject != c.Subject() {
			t.Errorf("subject is %q, want %q", v.Subject, c.Subject())
		}
	}
}

// TestWorkspaces: what must stay depends on where the workspace and the home directory are.
func TestWorkspaces(t *testing.T) {
	for _, tt := range []struct {
		name      string
		workspace string
		home      string
		text      string
		want      fsapi.Decision
	}{
		{"in tmp, own file", "/tmp/ws", "/root", "rm -rf build", fsapi.Allow},
		{"in tmp, neighbour", "/tmp/ws", "/root", "rm -rf ../other", fsapi.Ask},
		{"in tmp, other temp", "/tmp/ws", "/root", "echo x > /tmp/other", fsapi.Ask},
		{"in tmp, parent", "/tmp/ws", "/root", "rm -rf ..", fsapi.Deny},
		{"below usr", "/usr/src/app", "/root", "rm -rf build", fsapi.Allow},
		{"below usr, system", "/usr/src/app", "/root", "rm -rf /usr/lib", fsapi.Deny},
		{"below var", "/var/www/site", "/root", "rm -rf cache", fsapi.Allow},
		{"root home", "/root/p", "/root", "rm -rf ~", fsapi.Deny},
		{"root home, own file", "/root/p", "/root", "rm -rf ~/p/build", fsapi.Allow},
		{"home is workspace", "/home/dev", "/home/dev", "rm -rf build", fsapi.Allow},
		{"home is workspace, all", "/home/dev", "/home/dev", "rm -rf *", fsapi.Deny},
		{"top directory", "/workspace", "/root", "rm -rf build", fsapi.Allow},
		{"top directory, self", "/workspace", "/root", "rm -rf /workspace", fsapi.Ask},
		{"mac home", "/Users/dev/p", "/Users/dev", "rm -rf /Users/dev", fsapi.Deny},
		{"mac other home", "/Users/dev/p", "/Users/dev", "rm -rf /Users/bob", fsapi.Deny},
		{"root as workspace", "/", "/root", "rm -rf /etc", fsapi.Deny},
		{"root as workspace, other", "/", "/root", "rm -rf /opt/x/y", fsapi.Ask},
		{"usr as workspace", "/usr", "/root", "rm -rf /usr/lib", fsapi.Deny},
		{"no workspace", "", "/root", "rm -rf build", fsapi.Ask},
		{"no home", "/home/dev/p", "", "rm -rf ~", fsapi.Deny},
	} {
		g := New(Options{Workspace: tt.workspace, Home: tt.home, User: "dev"})
		if v := g.Judge(fsapi.Command{Text: tt.text}); v.Decision != tt.want {
			t.Errorf("%s: %q is %s (%s), want %s", tt.name, tt.text, v.Decision, v.Rule, tt.want)
		}
	}
}

// TestForbidRead: a reader of a forbidden path is not a reader.
func TestForbidRead(t *testing.T) {
	o := testOptions
	o.ForbidRead = []string{"secrets", "~/proj/private/*.key"}
	g := New(o)
	for text, want := range map[string]bool{
		"cat a":                true,
		"cat secrets/a":        false,
		"cat ./secrets/a":      false,
		"cat private/x":        true,
		"cat private/x.key":    false,
		"grep -r x .":          false,
		"grep -r x src":        true,
		"find . -name x":       false,
		"cat *":                false,
		"cat *.go":             true,
		"cat s*/a":             false,
		"cd secrets && cat a":  false,
		"ls":                   true,
		"cat < secrets/a":      false,
		"git grep x":           false,
		"cat src/../secrets/a": false,
	} {
		if v := g.Judge(fsapi.Command{Text: text}); v.ReadOnly != want {
			t.Errorf("%q: read only is %v, want %v", text, v.ReadOnly, want)
		}
	}
}

// TestSpan: the place of a finding is the part of the command that it is about.
func TestSpan(t *testing.T) {
	g := New(testOptions)
	for _, tt := range []struct{ text, rule, part string }{
		{"echo hi; sudo ls", "privilege.sudo", "sudo ls"},
		{"rm -rf build /", "delete.root", "/"},
		{"echo x > /dev/sda", "device.write", "> /dev/sda"},
		{"bash -c 'echo a; reboot' b", "power.shutdown", "'echo a; reboot'"},
		{"echo a\r\nsudo b\r\n", "privilege.sudo", "sudo b"},
		{"echo hi\x1b", "text.control", "\x1b"},
	} {
		v := g.Judge(fsapi.Command{Text: tt.text})
		if got := tt.text[v.Start:v.End]; v.Rule != tt.rule || got != tt.part {
			t.Errorf("%q: rule %s at %q, want %s at %q", tt.text, v.Rule, got, tt.rule, tt.part)
		}
	}
}

// TestSame: the same command always gets the same verdict.
func TestSame(t *testing.T) {
	for _, l := range corpus(t, "dangerous.txt") {
		c := fsapi.Command{Text: l.command}
		first := New(testOptions).Judge(c)
		for range 3 {
			if again := New(testOptions).Judge(c); again != first {
				t.Fatalf("%q: %+v, then %+v", l.command, first, again)
			}
		}
	}
}

// TestRules: every rule has a sentence and a decision.
func TestRules(t *testing.T) {
	for id, r := range rules {
		if r.decision != fsapi.Ask && r.decision != fsapi.Deny {
			t.Errorf("%s decides %q", id, r.decision)
		}
		if !strings.HasSuffix(r.reason, ".") || strings.Count(r.reason, "%s") > 1 {
			t.Errorf("%s: reason %q", id, r.reason)
		}
	}
}

// bombs are texts made to take long or to nest deeply.
func bombs() map[string]string {
	const size = 200_000
	fill := func(unit string) string { return strings.Repeat(unit, size/len(unit)) }
	return map[string]string{
		"parentheses":       fill("("),
		"arithmetic":        fill("(("),
		"substitutions":     fill("$("),
		"braces":            fill("{a,b}"),
		"brace words":       "echo " + fill("{a,b} "),
		"nested braces":     "echo " + strings.Repeat("{", 100) + "a" + strings.Repeat(",b}", 100),
		"sequences":         "echo {1..100000000}",
		"sequence product":  "echo {1..99}{1..99}{1..99}",
		"statements":        fill("a;"),
		"pipes":             fill("a|"),
		"and":               fill("a&&"),
		"or":                fill("a||"),
		"if":                fill("if "),
		"while":             fill("while a;do "),
		"loops":             strings.Repeat("while a; do x=$x$x; ", 60) + strings.Repeat("done;", 60),
		"for":               strings.Repeat("for i in 1 2 3 4 5 6 7 8; do ", 30) + "echo" + strings.Repeat(";done", 30),
		"doubling":          "x=aaaaaaaa;" + strings.Repeat("x=$x$x;", 100) + "echo $x",
		"printing":          "x=$(echo aaaaaaaaaa" + strings.Repeat("; echo $x$x", 100) + ")",
		"functions":         functionTower(60),
		"variables":         manyVariables(10_000),
		"subshells":         manyVariables(2_000) + fill("(x=1);"),
		"alternatives":      strings.Repeat("a && x=1$x;", 200) + "rm -rf $x",
		"many alternatives": manyAlternatives(30),
		"eval":              strings.Repeat("eval ", 5_000) + "ls",
		"quotes":            fill(`"$(echo "`),
		"backquotes":        fill("`a`"),
		"here-documents":    fill("<<a "),
		"globs":             "rm -rf /" + fill("*a"),
		"glob program":      "/" + fill("*/"),
		"stars":             strings.Repeat("* ", 5000),
		"dots":              "rm -rf " + fill("../"),
		"words":             "echo " + fill("a "),
		"long word":         "rm -rf " + fill("a"),
		"escapes":           "echo $'" + fill(`\x41`) + "'",
		"text":              "cat > x <<'EOF'\n" + fill("some text, and (more) of it\n") + "EOF\n",
		"comments":          fill("# a\n"),
		"aliases":           "alias a='a a';" + fill("a;"),
		"xargs":             "echo " + fill("a ") + "| xargs -I{} sh -c '{}'",
		"trim":              "x=" + fill("ab") + "; echo ${x##*a*b*}",
		"tar":               "tar " + fill("--checkpoint-action=exec=ls "),
		"sed":               "sed '" + fill("s/a/b/;") + "' x",
		"awk":               "awk '" + fill("print \"a\" | \"b\";") + "' x",
		"python":            "python -c 'import os\n" + fill("os.system(\"ls\")\n") + "'",
		"cd":                fill("cd a;"),
		"cd or":             fill("cd a || cd b;"),
		"links":             fill("ln -s a b;"),
		"files":             manyFiles(3000),
		"links chain":       manyLinks(500),
		"process":           fill("cat <(a) "),
		"case":              "case x in " + fill("a) b;; ") + "esac",
		"crlf":              fill("a\r\n"),
		"find":              "find . " + fill("-exec a {} + "),
	}
}

func functionTower(n int) string {
	var b strings.Builder
	b.WriteString("f0() { ls; };")
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, "f%d() { f%d; f%d; };", i, i-1, i-1)
	}
	fmt.Fprintf(&b, "f%d", n-1)
	return b.String()
}

func manyVariables(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "v%d=%d;", i, i)
	}
	return b.String()
}

func manyAlternatives(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "if a; then v%d=1; else v%d=2; fi;", i, i)
	}
	b.WriteString("rm -rf ")
	for i := range n {
		fmt.Fprintf(&b, "$v%d/", i)
	}
	return b.String()
}

func manyFiles(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "echo a > f%d & ", i)
	}
	return b.String()
}

func manyLinks(n int) string {
	var b strings.Builder
	for i := range n {
		fmt.Fprintf(&b, "ln -s l%d l%d;", i+1, i)
	}
	return b.String() + "rm -rf l0/"
}

// Covers: E49
func TestBounded(t *testing.T) {
	g := New(testOptions)
	for name, text := range bombs() {
		t.Run(name, func(t *testing.T) {
			v := g.Judge(fsapi.Command{Text: text})
			if v.Decision == "" || v.Rule == ruleFailed {
				t.Errorf("verdict %+v", v)
			}
		})
	}
	if v := g.Judge(fsapi.Command{Text: strings.Repeat("a", maxText+1)}); v.Rule != ruleSize {
		t.Errorf("a text over the limit is %s (%s)", v.Decision, v.Rule)
	}
}

func FuzzJudge(f *testing.F) {
	for _, name := range []string{"dangerous.txt", "harmless.txt", "readers.txt"} {
		for _, l := range corpus(f, name) {
			f.Add(l.command)
		}
	}
	g := New(testOptions)
	f.Fuzz(func(t *testing.T, text string) {
		v := g.Judge(fsapi.Command{Text: text})
		switch {
		case v.Decision != fsapi.Allow && v.Decision != fsapi.Ask && v.Decision != fsapi.Deny:
			t.Fatalf("decision %q", v.Decision)
		case v.Rule == ruleFailed:
			t.Fatalf("the guard failed on %q", text)
		case v.Start < 0 || v.End < v.Start || v.End > len(text):
			t.Fatalf("span [%d, %d) of %q", v.Start, v.End, text)
		case (v.Decision == fsapi.Allow) != (v.Rule == ""):
			t.Fatalf("%s by rule %q", v.Decision, v.Rule)
		case v.ReadOnly && v.Decision != fsapi.Allow:
			t.Fatalf("a reader that is %s", v.Decision)
		case !utf8.ValidString(v.Reason):
			t.Fatalf("reason %q", v.Reason)
		}
		if v.Decision == fsapi.Deny && v.Rule != ruleParse {
			if w := g.Judge(fsapi.Command{Text: "true\n" + text}); w.Decision != fsapi.Deny {
				t.Fatalf("%q is denied, and %s after another command", text, w.Decision)
			}
		}
	})
}
