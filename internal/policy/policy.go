// Package policy decides whether a tool call may run: the guard's verdict on commands, the protected
// names, and the mode of the session, judged together. It is a pure function of the call's class; the
// strictest layer wins, and a denial of the guard names itself first.
//
//	mode        reading calls   writing calls   guard asks   protected names
//	headless    allowed         allowed         refused      refused
//	plan        allowed         refused         refused      refused
//	ask         allowed         refused         refused      refused
//	auto        allowed         allowed         refused      refused
//	yolo        allowed         allowed         allowed      allowed
//
// What would have to be asked is refused, because nobody can be asked yet. What the guard denies is
// refused in every mode.
package policy

import (
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/dispatcher"
	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// Mode is how much a session may do without being asked.
type Mode string

// The modes.
const (
	Headless Mode = "headless" // nobody can be asked: writers in the workspace may run
	Ask      Mode = "ask"      // writers are asked for, so without a person they are refused
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

// Policy is the judgement for one session.
type Policy struct{ mode Mode }

// New makes the policy of a mode.
func New(mode Mode) Policy { return Policy{mode} }

// Rule implements dispatcher.Policy.
func (p Policy) Rule(spec tool.Spec, class tool.Class) dispatcher.Ruling {
	switch v := class.Verdict; {
	case v != nil && v.Decision == fsapi.Deny:
		return refuse(tool.CommandBlocked, v.Rule, v.Reason, "guard")
	case v != nil && v.Decision == fsapi.Ask && p.mode != Yolo:
		return refuse(tool.CommandBlocked, v.Rule, v.Reason+" It needs a person's leave, and nobody can be asked here.", "guard")
	case v != nil && v.Decision != fsapi.Allow && v.Decision != fsapi.Ask:
		return refuse(tool.CommandBlocked, "verdict.missing", "The command was not judged, so it was not run.", "guard")
	case class.Protected != "" && p.mode != Yolo:
		return refuse(tool.ProtectedPath, "protected.name",
			fmt.Sprintf("%s is a file that programs act on; changing it needs a person's leave, and nobody can be asked here.", class.Protected), "policy")
	case class.ReadOnly:
		return dispatcher.Ruling{Allow: true}
	case p.mode == Plan:
		return refuse(tool.ApprovalDenied, "mode.plan", spec.FullName()+" changes things; in plan mode only reading is allowed.", "policy")
	case p.mode == Ask:
		return refuse(tool.ApprovalDenied, "mode.ask", spec.FullName()+" changes things and needs a person's leave, and this command asks nobody; --permission-mode auto lets it run.", "policy")
	}
	return dispatcher.Ruling{Allow: true}
}

func refuse(code tool.Code, rule, reason, by string) dispatcher.Ruling {
	return dispatcher.Ruling{Code: code, Rule: rule, Reason: reason, By: by}
}
