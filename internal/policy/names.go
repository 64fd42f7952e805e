package policy

import (
	"errors"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/toolmatch"
)

// readName gives the canonical form of the name that a rule begins with.
func readName(name string) (string, error) {
	if !isName(strings.TrimSuffix(name, "*")) {
		return "", errors.New("it begins with the name of a tool, such as Bash, Edit, Read, SysBuiltIn.glob or mcp__server__tool")
	}
	name = toolmatch.Canonical(name)
	if all, ok := strings.CutSuffix(name, "*"); ok {
		if !strings.HasPrefix(all, toolmatch.Server) {
			return "", errors.New("only tools of servers can be named together, as in mcp__server__*")
		}
		return strings.TrimSuffix(all, "__"), nil
	}
	switch name {
	case "bash", "sysbuiltin.bash":
		return familyBash, nil
	case "edit":
		return familyEdit, nil
	case "read":
		return familyRead, nil
	case "reads":
		return familyReads, nil
	}
	return name, nil
}

// isName says whether a text can be the name of a tool.
func isName(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(c rune) bool {
		return !(c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '_' || c == '.' || c == '-')
	})
}

// concerns says whether a rule is about the tool of a call.
func (r Rule) concerns(spec tool.Spec, class tool.Class) bool {
	switch r.tool {
	case familyBash:
		return class.Verdict != nil
	case familyEdit:
		return class.Edits
	case familyRead:
		return spec.ReadOnly && !spec.Hinted && spec.Subject == "path"
	case familyReads:
		return false
	}
	return r.names(spec)
}

// names says whether a rule gives one of a tool's names, or that of the server that brought it.
func (r Rule) names(spec tool.Spec) bool {
	return slices.ContainsFunc(spec.Names(), func(name string) bool {
		name = toolmatch.Canonical(name)
		server := strings.HasPrefix(r.tool+"__", toolmatch.Server)
		return name == r.tool || server && strings.HasPrefix(name, r.tool+"__")
	})
}

// believes says whether a rule takes the word of a tool that it only reads.
func (r Rule) believes(spec tool.Spec) bool {
	if r.tool != familyReads {
		return false
	}
	return Rule{tool: toolmatch.Canonical(r.spec)}.names(spec)
}

// Unknown gives a sentence for each rule that names a tool which is not among those there are: what was
// meant to be forbidden would not be. Tools of servers come and go, so nothing is said of their names.
func (r Rules) Unknown(specs []tool.Spec) []string {
	known := []string{"Bash", "Edit", "Read"}
	for _, s := range specs {
		known = append(append(known, s.Name), s.Aliases...)
	}
	var all []string
	for _, rule := range slices.Concat(r.Deny, r.Ask, r.Allow) {
		name := rule.tool
		if name == familyReads {
			name = toolmatch.Canonical(rule.spec)
		}
		family := name == familyBash || name == familyEdit || name == familyRead
		if family || strings.HasPrefix(name+"__", toolmatch.Server) || slices.ContainsFunc(specs, Rule{tool: name}.names) {
			continue
		}
		said := rule.at() + "no tool has the name in the rule " + quoted(rule.Text) + ", so it has no effect"
		if near := nearest.Name(name[strings.LastIndex(name, ".")+1:], known); near != "" {
			said += "; did you mean " + near + "?"
		}
		all = append(all, said)
	}
	return all
}
