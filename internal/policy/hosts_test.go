package policy_test

import (
	"testing"

	"eidolon/actors/tool"
	"eidolon/internal/policy"
)

var fetchSpec = tool.Spec{Namespace: "SysBuiltIn", Name: "fetch_webpage", ReadOnly: true, Subject: "url"}

func page(host string) thing {
	return thing{fetchSpec, tool.Class{ReadOnly: true, Reaches: host, Subject: "https://" + host + "/doc/x"}}
}

func searchFor(words string) thing {
	spec := tool.Spec{Namespace: "SysBuiltIn", Name: "web_search", ReadOnly: true, Subject: "query"}
	return thing{spec, tool.Class{ReadOnly: true, Reaches: "api.search.example", Subject: words}}
}

// What only asks the network is asked about in ask and plan mode, and passes in the others.
//
// Covers: Y39
func TestModesAndTheNetwork(t *testing.T) {
	for _, tt := range []struct {
		mode   policy.Mode
		person bool
		want   string
	}{
		{policy.Headless, false, "allow"},
		{policy.Headless, true, "allow"},
		{policy.Plan, false, "refuse ApprovalDenied by mode.network"},
		{policy.Plan, true, "ask by mode.network"},
		{policy.Ask, false, "refuse ApprovalDenied by mode.network"},
		{policy.Ask, true, "ask by mode.network"},
		{policy.Auto, true, "allow"},
		{policy.Yolo, true, "allow"},
	} {
		for _, c := range []thing{page("go.dev"), searchFor("go maps")} {
			if got := judge(policy.Options{Mode: tt.mode, Person: tt.person}, c); got != tt.want {
				t.Errorf("%s, person %v, %s: %s, want %s", tt.mode, tt.person, c.spec.Name, got, tt.want)
			}
		}
		deny := policy.Options{Mode: tt.mode, Person: tt.person, Rules: policy.Rules{Deny: rules(t, "WebFetch(domain:go.dev)")}}
		if got := judge(deny, page("go.dev")); got != "refuse ApprovalDenied by permissions.deny" {
			t.Errorf("%s, person %v, denied: %s", tt.mode, tt.person, got)
		}
	}
}

// A rule that allows is about the very host, or with a star about those below it; one that denies is about
// both either way.
func TestHostsInRules(t *testing.T) {
	for _, tt := range []struct {
		rule, host     string
		allows, denies bool
	}{
		{"fetch_webpage(domain:go.dev)", "go.dev", true, true},
		{"SysBuiltIn.fetch_webpage(domain:go.dev)", "go.dev", true, true},
		{"WebFetch(domain:Go.Dev.)", "go.dev", true, true},
		{"WebFetch(domain:go.dev)", "pkg.go.dev", false, true},
		{"WebFetch(domain:go.dev)", "mygo.dev", false, false},
		{"WebFetch(domain:go.dev)", "go.dev.evil.org", false, false},
		{"WebFetch(domain:*.go.dev)", "pkg.go.dev", true, true},
		{"WebFetch(domain:*.go.dev)", "go.dev", false, true},
		{"WebFetch(domain:*.go.dev)", "xgo.dev", false, false},
		{"WebFetch(domain:*)", "go.dev", true, true},
		{"WebFetch(domain:[::1])", "::1", true, true},
		{"WebFetch", "go.dev", true, true},
		{"webfetch(https://go.dev/doc/*)", "go.dev", true, true},
		{"webfetch(https://go.dev/other/*)", "go.dev", false, false},
		{"webfetch(HTTPS://Go.Dev.:443/doc/*)", "go.dev", true, true},
		{"webfetch(https://go.dev:80/doc/*)", "go.dev", false, false},
		{"webfetch(https://go.de*)", "go.dev", true, true},
		{"web_search(domain:go.dev)", "go.dev", false, false},
		{"Bash", "go.dev", false, false},
		{"Read", "go.dev", false, false},
	} {
		allow := policy.Options{Mode: policy.Ask, Rules: policy.Rules{Allow: rules(t, tt.rule)}}
		if got := judge(allow, page(tt.host)) == "allow by permissions.allow"; got != tt.allows {
			t.Errorf("%s allows %s: %v", tt.rule, tt.host, got)
		}
		deny := policy.Options{Mode: policy.Yolo, Rules: policy.Rules{Deny: rules(t, tt.rule)}}
		if got := judge(deny, page(tt.host)) == "refuse ApprovalDenied by permissions.deny"; got != tt.denies {
			t.Errorf("%s denies %s: %v", tt.rule, tt.host, got)
		}
	}
	for _, text := range []string{
		"WebFetch(domain:)", "WebFetch(domain:https://go.dev)", "WebFetch(domain:go.dev:80)", "WebFetch(domain:go.dev/x)", "WebFetch(domain:bücher.de)",
		"WebFetch(domain:*.*.dev)", "WebFetch(domain:go*.dev)", "WebFetch(domain:.dev)", "WebFetch(domain:a..b)", "WebFetch(domain:*.)", "WebFetch(domain:[go.dev])",
	} {
		if _, err := policy.Parse(text); err == nil {
			t.Errorf("%s was read", text)
		}
	}
}

// A rule about an address holds however it is written; calls have one spelling.
func TestRulesOfAddresses(t *testing.T) {
	for _, tt := range []struct {
		rule, address string
		want          bool
	}{
		{"WebFetch(https://go.dev)", "https://go.dev/", true},
		{"WebFetch(https://go.dev)", "https://go.dev/x", false},
		{"fetch_webpage=https://Go.Dev", "https://go.dev/", true},
		{"fetch_webpage=https://go.dev#top", "https://go.dev/", true},
		{"WebFetch(https://go.dev?x=1)", "https://go.dev/?x=1", true},
		{"WebFetch(http://GO.dev:80/*)", "http://go.dev/x", true},
		{"WebFetch(http://go.dev:8080/*)", "http://go.dev/x", false},
		{"WebFetch(https://go.dev/Doc/*)", "https://go.dev/doc/x", false},
		{"WebFetch(https://go.d*)", "https://go.dev/doc/x", true},
	} {
		c := thing{fetchSpec, tool.Class{ReadOnly: true, Reaches: "go.dev", Subject: tt.address}}
		deny := policy.Options{Mode: policy.Yolo, Rules: policy.Rules{Deny: rules(t, tt.rule)}}
		if got := judge(deny, c) == "refuse ApprovalDenied by permissions.deny"; got != tt.want {
			t.Errorf("%s denies %s: %v", tt.rule, tt.address, got)
		}
	}
}

// What a person allows is the host; in plan mode too, where rules that allow otherwise do nothing.
func TestGrantsOfHosts(t *testing.T) {
	six := policy.New(policy.Options{Mode: policy.Ask, Person: true}).Rule(fetchSpec, page("2606:4700::1111").class, nil)
	if got := judge(policy.Options{Mode: policy.Ask, Person: true}, page("2606:4700::1111"), six.Grant); got != "allow by user.grant" {
		t.Errorf("%s: %s", six.Grant, got)
	}
	for _, mode := range []policy.Mode{policy.Ask, policy.Plan} {
		o := policy.Options{Mode: mode, Person: true}
		c := page("go.dev")
		r := policy.New(o).Rule(c.spec, c.class, nil)
		if r.Grant != "SysBuiltIn.fetch_webpage(domain:go.dev)" || r.Covers != "every page of go.dev" || !r.ByMode {
			t.Errorf("%s: %+v", mode, r)
		}
		for host, want := range map[string]string{"go.dev": "allow by user.grant", "pkg.go.dev": "ask by mode.network"} {
			if got := judge(o, page(host), r.Grant); got != want {
				t.Errorf("%s: %s", host, got)
			}
		}
		s := searchFor("x")
		if r := policy.New(o).Rule(s.spec, s.class, nil); r.Grant != "SysBuiltIn.web_search" {
			t.Errorf("%s: %+v", mode, r)
		}
	}
}
