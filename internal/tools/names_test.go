package tools_test

import (
	"strings"
	"testing"

	"eidolon/actors/tool"
	"eidolon/internal/tools"
)

func TestCheckNames(t *testing.T) {
	var specs []tool.Spec
	for _, h := range handlers() {
		specs = append(specs, h.Spec())
	}
	tests := map[string]struct {
		names []string
		want  string // beginning of the error
	}{
		"none":               {nil, ""},
		"all forms":          {[]string{"read_file", "SysBuiltIn.ls", "read", "SysBuiltIn.edit_file"}, ""},
		"a letter too few":   {[]string{"ls", "bsh"}, `there is no tool "bsh" (did you mean "bash"?); there are: `},
		"in the namespace":   {[]string{"SysBuiltIn.gerp"}, `there is no tool "SysBuiltIn.gerp" (did you mean "grep"?); there are: `},
		"nothing near":       {[]string{"nope"}, `there is no tool "nope"; there are: `},
		"nothing near there": {[]string{"SysBuiltIn.nope"}, `there is no tool "SysBuiltIn.nope"; there are: `},
		"another namespace":  {[]string{"Other.ls"}, `there is no tool "Other.ls" (did you mean "ls"?); there are: `},
		"an empty name":      {[]string{""}, `there is no tool ""; there are: `},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			err := tools.CheckNames(tt.names, specs)
			if (err == nil) != (tt.want == "") || err != nil && !strings.HasPrefix(err.Error(), tt.want) {
				t.Errorf("got %v, want %q", err, tt.want)
			}
		})
	}
}
