package web

import (
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/clip"
)

const (
	maxBody      = 5 << 20 // bytes that are read of an answer, unpacked
	maxRedirects = 5
)

// answer is what an address gave.
type answer struct {
	at     *url.URL // the last one that was asked
	leads  *url.URL // where it leads: to another host, which was not asked
	status int
	header http.Header
	kind   string // media type, without parameters
	said   string // encoding of the text, as the answer names it
	size   int64  // of the body as announced, or -1
	body   []byte // nil for an answer that is no text
	cut    bool   // the body is longer than that
}

// get asks for a page. Redirects are followed on the same host only: whoever allowed this one said nothing
// about another.
func (o Options) get(ctx context.Context, u *url.URL) (answer, error) {
	for n := 0; ; n++ {
		a, err := o.ask(ctx, u)
		if err != nil {
			return answer{at: u}, err
		}
		next, err := a.redirect()
		switch {
		case err != nil:
			return a, err
		case next == nil:
			return a, nil
		case next.Hostname() != u.Hostname() || u.Scheme == "https" && next.Scheme != "https":
			a.leads = next
			return a, nil
		case n == maxRedirects:
			return a, fmt.Errorf("%s redirects more than %d times", clean.Exact(u.Hostname()), maxRedirects)
		}
		u = next
	}
}

// redirect gives where an answer leads, or nil.
func (a answer) redirect() (*url.URL, error) {
	switch a.status {
	case http.StatusMovedPermanently, http.StatusFound, http.StatusSeeOther, http.StatusTemporaryRedirect, http.StatusPermanentRedirect:
	default:
		return nil, nil //nolint:nilnil // most answers lead nowhere
	}
	text := a.header.Get("Location")
	if text == "" {
		return nil, nil //nolint:nilnil // it says so and does not say where
	}
	next, err := url.Parse(text)
	if err == nil {
		next, err = parseAddress(a.at.ResolveReference(next).String())
	}
	if err != nil {
		return nil, fmt.Errorf("%s redirects to %q, which cannot be asked", a.at.Hostname(), clean.Exact(clip.Bytes(text, 200)))
	}
	return next, nil
}

// ask makes one request and reads its answer if that is text.
func (o Options) ask(ctx context.Context, u *url.URL) (answer, error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, u.String(), nil)
	if err != nil {
		return answer{}, errors.New("the url cannot be read")
	}
	req.Header.Set("Accept", "text/html, text/markdown, text/plain, application/json;q=0.9, */*;q=0.5")
	req.Header.Set("Accept-Encoding", "gzip")
	res, err := o.send(req)
	if err != nil {
		return answer{}, err
	}
	defer func() { _ = res.Body.Close() }() // it was for reading
	a := answer{at: u, status: res.StatusCode, header: res.Header, size: res.ContentLength}
	kind, parameters, err := mime.ParseMediaType(res.Header.Get("Content-Type"))
	if err != nil {
		kind, _, _ = strings.Cut(res.Header.Get("Content-Type"), ";")
	}
	a.kind, a.said = strings.ToLower(strings.TrimSpace(kind)), parameters["charset"]
	if a.kind != "" && !isText(a.kind) {
		return a, nil
	}
	a.body, a.cut, err = readBody(res, maxBody)
	if a.kind == "" && err == nil {
		a.kind, _, _ = strings.Cut(http.DetectContentType(a.body), ";")
		if !isText(a.kind) {
			a.body = nil
		}
	}
	return a, err
}

// compressedError says that an answer is packed in a way that it was not asked for.
type compressedError struct{ how string }

// Error says so.
func (e *compressedError) Error() string {
	return fmt.Sprintf("the answer is packed with %q, which nobody asked for", clean.Line(e.how))
}

// readBody reads the beginning of a body, unpacked.
func readBody(res *http.Response, limit int64) (data []byte, cut bool, err error) {
	body := io.Reader(res.Body)
	switch how := strings.ToLower(strings.TrimSpace(res.Header.Get("Content-Encoding"))); how {
	case "", "identity":
	case "gzip", "x-gzip":
		if body, err = gzip.NewReader(body); errors.Is(err, io.EOF) {
			return []byte{}, false, nil // nothing at all
		}
	default:
		err = &compressedError{how}
	}
	if err != nil {
		return nil, false, err
	}
	data, err = io.ReadAll(io.LimitReader(body, limit+1))
	if int64(len(data)) > limit {
		return data[:limit], true, nil
	}
	return data, false, err
}

// isText says that a media type is one of texts.
func isText(kind string) bool {
	if strings.HasPrefix(kind, "text/") || strings.HasSuffix(kind, "+json") || strings.HasSuffix(kind, "+xml") || strings.HasSuffix(kind, "+yaml") {
		return true
	}
	switch strings.TrimPrefix(strings.TrimPrefix(kind, "application/"), "x-") {
	case "json", "xml", "javascript", "ecmascript", "yaml", "toml", "ndjson", "jsonlines", "json-lines", "sh", "shellscript", "sql", "graphql",
		"tex", "latex", "typescript", "perl", "python", "ruby", "php", "httpd-php", "csh", "patch", "diff", "subrip", "rtf", "manifest":
		return strings.HasPrefix(kind, "application/")
	}
	return false
}

// isHTML says that a media type is one of web pages.
func isHTML(kind string) bool { return kind == "text/html" || kind == "application/xhtml+xml" }

// isJSON says that a media type is one of JSON documents.
func isJSON(kind string) bool { return kind == "application/json" || strings.HasSuffix(kind, "+json") }
