package caller

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/model"
)

// outputs are what comes of calls, by the name of the tool.
type outputs map[string]string

// argsWord stands in an output for the arguments of the call.
const argsWord = "$args"

// parseOutputs reads outputs of tools, each as NAME=TEXT.
func parseOutputs(texts []string, tools []model.Tool) (outputs, error) {
	all := outputs{}
	for _, text := range texts {
		name, output, ok := strings.Cut(text, "=")
		if err := checkName(name); !ok || err != nil {
			return nil, fmt.Errorf("%q is no output: it takes NAME=TEXT", text)
		}
		if !slices.ContainsFunc(tools, func(t model.Tool) bool { return t.Name == name }) {
			return nil, fmt.Errorf("there is no tool %q; give it with --tool", name)
		}
		all[name] = output
	}
	return all, nil
}

// answer gives the output of a call.
func (o outputs) answer(name string, input json.RawMessage) string {
	output, ok := o[name]
	if !ok {
		return "ok"
	}
	return strings.ReplaceAll(output, argsWord, string(input))
}
