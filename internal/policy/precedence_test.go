package policy_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/dispatcher"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/policy"
)

// judge gives the outcome and the rule of a call.
func judge(o policy.Options, c thing, granted ...string) string {
	r := policy.New(o).Rule(c.spec, c.class, granted)
	if r.Rule == "" {
		return outcome(r)
	}
	return outcome(r) + " by " + r.Rule
}

func guarded(c thing, d fsapi.Decision) thing {
	v := *c.class.Verdict
	v.Decision, v.Rule, v.Reason = d, "guard.rule", "It may harm."
	c.class.Verdict = &v
	return c
}

// A person is told what the guard has found. What to do instead is advice for the model, which gets it
// when nobody is asked.
func TestGuardAsksInWordsForAPerson(t *testing.T) {
	c := guarded(commandOf("git reset", whole("git", "reset")), fsapi.Ask)
	c.class.Verdict.Reason = `"a; b" throws work away; stash it first, or get the person's consent.`
	for person, want := range map[bool]string{
		true:  `"a; b" throws work away.`,
		false: `"a; b" throws work away; stash it first, or get the person's consent. It needs a person's leave, and `,
	} {
		got := policy.New(policy.Options{Mode: policy.Ask, Person: person}).Rule(c.spec, c.class, nil).Reason
		if got, _, _ = strings.Cut(got, "nobody"); got != want {
			t.Errorf("person %v: %q", person, got)
		}
	}
}

// In plan mode a command is refused as one, and for git's differences there is a way.
func TestPlanRefusesCommands(t *testing.T) {
	const refused = "The command may change things; in plan mode only commands that are sure to read are allowed."
	for text, way := range map[string]bool{"make": false, "git diff HEAD": true, "/usr/bin/git -C x show": true, "git push": false} {
		c := commandOf(text, whole(strings.Fields(text)...))
		got := policy.New(policy.Options{Mode: policy.Plan, Person: true}).Rule(c.spec, c.class, nil).Reason
		if rest, ok := strings.CutPrefix(got, refused); !ok || way != strings.Contains(rest, "--no-ext-diff --no-textconv") {
			t.Errorf("%s: %q", text, got)
		}
	}
}

// What is asked about a command that the sandbox hindered stands first: a small screen shows no more.
func TestOutsideAsksFirst(t *testing.T) {
	c := commandOf("make", whole("make"))
	c.class.Outside = "the sandbox keeps commands off the network"
	got := policy.New(policy.Options{Mode: policy.Auto, Person: true}).Rule(c.spec, c.class, nil).Reason
	if want := "Run it again without the sandbox, with all your own rights? It failed: the sandbox keeps commands off the network."; got != want {
		t.Errorf("%q", got)
	}
}

// Deny comes before ask, ask before allow, allow before the mode; the guard stands above them all.
//
// Covers: R47, E49
func TestPrecedence(t *testing.T) {
	make1 := commandOf("make", whole("make"))
	protected := thing{edit, tool.Class{Edits: true, Subject: ".git/config", Protected: ".git/config"}}
	deny, ask, allow := rules(t, "Bash(make)", "Edit"), rules(t, "Bash(make)", "Edit", "Read"), rules(t, "Bash", "Edit")
	for _, c := range []struct {
		name  string
		rules policy.Rules
		call  thing
		want  string
	}{
		{"nothing", policy.Rules{}, make1, "ask by mode.ask"},
		{"allow", policy.Rules{Allow: allow}, make1, "allow by permissions.allow"},
		{"ask over allow", policy.Rules{Allow: allow, Ask: ask}, make1, "ask by permissions.ask"},
		{"deny over both", policy.Rules{Allow: allow, Ask: ask, Deny: deny}, make1, "refuse CommandBlocked by permissions.deny"},
		{"ask over a reader", policy.Rules{Ask: ask}, readOf("a"), "ask by permissions.ask"},
		{"a reader", policy.Rules{Deny: deny}, readOf("a"), "allow"},
		{"deny of an edit", policy.Rules{Allow: allow, Deny: deny}, editOf("a"), "refuse ApprovalDenied by permissions.deny"},
		{"the guard asks", policy.Rules{Allow: allow}, guarded(make1, fsapi.Ask), "ask by guard.rule"},
		{"the guard asks first", policy.Rules{Ask: ask}, guarded(make1, fsapi.Ask), "ask by guard.rule"},
		{"deny over the guard's question", policy.Rules{Deny: deny}, guarded(make1, fsapi.Ask), "refuse CommandBlocked by permissions.deny"},
		{"the guard denies", policy.Rules{Allow: allow, Deny: deny}, guarded(make1, fsapi.Deny), "refuse CommandBlocked by guard.rule"},
		{"a protected name", policy.Rules{Allow: allow}, protected, "ask by protected.name"},
	} {
		if got := judge(policy.Options{Mode: policy.Ask, Person: true, Rules: c.rules}, c.call); got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

// What an explicit rule does in each mode, with a person and without.
//
// Covers: R49, R54, G8
func TestRulesInEachMode(t *testing.T) {
	make1, reader := commandOf("make", whole("make")), readOf("a")
	perhaps := commandOf("$X").unsure()
	with := func(text string) []policy.Rule { return rules(t, text) }
	calls := []struct {
		rules policy.Rules
		call  thing
	}{
		{policy.Rules{Allow: with("Bash(make)")}, make1},
		{policy.Rules{Ask: with("Bash(make)")}, make1},
		{policy.Rules{Ask: with("Read")}, reader},
		{policy.Rules{Deny: with("Bash(make)")}, make1},
		{policy.Rules{Deny: with("Bash(make)")}, perhaps},
		{policy.Rules{Ask: with("Bash(make)"), Allow: with("Bash")}, perhaps},
	}
	const no, blocked = "refuse ApprovalDenied", "refuse CommandBlocked"
	for _, c := range []struct {
		mode   policy.Mode
		person bool
		want   []string
	}{
		{policy.Headless, false, []string{"allow", blocked, no, blocked, blocked, blocked}},
		{policy.Headless, true, []string{"allow", blocked, no, blocked, blocked, blocked}},
		{policy.Plan, false, []string{no, no, no, blocked, no, no}},
		{policy.Plan, true, []string{no, no, "ask", blocked, no, no}},
		{policy.Ask, false, []string{"allow", blocked, no, blocked, blocked, blocked}},
		{policy.Ask, true, []string{"allow", "ask", "ask", blocked, "ask", "ask"}},
		{policy.Auto, false, []string{"allow", blocked, no, blocked, blocked, blocked}},
		{policy.Auto, true, []string{"allow", "ask", "ask", blocked, "ask", "ask"}},
		{policy.Yolo, false, []string{"allow", "allow", "allow", blocked, "allow", "allow"}},
		{policy.Yolo, true, []string{"allow", "allow", "allow", blocked, "allow", "allow"}},
	} {
		var got []string
		for _, call := range calls {
			o := policy.Options{Mode: c.mode, Person: c.person, Rules: call.rules}
			got = append(got, outcome(policy.New(o).Rule(call.call.spec, call.call.class, nil)))
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("mode %s, person %v (-want +got):\n%s", c.mode, c.person, diff)
		}
	}
}

// What needs the user's consent is asked in every mode, and refused where nobody is.
//
// Covers: R54
func TestConsent(t *testing.T) {
	leave := thing{tool.Spec{Namespace: "SysBuiltIn", Name: "exit_plan_mode", ReadOnly: true}, tool.Class{ReadOnly: true, Consent: "Is the plan good?"}}
	for _, mode := range policy.Modes() {
		o := policy.Options{Mode: mode, Person: true, Rules: policy.Rules{Allow: rules(t, "exit_plan_mode")}}
		want := dispatcher.Ruling{Ask: true, Rule: "consent", Reason: "Is the plan good?", By: "policy"}
		if diff := cmp.Diff(want, policy.New(o).Rule(leave.spec, leave.class, nil)); diff != "" {
			t.Errorf("mode %s (-want +got):\n%s", mode, diff)
		}
		o.Person = false
		if got := judge(o, leave); got != "refuse ApprovalDenied by consent" {
			t.Errorf("mode %s without a person: %s", mode, got)
		}
		o.Rules.Deny = rules(t, "exit_plan_mode")
		if got := judge(o, leave); got != "refuse ApprovalDenied by permissions.deny" {
			t.Errorf("mode %s with a deny rule: %s", mode, got)
		}
	}
}

// Whether a command that the sandbox hindered runs again without it is asked where a person can be asked
// for leave, about their own commands too, and never where commands have to be confined.
//
// Covers: R54, R71
func TestOutside(t *testing.T) {
	again := commandOf("make", whole("make"))
	again.class.Outside = "The sandbox hides it."
	for _, mode := range policy.Modes() {
		for _, typed := range []bool{false, true} {
			again.class.Typed = typed
			o := policy.Options{Mode: mode, Person: true, Rules: policy.Rules{Allow: rules(t, "Bash")}}
			want := "ask by sandbox.outside"
			if mode == policy.Headless || mode == policy.Plan {
				want = "refuse ApprovalDenied by sandbox.outside"
			}
			if got := judge(o, again); got != want {
				t.Errorf("mode %s: %s, want %s", mode, got, want)
			}
			o.Enforced = true
			if got := judge(o, again); got != "refuse SandboxUnavailable by sandbox.outside" {
				t.Errorf("mode %s, always confined: %s", mode, got)
			}
		}
	}
}

// A tool that reads by somebody else's word only is asked about once, whatever the mode; the list of
// readers ends that and makes no reader of a tool that writes.
//
// Covers: R51, R52
func TestReadersByTheWordOfOthers(t *testing.T) {
	hinted := thing{lookUp, tool.Class{ReadOnly: true}}
	writes := thing{tool.Spec{Name: "mcp__docs__store", Hinted: true}, tool.Class{}}
	believed, _, err := policy.Read(policy.Lists{Readers: []policy.Line{{Text: "mcp__docs__look_up"}, {Text: "mcp__docs__store"}}})
	if err != nil {
		t.Fatal(err)
	}
	const refused, asked = "refuse ApprovalDenied by reader.trust", "ask by reader.trust"
	for _, c := range []struct {
		mode   policy.Mode
		person bool
		want   []string // not believed, believed by configuration, by an answer, allowed by a rule, a writer that is listed
	}{
		{policy.Headless, false, []string{refused, "allow", "allow", "allow", "allow"}},
		{policy.Plan, false, []string{refused, "allow", "allow", refused, "refuse ApprovalDenied by mode.plan"}},
		{policy.Plan, true, []string{asked, "allow", "allow", asked, "refuse ApprovalDenied by mode.plan"}},
		{policy.Ask, false, []string{refused, "allow", "allow", "allow by permissions.allow", "refuse ApprovalDenied by mode.ask"}},
		{policy.Ask, true, []string{asked, "allow", "allow", "allow by permissions.allow", "ask by mode.ask"}},
		{policy.Auto, true, []string{asked, "allow", "allow", "allow", "allow"}},
		{policy.Yolo, true, []string{asked, "allow", "allow", "allow", "allow"}},
		{policy.Yolo, false, []string{refused, "allow", "allow", "allow", "allow"}},
	} {
		o := policy.Options{Mode: c.mode, Person: c.person}
		listed, allowed := o, o
		listed.Rules, allowed.Rules = believed, policy.Rules{Allow: rules(t, "mcp__docs")}
		got := []string{
			judge(o, hinted), judge(listed, hinted), judge(o, hinted, "Reads(mcp__docs__look_up)"), judge(allowed, hinted), judge(listed, writes),
		}
		if diff := cmp.Diff(c.want, got); diff != "" {
			t.Errorf("mode %s, person %v (-want +got):\n%s", c.mode, c.person, diff)
		}
	}
	r := policy.New(policy.Options{Mode: policy.Yolo, Person: true}).Rule(hinted.spec, hinted.class, nil)
	if r.Grant != "Reads(mcp__docs__look_up)" || r.Covers == "" {
		t.Errorf("the answer would grant %q: %q", r.Grant, r.Covers)
	}
}

// strictness orders outcomes.
func strictness(r dispatcher.Ruling) int {
	return slices.Index([]string{"allow", "ask", "refuse"}, strings.Fields(outcome(r))[0])
}

// anyCall makes a call at random out of few words, so that rules fit often.
func anyCall(r *rand.Rand) thing {
	pick := func(from ...string) string { return from[r.IntN(len(from))] }
	name := func() string { return pick("a", "docs", "docs/a", "docs/b.key", "src/x.go", ".git/config") }
	var c thing
	switch r.IntN(6) {
	case 0:
		c = editOf(name())
	case 1:
		c = moveOf(name(), name())
	case 2:
		c = readOf(name())
	case 3:
		c = thing{lookUp, tool.Class{ReadOnly: true}}
	default:
		var runs []fsapi.Run
		for range r.IntN(4) {
			words := []string{pick("go", "git", "/bin/rm", "rm"), pick("test", "push", "-C", "x"), pick("push", "x", "./...")}
			runs = append(runs, fsapi.Run{Words: words[:r.IntN(4)], Whole: r.IntN(2) > 0, ReadOnly: r.IntN(4) == 0, Wraps: r.IntN(4) == 0})
		}
		c = commandOf(pick("go test", "git push", "rm x"), runs...)
		c.class.Verdict.Known = r.IntN(4) > 0
		c = guarded(c, []fsapi.Decision{fsapi.Allow, fsapi.Allow, fsapi.Ask, fsapi.Deny}[r.IntN(4)])
	}
	if r.IntN(8) == 0 {
		c.class.Consent = "Sure?"
	}
	if r.IntN(8) == 0 {
		c.class.Protected = ".git/config"
	}
	if c.class.Verdict != nil && r.IntN(8) == 0 {
		c.class.Outside = "The sandbox seems to have refused it."
	}
	c.class.Typed = r.IntN(8) == 0
	return c
}

func anyRules(t *testing.T, r *rand.Rand) []policy.Rule {
	texts := []string{
		"Bash", "Bash(go test:*)", "Bash(git push:*)", "Bash(rm x)", "Bash(rm:*)", "Bash=go test", "Edit", "Edit(docs/**)", "Edit(*.key)", "Read(docs)",
		"mcp__docs", "move_file", "Reads(mcp__docs__look_up)", "Edit(.git/**)",
	}
	var all []string
	for range r.IntN(4) {
		all = append(all, texts[r.IntN(len(texts))])
	}
	return rules(t, all...)
}

// The laws that hold for all rules, calls and modes.
//
// Covers: R43, R47, R54
func TestLaws(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 30_000 {
		o := policy.Options{Mode: policy.Modes()[r.IntN(5)], Person: r.IntN(2) > 0}
		o.Rules = policy.Rules{Allow: anyRules(t, r), Ask: anyRules(t, r), Deny: anyRules(t, r)}
		c := anyCall(r)
		var granted []string
		for _, g := range anyRules(t, r) {
			granted = append(granted, g.Text)
		}
		before := policy.New(o).Rule(c.spec, c.class, granted)
		again := policy.New(o).Rule(c.spec, c.class, granted)
		if diff := cmp.Diff(before, again); diff != "" {
			t.Fatalf("the same call is judged in two ways:\n%s", diff)
		}
		more := anyRules(t, r)
		tell := func(law string, after dispatcher.Ruling) {
			t.Fatalf("%s\nmode %s, person %v, more rules %v\nrules %+v\ncall %+v\nbefore %+v\nafter  %+v", law, o.Mode, o.Person, more, o.Rules, c.class, before, after)
		}

		denies, asks, allows := o, o, o
		denies.Rules.Deny = slices.Concat(more, o.Rules.Deny)
		asks.Rules.Ask = slices.Concat(more, o.Rules.Ask)
		allows.Rules.Allow = slices.Concat(more, o.Rules.Allow)
		if after := policy.New(denies).Rule(c.spec, c.class, granted); strictness(after) < strictness(before) {
			tell("a deny rule allows more", after)
		}
		if after := policy.New(asks).Rule(c.spec, c.class, granted); strictness(after) < strictness(before) {
			tell("an ask rule allows more", after)
		}
		after := policy.New(allows).Rule(c.spec, c.class, granted)
		loosens := before.Rule == "mode.ask" || before.Rule == "reader.trust" || before.Rule == "mode.plan"
		if strictness(after) > strictness(before) || strictness(after) < strictness(before) && !loosens {
			tell("an allow rule changes more than what the mode would ask", after)
		}
		if before.Rule == "mode.plan" && after.Allow && !slices.ContainsFunc(more, func(r policy.Rule) bool { return r.Text == "Reads(mcp__docs__look_up)" }) {
			tell("an allow rule lets something run in plan mode", after)
		}

		o.Person, o.Mode = true, policy.Ask
		ask := policy.New(o).Rule(c.spec, c.class, granted)
		o.Mode = policy.Yolo
		if yolo := policy.New(o).Rule(c.spec, c.class, granted); (strictness(yolo) == 2) != (strictness(ask) == 2) {
			tell("yolo and ask do not deny the same", yolo)
		}
	}
}
