package dispatcher

import (
	"encoding/json"
	"fmt"

	"eidolon/actors/tool"
)

// refusal is the result of a call that a ruling refuses. It names the rule, so that the same thing can be
// looked up, and the part of a command that it is about. What the user said is passed on as it is.
func (e *entry) refusal(r Ruling) tool.Result {
	result := tool.Fail(r.Code, r.Reason)
	if r.By == "user" || r.Rule == "" {
		return result
	}
	about := struct {
		Rule  string `json:"rule"`
		Start int    `json:"start,omitempty"`
		End   int    `json:"end,omitempty"`
	}{Rule: r.Rule}
	where := ""
	if v := e.class.Verdict; v != nil && v.Rule == r.Rule && v.End > v.Start {
		about.Start, about.End = v.Start, v.End
		where = fmt.Sprintf(", bytes %d to %d of the command", v.Start, v.End)
	}
	result.Text += fmt.Sprintf(" (rule %s%s)", r.Rule, where)
	result.Details, _ = json.Marshal(about) // plain data always can be
	return result
}
