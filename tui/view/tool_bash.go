package view

import (
	"eidolon/tui/theme"
)

// bashCard shows a command: while it runs the last lines, then what it printed and how it ended.
func bashCard(c *call, o *outcome, l *look) card {
	if c.result == nil {
		return runningCard(c, l)
	}
	stdout, stderr := o.text("stdout"), o.text("stderr")
	k := l.outputCard(stdout + between(stdout, stderr) + stderr)
	code, _ := o.number("exit_code")
	switch {
	case o.flag("timed_out"):
		k.state = State{Text: l.F("timed out %s", c.took(l)), Role: theme.Error}
	case o.text("signal") != "":
		k.state = State{Text: l.F("ended by %s", oneLine(o.text("signal"))), Role: theme.Error}
	case code != 0:
		k.state = State{Text: l.F("exit %d", code), Role: theme.Error}
	}
	return k
}

// between puts the second stream on a line of its own.
func between(stdout, stderr string) string {
	if stdout == "" || stderr == "" || stdout[len(stdout)-1] == '\n' {
		return ""
	}
	return "\n"
}

// runningCard shows the last lines of what a call has printed so far, or of the text that is still
// being written.
func runningCard(c *call, l *look) card {
	if c.state == callWriting {
		return c.live.card("", l)
	}
	if c.output == nil {
		return card{}
	}
	lines := c.output.all()
	shown := lines[max(len(lines)-shownLines, 0):]
	k := card{}
	if above := c.output.lost + len(lines) - len(shown); above > 0 {
		k.folded = append(k.folded, dimText(l.N(above, "+1 line above", "+%d lines above")))
		k.more = styledBlocks(lines)
	}
	short, cut := shorten(styledBlocks(shown))
	if cut {
		short, k.more = append(short, dimText("… (Ctrl+O)")), styledBlocks(lines)
	}
	k.folded = append(k.folded, short...)
	return k
}
