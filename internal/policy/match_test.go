package policy_test

import (
	"testing"

	"eidolon/actors/tool"
	"eidolon/internal/policy"
)

// effect says what one rule does to a call when it stands under deny, and what when it stands under allow,
// as two letters: d for denied and a for allowed, ? where a person has to say, - for no effect.
func effect(t *testing.T, rule string, c thing) string {
	t.Helper()
	o := policy.Options{Mode: policy.Ask, Person: true, Roots: []string{"/real/w", "/w"}, Home: "/home/me"}
	o.Rules = policy.Rules{Deny: rules(t, rule)}
	out := "-"
	switch r := policy.New(o).Rule(c.spec, c.class, nil); {
	case !r.Allow && !r.Ask:
		out = "d"
	case r.Rule == "permissions.deny":
		out = "?"
	}
	o.Rules = policy.Rules{Allow: rules(t, rule)}
	if r := policy.New(o).Rule(c.spec, c.class, nil); r.Rule == "permissions.allow" {
		return out + "a"
	}
	return out + "-"
}

// Which tools a rule is about, and by which names.
//
// Covers: R44
func TestToolsOfARule(t *testing.T) {
	for _, c := range []struct {
		rule string
		call thing
		want string
	}{
		{"Bash", commandOf("make", whole("make")), "da"},
		{"bash", commandOf("make", whole("make")), "da"},
		{"SysBuiltIn.bash", commandOf("make", whole("make")), "da"},
		{"Bash(*)", commandOf("make $X").unsure(), "da"},
		{"Bash", editOf("a"), "--"},
		{"Edit", editOf("a"), "da"},
		{"edit", moveOf("a", "b"), "da"},
		{"SysBuiltIn.edit", editOf("a"), "da"},
		{"sysbuiltin.EDIT", editOf("a"), "da"},
		{"edit_file", editOf("a"), "da"},
		{"SysBuiltIn.edit_file", editOf("a"), "da"},
		{"SysBuiltIn.edit", moveOf("a", "b"), "--"},
		{"move_file", editOf("a"), "--"},
		{"Edit", readOf("a"), "--"},
		{"Read", readOf("a"), "d-"}, // it needs no leave
		{"Read", editOf("a"), "--"},
		{"T.send", sendOf(""), "da"},
		{"send", sendOf("x"), "da"},
		{"T.receive", sendOf("x"), "--"},
		{"mcp__github", thing{spec: issue}, "da"},
		{"mcp__github__*", thing{spec: issue}, "da"},
		{"mcp__*", thing{spec: issue}, "da"},
		{"mcp__github__create_issue", thing{spec: issue}, "da"},
		{"mcp.github.create_issue", thing{spec: issue}, "da"},
		{"MCP__GitHub__Create_Issue", thing{spec: issue}, "da"},
		{"mcp__git", thing{spec: issue}, "--"},
		{"mcp__github__create", thing{spec: issue}, "--"},
		{"mcp__github", thing{spec: tool.Spec{Namespace: "mcp.github", Name: "create_issue"}}, "da"},
	} {
		if got := effect(t, c.rule, c.call); got != c.want {
			t.Errorf("%s about %s: %s, want %s", c.rule, c.call.spec.FullName(), got, c.want)
		}
	}
}

// What a rule is about: the path, both ends of a move, any other text. Without a subject only a bare rule
// fits.
//
// Covers: R45
func TestSubjects(t *testing.T) {
	for _, c := range []struct {
		rule string
		call thing
		want string
	}{
		{"Edit(docs/**)", editOf("docs/a/b.md"), "da"},
		{"Edit(docs/**)", editOf("docs.md"), "--"},
		{"Edit(docs/*)", editOf("docs/a.md"), "da"},
		{"Edit(docs/*)", editOf("docs/a/b.md"), "d-"}, // below docs/a, which is denied
		{"Edit(docs)", editOf("docs/a.md"), "d-"},
		{"Edit(docs/)", editOf("docs/a/b.md"), "da"},
		{"Edit(./docs/a.md)", editOf("docs/a.md"), "da"},
		{"Edit(Docs/A.md)", editOf("docs/a.md"), "d-"},
		{"Edit(*.key)", editOf("a.key"), "da"},
		{"Edit(*.key)", editOf("a/b.key"), "d-"},
		{"Edit(./*.key)", editOf("a/b.key"), "--"},
		{"Edit(**/*.key)", editOf("a/b.key"), "da"},
		{"Edit(**/*.key)", editOf("a.key"), "da"},
		{"Edit({a,b/c}/*.md)", editOf("b/c/x.md"), "da"},
		{"Edit({a,b}/*.md)", editOf("c/x.md"), "--"},
		{`Edit(a\[1\].md)`, editOf("a[1].md"), "da"},
		{"Edit(**)", editOf("a/b"), "da"},
		{"Edit(/w/docs/**)", editOf("docs/a"), "da"},
		{"Edit(/real/w/docs/**)", editOf("docs/a"), "da"},
		{"Edit(/elsewhere/**)", editOf("docs/a"), "--"},
		{"Edit(~/notes/*)", editOf("/home/me/notes/a"), "da"},
		{"Edit(docs/**)", editOf("/real/w/docs/a"), "da"},
		{"edit=docs/a", editOf("docs/a"), "da"},
		{"edit=docs/*", editOf("docs/a"), "--"},
		{"Read(secrets/**)", readOf("secrets/a"), "d-"},
		{"Read(.env)", readOf("deep/.env"), "d-"},
		{"Edit(a/**)", moveOf("a/x", "b/x"), "d-"},
		{"Edit(b/**)", moveOf("a/x", "b/x"), "d-"},
		{"Edit({a,b}/**)", moveOf("a/x", "b/x"), "da"},
		{"Edit(c/**)", moveOf("a/x", "b/x"), "--"},
		{"Edit(a/secret/**)", moveOf("a", "b"), "d-"}, // it would take the secret along
		{"Edit(a/secret/**)", moveOf("as", "b"), "--"},
		{"T.send(hello)", sendOf("hello"), "da"},
		{"T.send(hello)", sendOf("hello world"), "--"},
		{"T.send(hello*)", sendOf("hello world"), "da"},
		{"T.send(hello:*)", sendOf("hello world"), "da"},
		{"T.send=hello*", sendOf("hello world"), "--"},
		{"T.send(hello)", sendOf(""), "--"},
		{"mcp__github(x)", thing{spec: issue}, "--"},
	} {
		if got := effect(t, c.rule, c.call); got != c.want {
			t.Errorf("%s about %v %v: %s, want %s", c.rule, c.call.class.Subject, c.call.class.Also, got, c.want)
		}
	}
}

// Rules about commands are matched with what the command would start: to allow, all of it; to deny, any.
//
// Covers: R46
func TestCommands(t *testing.T) {
	test := whole("go", "test", "./...")
	for _, c := range []struct {
		name, rule string
		call       thing
		want       string
	}{
		{"the prefix", "Bash(go test:*)", commandOf("go test ./...", test), "da"},
		{"its former form", "Bash(go test *)", commandOf("go test ./...", test), "da"},
		{"nothing behind it", "Bash(go test:*)", commandOf("go test", whole("go", "test")), "da"},
		{"words, not letters", "Bash(go test:*)", commandOf("go testament", whole("go", "testament")), "--"},
		{"a quoted word", `Bash(git commit -m "a b")`, commandOf("git commit -m 'a b'", whole("git", "commit", "-m", "a b")), "da"},
		{"another program", "Bash(go test:*)", commandOf("cargo test", whole("cargo", "test")), "--"},
		{"an option before the subcommand", "Bash(git push:*)", commandOf("git -C x push", whole("git", "-C", "x", "push")), "d-"},
		{"an option with a value in it", "Bash(git push:*)", commandOf("git --git-dir=x push", whole("git", "--git-dir=x", "push")), "d-"},
		{"a subcommand as a program of its own", "Bash(git push:*)", commandOf("git-push x", whole("/usr/lib/git-core/git-push", "x")), "d-"},
		{"another one of these", "Bash(git push:*)", commandOf("git-log push", whole("git-log", "push")), "--"},
		{"another subcommand with that word", "Bash(git push:*)", commandOf("git log push", whole("git", "log", "push")), "--"},
		{"the program by its path", "Bash(rm:*)", commandOf("/bin/rm x", whole("/bin/rm", "x")), "d-"},
		{"the program with an ending", "Bash(git push:*)", commandOf("GIT.exe push", whole("GIT.exe", "push")), "d-"},

		{"behind an operator", "Bash(go test:*)", commandOf("go test ./... && rm x", test, whole("rm", "x")), "d-"},
		{"in a chain with a reader", "Bash(go test:*)", commandOf("cd a && go test ./... | tail", reads("cd", "a"), test, reads("tail")), "da"},
		{"in a wrapper", "Bash(go test:*)", commandOf("timeout 5 go test ./...", wraps("timeout", "5", "go", "test", "./..."), test), "da"},
		{"the wrapper", "Bash(timeout:*)", commandOf("timeout 5 go test ./...", wraps("timeout", "5", "go", "test", "./..."), test), "d-"},
		{"in a substitution", "Bash(rm:*)", commandOf("echo $(rm x)", cut("echo"), whole("rm", "x")), "d-"},
		{"only readers, by the guard's word", "Bash(go test:*)", commandOf("ls /etc", reads("ls", "/etc")), "--"},

		{"with a variable or a file", "Bash(go test:*)", commandOf("A=1 go test", cut("go", "test")), "d-"},
		{"a word that is not known behind", "Bash(go test:*)", commandOf("go test $X", cut("go", "test")), "d-"},
		{"a word that is not known within", "Bash(git push:*)", commandOf("git $X", cut("git")), "?-"},
		{"and an option before it", "Bash(git push:*)", commandOf("git -C $X", cut("git", "-C")), "?-"},
		{"a program that is not known", "Bash(git push:*)", commandOf("$X push").unsure(), "?-"},
		{"a program without words", "Bash(git push:*)", commandOf("$X push", cut()), "?-"},
		{"known enough to be another", "Bash(git push:*)", commandOf("git status $X", cut("git", "status")), "--"},
		{"more than is known", "Bash(go test:*)", commandOf("go test ./...; $X", test).unsure(), "d-"},

		{"the very command", "Bash(git status)", commandOf("git status", whole("git", "status")), "da"},
		{"and no more", "Bash(git status)", commandOf("git status -s", whole("git", "status", "-s")), "--"},
		{"the very command in a chain", "Bash(git push)", commandOf("ls; git push", reads("ls"), whole("git", "push")), "da"},
		{"the very command into a file", "Bash(git push)", commandOf("git push > x", cut("git", "push")), "d-"},
		{"the very command, half known", "Bash(git push origin)", commandOf("git push $X", cut("git", "push")), "?-"},
		{"the very text", "Bash(a | b > c)", commandOf("a | b > c", whole("a"), cut("b")), "da"},
		{"the very text, whatever it does", "Bash(eval $X)", commandOf("eval $X").unsure(), "da"},
		{"another text", "Bash(a | b > c)", commandOf("a | b > d", whole("a"), cut("b")), "--"},
		{"a text with a star", "Bash=rm *", commandOf("rm *", cut("rm")), "da"},
		{"which is no prefix", "Bash=rm *", commandOf("rm x", whole("rm", "x")), "--"},
		{"the older form", "bash=go test ./...", commandOf("go test ./...", test), "da"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := effect(t, c.rule, c.call); got != c.want {
				t.Errorf("%s about %q: %s, want %s", c.rule, c.call.class.Subject, got, c.want)
			}
		})
	}
}

// Rules allow a command together.
func TestRulesAllowTogether(t *testing.T) {
	both := rules(t, "Bash(go test:*)", "Bash(git status)")
	o := policy.Options{Mode: policy.Ask, Rules: policy.Rules{Allow: both[:1]}}
	c := commandOf("go test; git status", whole("go", "test"), whole("git", "status"))
	if r := policy.New(o).Rule(c.spec, c.class, nil); r.Allow {
		t.Errorf("half of it is allowed: %+v", r)
	}
	if r := policy.New(o).Rule(c.spec, c.class, []string{"Bash(git status)"}); !r.Allow {
		t.Errorf("a grant does not help: %+v", r)
	}
	o.Rules.Allow = both
	if r := policy.New(o).Rule(c.spec, c.class, nil); !r.Allow {
		t.Errorf("both are allowed: %+v", r)
	}
}
