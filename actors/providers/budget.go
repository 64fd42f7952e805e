package providers

import "time"

// budget bounds the retries of all sessions together. A session bounds its own; but when a service fails
// for everybody, each request would become four, and that at the worst moment.
//
// Requests pay for retries: each puts a share of one aside. Time does too, slowly, so that a single
// person is never without.
type budget struct {
	saved int       // in tenths of a retry
	at    time.Time // when saved was right
}

// In words: a retry for each five requests and one in ten seconds, and twenty at once.
const (
	retryCosts = 10
	perRequest = 2
	perSecond  = 1
	savedMost  = 20 * retryCosts
)

func newBudget(now time.Time) budget { return budget{saved: savedMost, at: now} }

// earn counts a request that is no retry.
func (b *budget) earn() { b.saved = min(b.saved+perRequest, savedMost) }

// spend takes a retry, if there is one.
func (b *budget) spend(now time.Time) bool {
	if seconds := int(now.Sub(b.at) / time.Second); seconds != 0 { // a clock that was set back counts from there
		b.saved = min(b.saved+max(seconds, 0)*perSecond, savedMost)
		b.at = now
	}
	if b.saved < retryCosts {
		return false
	}
	b.saved -= retryCosts
	return true
}
