package tui_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"eidolon/internal/config"
	"eidolon/internal/mcp/mcptest"
)

// stubServer is an MCP server at an address, which can be switched off.
func stubServer(t *testing.T) (url string, off *atomic.Bool) {
	t.Helper()
	off = &atomic.Bool{}
	stub := &mcptest.Server{Version: "2025-11-25", Tools: []string{"echo", "write"}}
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			ID     json.RawMessage
			Method string
		}
		body, err := io.ReadAll(r.Body)
		switch {
		case err != nil, off.Load():
			http.Error(w, "gone", http.StatusServiceUnavailable)
			return
		case json.Unmarshal(body, &asked) != nil || asked.ID == nil:
			w.WriteHeader(http.StatusAccepted)
			return
		}
		answer, known := stub.Answer(asked.Method, body)
		if !known {
			answer = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"not known"}}`, asked.ID)
		}
		w.Header().Set("Content-Type", "application/json")
		_, _ = io.WriteString(w, answer) // who does not read has left
	}))
	t.Cleanup(s.Close)
	return s.URL, off
}

// Covers: R25
func TestServersAreListed(t *testing.T) {
	for _, size := range [][2]int{{200, 50}, {60, 15}} {
		name := fmt.Sprintf("servers-%dx%d", size[0], size[1])
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			url, _ := stubServer(t)
			away, off := stubServer(t)
			off.Store(true)
			d := &tour{desk: open(t, told, setting{w: size[0], h: size[1], config: func(c *config.Config) {
				c.MCP.Servers = []config.Server{
					{Name: "away", Type: "http", URL: away, Enabled: true}, {Name: "notes", Type: "http", URL: url, Enabled: true},
				}
			}})}
			d.see("1 server down")
			d.say("/mcp")
			d.page("list", "notes", "2 tools", "down, tried again")
			d.press("down", "enter")
			d.page("tools", "mcp__notes__echo", "only reads, it says")
			d.press("esc")
			d.see("down, tried again")
			off.Store(false)
			d.press("r")
			d.until("all are there", func(f frame) bool { return !strings.Contains(f.String(), "down") })
			d.press("esc")
			d.compare(name)
		})
	}
}

// withServers configures programs as servers: one that says nothing, and one that ends at once.
func withServers(names ...string) func(*config.Config) {
	programs := map[string][]string{"slow": {"sleep", "60"}, "dead": {"false"}, "gone": {"false"}}
	return func(c *config.Config) {
		for _, name := range names {
			words := programs[name]
			c.MCP.Servers = append(c.MCP.Servers, config.Server{Name: name, Type: "stdio", Command: words[0], Args: words[1:], Enabled: true})
		}
	}
}

// A prompt that waits for a server is in sight until the history has it, and Esc gives it back.
func TestAPromptThatWaitsForAServerStaysInSight(t *testing.T) {
	t.Parallel()
	d := open(t, gated, setting{config: withServers("slow")})
	d.say("find the bug")
	d.see("find the bug", "preparing  Esc stop")
	d.press("esc")
	d.gone("preparing")
	d.see("❯ find the bug")
}

// The list of servers comes back from the tools of one with that one selected.
func TestServersComeBackToTheOneThatWasLookedAt(t *testing.T) {
	t.Parallel()
	d := open(t, gated, setting{config: withServers("dead", "gone")})
	d.see("2 servers down")
	d.say("/mcp")
	f := d.see("❯ dead")
	if strings.Contains(f.String(), "0 tools") {
		t.Errorf("a server that never answered is said to have no tools:\n%s", f)
	}
	d.press("down", "enter")
	d.see("tools of gone")
	d.press("esc")
	d.see("❯ gone")
	d.press("esc")
	d.say("/mcp gone")
	d.see("❯ gone")
	d.press("esc")
	d.see("❯ Ask something")
}
