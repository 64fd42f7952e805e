package codex

import (
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"eidolon/actors/event"
	"eidolon/internal/front/news"
	"eidolon/internal/leaf/jsontext"
)

// item is a thing of the turn, with a number of its own.
type item struct {
	id     string
	kind   string
	fields object // beside id and type
}

// newItem makes the next item.
func (s *Sink) newItem(kind string, fields object) *item {
	it := &item{id: fmt.Sprintf("item_%d", s.items), kind: kind, fields: fields}
	s.items++
	return it
}

// tell writes a line about an item.
func (s *Sink) tell(what string, it *item) {
	fields := object{"id": it.id, "type": it.kind}
	maps.Copy(fields, it.fields)
	s.line("item."+what, object{"item": fields})
}

// whole writes an item that takes no time.
func (s *Sink) whole(kind string, fields object) { s.tell("completed", s.newItem(kind, fields)) }

// thought ends a stretch of thoughts.
func (s *Sink) thought() {
	if text := s.speech.Thought(); text != "" {
		s.whole("reasoning", object{"text": text})
	}
}

// said ends what the model thought and said so far.
func (s *Sink) said() {
	s.thought()
	text := s.speech.Text()
	if text == "" {
		return
	}
	if value, ok := jsontext.Find(text); ok && s.about.JSON {
		text = string(value)
	}
	s.whole("agent_message", object{"text": text})
}

// warn tells of something that the run survives.
func (s *Sink) warn(message string) { s.whole("error", object{"message": message}) }

// board shows the task list.
func (s *Sink) board(list event.Todos) {
	items := []object{}
	for _, t := range list.Todos {
		items = append(items, object{"text": t.Content, "completed": t.Status == "completed"})
	}
	if s.todos != nil {
		s.todos.fields["items"] = items
		s.tell("updated", s.todos)
		return
	}
	s.todos = s.newItem("todo_list", object{"items": items})
	s.tell("started", s.todos)
}

func (s *Sink) boardDone() {
	if s.todos != nil {
		s.tell("completed", s.todos)
		s.todos = nil
	}
}

// call is a call of a tool and its item. Calls of the task list have none.
type call struct {
	use     event.ToolUse
	tool    string
	item    *item
	started bool
}

// use takes note of a call. Its item comes when it starts, or with its result when it never does.
func (s *Sink) use(u event.ToolUse) {
	s.calls[u.Call] = &call{use: u, tool: news.ToolName(u.Name)}
}

// started shows that a call runs. Changes of files are shown when they are done.
func (s *Sink) started(key string) {
	c := s.calls[key]
	if c == nil || c.started || c.tool == "todo_write" || changesFiles(c.tool) {
		return // a command that runs a second time has its line
	}
	c.started = true
	s.number(c)
	s.tell("started", c.item)
}

// number makes the item of a call.
func (s *Sink) number(c *call) {
	if c.item != nil {
		return
	}
	switch {
	case c.tool == "bash":
		var in struct{ Command string }
		_ = json.Unmarshal(news.Input(c.use), &in) // a call that cannot be read has no command
		c.item = s.newItem("command_execution", object{"command": in.Command, "aggregated_output": "", "status": "in_progress"})
	case changesFiles(c.tool):
		c.item = s.newItem("file_change", object{})
	case c.tool == "web_search":
		var in struct{ Query string }
		_ = json.Unmarshal(news.Input(c.use), &in) // a call that cannot be read asks for nothing
		c.item = s.newItem("web_search", object{"query": in.Query})
	default:
		server, tool := serverOf(c.tool)
		c.item = s.newItem("mcp_tool_call", object{
			"server": server, "tool": tool, "arguments": news.Input(c.use), "status": "in_progress",
		})
	}
}

// serverOf says which server a tool is of.
func serverOf(tool string) (server, name string) {
	if rest, ok := strings.CutPrefix(tool, "mcp__"); ok {
		if server, name, ok := strings.Cut(rest, "__"); ok {
			return server, name
		}
	}
	return "eidolon", tool
}

// result completes the item of a call.
func (s *Sink) result(r event.ToolResult) {
	c := s.calls[r.Call]
	if c == nil || r.Superseded && !c.started || c.tool == "todo_write" && r.OK {
		return
	}
	delete(s.calls, r.Call)
	s.number(c)
	o := news.ReadOutcome(r)
	text := o.Text(r.OK)
	switch c.item.kind {
	case "command_execution":
		ran(c.item.fields, r, o, text)
	case "file_change":
		c.item.fields["changes"], c.item.fields["status"] = changes(c, r, o), status(r.OK)
	case "web_search": // the SDK wants to know no more of it
	default:
		answered(c.item.fields, r, o, text)
	}
	s.tell("completed", c.item)
}

func status(ok bool) string {
	if ok {
		return "completed"
	}
	return "failed"
}

// ran completes a command.
func ran(fields object, r event.ToolResult, o news.Outcome, text string) {
	fields["aggregated_output"] = text
	code, known := 0, false
	if raw, ok := o.Data["exit_code"]; ok && r.OK {
		known = json.Unmarshal(raw, &code) == nil
	}
	if known {
		fields["exit_code"] = code
	}
	fields["status"] = status(known && code == 0)
}

// answered completes the call of a tool that the SDK does not know.
func answered(fields object, r event.ToolResult, o news.Outcome, text string) {
	fields["status"] = status(r.OK)
	if !r.OK {
		fields["error"] = object{"message": text}
		return
	}
	fields["result"] = object{"content": []object{{"type": "text", "text": text}}, "structured_content": o.Data}
}

// changesFiles says whether a tool is there to change files.
func changesFiles(tool string) bool {
	switch tool {
	case "write_file", "edit", "edit_file", "edit_text", "move_file", "write", "apply_patch":
		return true
	}
	return false
}

// changes tells which files a call changed, or was to change.
func changes(c *call, r event.ToolResult, o news.Outcome) []object {
	var in struct{ Path, From, To string }
	_ = json.Unmarshal(news.Input(c.use), &in) // of a call that cannot be read nothing is known
	switch c.tool {
	case "move_file":
		return []object{{"path": in.From, "kind": "delete"}, {"path": in.To, "kind": "add"}}
	case "apply_patch":
		return patched(o)
	}
	kind := "update"
	var created bool
	if raw, ok := o.Data["created"]; r.OK && ok && json.Unmarshal(raw, &created) == nil && created {
		kind = "add"
	}
	return []object{{"path": in.Path, "kind": kind}}
}

// patched tells which files a patch changed: none if it failed.
func patched(o news.Outcome) []object {
	var files []struct{ Path, Action, From string }
	_ = json.Unmarshal(o.Data["files"], &files)
	all := []object{}
	for _, f := range files {
		kind := f.Action
		switch {
		case f.From != "":
			all = append(all, object{"path": f.From, "kind": "delete"})
			kind = "add"
		case kind == "modify":
			kind = "update"
		}
		all = append(all, object{"path": f.Path, "kind": kind})
	}
	return all
}
