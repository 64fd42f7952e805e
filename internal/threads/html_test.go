package threads

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"

	"eidolon/actors/event"
	"eidolon/internal/store"
	"eidolon/internal/transcript"
)

// Whatever stands in a session, the page that is made of it holds no tag but ours.
//
// Covers: Y17
func TestPageIsHarmless(t *testing.T) {
	const hostile = `<script>alert(1)</script><img src=x onerror=alert(1)>" onmouseover="x` + "\x1b[2J"
	var out bytes.Buffer
	p := &page{out: &out}
	p.head(store.Summary{ID: "1b4e28ba", Title: hostile, Model: hostile, Workspace: hostile})
	for _, e := range []transcript.Entry{
		{Kind: transcript.User, Text: hostile},
		{Kind: transcript.Model, Text: hostile + "\n```\n" + hostile + "\n```\nmore\n~~~\nleft open " + hostile},
		{Kind: transcript.Program, Text: hostile},
		{Kind: transcript.Tool, Call: &transcript.Call{Name: hostile, Input: hostile, Result: &event.ToolResult{
			Output: json.RawMessage(`{"ok":false,"error":{"code":"<b>","message":"<i>"}}`), Diff: "+" + hostile + "\n-" + hostile,
		}}},
	} {
		p.entry(e)
	}
	if err := p.close(); err != nil {
		t.Fatal(err)
	}
	got := out.String()
	for _, bad := range []string{"<script", "<img", `" onmouseover`, "<b>", "<i>", "\x1b"} {
		if strings.Contains(strings.ReplaceAll(got, "<summary><b>", ""), bad) {
			t.Errorf("the page holds %q:\n%s", bad, got)
		}
	}
	for _, want := range []string{`<pre class="prose">more</pre>`, `<pre class="code">left open `, "<ins>+&lt;script", "default-src 'none'"} {
		if !strings.Contains(got, want) {
			t.Errorf("the page lacks %q:\n%s", want, got)
		}
	}
}
