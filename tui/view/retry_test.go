package view_test

import (
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/event"
	"eidolon/tui/view"
)

// A request that is sent again has one line, whatever comes of it.
func TestRetriesAreOneLine(t *testing.T) {
	retry := func(n int) event.Event {
		return event.Retry{Attempt: n, Wait: 500 * time.Millisecond, Message: "The service is busy."}
	}
	answer := event.TextDelta{Item: 1, Text: "now"}
	for _, test := range []struct {
		name   string
		events []event.Event
		want   []string // the notices
	}{
		{"the first is waited for", []event.Event{retry(1)}, []string{"The service is busy. Trying again in 500 ms (retry 1)."}},
		{"the third is", []event.Event{retry(1), retry(2), retry(3)}, []string{"The service is busy. Trying again in 500 ms (retry 3)."}},
		{"the first is answered", []event.Event{retry(1), answer}, []string{"The service is busy. The next attempt was answered."}},
		{"the second is answered by a thought", []event.Event{retry(1), retry(2), event.ReasoningDelta{Text: "hm"}}, []string{"The service is busy. Retry 2 was answered."}},
		{"none is", []event.Event{retry(1), retry(2), event.Error{Message: "It was tried 3 times."}}, []string{"The service is busy. It was tried again 2 times."}},
		{
			"none is, and the error says why",
			[]event.Event{retry(1), retry(2), event.Error{Message: "The service is busy. It was tried 3 times."}},
			[]string{"It was tried again 2 times."},
		},
		{
			"another model takes over",
			[]event.Event{retry(1), event.Notice{Code: "fallback", Message: "B answers.", Model: "b"}, answer},
			[]string{"The service is busy. It was tried again once.", "B answers."},
		},
		{
			"another model takes over, and it is said why",
			[]event.Event{retry(1), event.Notice{Code: "fallback", Message: "A failed: The service is busy. B answers.", Model: "b"}, answer},
			[]string{"It was tried again once.", "A failed: The service is busy. B answers."},
		},
		{
			"it breaks off, and is sent again in the next round",
			[]event.Event{retry(1), answer, nextRound{}, retry(1), retry(2)},
			[]string{"The service is busy. The next attempt was answered.", "The service is busy. Trying again in 500 ms (retry 2)."},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			h := newHistory(view.Options{})
			for _, e := range script(append([]event.Event{said("x"), nextRound{}}, test.events...)...) {
				h.apply(e)
				h.apply(e) // with its batch
			}
			if diff := cmp.Diff(test.want, notices(h)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// An attempt that was given up while it was waited for was none.
func TestRetryGivenUp(t *testing.T) {
	for attempt, want := range []string{"The service is busy.", "The service is busy. It was tried again once."} {
		h := newHistory(view.Options{})
		h.apply(script(said("x"), nextRound{}, event.Retry{Attempt: attempt + 1, Wait: time.Hour, Message: "The service is busy."}, event.Interrupted{})...)
		if diff := cmp.Diff([]string{want, "interrupted"}, notices(h)); diff != "" {
			t.Error(diff)
		}
		if h.frame.Status.Retry != nil {
			t.Errorf("retry %+v after the end", h.frame.Status.Retry)
		}
	}
}

// Who stands in for the model does so until the turn is over.
func TestStandIn(t *testing.T) {
	h := newHistory(view.Options{})
	events := script(said("x"), nextRound{}, event.Notice{Code: "fallback", Message: "B answers.", Model: "b"}, event.Notice{Code: "other"},
		event.TextDelta{Item: 1, Text: "now"}, event.TurnEnd{Reason: event.EndDone})
	var got []string
	for _, e := range events {
		h.apply(e)
		got = append(got, h.frame.Status.StandIn)
	}
	if diff := cmp.Diff([]string{"", "b", "b", "b", ""}, got); diff != "" {
		t.Error(diff)
	}
}

func notices(h *history) []string {
	var out []string
	for _, item := range h.items {
		if item.Kind == view.NoticeItem {
			out = append(out, item.Source)
		}
	}
	return out
}
