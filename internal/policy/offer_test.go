package policy_test

import (
	"path"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/policy"
)

// What a person is asked, and what an answer may cover beside the call. What the guard, a rule or a
// protected name asks about is asked each time.
//
// Covers: R48
func TestQuestionsNameWhatTheyCover(t *testing.T) {
	elsewhere := commandOf("./run.sh", whole("./run.sh"))
	elsewhere.class.Verdict.Subject = "sub\x00./run.sh"
	for _, c := range []struct {
		name string
		call thing
		want dispatcher.Ruling
	}{
		{"an edit", editOf("docs/a[1].md"), dispatcher.Ruling{
			Rule: "mode.ask", Reason: "SysBuiltIn.edit may change things.", By: "policy",
			Grant: "Edit", Covers: "every edit of files in the workspace",
			Kept: `Edit(docs/a\[1\].md)`, KeptCovers: "every edit of docs/a[1].md",
		}},
		{"a move", moveOf("a,b", "c"), dispatcher.Ruling{
			Rule: "mode.ask", Reason: "SysBuiltIn.move_file may change things.", By: "policy",
			Grant: "Edit", Covers: "every edit of files in the workspace", Kept: `Edit({a\,b,c})`, KeptCovers: "every edit of a,b and c",
		}},
		{"a command", commandOf("go test ./...", whole("go", "test", "./...")), dispatcher.Ruling{
			Rule: "mode.ask", Reason: "The command may change things.", By: "policy",
			Grant: "Bash(go test ./...)", Covers: "the command `go test ./...`",
			Wide: "Bash(go test:*)", WideCovers: "every command that begins with `go test`",
		}},
		{"a command elsewhere", elsewhere, dispatcher.Ruling{
			Rule: "mode.ask", Reason: "The command may change things.", By: "policy",
			Grant: "Bash(./run.sh)", Covers: "the command `./run.sh`, in any directory",
		}},
		{"a command with a star", commandOf("rm *", cut("rm")), dispatcher.Ruling{
			Rule: "mode.ask", Reason: "The command may change things.", By: "policy", Grant: "Bash=rm *", Covers: "the command `rm *`",
		}},
		{"another tool", sendOf("x"), dispatcher.Ruling{
			Rule: "mode.ask", Reason: "T.send may change things.", By: "policy", Grant: "T.send", Covers: "every use of T.send",
		}},
		{"what the guard asks about", guarded(commandOf("x", whole("x")), fsapi.Ask), dispatcher.Ruling{Rule: "guard.rule", Reason: "It may harm.", By: "guard", About: &dispatcher.Part{}}},
		{"a protected name", thing{edit, tool.Class{Edits: true, Subject: ".git/config", Protected: ".git/config"}}, dispatcher.Ruling{
			Rule: "protected.name", Reason: ".git/config is a file that programs act on.", By: "policy",
		}},
		{"a rule that asks", readOf("a"), dispatcher.Ruling{Rule: "permissions.ask", Reason: `The rule "Read" asks about it.`, By: "policy"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.want.Ask, c.want.ByMode = true, c.want.Rule == "mode.ask" // which an approved plan answers
			o := policy.Options{Mode: policy.Ask, Person: true, Rules: policy.Rules{Ask: rules(t, "Read")}}
			got := policy.New(o).Rule(c.call.spec, c.call.class, nil)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, scope := range []event.Scope{event.ScopeOnce, event.ScopeSession, event.ScopeProject} {
				for _, wide := range []bool{false, true} {
					grant := got.Leave(scope, wide)
					if (grant != "") != (got.Grant != "" && scope != event.ScopeOnce) {
						t.Errorf("scope %s, wide %v: %q", scope, wide, grant)
					}
					if grant == "" {
						continue
					}
					// What was granted is not asked about again, and the log says whose word that is.
					if r := policy.New(o).Rule(c.call.spec, c.call.class, []string{grant}); !r.Allow || r.Rule != "user.grant" || r.By != "user" {
						t.Errorf("with %s granted: %+v", grant, r)
					}
				}
			}
		})
	}
}

// A wider answer is offered where the beginning of a command says what it does, and nowhere else.
//
// Covers: R48
func TestWiderAnswers(t *testing.T) {
	for _, c := range []struct {
		call thing
		want string
	}{
		{commandOf("", whole("go", "test", "./...")), "Bash(go test:*)"},
		{commandOf("", whole("git", "push", "origin")), "Bash(git push:*)"},
		{commandOf("", whole("git", "stash", "drop")), "Bash(git stash drop:*)"},
		{commandOf("", whole("npm", "run", "build:prod", "--", "x")), "Bash(npm run build:prod:*)"},
		{commandOf("", whole("gh", "pr", "create")), "Bash(gh pr create:*)"},
		{commandOf("", whole("docker", "compose", "up")), "Bash(docker compose up:*)"},
		{commandOf("", whole("make", "test")), "Bash(make test:*)"},
		{commandOf("", whole("terraform", "plan")), "Bash(terraform plan:*)"},
		{commandOf("", reads("cd", "x"), whole("cargo", "build"), reads("tail")), "Bash(cargo build:*)"},
		{commandOf("", wraps("timeout", "5", "go", "test"), whole("go", "test")), "Bash(go test:*)"},

		{commandOf("", whole("go", "test")).unsure(), ""},
		{commandOf("", cut("go", "test")), ""},
		{commandOf("", whole("go", "test"), whole("go", "build")), ""},
		{commandOf("", reads("ls")), ""},
		{commandOf(""), ""},
		{commandOf("", whole("make")), ""},
		{commandOf("", whole("pytest", "-q")), ""},
		{commandOf("", whole("git", "-C", "x", "push")), ""},
		{commandOf("", whole("pytest", "tests/a.py")), ""},
		{commandOf("", whole("./gradlew", "build")), ""},
		{commandOf("", whole("go", "run", "main")), ""},
		{commandOf("", whole("npm", "exec", "x")), ""},
		{commandOf("", whole("npm", "run")), ""},
		{commandOf("", whole("docker", "run", "x")), ""},
		{commandOf("", whole("python3", "script")), ""},
		{commandOf("", whole("bash", "script")), ""},
		{commandOf("", whole("env", "make")), ""},
		{commandOf("", whole("rm", "x")), ""},
		{commandOf("", whole("curl", "host")), ""},
		{commandOf("", whole("sudo", "ls")), ""},
		{commandOf("", whole("cp", "a", "b")), ""},
	} {
		o := policy.Options{Mode: policy.Ask, Person: true}
		c.call.class.Subject = "x"
		if got := policy.New(o).Rule(c.call.spec, c.call.class, nil).Wide; got != c.want {
			t.Errorf("%v: %q, want %q", c.call.class.Verdict.Runs, got, c.want)
		}
	}
}

// Each grant that is offered can be read back as a rule, whatever the command or the path.
func FuzzGrants(f *testing.F) {
	for _, seed := range []string{"go test ./...", "rm *", "a:*", "echo \")\"", "x", "Bash(", "a\nb", "{,}", "[", "\\", " x ", "*", "(", ")"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, c := range []thing{commandOf(text), editOf(text), moveOf(text, "b"), sendOf(text)} {
			o := policy.Options{Mode: policy.Ask, Person: true, Roots: []string{"/w"}}
			r := policy.New(o).Rule(c.spec, c.class, nil)
			for _, grant := range []string{r.Grant, r.Kept} {
				if grant == "" || text == "" || text != path.Clean(text) { // as those of calls are
					continue
				}
				if _, err := policy.Parse(grant); err != nil {
					continue // it allows nothing
				}
				other := commandOf(text + "x")
				if got := policy.New(o).Rule(other.spec, other.class, []string{grant}); got.Allow {
					t.Errorf("%q allows the command %q", grant, other.class.Subject)
				}
				if grant == r.Kept && c.class.Also == nil {
					if got := policy.New(o).Rule(c.spec, c.class, []string{grant}); !got.Allow {
						t.Errorf("%q does not allow the edit that it was for", grant)
					}
					other = editOf(text + "x")
					if got := policy.New(o).Rule(other.spec, other.class, []string{grant}); got.Allow && text+"x" != "b" {
						t.Errorf("%q allows an edit of %q", grant, other.class.Subject)
					}
				}
			}
		}
	})
}

// Who is asked about a command hears when nothing keeps it in the workspace.
func TestCommandsThatNothingConfines(t *testing.T) {
	p := policy.New(policy.Options{Mode: policy.Ask, Person: true, Unconfined: true})
	for call, want := range map[*thing]string{
		new(commandOf("make", whole("make"))): "The command may change things, here and elsewhere: no sandbox confines it.",
		new(editOf("a")):                      "SysBuiltIn.edit may change things.",
	} {
		if got := p.Rule(call.spec, call.class, nil).Reason; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
