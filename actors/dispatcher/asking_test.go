package dispatcher_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/call"
	"eidolon/actors/dispatcher"
	"eidolon/actors/event"
	"eidolon/actors/routes"
	"eidolon/actors/slots"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
)

// strict asks about what writes, and grants it by the subject; "guarded" is asked about each time.
type strict struct{ refuse bool }

func (p strict) Rule(_ tool.Spec, class tool.Class, granted []string) dispatcher.Ruling {
	switch {
	case class.Outside != "" && !p.refuse:
		return dispatcher.Ruling{Ask: true, Rule: event.RuleOutside, Reason: class.Outside, By: "policy"}
	case class.ReadOnly || class.Typed:
		return dispatcher.Ruling{Allow: true}
	case slices.Contains(granted, class.Subject):
		return dispatcher.Ruling{Allow: true, Rule: "user.grant", Reason: "The user has allowed all of " + class.Subject + ".", By: "user"}
	case p.refuse:
		return dispatcher.Ruling{Code: tool.ApprovalDenied, Rule: "mode.plan", Reason: "No.", By: "policy"}
	case class.Subject == "guarded":
		return dispatcher.Ruling{Ask: true, Rule: "guard", Reason: "Sure?", By: "guard"}
	}
	kept := ""
	if class.Subject == "file" {
		kept = "this file"
	}
	return dispatcher.Ruling{Ask: true, Rule: "mode.ask", Reason: "It writes.", By: "policy", Grant: class.Subject, Covers: "all of " + class.Subject, Wide: "wide", Kept: kept, ByMode: true}
}

// interview plays the surroundings of a dispatcher that asks.
type interview struct {
	t    *testing.T
	r    *actorkit.Recorder
	rule string // of the question that is answered
}

// step is one line of a script: "write a x" is a call of key a with the subject x in block 1, judged to
// write; "typed a x" the same from the user; "read a"; and then "preview a", "fails a", "allow a once", "deny a note", "plan", "auto",
// "planned", "wait 1m", "recorded a", "grant a", "done a", "hindered a" for what the sandbox hindered, "late a" for a yes to
// the question before that, "release", "cancel", "unclosed".
func (s *interview) step(f []string) {
	key := f[len(f)-1]
	switch f[0] {
	case "write", "read", "typed":
		s.r.Deliver(dispatcher.Dispatch{Key: f[1], ModelID: f[1], Name: "T.x", Input: json.RawMessage(`{}`), Block: 1, Typed: f[0] == "typed"})
		s.r.Deliver(routes.Resolved{ID: f[1], Who: s.r.Peer("tool")})
		class := tool.Class{Subject: f[len(f)-1], ReadOnly: f[0] == "read", Speculative: f[0] == "read"}
		s.r.Deliver(toolhost.Classified{Key: f[1], Spec: tool.Spec{Namespace: "T", Name: "x", Aliases: []string{"y"}}, Input: json.RawMessage(`{}`), Class: class})
	case "preview":
		s.r.Deliver(toolhost.Previewed{Key: key, Diff: "+1"})
	case "fails":
		s.r.Deliver(toolhost.Previewed{Key: key, Fails: new(tool.Fail(tool.OldNotFound, "It is not there."))})
	case "allow":
		scope, wide := strings.CutSuffix(f[2], "+")
		s.r.Deliver(dispatcher.Decide{Key: f[1], Rule: s.rule, Allow: true, Scope: event.Scope(scope), Wide: wide})
	case "deny":
		s.r.Deliver(dispatcher.Decide{Key: f[1], Rule: s.rule, Note: strings.Join(f[2:], " ")})
	case "plan", "auto":
		var p dispatcher.Policy = allow{}
		if f[0] == "plan" {
			p = strict{refuse: true}
		}
		s.r.Deliver(dispatcher.SetRules{Rules: dispatcher.Rules{Policy: p}})
	case "planned":
		s.r.Deliver(dispatcher.SetRules{Rules: dispatcher.Rules{Policy: strict{}, Planned: true}})
	case "agent":
		s.r.Deliver(dispatcher.SetRules{Rules: dispatcher.Rules{Policy: strict{}, Agent: "tester", Tools: f[1:]}})
	case "wait":
		d, err := time.ParseDuration(key)
		if err != nil {
			s.t.Fatal(err)
		}
		s.r.Advance(d)
	case "recorded":
		s.r.Deliver(dispatcher.Recorded{Key: key})
	case "grant":
		s.r.Deliver(slots.Granted{ID: key})
	case "done":
		s.r.Deliver(call.Done{Key: key, Result: tool.Result{OK: true}})
	case "late":
		s.r.Deliver(dispatcher.Decide{Key: key, Rule: "mode.ask", Allow: true, Scope: event.ScopeOnce})
	case "hindered":
		s.rule = event.RuleOutside
		s.r.Deliver(call.Done{Key: key, Result: tool.Result{OK: true, Text: "inside", Hindered: "No."}})
	case "release":
		s.r.Deliver(dispatcher.Release{Block: 1})
	case "cancel":
		s.r.Deliver(dispatcher.Cancel{})
	case "unclosed":
		s.r.Deliver(dispatcher.CancelBlock{Block: 1})
	default:
		s.t.Fatalf("unknown step %q", f)
	}
}

// told shortens what the session was told: "asks a", "settled a allow user session x", ...
func (s *interview) told() []string {
	var out []string
	for line := range strings.Lines(s.r.Transcript()) {
		line = strings.TrimSpace(line)
		if strings.Contains(line, "UNHANDLED") || strings.Contains(line, "CHANGED") {
			s.t.Error(line)
		}
		_, said, ok := strings.Cut(line, "-> session ")
		if !ok {
			continue
		}
		word, rest, _ := strings.Cut(said, "{Key:")
		fields := []string{strings.ToLower(word), strings.Trim(strings.Fields(rest)[0], "}")}
		for _, sign := range []string{"Ask:true", "Allow:true", "By:user", "Scope:session", "Scope:project", "Grant:x", "Grant:wide", "Grant:this file", "Grant:file", "Preview:+1", "Rule:asking.timeout", "Rule:mode.plan", "Rule:agent.tools", "Rule:sandbox.outside", "Rule:plan.approved", "Rule:call.fails", "Code:OldNotFound", "Text:inside", "said: wrong file", "Code:Interrupted", "Code:BLOCK_UNCLOSED"} {
			offered := word != "Settled" && strings.HasPrefix(sign, "Grant:") // and not given
			if strings.Contains(rest, sign) && !offered && !(word == "AskUser" && sign == "Ask:true") {
				_, value, _ := strings.Cut(sign, ":")
				if value == "true" {
					value = strings.ToLower(strings.TrimSuffix(sign, ":true"))
				}
				fields = append(fields, strings.TrimSpace(value))
			}
		}
		out = append(out, strings.Join(fields, " "))
	}
	return out
}

// Every end of a question, and what waits for it.
func TestQuestions(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{
			"a question comes with its preview, and the call waits for the answer and for the disk",
			"write a x, release, preview a, allow a once, recorded a, grant a",
			"judged a ask, askuser a +1, settled a allow user, callstarted a",
		},
		{
			"without a preview in time it goes out all the same, once",
			"write a x, wait 2s, preview a",
			"judged a ask, askuser a",
		},
		{
			"nobody is asked about a call that cannot work, and it is not run",
			"write a x, write b x, release, fails a, recorded a, allow a once, preview b",
			"judged a ask, judged b ask, settled a call.fails OldNotFound, calldone a OldNotFound, askuser b +1",
		},
		{
			"what cannot work is found too late for a question that was put",
			"write a x, release, wait 2s, fails a, allow a once, recorded a, grant a",
			"judged a ask, askuser a, settled a allow user, callstarted a",
		},
		{
			"a refusal takes a note along",
			"write a x, preview a, deny a wrong file, recorded a",
			"judged a ask, askuser a +1, settled a user wrong file, calldone a wrong file",
		},
		{
			"an answer before the question means nothing, and neither does a second one",
			"write a x, allow a once, preview a, deny a, allow a once, recorded a",
			"judged a ask, askuser a +1, settled a user, calldone a",
		},
		{
			"an answer for the session settles what is like it",
			"write a x, write b x, write c z, preview a, allow a session, recorded a, recorded b, release, grant a, done a, grant b, done b, preview c",
			"judged a ask, judged b ask, judged c ask, askuser a +1, settled a allow user session x, settled b allow user, callstarted a, calldone a, callstarted b, calldone b, askuser c +1",
		},
		{
			"and what comes later",
			"write a x, preview a, allow a project, write b x",
			"judged a ask, askuser a +1, settled a allow user project x, judged b allow user",
		},
		{
			"one for the project may cover something else",
			"write a file, preview a, allow a project, write b file",
			"judged a ask, askuser a +1, settled a allow user project this file, judged b ask",
		},
		{
			"or more, at the user's wish",
			"write a file, preview a, allow a session+, write b file",
			"judged a ask, askuser a +1, settled a allow user session wide, judged b ask",
		},
		{
			"what is asked about each time has no wider answer",
			"write a guarded, preview a, allow a session, recorded a, release, grant a, done a, write b guarded, preview b",
			"judged a ask, askuser a +1, settled a allow user, callstarted a, calldone a, judged b ask, askuser b +1",
		},
		{
			"the next question waits until the call before it has ended",
			"write a x, write b z, preview a, allow a once, recorded a, release, grant a, preview b, done a, preview b",
			"judged a ask, judged b ask, askuser a +1, settled a allow user, callstarted a, calldone a, askuser b +1",
		},
		{
			"later reads wait, as behind any call that writes; earlier ones do not",
			"read r, write a x, read s, recorded r, recorded s, grant r, preview a, deny a, recorded a, grant s",
			"judged r allow, judged a ask, judged s allow, callstarted r, askuser a +1, settled a user, calldone a, callstarted s",
		},
		{
			"cancel while asking",
			"write a x, write b x, preview a, cancel, allow a once",
			"judged a ask, judged b ask, askuser a +1, calldone a Interrupted, calldone b Interrupted",
		},
		{
			"a block that never ends takes the question along",
			"write a x, preview a, unclosed, allow a once",
			"judged a ask, askuser a +1, calldone a BLOCK_UNCLOSED",
		},
		{
			"another mode settles what stands and what waits",
			"write a x, write b guarded, preview a, auto, recorded a, recorded b, release, grant a",
			"judged a ask, judged b ask, askuser a +1, settled a allow, settled b allow, callstarted a",
		},
		{
			"also by a refusal",
			"write a x, preview a, plan, recorded a, write b x",
			"judged a ask, askuser a +1, settled a mode.plan, calldone a, judged b mode.plan",
		},
		{
			"nobody answers",
			"write a x, write b z, preview a, wait 10m, recorded a, preview b, wait 10m",
			"judged a ask, judged b ask, askuser a +1, settled a asking.timeout, calldone a, askuser b +1, settled b asking.timeout",
		},
		{
			"nobody is asked about what the user typed",
			"typed a x",
			"judged a allow",
		},
		{
			"what the sandbox hindered may run again outside it",
			"write a x, preview a, allow a once, recorded a, release, grant a, hindered a, preview a, allow a session, recorded a, grant a, done a",
			"judged a ask, askuser a +1, settled a allow user, callstarted a, askuser a +1 sandbox.outside, settled a allow user sandbox.outside, callstarted a, calldone a",
		},
		{
			"an answer to the question before lets nothing out",
			"write a x, preview a, allow a once, recorded a, release, grant a, hindered a, preview a, late a, deny a, recorded a",
			"judged a ask, askuser a +1, settled a allow user, callstarted a, askuser a +1 sandbox.outside, settled a user sandbox.outside, calldone a inside",
		},
		{
			"or ends as it did",
			"write a x, write b x, preview a, allow a session, recorded a, recorded b, release, grant a, hindered a, preview a, deny a wrong file, recorded a, grant b",
			"judged a ask, judged b ask, askuser a +1, settled a allow user session x, settled b allow user, callstarted a, askuser a +1 sandbox.outside, settled a user sandbox.outside wrong file, calldone a inside, callstarted b",
		},
		{
			"once",
			"write a x, preview a, allow a once, recorded a, release, grant a, hindered a, preview a, allow a once, recorded a, grant a, hindered a",
			"judged a ask, askuser a +1, settled a allow user, callstarted a, askuser a +1 sandbox.outside, settled a allow user sandbox.outside, callstarted a, calldone a inside",
		},
		{
			"nobody answers whether it may run outside",
			"write a x, preview a, allow a once, recorded a, release, grant a, hindered a, preview a, wait 10m, recorded a",
			"judged a ask, askuser a +1, settled a allow user, callstarted a, askuser a +1 sandbox.outside, settled a sandbox.outside, calldone a inside",
		},
		{
			"an interrupt of that question leaves what came of it",
			"write a x, preview a, allow a once, recorded a, release, grant a, hindered a, preview a, cancel",
			"judged a ask, askuser a +1, settled a allow user, callstarted a, askuser a +1 sandbox.outside, calldone a inside",
		},
		{
			"a mode in which nobody is asked leaves it too",
			"write a x, preview a, allow a once, recorded a, release, grant a, plan, hindered a",
			"judged a ask, askuser a +1, settled a allow user, callstarted a, calldone a inside",
		},
		{
			"an approved plan answers what the mode alone would ask",
			"write a x, preview a, planned, write b guarded",
			"judged a ask, askuser a +1, settled a allow user plan.approved, judged b ask",
		},
		{
			"an agent has its tools by any name, and the user has all",
			"agent T.z, write a x, typed b x, agent y, write c x",
			"judged a agent.tools, judged b allow, judged c ask",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			o := dispatcher.Options{Rules: dispatcher.Rules{Policy: strict{}}, AtOnce: 8, Timeout: time.Minute, Judging: time.Hour, Asking: 10 * time.Minute}
			s := &interview{t: t, r: actorkit.NewRecorder("dispatcher", &owned{o: o})}
			var got []string
			for step := range strings.SplitSeq(c.script, ", ") {
				s.step(strings.Fields(step))
				got = append(got, s.told()...)
			}
			if want := strings.Split(c.want, ", "); !slices.Equal(got, want) {
				t.Errorf("got  %s\nwant %s", strings.Join(got, ", "), c.want)
			}
		})
	}
}
