package journal_test

import (
	"strings"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/internal/store"
)

// BenchmarkJournal is an event of 1 KB from Append to Appended: through the actor, to a real file,
// and back. "alone" waits for each event before it sends the next, so that its time is the latency
// that an event gets; "in a row" keeps 64 on the way, as a fast stream with calls does, so that
// several go out in one write.
func BenchmarkJournal(b *testing.B) {
	for _, level := range []struct {
		name   string
		strict bool
	}{{"normal", false}, {"strict", true}} {
		for _, load := range []struct {
			name    string
			flights int64
		}{{"alone", 1}, {"in a row", 64}} {
			b.Run(level.name+", "+load.name, func(b *testing.B) { benchJournal(b, level.strict, load.flights) })
		}
	}
}

func benchJournal(b *testing.B, strict bool, flights int64) {
	log, err := store.Create(store.Options{Base: b.TempDir(), Workspace: b.TempDir()})
	if err != nil {
		b.Fatal(err)
	}
	sys := actorkit.NewSystem(actorkit.Options{})
	defer sys.Shutdown()
	upTo := make(chan int64, flights)
	owner, off := actorkit.Listen(sys, func(n journal.Note) {
		if a, ok := n.(journal.Appended); ok {
			upTo <- a.UpTo
		}
	})
	defer off()
	o := journal.Options{Log: log, Strict: strict, SyncDelay: time.Second, Owner: owner}
	addr, err := sys.Spawn("journal", actorkit.Child{New: func() actorkit.Behavior { return journal.New(o) }})
	if err != nil {
		b.Fatal(err)
	}
	j := actorkit.As[journal.Msg](addr)
	text := strings.Repeat("0123456789 ", 85)
	var next, kept int64
	send := func(ev event.Event) {
		j.Tell(journal.Append{Events: []event.Envelope{{Seq: next, Time: time.Unix(0, 0), Turn: 1, Round: 1, Event: ev}}})
		next++
	}
	send(event.Meta{SchemaVersion: event.SchemaVersion})
	kept = <-upTo + 1
	for b.Loop() {
		for next-kept >= flights {
			kept = <-upTo + 1
		}
		send(event.Message{Role: event.RoleUser, Text: text})
	}
	for kept < next {
		kept = <-upTo + 1
	}
	b.StopTimer()
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "events/s")
	if err := sys.Stop(b.Context(), addr); err != nil {
		b.Error(err)
	}
	if err := log.Close(); err != nil {
		b.Error(err)
	}
}
