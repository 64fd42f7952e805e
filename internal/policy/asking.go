package policy

import (
	"fmt"

	"eidolon/actors/dispatcher"
	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// ruleAsking judges a call that nothing forbids, where a person can be asked.
func (p Policy) ruleAsking(spec tool.Spec, class tool.Class) dispatcher.Ruling {
	switch v := class.Verdict; {
	case p.mode == Yolo:
	case v != nil && v.Decision == fsapi.Ask:
		return dispatcher.Ruling{Ask: true, Rule: v.Rule, Reason: v.Reason, By: "guard"}
	case class.Protected != "":
		return dispatcher.Ruling{
			Ask: true, Rule: "protected.name", By: "policy",
			Reason: fmt.Sprintf("%s is a file that programs act on.", class.Protected),
		}
	case p.mode == Ask && !class.ReadOnly:
		grant, covers := grantFor(spec, class)
		what := spec.FullName()
		if class.Verdict != nil {
			what = "The command"
		}
		return dispatcher.Ruling{
			Ask: true, Rule: "mode.ask", Reason: what + " may change things.", By: "policy", Grant: grant, Covers: covers,
		}
	}
	return dispatcher.Ruling{Allow: true}
}

// grantFor gives the grant that would allow a call, and what it covers in words.
func grantFor(spec tool.Spec, class tool.Class) (grant, covers string) {
	switch {
	case class.Verdict != nil:
		return "Bash(" + class.Subject + ")", "the command `" + class.Subject + "`"
	case class.Edits:
		return "Edit", "every edit of files in the workspace"
	}
	return "Tool." + spec.FullName(), "every use of " + spec.FullName()
}
