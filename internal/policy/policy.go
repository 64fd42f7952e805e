// Package policy decides whether a tool call may run: the guard's verdict on commands, the protected
// names, and the mode of the session, judged together. It is a pure function of the call's class; the
// strictest layer wins, and a denial of the guard names itself first.
//
//	mode        reading calls   writing calls   guard asks   protected names
//	headless    allowed         allowed         refused      refused
//	plan        allowed         refused         refused      refused
//	ask         allowed         asked           asked        asked
//	auto        allowed         allowed         asked        asked
//	yolo        allowed         allowed         allowed      allowed
//
// What the guard denies is refused in every mode. Where nobody can be asked ([New]), what would have to
// be asked is refused. A command that the user typed needs nobody's leave but the guard's.
//
// A person who is asked ([Asking]) may allow what is like the call too. What that is has a name, the
// grant, in the form of a permission rule:
//
//	Bash(go test ./...)    this very command
//	Edit                   changing files of the workspace, with any tool
//	Tool.T.send            that tool
//
// What the guard asks about and protected names have none: they are asked about each time.
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

// Policy is the judgement for one session.
type Policy struct {
	mode   Mode
	person bool // somebody can be asked
}

var _ dispatcher.Policy = Policy{}

// New makes the policy of a mode for a session in which nobody can be asked.
func New(mode Mode) Policy { return Policy{mode: mode} }

// Asking makes the policy of a mode for a session in which a person can be asked.
func Asking(mode Mode) Policy { return Policy{mode: mode, person: true} }

// Rule implements dispatcher.Policy.
func (p Policy) Rule(spec tool.Spec, class tool.Class) dispatcher.Ruling {
	switch v := class.Verdict; {
	case v != nil && v.Decision == fsapi.Deny:
		return refuse(tool.CommandBlocked, v.Rule, v.Reason, "guard")
	case v != nil && v.Decision != fsapi.Allow && v.Decision != fsapi.Ask:
		return refuse(tool.CommandBlocked, "verdict.missing", "The command was not judged, so it was not run.", "guard")
	case class.Typed && v != nil && v.Decision == fsapi.Ask:
		return dispatcher.Ruling{Allow: true, Rule: v.Rule, Reason: v.Reason, By: "user"}
	case class.Typed:
		return dispatcher.Ruling{Allow: true}
	case p.person && p.mode != Plan && p.mode != Headless:
		return p.ruleAsking(spec, class)
	case v != nil && v.Decision == fsapi.Ask && p.mode != Yolo:
		return refuse(tool.CommandBlocked, v.Rule, v.Reason+" It needs a person's leave, and "+p.nobody()+".", "guard")
	case class.Protected != "" && p.mode != Yolo:
		return refuse(tool.ProtectedPath, "protected.name",
			fmt.Sprintf("%s is a file that programs act on; changing it needs a person's leave, and %s.", class.Protected, p.nobody()), "policy")
	case class.ReadOnly:
		return dispatcher.Ruling{Allow: true}
	case p.mode == Plan:
		return refuse(tool.ApprovalDenied, "mode.plan", spec.FullName()+" changes things; in plan mode only reading is allowed.", "policy")
	case p.mode == Ask:
		return refuse(tool.ApprovalDenied, "mode.ask", spec.FullName()+" changes things and needs a person's leave, and this command asks nobody; --permission-mode auto lets it run.", "policy")
	}
	return dispatcher.Ruling{Allow: true}
}

// nobody says why a person is not asked.
func (p Policy) nobody() string {
	if p.person {
		return string(p.mode) + " mode asks nobody"
	}
	return "nobody can be asked here"
}

func refuse(code tool.Code, rule, reason, by string) dispatcher.Ruling {
	return dispatcher.Ruling{Code: code, Rule: rule, Reason: reason, By: by}
}
