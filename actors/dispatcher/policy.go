package dispatcher

import "eidolon/actors/tool"

// Policy judges calls. It is a pure function: every layer it holds is evaluated before anybody is
// asked, and the strictest answer wins.
type Policy interface {
	Rule(spec tool.Spec, class tool.Class) Ruling
}

// Ruling is a policy's answer: the call may run, the user has to be asked, or it is refused.
type Ruling struct {
	Allow  bool
	Ask    bool      // when Allow is not set
	Code   tool.Code // of the refusal, also of one by the user
	Rule   string    // which rule decided; "" for the plain default
	Reason string    // one sentence, for the model and the user
	By     string    // guard, policy or user

	// Grant names what an answer for more than this call allows, and Covers says it in words. Both are ""
	// when the user has to be asked each time.
	Grant  string
	Covers string
}

// Rules are what the calls of a session are judged by.
type Rules struct {
	Policy Policy
	// Granted is what the user has allowed in answers for more than one call. A ruling that asks for leave
	// of one of these allows.
	Granted []string
	// Agent may use Tools only, given by any of their names; none are all.
	Agent string
	Tools []string
}
