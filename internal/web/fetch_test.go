package web_test

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/internal/web"
)

func answer(kind, body string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header()["Content-Type"] = []string{kind}
		if kind == "" {
			w.Header()["Content-Type"] = nil
		}
		_, _ = w.Write([]byte(body))
	}
}

// Covers: Y39
func TestFetch(t *testing.T) {
	for name, tt := range map[string]struct {
		kind, body string
		want       page
	}{
		"a page": {
			"text/html; charset=utf-8", "<title>A\x1b[31m\n title</title><nav>x</nav><main><h1>H</h1><p>a <a href=/b>b</a>\u00ad\x9b\u202e</main>",
			page{Type: "text/html", Title: "A␛[31m title", Content: "# H\n\na [b](ATb)\uFFFD<U+202E>\n"},
		},
		"by what it is":       {"", "<!DOCTYPE html><p>a", page{Type: "text/html", Content: "a\n"}},
		"in another encoding": {"text/html; charset=iso-8859-1", "<p>gr\xfcn", page{Type: "text/html", Content: "grün\n"}},
		"as it says itself":   {"text/html", "<meta charset=koi8-r><p>\xf0\xd2\xc9", page{Type: "text/html", Content: "При\n"}},
		"json":                {"application/json", "{\"a\":\r\n \"\x1b\"}", page{Type: "application/json", Content: "{\"a\":\n \"␛\"}"}},
		"json of some kind":   {"application/activity+json;x=y", "{}", page{Type: "application/activity+json", Content: "{}"}},
		"plain text":          {"text/plain", "<b>a</b>\n", page{Type: "text/plain", Content: "<b>a</b>\n"}},
		"markdown":            {"text/markdown", "# a", page{Type: "text/markdown", Content: "# a"}},
		"xml":                 {"application/rss+xml", "<a/>", page{Type: "application/rss+xml", Content: "<a/>"}},
		"a type that is none": {"text/html; charset", "<p>a", page{Type: "text/html", Content: "a\n"}},
		"nothing":             {"text/plain", "", page{Type: "text/plain"}},
	} {
		t.Run(name, func(t *testing.T) {
			at := serve(t, answer(tt.kind, tt.body)) + "/"
			got := pageOf(t, fetch(t, options(), at))
			tt.want.URL, tt.want.Status, tt.want.Bytes = at, 200, len(strings.ReplaceAll(tt.want.Content, "AT", at))
			tt.want.Content = strings.ReplaceAll(tt.want.Content, "AT", at)
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestWhatIsNoText(t *testing.T) {
	for name, tt := range map[string]struct{ kind, body, says string }{
		"a picture":              {"image/png", "\x89PNG", "image/png (4 bytes)"},
		"a document":             {"application/pdf", "%PDF", "application/pdf (4 bytes)"},
		"a picture without name": {"", "\x89PNG\r\n\x1a\n", "image/png"},
		"a lie":                  {"text/html", "<p>\x00\x01", "calls it text/html, but it is not text"},
		"an odd encoding":        {"text/plain; charset=shift_jis", "\x83\x65\xff", "shift_jis"},
		"an odd type":            {"x/\u202e", "a", "x/<U+202E>"},
	} {
		t.Run(name, func(t *testing.T) {
			refused(t, fetch(t, options(), serve(t, answer(tt.kind, tt.body))), tool.NotText, "not_text", tt.says)
		})
	}
}

func TestRequest(t *testing.T) {
	var got http.Header
	var line string
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		got, line = r.Header.Clone(), r.Method+" "+r.RequestURI
		w.Header().Set("Set-Cookie", "a=b")
		if r.URL.Path == "/here" {
			http.Redirect(w, r, "/there?x", http.StatusFound)
		}
	})
	r := fetch(t, options(), at+"/here")
	want := http.Header{
		"User-Agent": {"eidolon/1.2.3"}, "Accept-Encoding": {"gzip"}, "Connection": {"close"},
		"Accept": {"text/html, text/markdown, text/plain, application/json;q=0.9, */*;q=0.5"},
	}
	if diff := cmp.Diff(want, got); diff != "" || line != "GET /there?x" {
		t.Errorf("%s (-want +got):\n%s", line, diff)
	}
	if p := pageOf(t, r); p.At != at+"/there?x" {
		t.Errorf("%+v", p)
	}
}

// A redirect is followed on the same host, a few times, and never to what could not be asked for.
func TestRedirects(t *testing.T) {
	other := serve(t, func(http.ResponseWriter, *http.Request) { t.Error("another host was asked") })
	other = strings.Replace(other, "127.0.0.1", "localhost", 1)
	var location string
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/round":
			http.Redirect(w, r, "/round", http.StatusFound)
		case "/three", "/two", "/one":
			next := map[string]string{"/three": "two", "/two": "one", "/one": "/end"}
			w.Header().Set("Location", next[r.URL.Path])
			w.WriteHeader(http.StatusMovedPermanently)
		case "/end":
			_, _ = w.Write([]byte("end"))
		default:
			w.Header().Set("Location", location)
			w.WriteHeader(http.StatusTemporaryRedirect)
		}
	})
	if p := pageOf(t, fetch(t, options(), at+"/three")); p.Content != "end" || p.At != at+"/end" || p.Status != 200 {
		t.Errorf("%+v", p)
	}
	refused(t, fetch(t, options(), at+"/round"), tool.Failed, "request_error", "more than 5 times")
	for to, leads := range map[string]string{
		other + "/x":                       other + "/x",
		"//example.com":                    "http://example.com/",
		"http://169.254.169.254/latest":    "http://169.254.169.254/latest",
		"http://[::ffff:169.254.169.254]/": "http://169.254.169.254/",
		"http://EXAMPLE.com:80/#x":         "http://example.com/",
	} {
		location = to
		r := fetch(t, options(), at+"/x")
		if p := pageOf(t, r); p.LeadsTo != leads || p.Content != "" || !strings.Contains(r.Text, "was not asked") {
			t.Errorf("%s: %+v %s", to, p, r.Text)
		}
	}
	for _, to := range []string{"file:///etc/passwd", "gopher://x/", "data:text/plain,x", "http://u:secret@example.com/", "http://0x7f.1/", "http://a b/", "http://\u202ea/"} {
		location = to
		r := fetch(t, options(), at+"/x")
		refused(t, r, tool.Failed, "request_error", "cannot be asked")
	}
	location = ""
	if p := pageOf(t, fetch(t, options(), at+"/x")); p.Status != 307 || p.LeadsTo != "" {
		t.Errorf("%+v", p)
	}
}

func TestStatus(t *testing.T) {
	var status int
	var header, body string
	at := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Retry-After", header)
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	})
	for _, tt := range []struct {
		status       int
		header, body string
		code         tool.Code
		says         string
	}{
		{404, "", "<h1>No \x1b such page</h1>" + strings.Repeat("x", 9000), tool.NotFound, "HTTP 404 (Not Found). It says:\n# No ␛ such page"},
		{403, "", "", tool.Failed, "not open to everybody, or not to programs."},
		{429, "30", "", tool.Failed, "it asks to wait 30 s."},
		{500, "", "", tool.Failed, "HTTP 500 (Internal Server Error)."},
		{599, "", "", tool.Failed, "HTTP 599."},
	} {
		status, header, body = tt.status, tt.header, tt.body
		r := fetch(t, options(), at)
		refused(t, r, tt.code, "http_status", tt.says)
		if len(r.Text) > 1000 {
			t.Errorf("%d bytes are told", len(r.Text))
		}
	}
}

func packed(t *testing.T, size int) []byte {
	t.Helper()
	var b bytes.Buffer
	z := gzip.NewWriter(&b)
	if _, err := z.Write(bytes.Repeat([]byte("0123456789abcde\n"), size/16)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

// However large a page is or becomes, a part of it is read.
func TestLimitsOfSize(t *testing.T) {
	bomb := packed(t, 64<<20)
	at := serve(t, func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/plain")
		switch r.URL.Path {
		case "/bomb":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb)
		case "/endless":
			for r.Context().Err() == nil {
				if _, err := w.Write(bytes.Repeat([]byte("0123456789abcde\n"), 4096)); err != nil {
					return
				}
			}
		case "/broken":
			w.Header().Set("Content-Encoding", "gzip")
			_, _ = w.Write(bomb[:1000])
		case "/other":
			w.Header().Set("Content-Encoding", "br\x1b")
		case "/empty":
			w.Header().Set("Content-Encoding", "gzip")
		case "/short":
			w.Header().Set("Content-Length", "1000")
			_, _ = w.Write([]byte("abc"))
		}
	})
	for _, path := range []string{"/bomb", "/endless"} {
		var kept string
		o := options(func(o *web.Options) {
			o.Keep = func(dir, name, text string) error {
				if dir != "/out" || name != "t1r1c1.txt" {
					t.Errorf("kept as %s in %s", name, dir)
				}
				kept = text
				return nil
			}
		})
		r := fetch(t, o, at+path)
		p := pageOf(t, r)
		if len(p.Content) != 50<<10 || p.Bytes != 5<<20 || !p.Truncated || !r.Cut || len(kept) != 5<<20 || r.Spool != "@out/t1r1c1.txt" {
			t.Errorf("%s: %d of %d bytes, %d kept as %s", path, len(p.Content), p.Bytes, len(kept), r.Spool)
		}
		if want := "[cut: the first 51200 of 5242880 bytes are shown; the rest: read_file with startLine = 3201, or grep, with path = \"@out/t1r1c1.txt\"; only the first 5 MiB of the page were read]"; !strings.HasSuffix(r.Text, want) {
			t.Errorf("%q", r.Text[len(r.Text)-300:])
		}
	}
	for _, path := range []string{"/broken", "/other", "/short"} {
		refused(t, fetch(t, options(), at+path), tool.Failed, "request_error", "")
	}
	if p := pageOf(t, fetch(t, options(), at+"/empty")); p.Bytes != 0 {
		t.Errorf("%+v", p)
	}
}

// A document of one line is kept in lines, so that the rest can be read.
func TestLongLines(t *testing.T) {
	at := serve(t, answer("application/json", "["+strings.Repeat(`{"a":1},`, 20000)+"0]"))
	var kept string
	r := fetch(t, options(func(o *web.Options) {
		o.Keep = func(_, _, text string) error { kept = text; return nil }
	}), at)
	if p := pageOf(t, r); !strings.HasPrefix(p.Content, "[\n {\n  \"a\": 1\n }") || strings.Count(kept, "\n") < 40000 {
		t.Errorf("%q", cmp.Diff(p.Content[:40], ""))
	}
	r = fetch(t, options(func(o *web.Options) {
		o.Keep = func(_, _, _ string) error { return fmt.Errorf("no room") }
	}), at)
	if r.Spool != "" || strings.Contains(r.Text, "@out") {
		t.Errorf("%q", r.Text[len(r.Text)-200:])
	}
}

func TestRaw(t *testing.T) {
	at := serve(t, answer("text/html", "<p>a\x1b"))
	_, r := call(t, options(), "fetch_webpage", map[string]any{"url": at, "raw": true})
	if p := pageOf(t, r); p.Content != "<p>a␛" {
		t.Errorf("%+v", p)
	}
}

func TestNobodyAnswers(t *testing.T) {
	at := serve(t, func(w http.ResponseWriter, _ *http.Request) {
		c, _, err := w.(http.Hijacker).Hijack()
		if err == nil {
			_ = c.Close()
		}
	})
	refused(t, fetch(t, options(), at), tool.Failed, "request_error", "ended the connection")
	refused(t, fetch(t, options(), "http://127.0.0.1:1/"), tool.Failed, "request_error", "Nothing answers at 127.0.0.1")
	refused(t, fetch(t, options(), strings.Replace(at, "http:", "https:", 1)), tool.Failed, "request_error", "127.0.0.1")
}
