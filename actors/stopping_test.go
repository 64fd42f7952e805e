package actors_test

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/session"
)

// gate is asked whether turns may end. It takes a second to say so.
type gate struct {
	says  []string // what the model is told, each time that it is asked; "" lets the turn end
	fail  error
	asked []string
}

func (g *gate) stop(ctx context.Context, info session.StopInfo) (string, error) {
	g.asked = append(g.asked, fmt.Sprintf("%d/%d", info.Turn, info.Times))
	select {
	case <-time.After(time.Second): //nolint:forbidigo // virtual
	case <-ctx.Done():
		g.asked = append(g.asked, "cancelled")
		return "", ctx.Err()
	}
	if n := len(g.asked); n <= len(g.says) {
		return g.says[n-1], g.fail
	}
	return "", g.fail
}

func (g *gate) change(o *session.Options) { o.Stop = g.stop }

const oneWord = "answers:\n  - parts: [text: one]\n  - parts: [echo: request]\n  - parts: [text: three]\n  - parts: [text: four]\n  - parts: [text: five]\n"

// Who is asked about the end of a turn may have it go on, for a while. Nobody is asked about a turn that
// is not done.
func TestTurnGoesOnInsteadOfEnding(t *testing.T) {
	for _, c := range []struct {
		name    string
		gate    gate
		script  string
		limit   int // of rounds
		ends    event.EndReason
		asked   []string
		text    string // that the user saw
		notices int
	}{
		{name: "content", asked: []string{"1/0"}, ends: event.EndDone, text: "one"},
		{name: "once more", gate: gate{says: []string{"not yet"}}, asked: []string{"1/0", "1/1"}, ends: event.EndDone, text: "not yet"},
		{
			name: "never content", gate: gate{says: slices.Repeat([]string{"again"}, 9)},
			asked: []string{"1/0", "1/1", "1/2"}, ends: event.EndDone, text: "four", notices: 1,
		},
		{name: "cannot say", gate: gate{says: []string{"not yet"}, fail: errors.New("broken")}, asked: []string{"1/0"}, ends: event.EndDone, text: "one", notices: 1},
		{name: "out of rounds", gate: gate{says: []string{"not yet", "not yet"}}, limit: 2, asked: []string{"1/0"}, ends: event.EndDone, text: "not yet"},
		{name: "failed", script: "answers:\n  - http: {status: 400}\n", ends: event.EndError},
	} {
		t.Run(c.name, func(t *testing.T) {
			script := c.script
			if script == "" {
				script = oneWord
			}
			change := func(o *session.Options) {
				c.gate.change(o)
				o.Limits.MaxRounds = c.limit
			}
			run(t, script, rigOptions{change: change}, func(t *testing.T, r *rig) {
				r.mustEnd("go", c.ends)
				if !slices.Equal(c.gate.asked, c.asked) || !strings.Contains(r.seen.text(), c.text) {
					t.Errorf("asked %q, want %q; text %s", c.gate.asked, c.asked, r.seen.text())
				}
				if n := of[event.Notice](r.seen); len(n) != c.notices {
					t.Errorf("notices %+v", n)
				}
				for _, m := range of[event.Message](r.seen) {
					if m.Role == event.RoleSystem && !m.Hidden {
						t.Errorf("the user sees %q", m.Text)
					}
				}
				if ends := of[event.TurnEnd](r.seen); len(ends) != 1 {
					t.Errorf("%d ends", len(ends))
				}
			})
		})
	}
}

// An interrupt ends the question, and the next turn has one of its own. A command of the user has none.
func TestInterruptWhileTheEndIsAskedAbout(t *testing.T) {
	g := gate{says: []string{"not yet"}}
	run(t, oneWord, rigOptions{change: g.change}, func(t *testing.T, r *rig) {
		began := time.Now()
		r.conv.Tell(session.UserTurn{Text: "go"})
		time.Sleep(500 * time.Millisecond) //nolint:forbidigo // virtual
		r.conv.Tell(session.Cancel{})
		if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != event.EndInterrupted || time.Since(began) != 500*time.Millisecond {
			t.Errorf("it ended with %q after %s", end.Reason, time.Since(began))
		}
		synctest.Wait()
		r.mustEnd("next", event.EndDone)
		if want := []string{"1/0", "cancelled", "2/0"}; !slices.Equal(g.asked, want) {
			t.Errorf("asked %q, want %q", g.asked, want)
		}
		r.conv.Tell(session.UserTurn{Text: "last"}) // closed while the question stands
		time.Sleep(500 * time.Millisecond)          //nolint:forbidigo // virtual
	})
	if want := []string{"1/0", "cancelled", "2/0", "3/0", "cancelled"}; !slices.Equal(g.asked, want) {
		t.Errorf("asked %q, want %q", g.asked, want)
	}
}

// A crash while the question stands ends in one end of the turn, and what the model was told is in the
// next request of a session that is resumed.
func TestEndIsAskedAboutInACrash(t *testing.T) {
	for who, want := range map[string]event.EndReason{"": event.EndError, "dispatcher": event.EndDone} {
		t.Run("of "+who, func(t *testing.T) {
			g := gate{}
			run(t, oneWord, rigOptions{change: g.change}, func(t *testing.T, r *rig) {
				r.conv.Tell(session.UserTurn{Text: "go"})
				time.Sleep(500 * time.Millisecond) //nolint:forbidigo // virtual
				r.crash(who)
				if end, _ := (<-r.seen.ended).(event.TurnEnd); end.Reason != want {
					t.Errorf("it ended with %q", end.Reason)
				}
			})
		})
	}
	log := memory(t)
	g := gate{says: []string{"not yet"}}
	o := rigOptions{log: unclosable{log}, change: g.change}
	run(t, oneWord, o, func(_ *testing.T, r *rig) { r.mustEnd("go", event.EndDone) })
	run(t, "answers:\n"+strings.Repeat("  - parts: [echo: request]\n", 4), rigOptions{log: unclosable{log}}, func(t *testing.T, r *rig) {
		r.mustEnd("and now?", event.EndDone)
		if text := r.seen.text(); strings.Count(text, "not yet") < 1 || strings.Index(text, "not yet") > strings.Index(text, "and now?") {
			t.Errorf("the request is %s", text)
		}
	})
}
