package dispatcher

import (
	"encoding/json"
	"fmt"

	"eidolon/actors/tool"
)

// refusal is the result of a call that is refused. It names the rule, so that it can be looked up, and the
// part of a command that it is about. What the user said is passed on as it is.
func (r Ruling) refusal() tool.Result {
	result := tool.Fail(r.Code, r.Reason)
	if r.About == nil {
		return result
	}
	where := ""
	if r.About.End > r.About.Start {
		where = fmt.Sprintf(", bytes %d to %d of the command", r.About.Start, r.About.End)
	}
	result.Text += fmt.Sprintf(" (rule %s%s)", r.Rule, where)
	result.Details, _ = json.Marshal(struct { // plain data always can be
		Rule  string `json:"rule"`
		Start int    `json:"start,omitempty"`
		End   int    `json:"end,omitempty"`
	}{r.Rule, r.About.Start, r.About.End})
	return result
}
