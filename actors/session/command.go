package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
)

// commandTool is the tool that runs a command of the user.
const commandTool = "SysBuiltIn.bash"

// startCommand begins a turn in which a command of the user runs and the model is not asked.
func (s *session) startCommand(env actorkit.Env, m RunCommand) {
	s.turn = &turn{n: s.conv.turn + 1, typed: true, command: m.Text}
	s.open(env)
	s.begin(env, event.Message{Role: event.RoleUser, Text: CommandPrefix + m.Text})
}

// runCommand runs the command of the turn once the user's words are on disk.
func (s *session) runCommand(env actorkit.Env) {
	t := s.turn
	t.round++
	t.request = request{awaits: -1, answered: true}
	s.out.newRound()
	const block = 1
	key := s.key(1)
	s.dispatch(env, &callState{key: key, modelID: key, name: commandTool, input: commandInput(t.command), block: block, source: event.SourceUser}, nil)
	s.endBlock(block)
}

// endCommand tells the model of the command, and ends the turn.
func (s *session) endCommand(env actorkit.Env, r reply) {
	t := s.turn
	t.finished = true
	s.tellModel(env, s.commandReport(r, t.command))
	why := event.EndDone
	if t.ending != "" {
		why = t.ending
	}
	s.endTurn(env, why)
}

// commandReport is what the model is told of a command of the user.
func (s *session) commandReport(r reply, command string) string {
	text := r.result.Text
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	marker := s.marker(r.key, text)
	return fmt.Sprintf("%s\n<user_command text=%s ok=%t #%s>\n%s</#%s>\n", CommandRan, quoted(command), r.result.OK, marker, text, marker)
}

// commandInput is the input of the call, in the form that tools take it.
func commandInput(command string) json.RawMessage {
	var line bytes.Buffer
	enc := json.NewEncoder(&line)
	enc.SetEscapeHTML(false) // "a > b" is for people to read
	if err := enc.Encode(map[string]string{"command": command}); err != nil {
		return json.RawMessage("null") // the tool refuses it
	}
	return bytes.TrimSpace(line.Bytes())
}

// commandOf gives the command of a call that the user typed.
func commandOf(use event.ToolUse) string {
	var in struct{ Command string }
	_ = json.Unmarshal(use.Input, &in) // it was written by this program; another one's is left out
	return in.Command
}

// ofUser says that a reply is about a command of the user.
func (r reply) ofUser() bool { return r.source == event.SourceUser }
