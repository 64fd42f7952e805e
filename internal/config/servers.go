package config

import (
	"cmp"
	"fmt"
	"maps"
	"net/url"
	"slices"
	"strings"
	"time"

	"eidolon/internal/leaf/redact"
	"eidolon/internal/leaf/toolmatch"
	"eidolon/internal/leaf/yamldoc"
)

// SetDefaults fills a server before its keys are read.
func (s *Server) SetDefaults() { s.Enabled, s.Sandbox = true, "auto" }

// Timeout is how long a call of a tool may take, by the server's own name for it; 0 means no limit.
func (s *Server) Timeout(tool string) time.Duration {
	if own := s.ToolTimeouts[tool]; own > 0 {
		return own
	}
	return s.CallTimeout
}

// serverWord is what stands for a server in rules about its tools. Two servers with the same one are the
// same to every such rule.
func serverWord(name string) string { return toolmatch.Canonical(toolmatch.Word(name)) }

// hasServer says whether a group of servers has one that goes by the same word.
func hasServer(servers *yamldoc.Node, name string) bool {
	return servers != nil && slices.ContainsFunc(servers.Fields, func(f *yamldoc.Field) bool { return serverWord(f.Key) == serverWord(name) })
}

// isServerName says whether a name can be that of a server. In the names of its tools two underscores
// end it, so that a rule about "git" is never one about "git__x".
func isServerName(name string) bool {
	plain := strings.NewReplacer(" ", "_", ".", "_").Replace(name)
	return plain != "" && len(plain) <= 40 && plain == toolmatch.Word(plain) && plain == strings.Trim(plain, "_") && !strings.Contains(plain, "__")
}

// checkServers reports servers in a file that nobody could start or reach, and warns of secrets in a
// file that others can read.
func (l *loader) checkServers(file layer) {
	servers := file.tree.Get("mcp", "servers")
	if servers == nil || servers.Kind != yamldoc.Map {
		return // none, or reported by the schema
	}
	seen := map[string]string{}
	for _, f := range servers.Fields {
		if f.Value.Kind != yamldoc.Map {
			l.problem(at(&yamldoc.Node{Source: servers.Source, Line: f.Line}, "").Problem("the server %q needs a command or a url", f.Key))
			continue
		}
		if other, twice := seen[serverWord(f.Key)]; twice {
			l.problem(f.Value.Problem("the servers %q and %q would have tools of the same names; rename one", other, f.Key))
		}
		seen[serverWord(f.Key)] = f.Key
		l.problem(serverProblems(f.Key, f.Value)...)
		for _, group := range []string{"headers", "env"} {
			l.checkValues(file, group, f.Value.Get(group))
		}
	}
}

// serverProblems says what is wrong with a server, beside what the schema sees.
func serverProblems(name string, server *yamldoc.Node) []yamldoc.Problem {
	var out []yamldoc.Problem
	report := func(n *yamldoc.Node, format string, args ...any) { out = append(out, n.Problem(format, args...)) }
	if !isServerName(name) {
		report(server, "%q cannot be the name of a server: letters, digits, blanks and . - _ can, up to 40 of them, with no two underscores in a row", name)
	}
	command, address := server.Get("command"), server.Get("url")
	kind := kindOf(server)
	switch {
	case kind == "sse":
		report(server, `the type "sse" of the server %q is not supported: use "http", which servers of today have too`, name)
	case hasText(command) && hasText(address):
		report(server, "the server %q has a command and a url, and can have one of them only", name)
	case kind == "stdio" && !hasText(command):
		report(server, "the server %q needs a command, or a url", name)
	case kind == "http" && !hasText(address):
		report(server, "the server %q needs a url", name)
	}
	if hasText(address) && address.Kind == yamldoc.Scalar && !strings.Contains(address.Text, "${") {
		if err := checkAddress(address.Text); err != nil {
			report(address, "the url of the server %q %v", name, err)
		}
	}
	if env := server.Get("env"); env != nil && env.Kind == yamldoc.Map {
		for _, f := range env.Fields {
			if !IsVariable(f.Key) {
				report(f.Value, "%q cannot be the name of a variable", f.Key)
			}
		}
	}
	return out
}

// kindOf is the type of a server: stdio, http, or one that this version does not speak.
func kindOf(server *yamldoc.Node) string {
	kind := ""
	if n := server.Get("type"); hasText(n) && n.Kind == yamldoc.Scalar {
		kind = n.Text
	}
	switch {
	case kind == "streamable-http", kind == "" && hasText(server.Get("url")):
		return "http"
	case kind == "":
		return "stdio"
	}
	return kind
}

// checkAddress says what is wrong with the address of a server, without repeating it.
func checkAddress(text string) error {
	u, err := url.Parse(text)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return fmt.Errorf("must begin with https:// or http:// and name a host")
	case u.User != nil:
		return fmt.Errorf("holds a user name; write an Authorization among its headers")
	}
	return nil
}

// completeServers makes the list of servers. What one lacks is its problem, and costs no other.
func (l *loader) completeServers(c *MCP) {
	usual := Default().MCP
	c.ConnectTimeout = cmp.Or(c.ConnectTimeout, usual.ConnectTimeout)
	c.ListTimeout = cmp.Or(c.ListTimeout, usual.ListTimeout)
	nodes := l.tree.Get("mcp", "servers")
	for _, name := range slices.Sorted(maps.Keys(c.Configured)) {
		n := nodes.Get(name)
		s := c.Configured[name]
		s.Name, s.Type, s.Where, s.Workspace = name, kindOf(n), n.Where(), l.theirs[n.Source]
		s.CallTimeout = cmp.Or(s.CallTimeout, c.CallTimeout)
		if err := l.expandServer(&s); err != nil {
			s.Problem = err.Error()
			if s.Enabled {
				l.note(BadServer, s.Where, "the server %q is not started: %s", name, s.Problem)
			}
		}
		c.Servers = append(c.Servers, s)
	}
}

// expandServer replaces the variables in what a server is started or reached with. What was written
// stays as it is.
func (l *loader) expandServer(s *Server) error {
	var failed error
	expanded := func(text string) string {
		text, err := expand(text, func(name string) string {
			value, from := l.variable(name)
			if from == "" && s.Workspace {
				value = l.theirEnv[name]
			}
			if redact.Confidential(name) {
				s.handed = append(s.handed, NamedSecret{fmt.Sprintf("%s for %s", name, s.Name), NewSecret(value)})
			}
			return value
		})
		failed = cmp.Or(failed, err)
		return text
	}
	s.Command = expandHome(expanded(s.Command), l.src.Home)
	s.Args = slices.Clone(s.Args)
	for i := range s.Args {
		s.Args[i] = expanded(s.Args[i])
	}
	for _, group := range []*map[string]Secret{&s.Env, &s.Headers} {
		*group = maps.Clone(*group)
		for name, value := range *group {
			var secret Secret
			if err := secret.UnmarshalText([]byte(expanded(value.Reveal()))); err != nil {
				failed = cmp.Or(failed, fmt.Errorf("%s %w", name, err))
			}
			(*group)[name] = secret
		}
	}
	if s.URL = expanded(s.URL); s.Type == "http" && failed == nil {
		failed = s.checkReach()
	}
	s.Dir = l.absolute(s.Dir, l.src.Workspace)
	return failed
}

// checkReach says why an address may not be asked: a key does not go where others read it on the way.
func (s *Server) checkReach() error {
	if err := checkAddress(s.URL); err != nil {
		return fmt.Errorf("its url %w", err)
	}
	for name := range s.Headers {
		if redact.Confidential(name) && !private(s.URL) {
			return fmt.Errorf("its url must begin with https:// where the header %s is sent; http:// is for this computer only", name)
		}
	}
	return nil
}

// secrets gives what a server is handed that nobody else may see.
func (s *Server) secrets() []NamedSecret {
	all := slices.Concat(s.handed, secretValues(s.Env, s.Name), secretValues(s.Headers, s.Name))
	if u, err := url.Parse(s.URL); err == nil {
		for name, values := range u.Query() {
			if redact.Confidential(name) {
				all = append(all, NamedSecret{fmt.Sprintf("%s in the url of %s", name, s.Name), NewSecret(values[0])})
			}
		}
	}
	slices.SortFunc(all, func(a, b NamedSecret) int { return strings.Compare(a.Name, b.Name) })
	return all
}

// shownURL is an address without what it tells to its server alone.
func shownURL(text string) string {
	before, query, found := strings.Cut(text, "?")
	if !found {
		return text
	}
	parts := strings.Split(query, "&")
	for i, part := range parts {
		if name, value, _ := strings.Cut(part, "="); redact.Confidential(name) && !strings.Contains(value, "${") {
			parts[i] = name + "=…"
		}
	}
	return before + "?" + strings.Join(parts, "&")
}
