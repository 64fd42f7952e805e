package login

import (
	"fmt"
	"net/http"
)

// page answers the browser. Nothing of the request is repeated in it, nothing of it is kept, and it can load
// and run nothing.
func page(w http.ResponseWriter, status int, text string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer") // the address has the code in it
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_, _ = fmt.Fprintf(w, template, text) // a browser that went away needs no page
}

const template = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>eidolon</title>
<style>body{font:1.1em/1.5 system-ui,sans-serif;margin:4em auto;max-width:36em;padding:0 1em}
@media(prefers-color-scheme:dark){body{background:#111;color:#ddd}}</style></head>
<body><h1>eidolon</h1><p>%s</p><p>You may close this window.</p></body></html>
`
