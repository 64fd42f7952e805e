package chat_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/actors/session"
	"eidolon/internal/store"
)

// waiting has a subagent run a command that waits for a file, and then write one.
const waiting = `
position: requests
answers:
  - parts: [{call: {name: SysBuiltIn.invoke_subagent, body: {prompt: "Work."}}}]
  - parts: [{call: {name: SysBuiltIn.bash, body: {command: "while [ ! -e go ]; do sleep 0.05; done"}}}]
  - parts: [{call: {name: SysBuiltIn.write_file, input: {path: made.txt}, body: {content: x}}}]
  - parts: [{text: "That is all."}]
  - parts: [{text: "Good."}]
`

// until waits for an event, and fails when the turn ends before.
func until[E event.Event](k *talk, fits func(E) bool) E {
	k.t.Helper()
	for {
		select {
		case e := <-k.seen:
			if ev, ok := e.Event.(E); ok && fits(ev) {
				return ev
			}
		case <-k.t.Context().Done():
			k.t.Fatal("the event does not come")
		}
	}
}

// begun waits until the subagent runs its command.
func begun(k *talk) {
	k.t.Helper()
	if _, err := k.Send(k.t.Context(), "go", false); err != nil {
		k.t.Fatal(err)
	}
	until(k, func(p event.CallProgress) bool { return strings.HasPrefix(p.Text, "bash ") })
}

func anyEvent[E event.Event](E) bool { return true }

// ofSubagents gives the sessions of subagents as they are kept.
func ofSubagents(k *talk) (list []store.Summary) {
	k.t.Helper()
	all, err := store.List(store.Options{Base: k.base, Workspace: k.root, Tasks: true}, 0)
	if err != nil {
		k.t.Fatal(err)
	}
	for _, s := range all.Sessions {
		if s.Task != nil {
			list = append(list, s)
		}
	}
	return list
}

// Who interrupts the turn interrupts the subagent with it.
func TestSubagentEndsWithItsCall(t *testing.T) {
	t.Parallel()
	k := newTalk(t, waiting, nil)
	k.open("")
	begun(k)
	k.Tell(session.Cancel{})
	if r := until(k, anyEvent[event.ToolResult]); r.OK || !strings.Contains(string(r.Output), "The subagent was interrupted") {
		t.Errorf("result %s", r.Output)
	}
	if end := until(k, anyEvent[event.TurnEnd]); end.Reason != event.EndInterrupted {
		t.Errorf("the turn ended: %s", end.Reason)
	}
	list := ofSubagents(k)
	if len(list) != 1 || list[0].State != store.StatusInterrupted || list[0].Task.Session != k.now.ID {
		t.Errorf("kept %+v", list)
	}
}

// A change of the permission mode holds for a subagent that works.
func TestSubagentFollowsTheMode(t *testing.T) {
	t.Parallel()
	k := newTalk(t, waiting, nil)
	k.open("")
	begun(k)
	if err := k.SetPosture("plan"); err != nil {
		t.Fatal(err)
	}
	k.write("go", "")
	if r := until(k, anyEvent[event.ToolResult]); !strings.Contains(string(r.Output), "That is all.") {
		t.Errorf("result %s", r.Output)
	}
	until(k, anyEvent[event.TurnEnd])
	if _, err := os.Stat(filepath.Join(k.root, "made.txt")); err == nil {
		t.Error("it wrote in plan mode")
	}
	if list := ofSubagents(k); len(list) != 1 || list[0].Posture != "" {
		t.Errorf("whoever goes on with it is in a mode that was chosen for another session: %+v", list)
	}
}

// nesting has a subagent call, in every way there is, what it was not told of.
const nesting = `
position: requests
answers:
  - parts: [{call: {name: SysBuiltIn.invoke_subagent, body: {prompt: "Work."}}}]
  - parts: [{call: {name: SysBuiltIn.invoke_subagent, input: {prompt: "Deeper."}}}]
  - parts: [{call: {name: invoke_subagent, input: {prompt: "Deeper.", readOnly: true}}}]
  - parts: [{call: {name: task, input: {prompt: "Deeper."}}}]
  - parts: [{call: {name: SysBuiltIn.exit_plan_mode, input: {plan: "x"}}}]
  - parts: [{text: "That is all."}]
  - parts: [{text: "Good."}]
`

// A subagent starts no other: the tools of the session that it works for are not all its own.
func TestSubagentCallsNoOther(t *testing.T) {
	t.Parallel()
	k := newTalk(t, nesting, nil)
	k.open("")
	if _, err := k.Send(t.Context(), "go", false); err != nil {
		t.Fatal(err)
	}
	if r := until(k, anyEvent[event.ToolResult]); !strings.Contains(string(r.Output), "That is all.") || !strings.Contains(string(r.Output), `"calls":4`) {
		t.Errorf("result %s", r.Output)
	}
	until(k, anyEvent[event.TurnEnd])
	list := ofSubagents(k)
	if len(list) != 1 {
		t.Fatalf("%d subagents", len(list))
	}
	events, err := os.ReadFile(filepath.Join(list[0].Dir, "events.jsonl"))
	if n := strings.Count(string(events), `"code":"UnknownTool"`); n != 4 || err != nil {
		t.Errorf("%d calls were of unknown tools, %v:\n%s", n, err, events)
	}
}

// The program can end while a subagent works.
func TestSubagentEndsWithTheProgram(t *testing.T) {
	t.Parallel()
	k := newTalk(t, waiting, nil)
	k.open("")
	begun(k)
	k.leave()
	if list := ofSubagents(k); len(list) != 1 || list[0].State != store.StatusInterrupted {
		t.Errorf("kept %+v", list)
	}
}
