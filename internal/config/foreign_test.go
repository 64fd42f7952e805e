package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// The files of a workspace that name servers for any program, and variables for them.
const (
	projServers = "ws/.mcp.json"
	projEnv     = "ws/.env"
)

func serverNames(c Config) string {
	var names []string
	for _, s := range c.MCP.Servers {
		names = append(names, s.Name+"="+s.Command+s.URL)
	}
	return strings.Join(names, " ")
}

// Covers: R91
func TestServersFile(t *testing.T) {
	w := newWorld(t)
	w.src.Trusted = true
	w.put(userYAML, "mcp: {servers: {mine: {command: mine}}}\n")
	w.put(projServers, `{
	"$schema": "x",
	"mcpServers": {
		"mine": {"command": "theirs"},
		"near": {"type": "stdio", "command": "a", "args": ["b"], "env": {"PORT": 80}, "timeout": 1500, "alwaysLoad": true, "cwd": "sub",
			"description": "text", "exposure": {"x": 1}},
		"far": {"type": "http", "url": "https:\/\/h.test/mcp", "headers": {"X-Team": "t"}},
		"away": {"command": "c", "disabled": true},
		"away too": {"command": "c", "enabled": false}
	}
}`)
	c, notices := w.load()
	if len(notices) > 0 {
		t.Errorf("told %s", w.told(notices))
	}
	if got, want := serverNames(c), "away=c away too=c far=https://h.test/mcp mine=mine near=a"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	near := c.MCP.Servers[4]
	if near.CallTimeout != 1500*time.Millisecond || near.Env["PORT"].Reveal() != "80" || near.Dir != filepath.Join(w.src.Workspace, "sub") ||
		!near.Workspace || !near.Enabled || c.MCP.Servers[0].Enabled || c.MCP.Servers[1].Enabled || c.MCP.Servers[3].Workspace {
		t.Errorf("%+v", c.MCP.Servers)
	}
	for _, s := range c.Settings() {
		if s.Key == "mcp.servers.near.command" && w.short(s.Origin) != projServers+":5" {
			t.Errorf("the origin is %s", s.Origin)
		}
	}
}

// What is wrong in the file costs the entry, or the file, and never the run.
//
// Covers: R18, R26, R91
func TestServersFileMistakes(t *testing.T) {
	for content, want := range map[string]string{
		`{"mcpServers": {"good": {"command": "a"}, "bad": {"type": "sse", "url": "http://h"}}}`:  projServers + `:1: the server "bad" is left out: the type "sse" of the server "bad" is not supported: use "http"`,
		`{"mcpServers": {"good": {"command": "a"}, "bad": {"command": ["a"]}}}`:                  `the server "bad" is left out: command must be text`,
		`{"mcpServers": {"good": {"command": "a"}, "bad": 7}}`:                                   `the server "bad" is left out`,
		`{"mcpServers": {"good": {"command": "a"}, "bad": {}}}`:                                  `the server "bad" needs a command, or a url`,
		`{"mcpServers": {"good": {"command": "a"}, "g__x": {"command": "a"}}}`:                   `the server "g__x" is left out: "g__x" cannot be the name`,
		`{"mcpServers": {"good": {"command": "a"}, "a b": {"command": "a", "env": {"=": "1"}}}}`: `cannot be the name of a variable`,
		`{"mcpServers": {"good": {"command": "a"}, "bad": {"command": "${NOBODY}"}}}`:            `the server "bad" is not started: the variable NOBODY is not set`,
		`{"mcpServers": []}`: `has no group "mcpServers"`,
		`{"servers": {}}`:    `has no group "mcpServers"`,
		`{"mcpServers": {`:   "the file is left out",
		`[1]`:                `has no group "mcpServers"`,
		"":                   "",
	} {
		w := newWorld(t)
		w.src.Trusted = true
		w.put(projServers, content)
		c, notices := w.load()
		if told := w.told(notices); !strings.Contains(told, want) || want == "" != (told == "") {
			t.Errorf("%s: told %q, want %q", content, told, want)
		}
		if strings.Contains(content, "good") && !strings.HasPrefix(serverNames(c), "good=a") && !strings.HasSuffix(serverNames(c), "good=a") {
			t.Errorf("%s: %s", content, serverNames(c))
		}
	}
}

// A workspace's servers wait for the user's trust, one by one, whichever file names them.
//
// Covers: R91
func TestServersOfAWorkspaceAreHeldBack(t *testing.T) {
	w := newWorld(t)
	w.put(userYAML, "mcp: {servers: {mine: {command: mine}}}\n")
	w.put(projYAML, "mcp:\n  callTimeout: 1h\n  servers:\n    one: {command: a}\n    mine: {command: evil}\n")
	w.put(projServers, `{"mcpServers": {"headers": {"command": "sh", "args": ["-c", "evil"]}, "mine": {"command": "evil"}}}`)
	c, notices := w.load()
	var held []string
	for _, h := range c.Held {
		held = append(held, h.Key+" "+h.Value+" "+w.short(h.Where))
	}
	want := []string{
		`mcp.callTimeout "1h" ` + projYAML + ":2", `mcp.servers.one {command: "a"} ` + projYAML + ":4",
		`mcp.servers.mine {command: "evil"} ` + projYAML + ":5", `mcp.servers.headers {command: "sh", args: ["-c", "evil"]} ` + projServers + ":1",
	}
	if diff := cmp.Diff(want, held); diff != "" {
		t.Error(diff)
	}
	if got := serverNames(c); got != "mine=mine" || len(notices) != 4 {
		t.Errorf("servers %s, told %s", got, w.told(notices))
	}
}

// The file is told to whoever remembers what was trusted, with its content and when it is missing.
func TestServersFileCountsForTrust(t *testing.T) {
	w := newWorld(t)
	seen := map[string]string{}
	allowed := true
	w.src.Trusted = true
	w.src.Same = func(name string, data []byte) bool {
		seen[name] = string(data)
		return name != foreignName || allowed
	}
	if w.load(); seen[foreignName] != "" {
		t.Errorf("seen: %q", seen)
	}
	if _, told := seen[foreignName]; !told {
		t.Error("a missing file is not told")
	}
	const content = `{"mcpServers": {"a": {"command": "a"}}}`
	w.put(projServers, content)
	if c, _ := w.load(); seen[foreignName] != content || serverNames(c) != "a=a" {
		t.Errorf("seen %q, servers %s", seen, serverNames(c))
	}
	allowed = false
	if c, _ := w.load(); serverNames(c) != "" || len(c.Held) != 1 {
		t.Errorf("a changed file: servers %s, held %+v", serverNames(c), c.Held)
	}
}

func TestServersFileThatLeadsOutside(t *testing.T) {
	w := newWorld(t)
	w.src.Trusted = true
	w.put("secrets.json", `{"mcpServers": {"a": {"command": "a"}}}`)
	if err := os.Symlink("../secrets.json", filepath.Join(w.dir, projServers)); err != nil {
		t.Skip(err)
	}
	if c, notices := w.load(); len(c.MCP.Servers) > 0 || !strings.HasPrefix(w.told(notices), "config_outside_link "+projServers) {
		t.Errorf("servers %s, told %s", serverNames(c), w.told(notices))
	}
}

// The .env file of a workspace is for its own servers, after everything of the user, and never holds keys
// of model services.
//
// Covers: R19
func TestVariablesOfAWorkspace(t *testing.T) {
	w := newWorld(t)
	w.src.Trusted = true
	w.env["FIRST"] = "environment"
	w.put(userEnv, "SECOND=user\n")
	w.put(userYAML, "providers: {own: {baseURL: \"https://h.test\", apiKeyEnv: OWN_KEY}}\nmcp: {servers: {mine: {command: a, args: [\"${THIRD:-none}\"]}}}\n")
	w.put(projEnv, "FIRST=w\nSECOND=w\nTHIRD=w\nOPENAI_API_KEY=w\nEIDOLON_MODEL=w\nOWN_KEY=w\nLEVEL_TOKEN=very-secret\n")
	w.put(projServers, `{"mcpServers": {"theirs": {"command": "a", "env": {"L": "${LEVEL_TOKEN}"}, "args":
		["${FIRST}", "${SECOND}", "${THIRD}", "${OPENAI_API_KEY:-none}", "${EIDOLON_MODEL:-none}", "${OWN_KEY:-none}"]}}}`)
	c, notices := w.load()
	if len(notices) > 0 {
		t.Errorf("told %s", w.told(notices))
	}
	if diff := cmp.Diff([]string{"none"}, c.MCP.Servers[0].Args); diff != "" {
		t.Error("the user's server: " + diff)
	}
	if diff := cmp.Diff([]string{"environment", "user", "w", "none", "none", "none"}, c.MCP.Servers[1].Args); diff != "" {
		t.Error("theirs: " + diff)
	}
	found := false
	for _, s := range c.Secrets() {
		found = found || s.Reveal() == "very-secret"
	}
	if !found {
		t.Error("what a variable with the name of a secret held does not count as one")
	}
}

// The .env file counts for trust where it decides what is started or asked, and only there: a new password
// in it is no reason to ask.
func TestVariablesThatDecideCountForTrust(t *testing.T) {
	for server, want := range map[string]bool{
		`"command": "${X}"`:                                 true,
		`"command": "a", "args": ["--x=${X:-1}"]`:           true,
		`"url": "https://${X}"`:                             true,
		`"command": "a", "env": {"A": "${X}"}`:              false,
		`"url": "https://h.test", "headers": {"A": "${X}"}`: false,
		`"command": "${HAVE}"`:                              false,
	} {
		for _, trusted := range []bool{false, true} {
			w := newWorld(t)
			w.env["HAVE"] = "a"
			w.put(projEnv, "X=h.test\n")
			w.put(projServers, `{"mcpServers": {"a": {`+server+`}}}`)
			seen := map[string]string{}
			w.src.Trusted = trusted
			w.src.Same = func(name string, data []byte) bool {
				seen[name] = string(data)
				return true
			}
			w.load()
			if content, told := seen[dotenvName]; told != want || want && content != "X=h.test\n" {
				t.Errorf("%s, trusted %v: seen %q", server, trusted, seen)
			}
			w.src.Same = func(name string, _ []byte) bool { return name != dotenvName }
			if c, _ := w.load(); trusted && (len(c.MCP.Servers) == 0) != want {
				t.Errorf("%s: servers %s after the file was changed", server, serverNames(c))
			}
		}
	}
}

// What was given for a run counts before everything else, and alone if that was asked for.
func TestServersForOneRun(t *testing.T) {
	for only, want := range map[bool]string{false: "a b=given kept=kept", true: "a b=given"} {
		w := newWorld(t)
		w.put(userYAML, "mcp: {servers: {a.b: {command: mine}, kept: {command: kept}}}\n")
		w.src.OnlyServers = only
		w.src.Servers = []ServersFile{{"--mcp-config", []byte(`{"mcpServers": {"a b": {"command": "given"}, "host": {"type": "sdk"}}}`)}}
		c, notices := w.load()
		if got := serverNames(c); got != want {
			t.Errorf("only %v: %s, want %s", only, got, want)
		}
		if c.MCP.Servers[0].Workspace || len(notices) != 1 || !strings.Contains(w.told(notices), `--mcp-config:1: the server "host" is left out`) {
			t.Errorf("told %s, %+v", w.told(notices), c.MCP.Servers[0])
		}
	}
}
