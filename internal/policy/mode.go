package policy

import (
	"fmt"
	"slices"
	"strings"
)

// Mode is how much a session may do without being asked.
type Mode string

// The modes.
const (
	Headless Mode = "headless" // nobody can be asked: writers in the workspace may run
	Ask      Mode = "ask"      // writers are asked about; without a person they are refused
	Auto     Mode = "auto"
	Yolo     Mode = "yolo"
	Plan     Mode = "plan" // only reading
)

// Modes are the modes that can be named.
func Modes() []Mode { return []Mode{Headless, Ask, Auto, Yolo, Plan} }

// ParseMode reads a mode's name.
func ParseMode(name string) (Mode, error) {
	if m := Mode(name); slices.Contains(Modes(), m) {
		return m, nil
	}
	var names []string
	for _, m := range Modes() {
		names = append(names, string(m))
	}
	return "", fmt.Errorf("unknown permission mode %q: use one of %s", name, strings.Join(names, ", "))
}
