package wire

import (
	"encoding/json"
	"time"
)

// details are what Google's services say beside a failure: why, and how long to wait.
type details struct {
	reason string
	delay  time.Duration
}

// details reads the list of objects of several types. Other services have details of another form, and
// there is nothing in them for us.
func (o *errorObject) details() (out details) {
	var list []struct {
		Reason     string `json:"reason"`     // of an ErrorInfo, such as API_KEY_INVALID
		RetryDelay string `json:"retryDelay"` // of a RetryInfo, such as "17.5s"
		Violations []struct {
			QuotaID string `json:"quotaId"`
		} `json:"violations"` // of a QuotaFailure
	}
	_ = json.Unmarshal(o.Details, &list) // what was read before an entry of another type counts
	for _, d := range list {
		out.reason += " " + d.Reason
		for _, v := range d.Violations {
			out.reason += " " + v.QuotaID
		}
		if delay, err := time.ParseDuration(d.RetryDelay); err == nil {
			out.delay = min(max(delay, 0), maxRetryAfter)
		}
	}
	return out
}
