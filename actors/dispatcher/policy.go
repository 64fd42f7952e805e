package dispatcher

import (
	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// Policy judges calls. It is a pure function: every layer it holds is evaluated before anybody is
// asked, and the strictest answer wins.
type Policy interface {
	// Rule judges a call. Granted are the grants of earlier rulings that the user has given.
	Rule(spec tool.Spec, class tool.Class, granted []string) Ruling
}

// Ruling is a policy's answer: the call may run, the user has to be asked, or it is refused.
type Ruling struct {
	Allow  bool
	Ask    bool      // when Allow is not set
	Code   tool.Code // of the refusal, also of one by the user
	Rule   string    // which rule decided; "" for the plain default
	Reason string    // one sentence, for the model and the user
	By     string    // guard, policy or user
	// About is set when the model is to be told the rule of a refusal, and what of a command it is about.
	About *Part

	// Grant names what an answer for more than this call allows, and Covers says it in words. Both are ""
	// when the user has to be asked each time.
	Grant  string
	Covers string
	// Kept takes the place of Grant in an answer that outlives the session, when that is not the same.
	Kept       string
	KeptCovers string
	// Wide takes the place of both when the user would rather allow more, if there is anything between
	// this call and everything.
	Wide       string
	WideCovers string

	// ByMode says that nothing but the permission mode asks: no rule, no danger, no protected name. An
	// approved plan answers such a question.
	ByMode bool
}

// Part is a part of a command, in bytes from Start to before End. It may be empty.
type Part struct {
	Start int
	End   int
}

// Leave gives the grant that an answer allows, or "" when it is for its own call alone.
func (r Ruling) Leave(scope event.Scope, wide bool) string {
	switch {
	case scope == event.ScopeOnce || scope == "":
		return ""
	case wide && r.Wide != "":
		return r.Wide
	case scope == event.ScopeProject && r.Kept != "":
		return r.Kept
	}
	return r.Grant
}

// Rules are what the calls of a session are judged by.
type Rules struct {
	Policy Policy
	// Granted is what the user has allowed in answers for more than one call.
	Granted []string
	// Planned says that the user has approved a plan whose steps are under way: what the permission mode
	// alone would ask about is allowed.
	Planned bool
	// Agent may use Tools only, given by any of their names; none are all.
	Agent string
	Tools []string
}
