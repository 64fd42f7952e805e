package agents

import (
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/toolmatch"
)

// elsewhere are the names that other programs which read the same files have for our tools.
var elsewhere = map[string]string{
	"bash": "bash", "edit": "edit", "glob": "glob", "grep": "grep", "ls": "ls", "multiedit": "edit", "read": "read_file",
	"todowrite": "todo_write", "write": "write_file", "task": "invoke_subagent", "webfetch": "fetch_webpage", "websearch": "web_search",
}

// Allowed gives the tools that the agent may use, out of those that there are, by their short names; nil
// for all. A name that means none of them stays in the list and allows nothing, and the notice tells
// of it: an agent that was to have few tools must not get all because they are called otherwise here.
func (a Agent) Allowed(specs []tool.Spec) (names []string, notice string) {
	if len(a.Tools) == 0 || slices.Contains(a.Tools, "*") {
		return nil, ""
	}
	var unknown []string
	for _, name := range a.Tools {
		i := slices.IndexFunc(specs, func(s tool.Spec) bool { return slices.Contains(s.Names(), name) })
		if i < 0 {
			short := elsewhere[strings.ToLower(name)]
			i = slices.IndexFunc(specs, func(s tool.Spec) bool { return s.Name == short })
		}
		if i >= 0 {
			name = specs[i].Name
		} else if !toolmatch.OfServer(name) { // which may be there later
			unknown = append(unknown, name)
		}
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	if len(unknown) > 0 {
		notice = fmt.Sprintf("the agent %s asks for tools that are not there: %s", a.Name, strings.Join(unknown, ", "))
	}
	return names, notice
}
