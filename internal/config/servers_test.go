package config

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// Covers: R16, R17, R19, R60
func TestServers(t *testing.T) {
	w := newWorld(t)
	w.env["WHERE"], w.env["EMPTY"] = "h.test", ""
	w.put(userEnv, "TOKEN=from the file\n")
	w.put(userYAML, `mcp:
  callTimeout: 1m
  servers:
    web: {url: "https://${WHERE}/mcp", headers: {Authorization: "Bearer ${TOKEN}"}, toolTimeouts: {slow: 9m}}
    docs:
      command: ~/bin/docs
      args: ["--port=${PORT:-80}", "$HOME", "${EMPTY:-none}"]
      env: {DOCS_LEVEL: high}
      callTimeout: 5s
      tools: [read]
      sandbox: "off"
    off: {type: streamable-http, url: "http://h.test", enabled: no}
`)
	c, notices := w.load()
	want := []Server{
		{
			Name: "docs", Type: "stdio", Command: filepath.Join(w.src.Home, "bin/docs"), Args: []string{"--port=80", "$HOME", "none"},
			Env: map[string]Secret{"DOCS_LEVEL": NewSecret("high")}, Dir: w.src.Workspace, CallTimeout: 5 * time.Second,
			Tools: []string{"read"}, Enabled: true, Sandbox: "off", Where: userYAML + ":6",
		},
		{
			Name: "off", Type: "http", URL: "http://h.test", Dir: w.src.Workspace, CallTimeout: time.Minute, Sandbox: "auto", Where: userYAML + ":12",
		},
		{
			Name: "web", Type: "http", URL: "https://h.test/mcp", Headers: map[string]Secret{"Authorization": NewSecret("Bearer from the file")},
			Dir: w.src.Workspace, CallTimeout: time.Minute, ToolTimeouts: map[string]time.Duration{"slow": 9 * time.Minute}, Enabled: true,
			Sandbox: "auto", Where: userYAML + ":4",
		},
	}
	for i := range c.MCP.Servers {
		c.MCP.Servers[i].Where = w.short(c.MCP.Servers[i].Where)
	}
	if diff := cmp.Diff(want, c.MCP.Servers, cmpopts.IgnoreUnexported(Server{}), cmpopts.EquateEmpty()); diff != "" || len(notices) > 0 {
		t.Errorf("%s\ntold: %s", diff, w.told(notices))
	}
	web := c.MCP.Servers[2]
	if web.Timeout("slow") != 9*time.Minute || web.Timeout("quick") != time.Minute {
		t.Errorf("slow %v, quick %v", web.Timeout("slow"), web.Timeout("quick"))
	}
}

func TestServerMistakes(t *testing.T) {
	for server, want := range map[string]string{
		"x: {}":                                      `the server "x" needs a command, or a url`,
		"x: null":                                    `the server "x" needs a command or a url`,
		"x: {type: http, command: a}":                `the server "x" needs a url`,
		"x: {command: a, url: \"http://h\"}":         "can have one of them only",
		"x: {type: sse, url: \"http://h\"}":          `"sse" of the server "x" is not supported: use "http"`,
		"x: {type: tcp, command: a}":                 "must be",
		"x: {comand: a}":                             `unknown key "comand" (did you mean "command"?)`,
		"x: {command: a, args: b}":                   "must be a list",
		"x: {command: a, env: {A-B: c}}":             `"A-B" cannot be the name of a variable`,
		"x: {url: \"http://h\", headers: {Host: c}}": `"Host" cannot be set as a header`,
		"x: {url: \"ftp://h\"}":                      "must begin with https://",
		"x: {url: \"http://u:pw@h\"}":                "write an Authorization among its headers",
		"x: {command: a, sandbox: maybe}":            "must be",
		"a__b: {command: a}":                         "cannot be the name of a server",
		"\"\": {command: a}":                         "cannot be the name of a server",
		"_a: {command: a}":                           "cannot be the name of a server",
		"a/b: {command: a}":                          "cannot be the name of a server",
		"a b: {command: a}, a.b: {command: a}":       `the servers "a b" and "a.b" would have tools of the same names`,
		"Ab: {command: a}, aB: {command: a}":         `would have tools of the same names`,
	} {
		w := newWorld(t)
		w.put(userYAML, "mcp: {servers: {"+server+"}}\n")
		if got := w.fails(); !strings.HasPrefix(got, userYAML+":1: ") || !strings.Contains(got, want) || strings.Contains(got, "pw") {
			t.Errorf("%s: %q", server, got)
		}
	}
}

// What one server lacks costs no other, and the run goes on.
//
// Covers: R19, R26
func TestServerThatCannotBeUsed(t *testing.T) {
	for server, want := range map[string]string{
		`command: "${NOBODY}"`:                        "the variable NOBODY is not set; set it, or write ${NOBODY:-default}",
		`command: a, args: ["${NO-NAME}"]`:            "names no variable",
		`command: a, env: {A: "${NOBODY}"}`:           "the variable NOBODY is not set",
		`url: "${NOWHERE:-h.test}"`:                   "its url must begin with https://",
		`url: "http://h.test", headers: {X-Key: abc}`: "must begin with https:// where the header X-Key is sent",
	} {
		w := newWorld(t)
		w.put(userYAML, "mcp: {servers: {good: {command: a}, bad: {"+server+"}, away: {enabled: false, command: \"${NOBODY}\"}}}\n")
		c, notices := w.load()
		told := w.told(notices)
		if len(c.MCP.Servers) != 3 || c.MCP.Servers[1].Problem == "" || c.MCP.Servers[2].Problem != "" || len(notices) != 1 {
			t.Errorf("%s: %+v", server, c.MCP.Servers)
		}
		if !strings.HasPrefix(told, "config_server "+userYAML+`:1: the server "bad" is not started: `) || !strings.Contains(told, want) {
			t.Errorf("%s: told %s", server, told)
		}
	}
}

// A server of a later file takes the place of an earlier one: half of each would be nobody's.
func TestServersAreMergedByName(t *testing.T) {
	w := newWorld(t)
	w.src.Trusted = true
	w.put(userJSON, `{"mcp": {"servers": {"a b": {"command": "one", "env": {"X": "1"}}, "other": {"command": "two"}}}}`)
	w.put(userYAML, "mcp: {servers: {a.b: {command: three}}}\n")
	w.put(projYAML, "mcp: {servers: {mine: {command: four}}}\n")
	c, _ := w.load()
	var got []string
	for _, s := range c.MCP.Servers {
		got = append(got, s.Name+" "+s.Command)
		if s.Workspace != (s.Name == "mine") || len(s.Env) > 0 {
			t.Errorf("%+v", s)
		}
	}
	if diff := cmp.Diff([]string{"a.b three", "mine four", "other two"}, got); diff != "" {
		t.Error(diff)
	}
}

// Covers: G10
func TestServersKeepSecrets(t *testing.T) {
	w := newWorld(t)
	w.src.Trusted = false
	w.env["GH_TOKEN"] = "very-secret-1"
	servers := `{command: a, args: ["--auth=${GH_TOKEN}"], env: {API_KEY: very-secret-2, LEVEL: plain}}, far: {url: "https://h.test/?k=plain&api_key=very-secret-3", headers: {Authorization: Bearer very-secret-4}}`
	w.put(userYAML, "mcp: {servers: {near: "+servers+"}}\n")
	w.put(projYAML, "mcp: {servers: {near2: "+strings.ReplaceAll(servers, "far:", "far2:")+"}}\n")
	c, notices := w.load()
	var shown strings.Builder
	for _, s := range c.Settings() {
		shown.WriteString(s.Key + " = " + s.Value + "\n")
	}
	for _, h := range c.Held {
		shown.WriteString(h.Key + " = " + h.Value + "\n")
	}
	shown.WriteString(w.told(notices))
	if strings.Contains(shown.String(), "very-secret") {
		t.Error("a secret was shown: " + shown.String())
	}
	for _, want := range []string{
		"mcp.servers.near.args = [--auth=${GH_TOKEN}]\n", "mcp.servers.near.env.API_KEY = set\n", "mcp.servers.near.env.LEVEL = set\n",
		"mcp.servers.far.url = https://h.test/?k=plain&api_key=…\n", "mcp.servers.far.headers.Authorization = set\n",
		`mcp.servers.near2 = {command: "a", args: ["--auth=${GH_TOKEN}"], env: {API_KEY: (a key), LEVEL: "plain"}}` + "\n",
		`mcp.servers.far2 = {url: "https://h.test/?k=plain&api_key=…", headers: {Authorization: (a key)}}` + "\n",
	} {
		if !strings.Contains(shown.String(), want) {
			t.Errorf("%q is not in %s", want, shown.String())
		}
	}
	known := map[string]bool{}
	for _, s := range c.Secrets() {
		known[s.Reveal()] = true
	}
	for _, want := range []string{"very-secret-1", "very-secret-2", "very-secret-3", "very-secret-4"} {
		if !known[want] {
			t.Errorf("%s does not count as a secret", want)
		}
	}
}
