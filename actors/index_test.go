package actors_test

import (
	"context"
	"path/filepath"
	"slices"
	"sync"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/actors/journal"
	"eidolon/internal/store"
)

// noting is an index that notes what it is asked for.
type noting struct {
	mu    sync.Mutex
	asked []string
}

func (n *noting) Update(_ context.Context, dir string) error {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.asked = append(n.asked, dir)
	return nil
}

func (n *noting) all() []string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.asked)
}

// Turns of a session on disk reach the index when it has been quiet for a while, several at once; one
// that ends sooner, or that is not kept, never does.
// Covers: Y19
func TestTheIndexHearsOfTurns(t *testing.T) {
	onDisk := func(t *testing.T) journal.Log {
		t.Helper()
		log, err := store.Create(store.Options{Base: filepath.Join(t.TempDir(), "base"), Workspace: "/w"})
		if err != nil {
			t.Fatal(err)
		}
		return log
	}
	inMemory := func(t *testing.T) journal.Log {
		t.Helper()
		log, err := store.Memory(store.Options{})
		if err != nil {
			t.Fatal(err)
		}
		return log
	}
	for _, c := range []struct {
		name string
		log  func(*testing.T) journal.Log
		wait time.Duration
		want int
	}{{"kept", onDisk, 3 * time.Second, 1}, {"kept, but it ends at once", onDisk, 0, 0}, {"not kept", inMemory, 3 * time.Second, 0}} {
		t.Run(c.name, func(t *testing.T) {
			index, log := &noting{}, c.log(t)
			dir := log.Facts().Dir
			run(t, "answers: [{parts: [{text: one}]}, {parts: [{text: two}]}]", rigOptions{log: log, index: index}, func(t *testing.T, r *rig) {
				t.Helper()
				r.mustEnd("a", event.EndDone)
				r.mustEnd("b", event.EndDone)
				time.Sleep(c.wait) //nolint:forbidigo // virtual
			})
			if got := index.all(); len(got) != c.want || c.want > 0 && got[0] != dir {
				t.Errorf("the index was asked for %q", got)
			}
		})
	}
}
