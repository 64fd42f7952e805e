package main

import (
	"flag"
	"os"

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
