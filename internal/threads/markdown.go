package threads

import (
	"fmt"
	"io"
	"strings"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/store"
	"eidolon/internal/transcript"
)

// markdown writes entries as a document. The words of the model are Markdown already and stay as they
// are; the user's are quoted, so that they cannot be taken for the document's own.
type markdown struct {
	out   io.Writer
	calls bool // the entry before was a call, so this one goes on with the list
}

func (m *markdown) head(s store.Summary) {
	fmt.Fprintf(m.out, "# %s\n\n%s\n", escape(label(s)), escape(facts(s)))
}

func (m *markdown) close() error { return nil }

func (m *markdown) entry(e transcript.Entry) {
	list := false
	switch e.Kind {
	case transcript.User:
		fmt.Fprintf(m.out, "\n## You, %s\n\n", e.Time.UTC().Format("2006-01-02 15:04:05 UTC"))
		for line := range strings.SplitSeq(strings.TrimRight(clean.Text(e.Text), "\n"), "\n") {
			fmt.Fprintln(m.out, strings.TrimRight("> "+line, " "))
		}
	case transcript.Model:
		fmt.Fprintf(m.out, "\n## Assistant\n\n%s\n", closeFences(clean.Text(e.Text)))
	case transcript.Tool:
		list = m.tool(e.Call)
	case transcript.Program:
		fmt.Fprintf(m.out, "\n*%s*\n", escape(clean.Line(e.Text)))
	}
	m.calls = list
}

// tool writes a call as an item of a list, with the change that it made. It tells whether the list
// goes on.
func (m *markdown) tool(c *transcript.Call) bool {
	if !m.calls {
		fmt.Fprintln(m.out)
	}
	fmt.Fprintf(m.out, "- %s %s: %s\n", code(clean.Line(c.Name)), code(clip.Chars(clean.Line(c.Input), inputShown)), escape(clean.Line(c.Outcome())))
	if c.Result == nil || c.Result.Diff == "" {
		return true
	}
	diff := strings.TrimRight(clean.Text(c.Result.Diff), "\n")
	fence := strings.Repeat("`", max(3, longestRun(diff)+1))
	fmt.Fprintf(m.out, "\n%sdiff\n%s\n%s\n", fence, diff, fence)
	return false
}

// escape keeps the characters of a line from being marks.
func escape(line string) string {
	var b strings.Builder
	for _, r := range line {
		if strings.ContainsRune("\\`*_[]<>#|", r) {
			b.WriteByte('\\')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// code gives a line as a code span, between more backticks than it has in a row.
func code(line string) string {
	if line == "" {
		return "` `"
	}
	ticks := strings.Repeat("`", longestRun(line)+1)
	if strings.HasPrefix(line, "`") || strings.HasSuffix(line, "`") {
		line = " " + line + " "
	}
	return ticks + line + ticks
}

// longestRun is the length of the longest run of backticks.
func longestRun(s string) int {
	longest, run := 0, 0
	for i := range len(s) {
		if s[i] == '`' {
			run++
			longest = max(longest, run)
		} else {
			run = 0
		}
	}
	return longest
}

// closeFences ends a code block that the text left open, as an answer that was cut does, so that it
// does not swallow the rest of the document.
func closeFences(text string) string {
	open := ""
	for line := range strings.SplitSeq(text, "\n") {
		switch {
		case open == "":
			open = fence(line)
		case closes(line, open):
			open = ""
		}
	}
	if open == "" {
		return text
	}
	return text + "\n" + open
}

// fence gives the run of backticks or tildes with which a line opens a code block, or "".
func fence(line string) string {
	line = strings.TrimSpace(line)
	for _, mark := range []string{"`", "~"} {
		if run := line[:len(line)-len(strings.TrimLeft(line, mark))]; len(run) >= 3 {
			return run
		}
	}
	return ""
}

// closes says whether a line ends the code block that a fence opened.
func closes(line, open string) bool {
	run := fence(line)
	return run != "" && run[0] == open[0] && len(run) >= len(open) && run == strings.TrimSpace(line)
}
