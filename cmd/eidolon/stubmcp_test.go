package main

import (
	"flag"
	"net/http"
	"net/http/httptest"
	"os"

	"github.com/rogpeppe/go-internal/testscript"

	"eidolon/internal/mcp/mcptest"
)

// stubmcp is an MCP server that scripts can configure as a program:
//
//	stubmcp [-version V] [-unknown silence|exit] [-chatty]
func stubmcp() {
	s := &mcptest.Server{}
	flags := flag.NewFlagSet("stubmcp", flag.ExitOnError)
	flags.StringVar(&s.Version, "version", "2026-07-28", "")
	flags.StringVar(&s.Unknown, "unknown", "", "")
	flags.BoolVar(&s.Chatty, "chatty", false, "")
	flags.IntVar(&s.Many, "many", 0, "")
	_ = flags.Parse(os.Args[1:]) // it exits by itself
	s.Serve(os.Stdin, os.Stdout)
}

// serveTools implements
//
//	mcpsite KEY
//
// It serves the same at an address, to who has the key, and puts the address into MCPSITE.
func serveTools(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: mcpsite KEY")
	}
	stub := &mcptest.Server{Version: "2025-11-25"}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "Bearer "+args[0] {
			http.Error(w, "who is that", http.StatusUnauthorized)
			return
		}
		stub.ServeHTTP(w, r)
	}))
	ts.Defer(server.Close)
	ts.Setenv("MCPSITE", server.URL)
}
