package markdown_test

import (
	"net/url"
	"runtime"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/web/markdown"
)

func base(t testing.TB) *url.URL {
	t.Helper()
	u, err := url.Parse("https://example.com/docs/page")
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func TestConvert(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"paragraphs":           {"<p>One\n  two.</p><p>Three.", "One two.\n\nThree.\n"},
		"headings":             {"<h1>A <small>b</small></h1>text<h3>C</h3>", "# A b\n\ntext\n\n### C\n"},
		"emphasis":             {"a <b> bold </b>and <i>it</i>, <del>gone</del>", "a **bold** and *it*, ~~gone~~\n"},
		"empty emphasis":       {"a<b> </b>b <i></i>c", "a b c\n"},
		"code":                 {"run <code>go  test</code> and <code>`x`</code>", "run `go test` and `` `x` ``\n"},
		"links":                {`<a href="../a?b=1#c">A</a> <a href="//x.org">X</a> <a href="mailto:a@b.c">m</a>`, "[A](https://example.com/a?b=1#c) [X](https://x.org) [m](mailto:a@b.c)\n"},
		"a link as its text":   {`<a href="https://x.org/">https://x.org/</a>`, "<https://x.org/>\n"},
		"links to nothing":     {`<a href="#x">A</a> <a href="javascript:alert(1)">B</a> <a href="data:text/html,x">C</a> <a name=x>D</a>`, "A B C D\n"},
		"signs of places":      {`<h2>Title<a href="#t">¶</a></h2>`, "## Title\n"},
		"no passwords":         {`<a href="https://u:p@x.org/">A</a>`, "[A](https://x.org/)\n"},
		"parentheses":          {`<a href="/a_(b)">A</a>`, "[A](https://example.com/a_%28b%29)\n"},
		"a link around blocks": {`<a href="/x"><h2>T</h2><p>more</p></a>`, "## [T](https://example.com/x)\n\nmore\n"},
		"pictures":             {`<img src=/a.png alt="A  cat"> <img src=b.png> <img alt=D src="data:image/png;base64,AAAA">`, "![A cat](https://example.com/a.png) ![D]\n"},
		"base":                 {`<base href="https://other.org/x/"><a href=y>Y</a>`, "[Y](https://other.org/x/y)\n"},
		"a bad base":           {`<base href="file:///etc/"><a href=y>Y</a>`, "[Y](https://example.com/docs/y)\n"},
		"lists":                {"<p>x<ul><li>a<li>b <p>c</p><ul><li>d</ul><li></ul><ol start=3><li>e<li>f</ol>", "x\n\n- a\n- b\n\n  c\n  - d\n3. e\n4. f\n"},
		"quotations":           {"<blockquote><p>a<br>b</p><p>c</blockquote>d", "> a\n> b\n>\n> c\n\nd\n"},
		"definitions":          {"<dl><dt>T<dd>one<dd>two</dl>", "T\n\n: one\n\n: two\n"},
		"verbatim":             {"<pre><code class=\"x language-go\">\nfunc  a() {\n\tb()\n}\n</code></pre>", "```go\nfunc  a() {\n\tb()\n}\n```\n"},
		"verbatim with fences": {"<pre>```\nx\n```</pre>", "````\n```\nx\n```\n````\n"},
		"verbatim lines":       {"<pre><div>a</div><div>b</div>c<br>d</pre>", "```\na\nb\nc\nd\n```\n"},
		"verbatim in a list":   {"<ul><li>a<pre>b\nc</pre></ul>", "- a\n\n  ```\n  b\n  c\n  ```\n"},
		"a table":              {"<table><tr><th>A<th>B<tr><td>1|2<td><p>x</p><p>y</p></table>", "| A | B |\n| --- | --- |\n| 1\\|2 | x y |\n"},
		"spans":                {"<table><tr><td rowspan=2>a<td colspan=2>b<tr><td>c<td>d</table>", "| a | b |  |\n| --- | --- | --- |\n|  | c | d |\n"},
		"rows of any length":   {"<table><tr><td>a<td>b<tr><td>c<tr><td>d<td>e<td>f</table>", "| a | b | |\n| --- | --- | --- |\n| c |\n| d | e | f |\n"},
		"a caption":            {"<table><caption>Cap</caption><thead><tr><th>a<th>b<tbody><tr><td>1<td>2</table>", "Cap\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n"},
		"a box":                {"<table><tr><td>just this</table>", "just this\n"},
		"layout":               {"<table><tr><td>menu<td><table><tr><td>a<td>b</table>more<td>right</table>", "menu\n\n| a | b |\n| --- | --- |\n\nmore\n\nright\n"},
		"verbatim in a cell":   {"<table><tr><td>x<td><pre>a\nb</pre></table>", "x\n\n```\na\nb\n```\n"},
		"furniture":            {"<nav>N</nav><header>H</header><script>S</script><style>T</style><aside>A</aside>body<footer>F</footer><noscript>J</noscript><button>B</button>", "body\n"},
		"unclosed script":      {"a<script>b", "a\n"},
		"what is not shown":    {`a<p hidden>b</p><span style="x:y; DISPLAY : none">c</span><div aria-hidden=true>d</div><i style="visibility:hidden">e</i>f<p hidden>g<p>h`, "a\n\nf\n\nh\n"},
		"a hidden body":        {`<body style="display:none">a`, "a\n"},
		"the main part":        {"<div>menu</div><main><header><h1>T</h1></header><p>text</main><div>related</div>", "# T\n\ntext\n"},
		"a main part by role":  {`menu<div role=main><div>a</div>b</div>x`, "a\n\nb\n"},
		"an article":           {"menu<article><h1>T</h1>text</article>x", "# T\n\ntext\n"},
		"an empty main part":   {"<main></main><p>text</p>", "text\n"},
		"a small main part":    {"<main>x</main><p>the text is elsewhere</p>", "x\n\nthe text is elsewhere\n"},
		"characters":           {"&lt;b&gt; &amp;&nbsp;&#169; &#x27; &nosuch;", "<b> & © ' &nosuch;\n"},
		"stray end tags":       {"a</div></p></li></table>b", "ab\n"},
		"misnested":            {"<b>a<i>b</b>c</i>d", "**a*b***cd\n"},
		"behind the end":       {"<html><body>a</body></html>b", "ab\n"},
		"nothing":              {"<!-- x --><!DOCTYPE html>", ""},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, markdown.Convert(tt.in, base(t)).Text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestTitle(t *testing.T) {
	for name, tt := range map[string]struct{ in, want string }{
		"in the head":    {"<head><title>A &amp;\n B</title></head><body>x", "A & B"},
		"without a head": {"<title>A</title>x", "A"},
		"of a picture":   {"<svg><title>no</title></svg>x", ""},
		"endless":        {"<title>" + strings.Repeat("x ", 1<<20), ""},
	} {
		t.Run(name, func(t *testing.T) {
			got := markdown.Convert(tt.in, base(t)).Title
			if name == "endless" {
				return
			}
			if got != tt.want {
				t.Errorf("got %q, want %q", got, tt.want)
			}
		})
	}
}

// hostile are pages that are made to cost a careless converter its time or its memory.
func hostile(size int) map[string]string {
	fill := func(begin, piece, end string) string {
		return begin + strings.Repeat(piece, max((size-len(begin)-len(end))/len(piece), 1)) + end
	}
	return map[string]string{
		"divs":           fill("", "<div>", ""),
		"closed divs":    fill("", "<div>", "") + fill("", "</div>", ""),
		"quotations":     fill("", "<blockquote>a", ""),
		"lists":          fill("", "<ul><li>a", ""),
		"items":          fill("<ul>", "<li>a", ""),
		"bold":           fill("", "<b>a", ""),
		"open bold":      fill(strings.Repeat("<b><i>", 300), "<p>a", ""),
		"bold words":     fill("", "<b>a</b> ", ""),
		"links":          fill("", "<a href=x>b</a>", ""),
		"open links":     fill("", "<a href=x>b", ""),
		"brackets":       fill("", "[", ""),
		"stars":          fill("", "*", ""),
		"lesser":         fill("", "<", ""),
		"lesser letters": fill("", "<a ", ""),
		"ampersands":     fill("", "&", ""),
		"attributes":     fill("<a ", "b=c ", ">x</a>"),
		"quotes":         fill(`<a href="`, `x`, ""),
		"comments":       fill("", "<!--", ""),
		"ends":           fill(strings.Repeat("<b>", 300), "</i>", ""),
		"paired ends":    fill("<i>"+strings.Repeat("<b>", 300), "<td></i>", ""),
		"cells":          fill("<table><tr>", "<td>a", ""),
		"rows":           fill("<table>", "<tr><td>a", ""),
		"tables":         fill("", "<table><tr><td>a", ""),
		"spans":          fill("<table>", "<tr><td rowspan=1000 colspan=1000>a</td></tr>", ""),
		"wide spans":     fill("<table><tr>"+strings.Repeat("<td rowspan=60000>a", 100), "<tr><td>b", ""),
		"backticks":      fill("<code>", "`", "</code>"),
		"code words":     fill("", "<code>`</code>", ""),
		"verbatim":       fill(strings.Repeat("<blockquote>", 100)+"<pre>", "\n", "x</pre>"),
		"pictures":       fill(`<base href="https://example.com/`+strings.Repeat("b", 1900)+`/">`, `<img alt=a src=b>`, ""),
		"breaks":         fill(strings.Repeat("<ul><li>", 100), "a<br>", ""),
		"paragraphs":     fill(strings.Repeat("<div>", 250)+"<p>", "a<p>", ""),
		"hidden":         fill("", "<p hidden>", ""),
		"titles":         fill("", "<title>a</title>", ""),
		"scripts":        fill("", "<script>", ""),
		"one script":     fill("<script>", "</scrip", ""),
		"definitions":    fill("<dl>", "<dt>a<dd>b", ""),
		"classes":        fill(`<pre class="`, "language-", `">a</pre>`),
		"styles":         fill(`<p style="`, "display : ", `">a</p>`),
	}
}

// What a page is made of decides what it costs by a factor, never by more. Memory that is asked for is counted
// and not time, which depends on what else the machine does.
func TestHostilePages(t *testing.T) {
	const most = 1200 // bytes for each of the page
	for name, page := range hostile(128 << 10) {
		t.Run(name, func(t *testing.T) {
			var before, after runtime.MemStats
			runtime.ReadMemStats(&before)
			check(t, page)
			runtime.ReadMemStats(&after)
			if cost := int(after.TotalAlloc-before.TotalAlloc) / len(page); cost > most {
				t.Errorf("it cost %d bytes for each of the page", cost)
			}
		})
	}
}

// check says what is wrong with what a page gives.
func check(t *testing.T, page string) {
	t.Helper()
	got := markdown.Convert(page, base(t))
	switch {
	case len(got.Text) > markdown.MaxText+1:
		t.Errorf("%d bytes", len(got.Text))
	case utf8.ValidString(page) && !utf8.ValidString(got.Text+got.Title):
		t.Error("the text is not UTF-8")
	case strings.Contains(got.Title, "\n"):
		t.Errorf("the title %q has more than one line", got.Title)
	case got.Text != "" && (!strings.HasSuffix(got.Text, "\n") || strings.HasSuffix(got.Text, "\n\n")):
		t.Errorf("the text ends in %q", got.Text[max(0, len(got.Text)-10):])
	}
}

func FuzzConvert(f *testing.F) {
	for _, page := range hostile(200) {
		f.Add(page)
	}
	f.Add(`<main><h1>A<b>b<p>c<table><tr><td rowspan=2>x<td><ul><li><a href=/b>c<pre class="language-go">d<br></table>e`)
	f.Fuzz(check)
}
