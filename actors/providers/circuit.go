package providers

import (
	"time"

	"eidolon/actors/model"
)

// circuit decides whether a service is asked at all.
//
//	         Failures in a row                 Pause is over
//	closed --------------------> open --------------------------> probing
//	  ^                            ^      the probe fails            |
//	  |                            '---------------------------------'
//	  '------------------------ any answer --------------------------'
//
// While it probes, one request is on its way and the others wait for what becomes of it.
type circuit struct {
	limits Circuit
	row    int // failures without an answer between them
	open   bool
	until  time.Time // no request before; only while open
}

// health is what an outcome says about the service.
type health int

const (
	unknown health = iota // nothing
	up                    // it works, whatever it thinks of the request
	down                  // nobody would get an answer
)

// healthOf sorts failures. A service that refuses a request, a key or the pace is there; one that sends
// nonsense or half an answer may be or not.
func healthOf(k model.Kind) health {
	switch k {
	case model.Unreachable, model.Overloaded, model.TimedOut:
		return down
	case model.Auth, model.RateLimited, model.BadRequest, model.ContextLimit:
		return up
	case model.Truncated, model.BadAnswer:
	}
	return unknown
}

// note takes an outcome. It says whether requests that wait have to be refused now.
func (c *circuit) note(h health, probe bool, now time.Time) (broke bool) {
	switch h {
	case unknown:
	case up:
		c.row, c.open = 0, false
	case down:
		c.row++
		if c.limits.Failures > 0 && (c.open && probe || !c.open && c.row >= c.limits.Failures) {
			c.open, c.until = true, now.Add(c.limits.Pause)
			return true
		}
	}
	return false
}

// left gives how long nothing is sent yet; 0 when something may be.
func (c *circuit) left(now time.Time) time.Duration {
	if !c.open {
		return 0
	}
	return max(c.until.Sub(now), 0)
}
