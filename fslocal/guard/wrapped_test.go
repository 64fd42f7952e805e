package guard

import (
	"fmt"
	"strings"
	"testing"

	"mvdan.cc/sh/v3/syntax"

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
	"%s\ntrue",
	"true | {\n%s\n}",
	"$(%s\n)",
	"nohup bash -c %q &",
	"A=1 B=2 env C=3 sh -c %q",
	"sh <<'end-of-it'\n%s\nend-of-it\n",
	"cat <<'end-of-it' | bash\n%s\nend-of-it\n",
	"echo a | xargs -I{} sh -c %q",
	"xargs -n1 bash -c %q _ < list",
	"echo a b | while read wrapped; do\n%s\ndone",
	"select wrapped in 1; do\n%s\nbreak; done",
	"[[ -n $(%s\n) ]]",
	"setsid -f sh -c %q",
	"command eval %q",
	"exec bash -c %q",
	"busybox sh -c %q",
	"source <(echo %q)",
	"wrapping() { local made=$1; shift; eval \"$made\"; }; wrapping %q",
	"printf -v made '%%s' %q; eval \"$made\"",
	"wrapping=(sh -c %q); \"${wrapping[@]}\"",
}

// prefixes run the program that follows, and make nothing harmless either.
var prefixes = []string{
	"env %s", "env A=1 %s", "A=1 %s", "timeout 5 %s", "timeout -k 1 5s %s", "nohup %s &", "time %s", "setsid %s", "nice -n 5 %s",
	"command %s", "exec %s", "stdbuf -oL %s", "ionice -c3 %s", "%s; true", "true; %s", "true | %s", "! %s", "%s &", "%s || true", "busybox env %s",
	"xargs %s < /dev/null", "find . -maxdepth 0 -exec %s \\;", "ls && %s",
}

// TestWrapped: what is denied is denied in every wrapping.
//
// Covers: E49
func TestWrapped(t *testing.T) {
	g := New(testOptions)
	for i, l := range corpus(t, "dangerous.txt") {
		if l.want != "deny" || skipWrapping(g, l.command) {
			continue
		}
		for j, w := range wrappings {
			if (i+j)%4 != 0 && !testing.Verbose() {
				continue // all of them take seconds
			}
			text := wrap(w, l.command)
			if v := g.Judge(fsapi.Command{Text: text}); v.Decision != fsapi.Deny {
				t.Errorf("%v: %q is %s (%s)", l, text, v.Decision, v.Rule)
			}
		}
	}
}

// TestPrefixed: a denied program is denied behind a program that runs it.
//
// Covers: E49
func TestPrefixed(t *testing.T) {
	g := New(testOptions)
	for _, l := range corpus(t, "dangerous.txt") {
		if l.want != "deny" || !plainProgram(l.command) {
			continue
		}
		for _, p := range prefixes {
			text := fmt.Sprintf(p, l.command)
			if v := g.Judge(fsapi.Command{Text: text}); v.Decision != fsapi.Deny {
				t.Errorf("%v: %q is %s (%s)", l, text, v.Decision, v.Rule)
			}
		}
	}
}

// plainProgram tells whether a command is one program with its words and nothing else, and no part of
// the shell.
func plainProgram(command string) bool {
	stmts, err := parse(command)
	if err != nil || len(stmts) != 1 || len(stmts[0].Redirs) > 0 || stmts[0].Background || stmts[0].Negated || strings.ContainsAny(command, "#\\{$`\n<") {
		return false
	}
	call, ok := stmts[0].Cmd.(*syntax.CallExpr)
	if !ok || len(call.Args) == 0 || len(call.Assigns) > 0 {
		return false
	}
	switch name := strings.ToLower(call.Args[0].Lit()); name {
	case "", ".", "source", "eval", "exec", "command", "builtin", "cd", "alias", "trap", "hash", "enable", "export", "kill", "[", "test", "printf", "read",
		"unset", "let", "set", "declare", "typeset", "local", "readonly", "ulimit", "history", "coproc", "time", "mapfile", "wait", "echo", "noglob", "nocorrect", "-":
		return false
	}
	return true
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
	case strings.Contains(command, "{}"), strings.Contains(command, "\r"), strings.Contains(command, "end-of-it"):
		return true
	}
	return strings.HasSuffix(command, "\\")
}

// FuzzWrapped: what is denied stays denied in a shell of its own, in a subshell and behind a pipe.
func FuzzWrapped(f *testing.F) {
	for _, l := range corpus(f, "dangerous.txt") {
		if l.want == "deny" {
			f.Add(l.command)
		}
	}
	g := New(testOptions)
	f.Fuzz(func(t *testing.T, text string) {
		v := g.Judge(fsapi.Command{Text: text})
		if v.Decision != fsapi.Deny || skipWrapping(g, text) || strings.ContainsAny(text, "@*#0123456789") || !complete(text) {
			return
		}
		for _, w := range []string{"(%s\n)", "true | {\n%s\n}", "sh -c %q", "bash <<'end-of-it'\n%s\nend-of-it\n", "echo %q | sh", "x=$(%s\n)"} {
			wrapped := wrap(w, text)
			if got := g.Judge(fsapi.Command{Text: wrapped}); got.Decision != fsapi.Deny {
				t.Fatalf("%q is denied (%s), and %q is %s", text, v.Rule, wrapped, got.Decision)
			}
		}
	})
}

// complete tells whether a text is whole statements, without a here-document, whose end a wrapping
// could move, and without a shell history or a name of its own.
func complete(text string) bool {
	_, err := parse(text)
	return err == nil && !strings.Contains(text, "<<") && !strings.HasPrefix(text, "+") && !strings.HasPrefix(text, "-")
}
