//go:build unix

package main

import (
	"strings"
	"testing"
)

// The service signs a call and refuses the conversation when the signature does not come back with it,
// in the turn and in those that follow, of a session that was resumed.
func TestSignaturesOfGeminiComeBack(t *testing.T) {
	s := newSite(t, `answers:
- {parts: [{reasoning: hm}, {text: I look.}, {call: {name: ls, input: {path: .}}}, {call: {name: ls, input: {path: ..}}}]}
- {parts: [{text: Done.}]}
- {parts: [{text: Again.}]}`)
	s.configure("gemini", "/v1beta")
	exec := []string{"exec", "--tool-protocol", "native", "--model", "p/gemini-3-flash"}
	for _, args := range [][]string{{"-p", "go"}, {"--continue", "-p", "and again"}} {
		p := s.start(append(exec, args...)...)
		if got := p.wait(); got != 0 {
			t.Fatalf("exit code %d\n%s", got, p.stderr.String())
		}
	}
	exchanges := s.srv.Exchanges()
	if len(exchanges) != 3 {
		t.Fatalf("%d requests, want 3", len(exchanges))
	}
	for _, x := range exchanges[1:] {
		calls := x.Request.Messages[2].Calls
		if len(calls) != 2 || calls[0].Signature == "" || strings.Contains(calls[0].Signature, "skip") || calls[1].Signature != "" {
			t.Errorf("calls %+v, want the signature on the first", calls)
		}
	}
}
