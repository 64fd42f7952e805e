package stubmodel

import (
	"embed"
	"fmt"
	"strings"
)

//go:embed mock/*.yaml
var mockScripts embed.FS

// MockModes are the names that [Mock] knows, the default first.
var MockModes = []string{"echo", "text", "tool-call", "tool-loop"}

// UnknownModeError is a mock mode that does not exist.
type UnknownModeError struct{ Mode string }

// Error names the modes that exist.
func (e *UnknownModeError) Error() string {
	return fmt.Sprintf("there is no mock mode %q; the modes are %s", e.Mode, strings.Join(MockModes, ", "))
}

// Mock gives one of the scripts that come with the program, for `--mock-mode`.
func Mock(mode string) (*Script, error) {
	for _, known := range MockModes {
		if mode != known {
			continue
		}
		name := "mock/" + mode + ".yaml"
		data, err := mockScripts.ReadFile(name)
		if err != nil {
			return nil, err
		}
		return Parse(name, data)
	}
	return nil, &UnknownModeError{mode}
}
