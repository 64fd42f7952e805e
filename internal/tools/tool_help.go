package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/toolmatch"
)

type helpInput struct {
	Name string `json:"name"`
}

type helpOutput struct {
	Name   string `json:"name"`
	Detail string `json:"detail"`
}

// Help gives the tool that tells the details of the others, which a prompt may leave out. It answers for
// the tools that there are when it is called and for itself; detail gives the card of one. Asked about a
// server it tells what the tools of that are for.
func Help(specs func() []tool.Spec, detail func(tool.Spec) string) tool.Handler {
	own := tool.Spec{
		Namespace: tool.BuiltIn, Name: "tool_help",
		Summary: "Give the inputs of a tool and an example call.",
		Params:  []tool.Param{{Name: "name", Type: tool.String, Required: true, Summary: "of the tool"}},
		Subject: "name", ReadOnly: true,
	}
	return handler[helpInput]{
		spec: own,
		// What it tells is known before anything runs, and concerns nobody.
		classify: func(in helpInput) (tool.Class, error) {
			return tool.Class{ReadOnly: true, Speculative: true, Subject: strings.TrimSpace(in.Name)}, nil
		},
		run: func(_ context.Context, _ call, in helpInput) tool.Result {
			name, all := strings.TrimSpace(in.Name), append(slices.Clone(specs()), own)
			s, found := named(name, all)
			if list := ofServer(name, all); !found && list != "" {
				return tool.OK(helpOutput{Name: name, Detail: list}, list)
			}
			if !found {
				return tool.Fail(tool.UnknownTool, unknownName(name, all)).WithKind(kindInvalid)
			}
			card := detail(s)
			return tool.OK(helpOutput{Name: s.FullName(), Detail: card}, card)
		},
	}
}

// maxList is the most that is told of the tools of one server, in bytes.
const maxList = 24 << 10

// ofServer lists the tools of a server, each with what it is for, or gives "" when the name is not that of one.
func ofServer(name string, specs []tool.Spec) string {
	server := strings.Trim(toolmatch.Canonical(name), "_*") + "__"
	if !strings.HasPrefix(server, toolmatch.Server) {
		server = toolmatch.Server + server
	}
	own := slices.DeleteFunc(slices.Clone(specs), func(s tool.Spec) bool { return !strings.HasPrefix(toolmatch.Canonical(s.Name), server) })
	var b strings.Builder
	for i, s := range own {
		line := s.Name + ": " + clip.Short(strings.Join(strings.Fields(s.Summary), " "), maxPurpose) + "\n"
		if b.Len()+len(line) > maxList {
			fmt.Fprintf(&b, "and %d more\n", len(own)-i)
			break
		}
		b.WriteString(line)
	}
	return b.String()
}

// maxPurpose is the most that is told of one of them, in bytes.
const maxPurpose = 300

// unknownName says that no tool has a name, and which one is meant or which there are.
func unknownName(name string, specs []tool.Spec) string {
	if near := nearestName(name, specs); near != "" {
		return fmt.Sprintf("there is no tool %q; did you mean %q?", name, near)
	}
	return fmt.Sprintf("there is no tool %q; there are: %s", name, shortNames(specs))
}
