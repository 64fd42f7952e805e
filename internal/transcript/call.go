package transcript

import (
	"encoding/json"
	"fmt"

	"eidolon/actors/event"
)

// Call is a call with its outcome. Its texts are untrusted.
type Call struct {
	Name, Input string
	Result      *event.ToolResult // nil when none is known
	Ended       int64             // number of the event of the result
}

// Outcome gives the end of the call in a few words.
func (c *Call) Outcome() string {
	if c.Result == nil {
		return "no result is known"
	}
	var env struct {
		Data struct {
			ExitCode *int `json:"exit_code"`
			TimedOut bool `json:"timed_out"`
		}
		Error struct{ Code, Message string }
	}
	_ = json.Unmarshal(c.Result.Output, &env) // what cannot be read is left out
	took := fmt.Sprintf(" (%.2fs)", c.Result.MS/1000)
	switch {
	case c.Result.Superseded:
		return "replaced by a later call" + took
	case !c.Result.OK:
		return "failed: " + env.Error.Code + ": " + env.Error.Message + took
	case env.Data.TimedOut:
		return "timed out" + took
	case env.Data.ExitCode != nil && *env.Data.ExitCode != 0:
		return fmt.Sprintf("exit %d%s", *env.Data.ExitCode, took)
	}
	return "ok" + took
}
