package transcript

import (
	"fmt"

	"eidolon/actors/event"
)

// notice gives the words for an event that is neither a message nor a call, or "" for those that a
// reader does not miss.
func notice(ev event.Event) string {
	switch ev := ev.(type) {
	case event.Error:
		return "error: " + ev.Message
	case event.Interrupted:
		return "interrupted"
	case event.TurnEnd:
		switch ev.Reason {
		case event.EndMaxTurns:
			return "the turn ended: it took as many requests as it may"
		case event.EndTimeout:
			return "the turn ended: its time was over"
		case event.EndDone, event.EndInterrupted, event.EndError: // said by what came before
		}
	case event.Decision:
		switch {
		case ev.Rule == event.RuleFails: // the result tells
		case ev.Verdict == "deny":
			return fmt.Sprintf("denied by %s (%s): %s", ev.By, ev.Rule, ev.Reason)
		case ev.Asked:
			return fmt.Sprintf("allowed by %s (%s)", ev.By, ev.Rule)
		}
	case event.Todos:
		done := 0
		for _, t := range ev.Todos {
			if t.Status == "completed" {
				done++
			}
		}
		return fmt.Sprintf("tasks: %d of %d completed", done, len(ev.Todos))
	case event.Title:
		return "named: " + ev.Title
	case event.Posture:
		return "permission mode: " + ev.Mode
	case event.Agent:
		if ev.Name == "" {
			return "agent: none"
		}
		return "agent: " + ev.Name
	case event.Rewind:
		if ev.Files != "" {
			return "the files were taken back to an earlier state"
		}
		return fmt.Sprintf("the conversation goes on as it was after event %d", ev.To)
	case event.Compaction:
		return fmt.Sprintf("the events %d to %d were summed up for the model", ev.From, ev.To)
	case event.Meta, event.Message, event.ToolUse, event.ToolResult, event.Reasoning, event.Usage, event.Checkpoint, event.Unknown,
		event.TextDelta, event.ReasoningDelta, event.CallOpened, event.CallInput, event.CallStarted, event.CallProgress,
		event.Asked, event.Answered, event.Retry, event.Notice, event.Lost:
	}
	return ""
}
