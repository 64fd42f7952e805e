package main

import (
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"

	"github.com/rogpeppe/go-internal/testscript"
)

// serveFiles implements
//
//	webserver DIR
//
// It serves the files of a directory of the archive, whatever the query of a request is, and puts its
// address into WEB.
func serveFiles(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: webserver DIR")
	}
	dir := filepath.Join(ts.Getenv("WORK"), args[0])
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		data, err := os.ReadFile(filepath.Join(dir, filepath.FromSlash(filepath.Clean(r.URL.Path))))
		if err != nil || r.Method != http.MethodGet {
			http.NotFound(w, r)
			return
		}
		_, _ = w.Write(data)
	}))
	ts.Defer(server.Close)
	ts.Setenv("WEB", server.URL)
}
