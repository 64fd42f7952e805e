// Package toolmatch reads the pattern by which a setting says which tool calls it is for. The names are
// those of permission rules:
//
//   - every call, as does an empty pattern
//     SysBuiltIn.write_file     a tool by its full name
//     write_file, Write         by its short name or an alias
//     Bash                      a family: commands
//     Edit                      a family: changes of files, with any tool
//     Read                      a family: reading of files, with any tool
//     mcp__github               every tool of a server; mcp__github__* and mcp.github.* too
//     edit|bash                 one of several
//     Bash(git push:*)          a whole rule, which is somebody else's to read
//
// The case of letters does not count.
package toolmatch

import (
	"errors"
	"fmt"
	"slices"
	"strings"
)

// Pattern is a pattern that was read. The zero value matches every call.
type Pattern struct {
	// Rules are the parts that say more than a name, as they were written. Match knows nothing of them.
	Rules []string

	names []string // in canonical form, without the part behind a "*"
	open  []bool   // the name goes on in any way
}

// Parse reads a pattern.
func Parse(text string) (Pattern, error) {
	var p Pattern
	if strings.TrimSpace(text) == "" {
		return p, nil
	}
	for _, part := range split(text) {
		part = strings.TrimSpace(part)
		if i := strings.IndexByte(part, '('); i > 0 {
			if err := checkName(part[:i], false); err != nil {
				return Pattern{}, err
			}
			if !strings.HasSuffix(part, ")") {
				return Pattern{}, errors.New("has a parenthesis that is not closed")
			}
			p.Rules = append(p.Rules, part)
			continue
		}
		name, open := strings.CutSuffix(part, "*")
		if err := checkName(name, open); err != nil {
			return Pattern{}, err
		}
		p.names, p.open = append(p.names, Canonical(name)), append(p.open, open)
	}
	return p, nil
}

// split divides a pattern at each "|" that stands in no parentheses: in a rule it may be part of a command.
func split(text string) []string {
	var parts []string
	depth, from := 0, 0
	for i := range len(text) {
		switch {
		case text[i] == '(':
			depth++
		case text[i] == ')':
			depth = max(depth-1, 0)
		case text[i] == '|' && depth == 0:
			parts = append(parts, text[from:i])
			from = i + 1
		}
	}
	return append(parts, text[from:])
}

func checkName(name string, open bool) error {
	switch i := strings.IndexFunc(name, func(r rune) bool { return !inName(r) }); {
	case name == "" && !open:
		return errors.New("names no tool on one side of a |")
	case i < 0:
		return nil
	default:
		return fmt.Errorf("holds %q, which no tool's name does; write names such as edit|write_file, a family such as Bash, or * for all", name[i:i+1])
	}
}

func inName(r rune) bool {
	return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("_-.", r)
}

// Server begins the canonical names of tools that servers bring along: mcp__server__tool, which may be
// written mcp.server.tool too.
const Server = "mcp__"

// Word puts an underscore in the place of everything that names of tools cannot have: it is what stands for a
// server, or for a tool of one, in such a name.
func Word(name string) string {
	return strings.Map(func(r rune) rune {
		if inName(r) && r != '.' {
			return r
		}
		return '_'
	}, name)
}

// OfAll is what rules call a server, and with it all its tools: mcp__server.
func OfAll(server string) string { return Server + Word(server) }

// Canonical is the form in which names of tools are compared: the case of letters does not count, and
// some names are still written as in earlier programs.
func Canonical(name string) string {
	name = Undotted(strings.ToLower(name))
	switch name {
	case "write":
		return "write_file"
	case "webfetch":
		return "fetch_webpage"
	case "websearch":
		return "web_search"
	}
	return name
}

// Match says whether a name of the pattern is one of those, which are the names of a call's tool and of
// the families that the call belongs to.
func (p Pattern) Match(names ...string) bool {
	if len(p.names)+len(p.Rules) == 0 {
		return true
	}
	for i, own := range p.names {
		if slices.ContainsFunc(names, func(name string) bool {
			name = Canonical(name)
			return name == own || p.open[i] && strings.HasPrefix(name, own) || isServer(own) && strings.HasPrefix(name, own+"__")
		}) {
			return true
		}
	}
	return false
}

// Strangers gives the names of the pattern that none of the tools has. Those of servers are not among
// them: a server's tools are known only while it runs.
func (p Pattern) Strangers(tools []string) []string {
	var all []string
	for i, own := range p.names {
		one := Pattern{names: []string{own}, open: []bool{p.open[i]}}
		if !OfServer(own) && !one.Match(tools...) {
			all = append(all, own)
		}
	}
	return all
}

// OfServer says whether a name is that of a tool which a server brings along, or of all tools of one. Whether
// there is such a tool is known only while the server runs.
func OfServer(name string) bool { return strings.HasPrefix(Canonical(name)+"__", Server) }

// Dotted is the other spelling of the name of a server's tool, mcp.server.tool.
func Dotted(name string) string {
	server, tool, _ := strings.Cut(strings.TrimPrefix(name, Server), "__")
	return "mcp." + server + "." + tool
}

// Undotted is the name of a server's tool for either spelling.
func Undotted(name string) string {
	if rest, dotted := strings.CutPrefix(name, "mcp."); dotted {
		return Server + strings.ReplaceAll(rest, ".", "__")
	}
	return name
}

// ServerOf gives what begins the name of a server's tool, mcp__server, which means all of them in a pattern. Any
// other name it gives as it is.
func ServerOf(name string) string {
	rest, ok := strings.CutPrefix(name, Server)
	if !ok {
		return name
	}
	server, _, _ := strings.Cut(rest, "__")
	return Server + server
}

// Lists says whether a tool is on a list of names. Its own names are taken exactly; tools of servers can be
// listed in every form that patterns have, such as mcp__github__*.
func Lists(list []string, names ...string) bool {
	return slices.ContainsFunc(list, func(entry string) bool {
		if slices.Contains(names, entry) {
			return true
		}
		p, err := Parse(entry)
		return err == nil && OfServer(entry) && p.Match(names...)
	})
}

// isServer says that a name is that of a server and of none of its tools.
func isServer(name string) bool {
	rest, ok := strings.CutPrefix(name, Server)
	return ok && rest != "" && !strings.Contains(rest, "__")
}
