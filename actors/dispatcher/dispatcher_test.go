package dispatcher_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/call"
	"eidolon/actors/dispatcher"
	"eidolon/actors/routes"
	"eidolon/actors/slots"
	"eidolon/actors/tool"
	"eidolon/actors/toolhost"
)

type allow struct{}

func (allow) Rule(tool.Spec, tool.Class, []string) dispatcher.Ruling {
	return dispatcher.Ruling{Allow: true}
}

// stage plays the dispatcher's surroundings, one line of a script at a time.
type stage struct {
	t *testing.T
	r *actorkit.Recorder
}

func newStage(t *testing.T, atOnce int) *stage {
	t.Helper()
	o := dispatcher.Options{Rules: dispatcher.Rules{Policy: allow{}}, AtOnce: atOnce, Timeout: time.Minute, Judging: time.Second}
	return &stage{t, actorkit.NewRecorder("dispatcher", &owned{o: o})}
}

// owned makes the behavior when the recorder that plays its owner is there.
type owned struct {
	o dispatcher.Options
	actorkit.Behavior
}

// Receive implements actorkit.Behavior.
func (d *owned) Receive(env actorkit.Env, m any) {
	if r, ok := env.(*actorkit.Recorder); ok && d.Behavior == nil {
		d.o.Owner = actorkit.As[dispatcher.Note](r.Peer("session"))
		d.Behavior = dispatcher.New(d.o)
	}
	d.Behavior.Receive(env, m)
}

// play runs commands such as "dispatch r1 block 1", "read r1" (classified as a local read), "write
// w1", "recorded r1", "release 1", "grant r1", "done r1", and gives what the session and the calls
// were told, by key.
func (s *stage) play(script string) string {
	var out []string
	for line := range strings.Lines(script) {
		f := strings.Fields(line)
		if len(f) == 0 {
			continue
		}
		s.step(f)
		for told := range strings.Lines(s.r.Transcript()) {
			if strings.Contains(told, "-> session") || strings.Contains(told, "spawns") {
				out = append(out, brief(told))
			}
		}
	}
	return strings.Join(out, ", ")
}

func (s *stage) step(f []string) {
	key := f[len(f)-1]
	switch f[0] {
	case "dispatch":
		s.r.Deliver(dispatcher.Dispatch{Key: f[1], ModelID: f[1], Name: "T.x", Input: json.RawMessage(`{}`), Block: int(f[3][0] - '0')})
		s.r.Deliver(routes.Resolved{ID: f[1], Who: s.r.Peer("tool")})
	case "read", "write":
		read := f[0] == "read"
		s.r.Deliver(toolhost.Classified{Key: key, Class: tool.Class{ReadOnly: read, Speculative: read}})
		s.r.Deliver(dispatcher.Recorded{Key: key})
	case "slowread": // reads, but not here: it waits for its block
		s.r.Deliver(toolhost.Classified{Key: key, Class: tool.Class{ReadOnly: true}})
		s.r.Deliver(dispatcher.Recorded{Key: key})
	case "release":
		s.r.Deliver(dispatcher.Release{Block: int(key[0] - '0')})
	case "cancelblock":
		s.r.Deliver(dispatcher.CancelBlock{Block: int(key[0] - '0')})
	case "cancel":
		s.r.Deliver(dispatcher.Cancel{})
	case "grant":
		s.r.Deliver(slots.Granted{ID: key})
	case "done":
		s.r.Deliver(call.Done{Key: key, Result: tool.Result{OK: true}})
	default:
		s.t.Fatalf("unknown step %q", f)
	}
}

// brief shortens "dispatcher -> session CallStarted{Key:r1}" to "CallStarted r1".
func brief(line string) string {
	line = strings.TrimSpace(line)
	if _, name, ok := strings.Cut(line, "spawns "); ok {
		return "spawns " + name
	}
	_, m, _ := strings.Cut(line, "-> session ")
	word, rest, _ := strings.Cut(m, "{Key:")
	key, _, _ := strings.Cut(strings.TrimRight(rest, "}"), " ")
	if _, after, ok := strings.Cut(rest, "Code:"); ok && word == "CallDone" {
		code, _, _ := strings.Cut(after, " ")
		return strings.TrimSpace(fmt.Sprintf("%s %s %s", word, key, code))
	}
	return word + " " + key
}

// Covers: R107, E15
func TestOrderOfCalls(t *testing.T) {
	for _, c := range []struct{ name, script, want string }{
		{
			"a read starts before its block ends",
			"dispatch a block 1\n read a\n grant a\n done a\n release 1",
			"Judged a, spawns call-a, CallStarted a, CallDone a",
		},
		{
			"a write waits for the end of its block",
			"dispatch a block 1\n write a\n grant a\n release 1\n grant a\n done a",
			"Judged a, spawns call-a, CallStarted a, CallDone a",
		},
		{
			"a read that is not local waits for its block too",
			"dispatch a block 1\n slowread a\n grant a\n release 1\n grant a",
			"Judged a, spawns call-a, CallStarted a",
		},
		{
			"a write waits for earlier reads, later reads wait for it",
			"dispatch a block 1\n dispatch b block 1\n dispatch c block 1\n read a\n write b\n read c\n release 1\n grant a\n grant b\n grant c\n done a\n grant b\n grant c\n done b\n grant c",
			"Judged a, Judged b, Judged c, spawns call-a, CallStarted a, CallDone a, spawns call-b, CallStarted b, CallDone b, spawns call-c, CallStarted c",
		},
		{
			"a call that is not classified yet holds back the later ones: it may write",
			"dispatch a block 1\n dispatch b block 1\n read b\n grant b\n read a\n grant a\n grant b",
			"Judged b, Judged a, spawns call-a, CallStarted a, spawns call-b, CallStarted b",
		},
		{
			"a block that never ends takes what has not started",
			"dispatch a block 1\n dispatch b block 1\n read a\n grant a\n write b\n cancelblock 1\n done a",
			"Judged a, spawns call-a, CallStarted a, Judged b, CallDone b BLOCK_UNCLOSED, CallDone a",
		},
		{
			"cancel ends all, each with one result",
			"dispatch a block 1\n dispatch b block 1\n dispatch c block 1\n read a\n grant a\n write b\n cancel\n done a\n read c",
			"Judged a, spawns call-a, CallStarted a, Judged b, CallDone b Interrupted, Judged c, CallDone a, CallDone c Interrupted",
		},
		{
			"a slot that comes too late is given back",
			"dispatch a block 1\n read a\n cancel\n grant a",
			"Judged a, CallDone a Interrupted",
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := newStage(t, 8).play(c.script); got != c.want {
				t.Errorf("got  %s\nwant %s", got, c.want)
			}
		})
	}
}

func TestNoMoreCallsAtOnceThanAllowed(t *testing.T) {
	got := newStage(t, 2).play("dispatch a block 1\n dispatch b block 1\n dispatch c block 1\n read a\n read b\n read c\n grant a\n grant b\n grant c\n done a\n grant c")
	want := "Judged a, Judged b, Judged c, spawns call-a, CallStarted a, spawns call-b, CallStarted b, CallDone a, spawns call-c, CallStarted c"
	if got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
}
