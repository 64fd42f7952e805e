package policy_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/internal/policy"
)

// lookOf is a call that only reads, of what is not this workspace's.
func lookOf(scope string) thing {
	c := thing{tool.Spec{Namespace: "T", Name: "look", ReadOnly: true}, tool.Class{ReadOnly: true, Subject: scope}}
	if scope == "global" {
		c.class.Abroad = "It reads what is of others."
	}
	return c
}

// Reading abroad needs leave: of the user where they can be asked, or of a rule, in every mode but yolo.
func TestReadingAbroad(t *testing.T) {
	const refused = "refuse ApprovalDenied by abroad"
	for _, c := range []struct {
		name    string
		o       policy.Options
		granted []string
		scope   string
		want    string
	}{
		{"its own", policy.Options{Mode: policy.Headless}, nil, "project", "allow"},
		{"its own, in plan mode", policy.Options{Mode: policy.Plan}, nil, "project", "allow"},
		{"asked", policy.Options{Mode: policy.Ask, Person: true}, nil, "global", "ask by abroad"},
		{"asked, in auto mode", policy.Options{Mode: policy.Auto, Person: true}, nil, "global", "ask by abroad"},
		{"asked, in plan mode", policy.Options{Mode: policy.Plan, Person: true}, nil, "global", "ask by abroad"},
		{"nobody to ask", policy.Options{Mode: policy.Headless}, nil, "global", refused},
		{"a mode that asks nobody", policy.Options{Mode: policy.Headless, Person: true}, nil, "global", refused},
		{"nobody, in plan mode", policy.Options{Mode: policy.Plan}, nil, "global", refused},
		{"yolo", policy.Options{Mode: policy.Yolo}, nil, "global", "allow"},
		{"a rule", policy.Options{Mode: policy.Headless, Rules: policy.Rules{Allow: rules(t, "look(global)")}}, nil, "global", "allow"},
		{"a rule, in plan mode", policy.Options{Mode: policy.Plan, Rules: policy.Rules{Allow: rules(t, "T.look")}}, nil, "global", "allow"},
		{"a rule about something else", policy.Options{Mode: policy.Headless, Rules: policy.Rules{Allow: rules(t, "look(project)")}}, nil, "global", refused},
		{"an answer", policy.Options{Mode: policy.Ask, Person: true}, []string{"T.look(global)"}, "global", "allow"},
		{
			"a rule that denies",
			policy.Options{Mode: policy.Yolo, Rules: policy.Rules{Deny: rules(t, "look(global)")}},
			[]string{"T.look(global)"},
			"global", "refuse ApprovalDenied by permissions.deny",
		},
		{
			"a rule that asks, after leave",
			policy.Options{Mode: policy.Ask, Person: true, Rules: policy.Rules{Ask: rules(t, "look")}},
			[]string{"T.look(global)"},
			"global", "ask by permissions.ask",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := judge(c.o, lookOf(c.scope), c.granted...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// The question covers calls of the same kind, and a refusal names the rule that would help.
func TestWordsAboutReadingAbroad(t *testing.T) {
	call := lookOf("global")
	asked := policy.New(policy.Options{Mode: policy.Ask, Person: true}).Rule(call.spec, call.class, nil)
	got := []string{asked.Reason, asked.Grant, asked.Covers}
	if diff := cmp.Diff([]string{"It reads what is of others.", "T.look(global)", "every use of T.look(global)"}, got); diff != "" {
		t.Errorf("the question differs (-want +got):\n%s", diff)
	}
	refused := policy.New(policy.Options{Mode: policy.Headless}).Rule(call.spec, call.class, nil)
	want := `It reads what is of others. It needs a person's leave, and nobody can be asked here; the rule "T.look(global)" among permissions.allow gives it.`
	if refused.Reason != want {
		t.Errorf("the refusal is %q", refused.Reason)
	}
}

// Whoever may only read may not be let do more, by whatever mode or rule; what else a mode allows stays.
//
// Covers: R53
func TestOnlyReading(t *testing.T) {
	look := thing{tool.Spec{Namespace: "T", Name: "look", ReadOnly: true}, tool.Class{ReadOnly: true}}
	fetch := thing{tool.Spec{Namespace: "T", Name: "fetch", ReadOnly: true, Subject: "url"}, tool.Class{ReadOnly: true, Reaches: "go.dev", Subject: "https://go.dev"}}
	write := thing{tool.Spec{Namespace: "T", Name: "write"}, tool.Class{Edits: true, Subject: "a"}}
	all := policy.Rules{Allow: rules(t, "Edit", "T.write", "T.fetch")}
	const refused = "refuse ApprovalDenied by mode.plan"
	for _, c := range []struct {
		name string
		o    policy.Options
		call thing
		want string
	}{
		{"reading", policy.Options{Mode: policy.Ask}, look, "allow"},
		{"writing, in ask mode", policy.Options{Mode: policy.Ask, Rules: all}, write, refused},
		{"writing, in yolo", policy.Options{Mode: policy.Yolo, Rules: all}, write, refused},
		{"the network, in ask mode", policy.Options{Mode: policy.Ask}, fetch, "refuse ApprovalDenied by mode.network"},
		{"the network, in ask mode, by a rule", policy.Options{Mode: policy.Ask, Rules: all}, fetch, "allow by permissions.allow"},
		{"the network, in auto mode", policy.Options{Mode: policy.Auto}, fetch, "allow"},
		{"the network, in plan mode", policy.Options{Mode: policy.Plan}, fetch, "refuse ApprovalDenied by mode.network"},
	} {
		t.Run(c.name, func(t *testing.T) {
			c.o.ReadOnly = true
			if got := judge(c.o, c.call); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
