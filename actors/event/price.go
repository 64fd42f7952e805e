package event

// Price is what a million tokens of a model cost, in any one currency.
type Price struct{ Input, Output, CachedInput, CacheWrite float64 }

// Of gives the cost of a request. Tokens read from the cache or written into it are among those of the
// input; without a price of their own they cost as much.
func (p Price) Of(u Usage) float64 {
	cached := min(u.CachedTokens, u.InputTokens)
	if p.CachedInput == 0 {
		cached = 0
	}
	written := min(u.WrittenTokens, u.InputTokens-cached)
	if p.CacheWrite == 0 {
		written = 0
	}
	plain := u.InputTokens - cached - written
	return (float64(plain)*p.Input + float64(cached)*p.CachedInput + float64(written)*p.CacheWrite + float64(u.OutputTokens)*p.Output) / 1e6
}

// Plus gives the usage with the tokens of another request added.
func (u Usage) Plus(more Usage) Usage {
	u.InputTokens += more.InputTokens
	u.OutputTokens += more.OutputTokens
	u.CachedTokens += more.CachedTokens
	u.WrittenTokens += more.WrittenTokens
	u.ReasoningTokens += more.ReasoningTokens
	return u
}

// Usage gives what a call cost that asked models itself, as if it had been one request; nothing for any other.
func (r ToolResult) Usage() Usage {
	if r.Spent == nil {
		return Usage{}
	}
	s := r.Spent
	return Usage{
		InputTokens: s.InputTokens, OutputTokens: s.OutputTokens, CachedTokens: s.CachedTokens, WrittenTokens: s.WrittenTokens,
		ReasoningTokens: s.ReasoningTokens, Estimated: s.Estimated, Model: s.Model, Cost: s.Cost,
	}
}

// CachedShare is how much of the prompt was read from the service's cache, in percent.
func (u Usage) CachedShare() int {
	if u.InputTokens <= 0 {
		return 0
	}
	return int(min(u.CachedTokens, u.InputTokens) * 100 / u.InputTokens)
}
