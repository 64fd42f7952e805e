package prompts

import (
	"io/fs"
	"slices"
	"strings"

	"eidolon/xnl"
)

// ownNamespace is that of the tools whose cards are among the texts here. A tool of another one may have
// the name of one of them, and not its cards.
const ownNamespace = "SysBuiltIn"

// Brief says whether a prompt holds only the brief card of a tool. The tools that nearly every task needs
// are told in full; the details of the others would cost more in each request than a model that needs
// them pays to ask.
func Brief(tool Tool) bool {
	inFull := []string{
		"bash", "read_file", "write_file", "edit", "edit_text", "move_file", "ls", "glob", "grep", "todo_write", "exit_plan_mode",
	}
	return tool.Schema == "" && !(tool.Namespace == ownNamespace && slices.Contains(inFull, tool.Name))
}

// Detail gives the detail card of a tool: the one among the texts, or one that is made of the tool's
// declaration. The override is that of [Options].
func Detail(tool Tool, override fs.FS) string {
	t := texts{override: override}
	card := t.detail(tool)
	if card == "" {
		card = makeDetail(tool)
	}
	return strings.TrimSpace(card)
}

func (t *texts) detail(tool Tool) string {
	if tool.Namespace != ownNamespace {
		return ""
	}
	return t.read("tools/"+tool.Name+".detail.xnl", func(text string) error { return checkDetail(text, tool) })
}

// makeDetail makes a card of what the tool says of its inputs. It may come from outside, so the notation
// chooses the markers around it.
func makeDetail(tool Tool) string {
	full := strings.TrimPrefix(tool.Namespace+"."+tool.Name, ".")
	parts := []*xnl.Element{rawText("type_def", tool.Inputs)}
	if call := exampleCall(full, tool); call != "" {
		parts = append(parts, rawText("demo", call))
	}
	card := &xnl.Element{Tag: "tool_detail", Head: full, Ext: parts}
	if !isWord(full) {
		card.Head, card.Attrs = "", xnl.NewMap(xnl.Entry{Key: "name", Value: xnl.String(full)})
	}
	text, err := xnl.Format(card, xnl.Layout{Pretty: true})
	if err != nil {
		return ""
	}
	return string(text)
}

// exampleCall writes the call that the tool gives as an example, or gives "" when there is none.
func exampleCall(full string, tool Tool) string {
	node, err := xnl.FromJSON([]byte(tool.Example))
	args, isMap := node.(*xnl.Map)
	if err != nil || !isMap || !isWord(full) {
		return ""
	}
	call := &xnl.Element{Tag: "tool_call", Head: full, Meta: xnl.NewMap(xnl.Entry{Key: "id", Value: xnl.String("x1")})}
	for key, value := range args.All() {
		if text, isText := value.(xnl.String); isText && key == tool.Main {
			call.Text = &xnl.Text{Value: "\n" + string(text) + "\n"}
			continue
		}
		if call.Attrs == nil {
			call.Attrs = xnl.NewMap()
		}
		call.Attrs.Set(key, value)
	}
	text, err := xnl.Format(call, xnl.Layout{})
	if err != nil {
		return ""
	}
	return string(text)
}

// isWord says whether a name can stand as the head of an element.
func isWord(name string) bool {
	_, err := xnl.Format(&xnl.Element{Tag: "t", Head: name}, xnl.Layout{})
	return err == nil
}

func rawText(tag, text string) *xnl.Element {
	return &xnl.Element{Tag: tag, Text: &xnl.Text{Value: "\n" + strings.TrimSpace(text) + "\n"}}
}
