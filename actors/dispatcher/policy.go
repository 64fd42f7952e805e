package dispatcher

import "eidolon/actors/tool"

// Policy judges calls. It is a pure function: every layer it holds is evaluated before anybody is
// asked, and the strictest answer wins.
type Policy interface {
	Rule(spec tool.Spec, class tool.Class) Ruling
}

// Ruling is a policy's answer.
type Ruling struct {
	Allow  bool
	Code   tool.Code // of the refusal
	Rule   string    // which rule decided; "" for the plain default
	Reason string    // one sentence, for the model and the user
	By     string    // guard, policy or user
}
