package session

import (
	"eidolon/actors/model"
	"eidolon/actors/tool"
)

// nativeTools describes the tools for a native wire.
func nativeTools(specs []tool.Spec) []model.Tool {
	tools := make([]model.Tool, 0, len(specs))
	for _, s := range specs {
		tools = append(tools, model.Tool{Name: s.Name, Description: s.Summary, Schema: s.Schema()})
	}
	return tools
}

// ForeignTools gives the tools by each of their names, for calls in other notations than ours.
func ForeignTools(specs []tool.Spec) map[string]tool.Spec {
	tools := map[string]tool.Spec{}
	for _, s := range specs {
		for _, name := range s.Names() {
			tools[name] = s
		}
	}
	return tools
}

// MainParams tells which parameter of a tool takes the text body of an XNL call. A tool that does not
// exist gets its body too, so that the model hears of the wrong name and not of the body.
func MainParams(specs []tool.Spec) func(name string) (string, bool) {
	mains := map[string]string{}
	for _, s := range specs {
		for _, name := range s.Names() {
			mains[name] = s.Main
		}
	}
	return func(name string) (string, bool) {
		main, known := mains[name]
		if !known {
			return "text", true
		}
		return main, main != ""
	}
}
