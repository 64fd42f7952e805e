package event_test

import (
	"fmt"
	"strings"
	"testing"

	"eidolon/actors/event"
)

// Covers: R82
func TestLineage(t *testing.T) {
	for _, tt := range []struct {
		name    string
		rewinds map[int64]int64 // by the number of the event, where it leads
		want    string          // the events of ten that count
	}{
		{"none", nil, "0 1 2 3 4 5 6 7 8 9"},
		{"one", map[int64]int64{6: 2}, "0 1 2 6 7 8 9"},
		{"to the start", map[int64]int64{6: 0}, "0 6 7 8 9"},
		{"at the end", map[int64]int64{9: 2}, "0 1 2 9"},
		{"of files only", map[int64]int64{6: 5}, "0 1 2 3 4 5 6 7 8 9"},
		{"one and again", map[int64]int64{5: 2, 8: 6}, "0 1 2 5 6 8 9"},
		{"one and further back", map[int64]int64{5: 3, 8: 1}, "0 1 8 9"},
		{"taken back", map[int64]int64{6: 2, 9: 5}, "0 1 2 3 4 5 9"},
		{"taken back at once", map[int64]int64{6: 2, 7: 5}, "0 1 2 3 4 5 7 8 9"},
		{"taken back twice", map[int64]int64{5: 2, 6: 4, 7: 5}, "0 1 2 5 7 8 9"},
		{"into what a rewind had left", map[int64]int64{4: 1, 8: 3}, "0 1 2 3 8 9"},
		{"to itself and beyond, as in a damaged journal", map[int64]int64{4: 4, 6: 99}, "0 1 2 3 4 5 6 7 8 9"},
		{"to before everything", map[int64]int64{6: -5}, "6 7 8 9"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			var l event.Lineage
			for seq := range int64(10) {
				e := event.Envelope{Seq: seq, Event: event.Title{}}
				if to, ok := tt.rewinds[seq]; ok {
					e.Event = event.Rewind{To: to}
				}
				l.Add(e)
			}
			var got []string
			for seq := range int64(10) {
				if l.Counts(seq) {
					got = append(got, fmt.Sprint(seq))
				}
			}
			if got := strings.Join(got, " "); got != tt.want {
				t.Errorf("these count: %s\nwanted:      %s", got, tt.want)
			}
		})
	}
}
