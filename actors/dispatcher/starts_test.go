package dispatcher_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"eidolon/actors/actorkit"
	"eidolon/actors/dispatcher"
	"eidolon/actors/routes"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
	"eidolon/fsapi"
)

// A question about a command names the programs that it would start, whatever their names are made of,
// unless the command itself says it all.
func TestStarts(t *testing.T) {
	run := func(whole bool, words ...string) fsapi.Run { return fsapi.Run{Words: words, Whole: whole} }
	many := slices.Repeat([]fsapi.Run{run(true, "make")}, 20)
	const unknown = " · what cannot be told before it runs"
	odd := strings.Repeat("\x80", 100)
	for name, c := range map[string]struct {
		verdict       fsapi.Verdict
		want, touches string
	}{
		"itself": {verdict: fsapi.Verdict{Known: true, Runs: []fsapi.Run{run(true, "make")}}},
		"into a file": {
			verdict: fsapi.Verdict{Known: true, Runs: []fsapi.Run{run(false, "make", "-n")}, Subject: "/w\x00make -n >out", Touches: []string{"/w/out"}},
			touches: "/w/out",
		},
		"elsewhere":     {verdict: fsapi.Verdict{Known: true, Runs: []fsapi.Run{{Words: []string{"make"}, Whole: true, Dir: "/w/b"}}}, want: "in /w/b: make"},
		"a chain":       {verdict: fsapi.Verdict{Known: true, Runs: []fsapi.Run{run(true, "cd", "a"), run(true, "make")}}, want: "cd a · make"},
		"unknown words": {verdict: fsapi.Verdict{Known: true, Runs: []fsapi.Run{run(false, "rm", "-r")}}, want: "rm -r …"},
		"unknown runs":  {verdict: fsapi.Verdict{Runs: []fsapi.Run{run(true, "make")}}, want: "make" + unknown},
		"a long one":    {verdict: fsapi.Verdict{Runs: []fsapi.Run{run(true, "a", strings.Repeat("ä", 50))}}, want: "a " + strings.Repeat("ä", 39) + " …" + unknown},
		"no text":       {verdict: fsapi.Verdict{Runs: []fsapi.Run{run(true, odd)}}, want: "…" + unknown},
		"many":          {verdict: fsapi.Verdict{Runs: many}, want: strings.Repeat("make · ", 12) + "8 more" + unknown},
	} {
		t.Run(name, func(t *testing.T) {
			var o dispatcher.Options
			o.Rules.Policy = strict{}
			r := actorkit.NewRecorder("dispatcher", &owned{o: o})
			r.Deliver(dispatcher.Dispatch{Key: "a", ModelID: "a", Name: "T.x", Input: json.RawMessage(`{}`), Block: 1})
			r.Deliver(routes.Resolved{ID: "a", Who: r.Peer("tool")})
			r.Deliver(toolhost.Classified{
				Key: "a", Spec: tool.Spec{Namespace: "T", Name: "x"}, Input: json.RawMessage(`{}`), Class: tool.Class{Subject: "x", Verdict: &c.verdict},
			})
			r.Deliver(toolhost.Previewed{Key: "a"})
			if got := r.Transcript(); !strings.HasSuffix(strings.TrimSpace(got), " Starts:"+c.want+" Touches:"+c.touches+"}") {
				t.Errorf("%s", got)
			}
		})
	}
}
