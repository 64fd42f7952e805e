package web

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"path"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/web/charset"
	"eidolon/internal/web/markdown"
)

const (
	maxShown = 50 << 10 // bytes of a page that the model gets at once
	maxKept  = 16 << 20 // bytes of a page that are kept for it to read on
	maxTitle = 300
)

type fetchInput struct {
	URL string `json:"url"`
	Raw bool   `json:"raw"`
}

type fetchOutput struct {
	URL       string `json:"url"`                // that was asked for
	At        string `json:"at,omitempty"`       // that answered, after redirects on the same host
	LeadsTo   string `json:"leads_to,omitempty"` // on another host, which was not asked
	Status    int    `json:"status"`
	Type      string `json:"type"`
	Title     string `json:"title,omitempty"`
	Content   string `json:"content"`
	Bytes     int    `json:"bytes"` // of the whole content
	Truncated bool   `json:"truncated"`
}

// fetch is the tool that gets a page.
type fetch struct{ Options }

// Spec declares the tool.
func (f fetch) Spec() tool.Spec {
	return tool.Spec{
		Namespace: tool.BuiltIn, Name: "fetch_webpage",
		Summary: "Get a page of the web as text: HTML becomes Markdown. At most 50 KiB are shown; the rest is kept as @out/NAME.",
		Params: []tool.Param{
			{Name: "url", Type: tool.String, Required: true, Summary: "https:// or http://"},
			{Name: "raw", Type: tool.Boolean, Summary: "HTML as it is"},
		},
		ReadOnly: true, Subject: "url",
		Timeout: -1, // it has limits of its own
	}
}

// Classify judges a call without making it.
func (f fetch) Classify(c tool.Call) (tool.Class, error) {
	_, u, err := f.input(c)
	if err != nil {
		return tool.Class{}, err
	}
	return f.classed(u.Hostname(), u.String()), nil
}

func (f fetch) input(c tool.Call) (fetchInput, *url.URL, error) {
	in, err := tool.Into[fetchInput](c.Input)
	if err != nil {
		return in, nil, &tool.InputError{Message: err.Error()}
	}
	u, err := parseAddress(in.URL)
	if err != nil {
		return in, nil, &tool.InputError{Param: "url", Message: err.Error()}
	}
	if f.tells(in.URL) || f.tells(u.String()) {
		return in, nil, &tool.InputError{Param: "url", Message: "url: " + errSecret.Error()}
	}
	return in, u, nil
}

// Run gets the page.
func (f fetch) Run(ctx context.Context, c tool.Call, _ tool.Class, _ func(tool.Progress)) tool.Result {
	in, u, err := f.input(c)
	if err != nil {
		return tool.FailWith(err).WithKind(kindInvalid)
	}
	if f.Off != "" {
		return f.off()
	}
	limited, cancel := context.WithTimeout(ctx, f.Limits.Total)
	defer cancel()
	a, err := f.get(limited, u)
	if err != nil {
		return f.failed(ctx, u.Hostname(), err)
	}
	out := fetchOutput{URL: u.String(), Status: a.status, Type: clean.Line(clip.Bytes(a.kind, 100))}
	if a.at.String() != out.URL {
		out.At = a.at.String()
	}
	if a.leads != nil {
		out.LeadsTo = a.leads.String()
		return tool.OK(out, fmt.Sprintf("%s leads to %s, which is on another host and was not asked. To read it, fetch that url.", out.URL, out.LeadsTo))
	}
	text, r, ok := f.read(a, &out, in.Raw)
	if !ok {
		return r
	}
	return f.show(c, out, text, a.cut)
}

// read makes text of an answer. What is none becomes the result.
func (f fetch) read(a answer, out *fetchOutput, raw bool) (text string, r tool.Result, ok bool) {
	host := clean.Exact(a.at.Hostname())
	if a.body == nil {
		if a.status >= http.StatusBadRequest {
			return "", f.badStatus(a, ""), false
		}
		return "", tool.Fail(tool.NotText, fmt.Sprintf("%s gives %s (%s), which is not text. Only text is fetched; with bash, the user's own programs can get and read such files.",
			host, orUnknown(out.Type), size(a.size))).WithKind(kindType), false
	}
	text, _, err := charset.Decode(a.body, a.said)
	switch {
	case err != nil:
		return "", tool.Fail(tool.NotText, fmt.Sprintf("%s cannot be read: %v.", host, clean.Line(clip.Bytes(err.Error(), 200)))).WithKind(kindType), false
	case strings.IndexByte(clip.Bytes(text, 8<<10), 0) >= 0:
		return "", tool.Fail(tool.NotText, fmt.Sprintf("%s calls it %s, but it is not text.", host, orUnknown(out.Type))).WithKind(kindType), false
	}
	text = strings.ReplaceAll(text, "\r\n", "\n")
	switch {
	case isHTML(a.kind) && !raw:
		page := markdown.Convert(text, a.at)
		text = page.Text
		out.Title = clean.Line(clip.Bytes(visible(page.Title), maxTitle))
		text = visible(text)
	case isJSON(a.kind) && len(text) > maxShown && strings.IndexByte(text[:maxShown], '\n') < 0:
		var lines bytes.Buffer // else the kept text would be one line, of which nobody can read a part
		if json.Indent(&lines, []byte(text), "", " ") == nil {
			text = lines.String()
		}
	}
	text = clean.Text(text)
	if a.status >= http.StatusBadRequest {
		return "", f.badStatus(a, text), false
	}
	return text, tool.Result{}, true
}

// show makes the result of a text: its beginning, and where the rest is.
func (f fetch) show(c tool.Call, out fetchOutput, text string, cut bool) tool.Result {
	out.Bytes = len(text)
	out.Content = firstLines(text, maxShown)
	out.Truncated = cut || len(out.Content) < len(text)
	head := out.URL
	if out.At != "" {
		head = out.At
	}
	head += " (" + orUnknown(out.Type)
	if out.Title != "" {
		head += ": " + out.Title
	}
	shown := head + ")\n\n" + out.Content
	switch {
	case text == "" && isHTML(out.Type):
		shown = head + ")\n\n(the page has no text; perhaps a script in it would bring some, which is not run. raw = true shows the page itself)"
	case text == "":
		shown = head + ")\n\n(it is empty)"
	}
	r := tool.OK(out, shown)
	r.Cut = out.Truncated
	var notes []string
	if len(out.Content) < len(text) {
		notes = append(notes, fmt.Sprintf("the first %d of %d bytes are shown", len(out.Content), len(text)))
		if name := f.keep(c, out.Type, text); name != "" {
			r.Spool = name
			notes = append(notes, fmt.Sprintf("the rest: read_file with startLine = %d, or grep, with path = %q", strings.Count(out.Content, "\n")+1, name))
		}
	}
	if cut {
		notes = append(notes, fmt.Sprintf("only the first %d MiB of the page were read", maxBody>>20))
	}
	if len(notes) > 0 {
		r.Text = strings.TrimSuffix(r.Text, "\n") + "\n[cut: " + strings.Join(notes, "; ") + "]"
	}
	return r
}

// keep keeps a text for the session and gives the name that the model can read it under, or "".
func (f fetch) keep(c tool.Call, kind, text string) string {
	if f.Keep == nil || c.OutDir == "" || c.Key == "" {
		return ""
	}
	name := path.Base(c.Key) + ".txt"
	if isHTML(kind) {
		name = path.Base(c.Key) + ".md"
	}
	if f.Keep(c.OutDir, name, clip.Bytes(text, maxKept)) != nil {
		return "" // then there is no more than what is shown
	}
	return "@out/" + name
}

// badStatus is the result of an answer that says that there is no page.
func (f fetch) badStatus(a answer, text string) tool.Result {
	said := fmt.Sprintf("%s answers HTTP %d", clean.Exact(a.at.Hostname()), a.status)
	if name := http.StatusText(a.status); name != "" {
		said += " (" + name + ")"
	}
	code := tool.Failed
	switch a.status {
	case http.StatusNotFound, http.StatusGone:
		code = tool.NotFound
	case http.StatusUnauthorized, http.StatusForbidden:
		said += "; the page is not open to everybody, or not to programs"
	case http.StatusTooManyRequests, http.StatusServiceUnavailable:
		said += wait(a.header)
	}
	if text = strings.TrimSpace(firstLines(text, 600)); text != "" {
		said += ". It says:\n" + text
	} else {
		said += "."
	}
	return tool.Fail(code, said).WithKind(kindStatus)
}

// firstLines gives whole lines of a text, of at most n bytes; of a single line that is longer, its beginning.
func firstLines(text string, n int) string {
	if len(text) <= n {
		return text
	}
	begin := clip.Bytes(text, n)
	if i := strings.LastIndexByte(begin, '\n'); i > n/2 {
		return begin[:i+1]
	}
	return begin
}

// visible drops the marks of places where a word may be broken, which pages are full of.
func visible(text string) string {
	if strings.IndexFunc(text, softMark) < 0 {
		return text
	}
	return strings.Map(func(r rune) rune {
		if softMark(r) {
			return -1
		}
		return r
	}, text)
}

func softMark(r rune) bool { return r == 0xAD || r == 0x200B || r == 0x2060 || r == 0xFEFF }

func orUnknown(kind string) string {
	if kind == "" {
		return "something of an unknown type"
	}
	return kind
}

func size(n int64) string {
	if n < 0 {
		return "of unknown size"
	}
	return fmt.Sprintf("%d bytes", n)
}
