package view

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"eidolon/internal/leaf/lang"
	"eidolon/tui/theme"
)

// readCard shows the beginning of what was read. A file is no program's output: what would move the
// cursor in a terminal is shown.
func readCard(c *call, o *outcome, l *look) card {
	if c.result == nil {
		return card{}
	}
	k := l.textCard(o.text("content"))
	if o.flag("truncated") {
		cut := noteBlock(l.T("(the rest of the file was not read)"))
		if k.more != nil {
			k.more = append(slices.Clip(k.more), cut)
		} else {
			k.folded = append(slices.Clip(k.folded), cut)
		}
	}
	return k
}

// lsCard shows what is in a directory, a name on each line.
func lsCard(c *call, o *outcome, l *look) card {
	var entries []struct{ Path, Type string }
	if c.result == nil || json.Unmarshal(o.Data["entries"], &entries) != nil {
		return card{}
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		if names[i] = oneLine(e.Path); e.Type == "dir" {
			names[i] += "/"
		}
	}
	return l.listCard(names, o.flag("truncated"), "nothing in it")
}

// globCard shows the names that were found.
func globCard(c *call, o *outcome, l *look) card {
	var names []string
	if c.result == nil || json.Unmarshal(o.Data["files"], &names) != nil {
		return card{}
	}
	for i := range names {
		names[i] = oneLine(names[i])
	}
	return l.listCard(names, o.flag("truncated"), "no file of that name")
}

// grepCard shows the lines that were found.
func grepCard(c *call, o *outcome, l *look) card {
	var matches []struct {
		Path string
		Line int
		Text string
	}
	if c.result == nil || json.Unmarshal(o.Data["matches"], &matches) != nil {
		return card{}
	}
	lines := make([]string, len(matches))
	for i, m := range matches {
		lines[i] = fmt.Sprintf("%s:%d: %s", oneLine(m.Path), m.Line, oneLine(strings.TrimSpace(m.Text)))
	}
	return l.listCard(lines, o.flag("truncated"), "no line matches")
}

// helpCard shows the beginning of what the model was told of a tool.
func helpCard(c *call, o *outcome, l *look) card {
	if c.result == nil {
		return card{}
	}
	return l.textCard(o.text("detail"))
}

// listCard shows lines that are harmless already.
func (l *look) listCard(lines []string, cut bool, none lang.Text) card {
	if len(lines) == 0 {
		return card{folded: []*Block{dimText(l.T(none))}}
	}
	text := strings.Join(lines, "\n")
	if cut {
		lines = append(lines, l.T("… there are more"))
	}
	styledLines := make([]styled, len(lines))
	for i, line := range lines {
		styledLines[i] = styled{text: line}
	}
	folded, more := l.fold(styledBlocks(styledLines), shownLines)
	return card{folded: folded, more: more, source: text}
}

// changeCard shows a change to a file: while the call is written the text that comes, then the
// difference.
func changeCard(c *call, _ *outcome, l *look) card {
	hide := []string{"content", "old", "new", "newText", "find", "replace"}
	var in struct{ Path string }
	_ = json.Unmarshal(c.input, &in) // the line shows what there is
	if c.result == nil {
		k := c.live.card(in.Path, l)
		k.hide = hide
		return k
	}
	blocks := l.diffBlocks(c.result.Diff)
	folded, more := l.fold(blocks, diffShown)
	k := card{hide: hide, folded: folded, more: more, source: c.result.Diff}
	if len(blocks) == 0 && c.result.OK {
		k.folded = []*Block{dimText(l.T("nothing changed"))}
	}
	return k
}

// todoCard shows the task list that the call made.
func todoCard(c *call, _ *outcome, l *look) card {
	var in struct {
		Items []struct{ Content, Status string }
	}
	k := card{hide: []string{"items"}}
	if json.Unmarshal(c.input, &in) != nil {
		return k
	}
	for _, item := range in.Items {
		mark, style := "[ ] ", Style{}
		switch item.Status {
		case "completed":
			mark, style = "[x] ", Style{Role: theme.Dim}
		case "in_progress":
			mark, style = "[>] ", Style{Role: theme.Strong}
		}
		k.folded = append(k.folded, styledText(mark+clipGraphemes(oneLine(item.Content), inputShown), style))
	}
	k.folded, k.more = l.fold(k.folded, diffShown)
	return k
}

// planCard is a plan as the model wrote it, also when it was refused: what is talked about next is this.
func planCard(c *call, _ *outcome, l *look) card {
	var in struct{ Plan string }
	_ = json.Unmarshal(c.input, &in) // of another form: there is nothing to show
	k := card{hide: []string{"plan"}, source: in.Plan}
	k.folded, k.more = l.fold(split(styledText(strings.TrimSpace(plain(in.Plan)), Style{})), diffShown)
	return k
}
