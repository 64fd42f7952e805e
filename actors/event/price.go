package event

// Price is what a million tokens of a model cost, in any one currency.
type Price struct{ Input, Output, CachedInput float64 }

// Of gives the cost of a request. Tokens from the cache are among those of the input; without a price
// of their own they cost as much.
func (p Price) Of(u Usage) float64 {
	cached := min(u.CachedTokens, u.InputTokens)
	if p.CachedInput == 0 {
		cached = 0
	}
	return (float64(u.InputTokens-cached)*p.Input + float64(cached)*p.CachedInput + float64(u.OutputTokens)*p.Output) / 1e6
}
