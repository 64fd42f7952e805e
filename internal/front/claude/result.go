package claude

import (
	"time"

	"eidolon/actors/event"
	"eidolon/internal/front/exec"
	"eidolon/internal/leaf/jsontext"
)

// totals are sums over all turns of the process.
type totals struct {
	cost   float64
	models map[string]*modelTotal
	turns  int
}

type modelTotal struct {
	Input    int64   `json:"inputTokens"`
	Output   int64   `json:"outputTokens"`
	Thinking int64   `json:"thinkingTokens"`
	Cached   int64   `json:"cacheReadInputTokens"`
	Written  int64   `json:"cacheCreationInputTokens"`
	Searches int     `json:"webSearchRequests"`
	Cost     float64 `json:"costUSD"`
	Window   int     `json:"contextWindow"`
	MaxOut   int     `json:"maxOutputTokens"`
}

// usageOf tells what requests used, in the words of the Messages API: there the tokens that were read from
// a cache or written into one are not part of the input.
func usageOf(u event.Usage) object {
	return object{
		"input_tokens": fresh(u), "output_tokens": u.OutputTokens,
		"cache_read_input_tokens": u.CachedTokens, "cache_creation_input_tokens": u.WrittenTokens,
		"cache_creation":  object{"ephemeral_5m_input_tokens": u.WrittenTokens, "ephemeral_1h_input_tokens": 0},
		"server_tool_use": object{"web_search_requests": 0, "web_fetch_requests": 0}, "service_tier": "standard",
	}
}

func fresh(u event.Usage) int64 { return max(u.InputTokens-u.CachedTokens-u.WrittenTokens, 0) }

// used adds what a request cost.
func (s *Sink) used(e event.Envelope, u event.Usage) {
	s.stepping.usage = u
	s.turn.waited += e.Time.Sub(s.turn.asked)
	s.spend(u)
}

// spend adds to the sums what a request cost, or a call that asked models itself.
func (s *Sink) spend(u event.Usage) {
	s.turn.usage = s.turn.usage.Plus(u)
	m := s.total.models[u.Model]
	if m == nil {
		m = &modelTotal{Window: s.about.Window, MaxOut: s.about.MaxOut}
		s.total.models[u.Model] = m
	}
	m.Input += fresh(u)
	m.Output += u.OutputTokens
	m.Thinking += u.ReasoningTokens
	m.Cached += u.CachedTokens
	m.Written += u.WrittenTokens
	if u.Cost != nil {
		m.Cost += *u.Cost
		s.total.cost += *u.Cost
	}
	s.checkBudget()
}

// budget is what the turns may cost together.
type budget struct {
	most   float64 // 0 for no limit
	exceed func()
}

// checkBudget ends the turn that costs more than there is.
func (s *Sink) checkBudget() {
	if s.budget.most > 0 && s.total.cost >= s.budget.most && !s.turn.budget {
		s.turn.budget = true
		s.budget.exceed()
	}
}

// finish writes the result of the turn.
func (s *Sink) finish(now time.Time, reason event.EndReason) *exec.Outcome {
	t := s.turn
	if s.stepping.id != "" { // the answer was cut
		s.endBlock()
		s.stepping = stepping{}
	}
	r := s.sums()
	r["duration_ms"], r["duration_api_ms"], r["num_turns"] = since(t.began, now), t.waited.Milliseconds(), t.rounds
	if reason == event.EndDone {
		reason = s.success(r)
	} else {
		r["subtype"], r["is_error"], r["stop_reason"] = subtype(reason, t.budget), true, nil
		message := t.failure
		if message == "" {
			message = because(reason, t.budget)
		}
		r["errors"] = []string{message}
		r["terminal_reason"] = terminal(reason, t.budget)
	}
	s.line("result", r)
	s.turn = turn{}
	s.total.turns++
	return &exec.Outcome{Reason: reason}
}

// sums are the fields of every result.
func (s *Sink) sums() object {
	denials := s.turn.denials
	if denials == nil {
		denials = []object{}
	}
	r := object{
		"usage": usageOf(s.turn.usage), "modelUsage": s.total.models, "total_cost_usd": s.total.cost,
		"permission_denials": denials, "result_index": s.total.turns,
	}
	if s.turn.user != "" {
		r["user_message_uuid"] = s.turn.user
	}
	return r
}

// success fills the result of a turn that came to its end. That is an error too when the answer does not
// have the form that was asked for.
func (s *Sink) success(r object) event.EndReason {
	r["subtype"], r["is_error"], r["stop_reason"], r["result"] = "success", false, "end_turn", s.turn.last
	r["terminal_reason"] = "completed"
	if !s.about.JSON {
		return event.EndDone
	}
	value, ok := jsontext.Find(s.turn.last)
	if ok {
		r["structured_output"] = value
		return event.EndDone
	}
	delete(r, "result")
	r["subtype"], r["is_error"], r["terminal_reason"] = "error_max_structured_output_retries", true, "structured_output_retry_exhausted"
	r["errors"] = []string{"The answer was to be a JSON value, and is not: " + s.turn.last}
	return event.EndError
}

func since(from, to time.Time) int64 {
	if from.IsZero() {
		return 0
	}
	return max(to.Sub(from).Milliseconds(), 0)
}

func subtype(reason event.EndReason, overBudget bool) string {
	switch {
	case overBudget:
		return "error_max_budget_usd"
	case reason == event.EndMaxTurns:
		return "error_max_turns"
	}
	return "error_during_execution"
}

func terminal(reason event.EndReason, overBudget bool) string {
	switch {
	case overBudget:
		return "budget_exhausted"
	case reason == event.EndMaxTurns:
		return "max_turns"
	case reason == event.EndInterrupted:
		return "aborted_streaming"
	}
	return "model_error"
}

// because says why a turn ended that did not fail in itself.
func because(reason event.EndReason, overBudget bool) string {
	switch {
	case overBudget:
		return "The turns cost as much as they may."
	case reason == event.EndMaxTurns:
		return "The turn reached its limit of requests to the model."
	case reason == event.EndTimeout:
		return "The turn ran out of time."
	case reason == event.EndInterrupted:
		return "The turn was interrupted."
	}
	return "The turn failed."
}

// Fail writes the result of a turn that could not begin.
func (s *Sink) Fail(message string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.turn.failure = message
	s.finish(time.Time{}, event.EndError)
	_ = s.flush() // there is nobody left to tell
}

// Nothing writes the result of a message that no turn came of.
func (s *Sink) nothing() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.finish(time.Time{}, event.EndDone)
	_ = s.flush()
}
