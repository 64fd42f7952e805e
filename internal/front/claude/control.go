package claude

import (
	"context"
	"encoding/json"
	"fmt"
)

// request is what the SDK asks for besides turns.
type request struct {
	Subtype      string  `json:"subtype"`
	CancelQueued bool    `json:"cancel_queued"` // of an interrupt
	Mode         string  `json:"mode"`
	Model        *string `json:"model"`
	Tokens       *int    `json:"max_thinking_tokens"`
	Message      string  `json:"message_uuid"`
}

// greet answers the first request of the SDK.
func (v *serving) greet() {
	if h := &v.conn.Hello; h.request != "" {
		v.reply(h.request, v.Sink.welcome(h), nil)
	}
}

// welcome is the answer to the first request: what there is to choose from.
func (s *Sink) welcome(h *Hello) object {
	w := object{
		"commands": append([]Command{}, s.about.Commands...), "agents": append([]Agent{}, s.about.Agents...),
		"models": append([]Model{}, s.about.Models...), "account": object{}, "output_style": "default",
		"available_output_styles": []string{"default"}, "claude_code_version": s.about.Version,
	}
	if h.deny {
		w["disallowed_tools_applied"] = true
	}
	if h.servers {
		w["mcp_servers_applied"] = false
	}
	return w
}

// reply answers a request of the SDK.
func (v *serving) reply(id string, body object, err error) {
	if err := v.Sink.reply(id, body, err); err != nil {
		v.broken(err)
	}
}

func (s *Sink) reply(id string, body object, err error) error {
	r := object{"request_id": id, "subtype": "success"}
	switch {
	case err != nil:
		r["subtype"], r["error"] = "error", err.Error()
	case body != nil:
		r["response"] = body
	}
	return s.say("control_response", object{"response": r})
}

// onRequest does what the SDK asks for.
func (v *serving) onRequest(ctx context.Context, in input) {
	var r request
	if err := json.Unmarshal(in.Request, &r); err != nil {
		v.reply(in.RequestID, nil, fmt.Errorf("the request cannot be read: %w", inWords(err)))
		return
	}
	switch r.Subtype {
	case "initialize":
		v.reply(in.RequestID, v.Sink.welcome(&v.conn.Hello), nil)
	case "interrupt":
		v.reply(in.RequestID, v.onInterrupt(r.CancelQueued), nil)
	case "set_permission_mode":
		v.reply(in.RequestID, nil, v.setMode(r.Mode))
	case "set_model":
		v.reply(in.RequestID, nil, v.setModel(ctx, r.Model))
	case "set_max_thinking_tokens":
		v.reply(in.RequestID, nil, v.SetThinking(ctx, r.Tokens))
	case "cancel_async_message":
		v.reply(in.RequestID, object{"cancelled": v.forget(r.Message)}, nil)
	case "mcp_status":
		servers, _ := v.Sink.about.servers()
		v.reply(in.RequestID, object{"mcpServers": servers}, nil)
	default:
		v.reply(in.RequestID, nil, fmt.Errorf("eidolon does not know the request %q", r.Subtype))
	}
}

// onInterrupt ends the turn. Messages that wait for their turn stay, unless they are to go too.
func (v *serving) onInterrupt(queued bool) object {
	v.cut = true
	v.interrupt()
	waiting := []string{}
	for _, m := range v.queue {
		if m.ID != "" {
			waiting = append(waiting, m.ID)
		}
	}
	if !queued {
		return object{"still_queued": waiting}
	}
	v.queue = nil
	return object{"still_queued": []string{}, "cancelled": waiting}
}

// forget drops a message that waits for its turn.
func (v *serving) forget(id string) bool {
	for i, m := range v.queue {
		if m.ID == id && id != "" {
			v.queue = append(v.queue[:i:i], v.queue[i+1:]...)
			return true
		}
	}
	return false
}

// setMode changes the permission mode. In one of the SDK's nobody is asked.
func (v *serving) setMode(mode string) error {
	if err := v.SetMode(mode); err != nil {
		return err
	}
	v.Sink.silence(mode == DontAsk)
	v.Sink.mu.Lock()
	defer v.Sink.mu.Unlock()
	v.Sink.mode = mode
	return nil
}

// DontAsk is the mode in which nobody is asked: what would be asked about is refused.
const DontAsk = "dontAsk"

func (v *serving) setModel(ctx context.Context, name *string) error {
	wanted := ""
	if name != nil && *name != "default" {
		wanted = *name
	}
	model, err := v.SetModel(ctx, wanted)
	if err != nil {
		return err
	}
	v.Sink.mu.Lock()
	defer v.Sink.mu.Unlock()
	v.Sink.about.Model = model
	return nil
}

// onResponse takes the answer to a question.
func (v *serving) onResponse(r response) {
	q, open := v.Sink.take(r.RequestID)
	if !open {
		return
	}
	answer, verdict := q.answer(r)
	v.Session.Tell(answer)
	for _, u := range verdict.Permissions {
		if u.Type == "setMode" && answer.Allow {
			if err := v.setMode(u.Mode); err != nil {
				v.notice(err.Error())
			}
		}
	}
	if verdict.Interrupt && !answer.Allow {
		v.cut = true
		v.interrupt()
	}
}

// Refuse tells the SDK why there will be no session.
func (s *Sink) Refuse(conn *Conn, why error) {
	if h := &conn.Hello; h.request != "" {
		_ = s.reply(h.request, nil, why) // there is nobody left to tell
	}
	s.Fail(why.Error())
}

// answering takes note of the message that the next turn is about, and repeats it for who wants that.
func (s *Sink) answering(m Message, echo bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn.user = m.ID
	if !echo {
		return
	}
	s.plain("user", object{
		"message": m.raw, "parent_tool_use_id": nil, "session_id": s.about.Session, "uuid": m.ID, "isReplay": true,
	})
	_ = s.flush() // the next batch finds out
}
