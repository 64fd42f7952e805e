package tools

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/tool"
)

type helpInput struct {
	Name string `json:"name"`
}

type helpOutput struct {
	Name   string `json:"name"`
	Detail string `json:"detail"`
}

// Help gives the tool that tells the details of the others, which a prompt may leave out. It answers for
// the given tools and for itself; detail gives the card of one.
func Help(specs []tool.Spec, detail func(tool.Spec) string) tool.Handler {
	own := tool.Spec{
		Namespace: tool.BuiltIn, Name: "tool_help",
		Summary: "Give the inputs of a tool and an example call.",
		Params:  []tool.Param{{Name: "name", Type: tool.String, Required: true, Summary: "of the tool"}},
		Subject: "name", ReadOnly: true,
	}
	all := append(slices.Clone(specs), own)
	return handler[helpInput]{
		spec: own,
		// What it tells is known before anything runs, and concerns nobody.
		classify: func(in helpInput) (tool.Class, error) {
			return tool.Class{ReadOnly: true, Speculative: true, Subject: strings.TrimSpace(in.Name)}, nil
		},
		run: func(_ context.Context, _ call, in helpInput) tool.Result {
			name := strings.TrimSpace(in.Name)
			s, found := named(name, all)
			if !found {
				return tool.Fail(tool.UnknownTool, unknownName(name, all)).WithKind(kindInvalid)
			}
			card := detail(s)
			return tool.OK(helpOutput{Name: s.FullName(), Detail: card}, card)
		},
	}
}

// unknownName says that no tool has a name, and which one is meant or which there are.
func unknownName(name string, specs []tool.Spec) string {
	if near := nearestName(name, specs); near != "" {
		return fmt.Sprintf("there is no tool %q; did you mean %q?", name, near)
	}
	return fmt.Sprintf("there is no tool %q; there are: %s", name, shortNames(specs))
}
