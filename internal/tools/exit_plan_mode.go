package tools

import (
	"context"
	"strings"

	"eidolon/actors/tool"
)

// maxPlan keeps a plan one that a person can read, in bytes.
const maxPlan = 64 << 10

type planInput struct {
	Plan string `json:"plan"`
}

// exitPlanMode shows the user a plan. That they may read it, and say yes, is all that it is for: the call
// waits for them in every permission mode.
func (k *kit) exitPlanMode() tool.Handler {
	return handler[planInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "exit_plan_mode",
			Summary: "Show the user your plan and wait for their approval. In plan mode this is how you get to carry it out.",
			Params:  []tool.Param{{Name: "plan", Type: tool.String, Required: true, Summary: "Markdown"}},
			Main:    "plan",
			// The user is the one who changes something here, by their answer.
			ReadOnly: true,
		},
		classify: func(in planInput) (tool.Class, error) {
			plan := strings.TrimSpace(in.Plan)
			switch {
			case plan == "":
				return tool.Class{}, invalid("plan", "plan is empty; write what you are going to do")
			case len(plan) > maxPlan:
				return tool.Class{}, invalid("plan", "the plan has %d bytes; the limit is %d", len(plan), maxPlan)
			}
			return tool.Class{ReadOnly: true, Consent: "The model has a plan and wants to carry it out."}, nil
		},
		run: func(context.Context, call, planInput) tool.Result {
			r := tool.OK(map[string]bool{"approved": true}, "The user approved the plan. Carry it out now.")
			r.Effects.LeavePlan = true
			return r
		},
	}
}
