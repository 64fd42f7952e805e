package threads

import (
	_ "embed"
	"fmt"
	"html"
	"io"
	"strings"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/store"
	"eidolon/internal/transcript"
)

// pageStyle is the whole of the look: the page loads nothing.
//
//go:embed page.css
var pageStyle string

// page writes entries as a web page that stands alone. Nothing in it runs or is fetched, whatever a
// model or a tool said: all text is escaped, and the page forbids its browser everything but styles.
//
// Markdown is shown as it was written, code blocks apart. A library for the rest would cost every
// start of the program a millisecond, for a page that is made once in a while.
type page struct{ out io.Writer }

func (p *page) head(s store.Summary) {
	title := html.EscapeString(label(s))
	fmt.Fprintf(p.out, `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>%s</title>
<style>
%s</style>
</head>
<body>
<h1>%s</h1>
<p class="facts">%s</p>
`, title, pageStyle, title, html.EscapeString(facts(s)))
}

func (p *page) entry(e transcript.Entry) {
	switch e.Kind {
	case transcript.User:
		fmt.Fprintf(p.out, "<section class=\"user\">\n<h2>You <time>%s</time></h2>\n<pre>%s</pre>\n</section>\n",
			e.Time.UTC().Format("2006-01-02 15:04:05 UTC"), html.EscapeString(strings.TrimRight(clean.Text(e.Text), "\n")))
	case transcript.Model:
		fmt.Fprint(p.out, "<section class=\"model\">\n<h2>Assistant</h2>\n")
		p.prose(clean.Text(e.Text))
		fmt.Fprint(p.out, "</section>\n")
	case transcript.Tool:
		p.tool(e.Call)
	case transcript.Program:
		fmt.Fprintf(p.out, "<p class=\"notice\">%s</p>\n", html.EscapeString(clean.Line(e.Text)))
	}
}

// prose writes the words of a model, with its code blocks set apart.
func (p *page) prose(text string) {
	var open string // the fence of the code block that is being written, or ""
	var part []string
	flush := func(class string) {
		if block := strings.Trim(strings.Join(part, "\n"), "\n"); block != "" {
			fmt.Fprintf(p.out, "<pre class=%q>%s</pre>\n", class, html.EscapeString(block))
		}
		part = nil
	}
	for line := range strings.SplitSeq(text, "\n") {
		switch mark := fence(line); {
		case open == "" && mark != "":
			flush("prose")
			open = mark
		case open != "" && closes(line, open):
			flush("code")
			open = ""
		default:
			part = append(part, line)
		}
	}
	if open != "" {
		flush("code")
	}
	flush("prose")
}

// tool writes a call as a line that opens to its input and, if it changed a file, the change.
func (p *page) tool(c *transcript.Call) {
	class := "call"
	if c.Result != nil && !c.Result.OK {
		class = "call failed"
	}
	input := clean.Line(c.Input)
	fmt.Fprintf(p.out, "<details class=%q>\n<summary><b>%s</b> <code>%s</code> <span>%s</span></summary>\n<pre>%s</pre>\n", class,
		html.EscapeString(clean.Line(c.Name)), html.EscapeString(clip.Chars(input, inputShown)), html.EscapeString(clean.Line(c.Outcome())),
		html.EscapeString(input))
	if c.Result != nil && c.Result.Diff != "" {
		fmt.Fprint(p.out, "<pre class=\"diff\">")
		for line := range strings.SplitSeq(strings.TrimRight(clean.Text(c.Result.Diff), "\n"), "\n") {
			fmt.Fprintf(p.out, "%s\n", diffLine(line))
		}
		fmt.Fprint(p.out, "</pre>\n")
	}
	fmt.Fprint(p.out, "</details>\n")
}

func diffLine(line string) string {
	tag := ""
	switch {
	case strings.HasPrefix(line, "+"):
		tag = "ins"
	case strings.HasPrefix(line, "-"):
		tag = "del"
	}
	text := html.EscapeString(line)
	if tag == "" {
		return text
	}
	return "<" + tag + ">" + text + "</" + tag + ">"
}

func (p *page) close() error {
	_, err := fmt.Fprint(p.out, "</body>\n</html>\n")
	return err
}
