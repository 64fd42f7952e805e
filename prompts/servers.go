package prompts

import (
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// maxServers is the number of bytes in which all tools of servers are told of, the words around them aside:
// whoever sets up servers with hundreds of tools pays for them with each request.
const maxServers = 4 << 10

// server are the tools that a server brings along.
type server struct {
	prefix string // that the names of all of them begin with, mcp__server__
	tools  []Tool
	cards  string // a brief card for each
	named  bool   // only their names are told, since the cards are too much
}

// Servers tells of the tools that servers bring along, to a model that calls tools in its text: the brief cards
// of all, or for the servers with the most tools their names alone. The first line is always the same. It gives
// "" when there are none. The override is that of [Options].
func Servers(tools []Tool, override fs.FS) string {
	all := byServer(tools)
	if len(all) == 0 {
		return ""
	}
	t := texts{override: override}
	lines := []string{strings.TrimSpace(t.read("servers.md", anyText))}
	names := namesOnly(all)
	for _, s := range all {
		if !s.named {
			lines = append(lines, s.cards)
		}
	}
	if names > 0 {
		lines = append(lines, "Of these only the names: what stands before the colon, and one of the words behind it. "+
			"tool_help tells what they do; its name is then the part before the last __, such as mcp__server.")
		for _, s := range all {
			if s.named {
				lines = append(lines, s.nameLine(maxServers/names))
			}
		}
	}
	return strings.Join(lines, "\n")
}

// prefixOf gives what the names of all tools of a server begin with, by that of one.
func prefixOf(name string) string {
	const begin = "mcp__"
	server, _, _ := strings.Cut(strings.TrimPrefix(name, begin), "__")
	return begin + server + "__"
}

// byServer sorts the tools by their servers, both by their names.
func byServer(tools []Tool) []*server {
	tools = slices.Clone(tools)
	slices.SortFunc(tools, func(a, b Tool) int { return strings.Compare(a.Name, b.Name) })
	var all []*server
	for _, tool := range tools {
		prefix := prefixOf(tool.Name)
		i := slices.IndexFunc(all, func(s *server) bool { return s.prefix == prefix })
		if i < 0 {
			i, all = len(all), append(all, &server{prefix: prefix})
		}
		s := all[i]
		s.tools = append(s.tools, tool)
		s.cards = strings.TrimPrefix(s.cards+"\n"+makeBrief(tool), "\n")
	}
	return all
}

// namesOnly has the servers with the longest cards told by names until the rest is not too much. It says how
// many that are.
func namesOnly(all []*server) (names int) {
	left := 0
	for _, s := range all {
		left += len(s.cards)
	}
	largest := slices.Clone(all)
	slices.SortStableFunc(largest, func(a, b *server) int { return len(b.cards) - len(a.cards) })
	for _, s := range largest {
		if left <= maxServers {
			break
		}
		s.named = true
		left -= len(s.cards)
		names++
	}
	return names
}

// nameLine names the tools, as many as have room.
func (s *server) nameLine(room int) string {
	line := s.prefix + ":"
	for i, tool := range s.tools {
		name := " " + strings.TrimPrefix(tool.Name, s.prefix)
		if len(line)+len(name) > room {
			return fmt.Sprintf("%s and %d more", line, len(s.tools)-i)
		}
		line += name
	}
	return line
}
