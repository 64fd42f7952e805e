package adapter

import (
	"eidolon/fsapi"
	"eidolon/fslocal"
	"eidolon/fslocal/guard"
	"eidolon/internal/policy"
)

// secrets are the files with the user's keys and logins, which nobody reads.
var secrets = []string{"~/.eidolon/.env", "~/.eidolon/oauth.json"}

type commandAnswer struct {
	Verdict  fsapi.Decision `json:"verdict"`
	Rule     string         `json:"rule"`
	ReadOnly bool           `json:"read_only"`
	Reason   string         `json:"reason"`
}

// command gives the guard's judgement alone, as `eidolon guard check` does: what it asks about is
// allowed in yolo mode, and nothing else depends on the mode.
func (r request) command() any {
	judge := guard.New(guard.Options{
		Workspace: r.Workspace, Home: r.Home, User: r.User, ForbidRead: secrets, NoGitDrivers: fslocal.NoGitDrivers(r.Workspace),
	})
	v := judge.Judge(fsapi.Command{Text: r.Cmd, Dir: r.Cwd})
	if v.Decision == fsapi.Ask && policy.Mode(r.Mode) == policy.Yolo {
		v.Decision = fsapi.Allow
	}
	return commandAnswer{v.Decision, v.Rule, v.ReadOnly, v.Reason}
}
