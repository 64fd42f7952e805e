// Package mcptest has an MCP server for tests, which speaks the protocol by itself and not by the library that
// the program uses, so that it can be as old, as slow and as broken as servers are.
package mcptest

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os"
	"os/exec"
	"strings"
	"sync"
	"time"
)

// Server answers to the protocol.
type Server struct {
	// Version is the newest one that it speaks: from 2026-07-28 on without a handshake.
	Version string
	// Unknown is what it does with a method that it does not know: "" answers with an error, "silence" not at
	// all, "exit" ends.
	Unknown string
	Tools   []string // of those in the table; nil means all
	Chatty  bool     // prints lines that are no messages too
	Many    int      // so many further tools

	mu  sync.Mutex
	out io.Writer
}

// modern is the first version without a handshake.
const modern = "2026-07-28"

type request struct {
	ID     json.RawMessage `json:"id"`
	Method string          `json:"method"`
	Params struct {
		Version   string            `json:"protocolVersion"`
		Name      string            `json:"name"`
		Cursor    string            `json:"cursor"`
		URI       string            `json:"uri"`
		Arguments map[string]string `json:"arguments"`
		Meta      struct {
			Token json.RawMessage `json:"progressToken"`
		} `json:"_meta"`
	} `json:"params"`
}

// Serve answers until the input ends.
func (s *Server) Serve(in io.Reader, out io.Writer) {
	s.out = out
	lines := bufio.NewScanner(in)
	lines.Buffer(nil, 32<<20)
	if s.Chatty {
		s.print("Starting up ...\n\n{\"level\":\"info\"}\nnull\n[]\n")
	}
	for lines.Scan() {
		var r request
		if err := json.Unmarshal(lines.Bytes(), &r); err != nil {
			fmt.Fprintln(os.Stderr, "stubmcp: not a message:", lines.Text())
			os.Exit(2)
		}
		if r.ID == nil {
			continue // a notification
		}
		if answer, known := s.Answer(r.Method, lines.Bytes()); known {
			s.print(answer + "\n")
			continue
		}
		if r.Method == "tools/call" {
			go s.call(context.Background(), r)
			continue
		}
		switch s.Unknown {
		case "silence":
		case "exit":
			fmt.Fprintln(os.Stderr, "stubmcp: I do not know", r.Method)
			os.Exit(1)
		default:
			s.fail(r, -32601, "method not found: "+r.Method)
		}
	}
}

// Answer gives the answer to a question that needs no work, or false.
func (s *Server) Answer(method string, message []byte) (string, bool) {
	var r request
	if json.Unmarshal(message, &r) != nil {
		return "", false
	}
	const has = `"capabilities":{"tools":{},"prompts":{},"resources":{}}`
	switch {
	case method == "server/discover" && s.Version >= modern:
		return result(r, fmt.Sprintf(`{"supportedVersions":[%q],%s,"resultType":"complete"}`, s.Version, has)), true
	case method == "initialize" && s.Version < modern:
		return result(r, fmt.Sprintf(`{"protocolVersion":%q,%s,"serverInfo":{"name":"stub","version":"1"}}`, s.Version, has)), true
	case method == "ping":
		return result(r, `{}`), true
	case method == "tools/list":
		return result(r, s.listing(r.Params.Cursor)), true
	case method == "prompts/list":
		return result(r, `{"prompts":[{"name":"review","description":"Review a file.","arguments":[{"name":"file","required":true}]}]}`), true
	case method == "prompts/get":
		return result(r, fmt.Sprintf(`{"messages":[{"role":"user","content":{"type":"text","text":%s}}]}`, quote("Review "+r.Params.Arguments["file"]+"."))), true
	case method == "resources/list":
		return result(r, `{"resources":[{"uri":"note://one","name":"one","mimeType":"text/plain"}]}`), true
	case method == "resources/read":
		return result(r, fmt.Sprintf(`{"contents":[{"uri":%s,"mimeType":"text/plain","text":"the first note"}]}`, quote(r.Params.URI))), true
	}
	return "", false
}

// tools are what the server can do. What is told of one makes it easy to see that it is the stub's.
var tools = map[string]string{
	"echo":     "Says the text again.",
	"env":      "Says the value of the variable named in text.",
	"pid":      "Says its process.",
	"write":    "Writes a file named in text.",
	"read":     "Reads a file named in text.",
	"connect":  "Connects to the address in text.",
	"progress": "Tells of its progress.",
	"fail":     "Says that it failed.",
	"hang":     "Never answers.",
	"exit":     "Ends the server.",
	"garbage":  "Prints what is no message, then answers.",
	"endless":  "Prints a line without end.",
	"huge":     "Answers with 17 MB.",
	"odd":      "Answers with the JSON value in text.",
	"child":    "Starts a process that stays, and says its number.",
	"ask":      "Asks the client for a sample.",
}

// readers say of themselves that they only read.
var readers = map[string]bool{"echo": true, "pid": true, "read": true, "env": true}

// order is how the tools are listed.
var order = []string{"echo", "env", "pid", "write", "read", "connect", "progress", "fail", "hang", "exit", "garbage", "endless", "huge", "odd", "child", "ask"}

// listing gives the tools, page by page.
func (s *Server) listing(cursor string) string {
	names := s.Tools
	if names == nil {
		names = order
	}
	half := (len(names) + 1) / 2
	next := `,"nextCursor":"more"`
	page := names[:half]
	if cursor != "" {
		page, next = names[half:], ""
	}
	var all []string
	for _, name := range page {
		all = append(all, fmt.Sprintf(`{"name":%q,"description":%q,"inputSchema":{"type":"object","properties":{"text":{"type":"string"}}},"annotations":{"readOnlyHint":%t}}`,
			name, tools[name], readers[name]))
	}
	if cursor != "" {
		for i := range s.Many {
			all = append(all, fmt.Sprintf(`{"name":"many_%d","description":"One of many.","inputSchema":{"type":"object"}}`, i))
		}
	}
	return `{"tools":[` + strings.Join(all, ",") + `]` + next + `}`
}

// Call gives the lines that a call of a tool makes.
func (s *Server) Call(ctx context.Context, message []byte) string {
	var r request
	var out strings.Builder
	if json.Unmarshal(message, &r) == nil {
		(&Server{out: &out}).call(ctx, r)
	}
	return out.String()
}

// call does what a tool is for.
func (s *Server) call(ctx context.Context, r request) {
	text := r.Params.Arguments["text"]
	switch r.Params.Name {
	case "echo":
		s.say(r, text, false)
	case "env":
		s.say(r, os.Getenv(text), false)
	case "pid":
		s.say(r, fmt.Sprint(os.Getpid()), false)
	case "write":
		s.tell(r, os.WriteFile(text, []byte("written"), 0o600))
	case "read":
		data, err := os.ReadFile(text)
		if err != nil {
			s.tell(r, err)
			return
		}
		s.say(r, string(data), false)
	case "connect":
		conn, err := (&net.Dialer{Timeout: 5 * time.Second}).DialContext(ctx, "tcp", text)
		if err == nil {
			err = conn.Close()
		}
		s.tell(r, err)
	case "progress":
		for i := range 3 {
			s.print(fmt.Sprintf(`{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":%s,"progress":%d,"total":3,"message":"step %d"}}`+"\n", r.Params.Meta.Token, i, i))
		}
		s.say(r, "done", false)
	case "fail":
		s.say(r, "it went wrong: "+text, true)
	case "hang":
	case "exit":
		fmt.Fprintln(os.Stderr, "stubmcp: leaving, with \x1b[31mcolours")
		os.Exit(3)
	case "garbage":
		s.print("panic: something\n{\"jsonrpc\": 3}\n{]\n\x00\xff\n")
		s.say(r, "still here", false)
	case "endless":
		for {
			if _, err := io.WriteString(s.out, strings.Repeat("x", 1<<20)); err != nil {
				return
			}
		}
	case "huge":
		s.say(r, strings.Repeat("y", 17<<20), false)
	case "odd":
		s.print(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`+"\n", r.ID, text))
	case "child":
		cmd := exec.Command("sleep", "1000") //nolint:noctx // it is to stay
		s.tellOf(r, cmd)
	case "ask":
		s.print(`{"jsonrpc":"2.0","id":"mine","method":"sampling/createMessage","params":{"messages":[],"maxTokens":1}}` + "\n")
		s.say(r, "asked", false)
	default:
		s.fail(r, -32602, "unknown tool: "+r.Params.Name)
	}
}

func (s *Server) tellOf(r request, cmd *exec.Cmd) {
	if err := cmd.Start(); err != nil {
		s.tell(r, err)
		return
	}
	s.say(r, fmt.Sprint(cmd.Process.Pid), false)
}

func (s *Server) tell(r request, err error) {
	if err != nil {
		s.say(r, err.Error(), true)
		return
	}
	s.say(r, "done", false)
}

func (s *Server) say(r request, text string, failed bool) {
	s.print(result(r, fmt.Sprintf(`{"content":[{"type":"text","text":%s}],"isError":%t}`, quote(text), failed)) + "\n")
}

func (s *Server) fail(r request, code int, message string) {
	s.print(fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":%d,"message":%s}}`+"\n", r.ID, code, quote(message)))
}

// print writes whole lines.
func (s *Server) print(text string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, _ = io.WriteString(s.out, text) // who does not read has left
}

func result(r request, value string) string {
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"result":%s}`, r.ID, value)
}

func quote(text string) string {
	data, _ := json.Marshal(text) // a string always can be
	return string(data)
}
