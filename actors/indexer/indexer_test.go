package indexer_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"eidolon/actors/actorkit"
	"eidolon/actors/indexer"
)

// fake is an index that notes what it is asked for.
type fake struct {
	asked []string
	fail  func() error
}

func (f *fake) Update(_ context.Context, dir string) error {
	f.asked = append(f.asked, dir)
	if f.fail != nil {
		return f.fail()
	}
	return nil
}

func (f *fake) take() []string {
	asked := f.asked
	f.asked = nil
	return asked
}

// Covers: Y19
func TestUpdatesComeLateAndTogether(t *testing.T) {
	index := &fake{}
	r := actorkit.NewRecorder("indexer", indexer.New(index))
	for _, dir := range []string{"a", "b", "a"} {
		r.Deliver(indexer.Grown{Dir: dir})
	}
	r.Advance(time.Second)
	if r.Run("update") {
		t.Error("the index is updated at once")
	}
	r.Advance(time.Second)
	r.Deliver(indexer.Grown{Dir: "c"}) // while the update is on its way
	r.Advance(time.Minute)
	if !r.Run("update") || !slices.Equal(index.take(), []string{"a", "b"}) {
		t.Error("the first two are not updated once each")
	}
	if r.Run("update") {
		t.Error("what came meanwhile is updated without a pause")
	}
	r.Advance(2 * time.Second)
	if !r.Run("update") || !slices.Equal(index.take(), []string{"c"}) {
		t.Error("what came meanwhile is forgotten")
	}
	r.Advance(time.Minute)
	if r.Run("update") {
		t.Error("the index is updated for nothing")
	}
	if got := r.Transcript(); got != "" {
		t.Errorf("somebody is told: %s", got)
	}
}

func TestFailuresEndNothing(t *testing.T) {
	for name, fail := range map[string]func() error{
		"an error": func() error { return errors.New("disk full") },
		"a panic":  func() error { panic("a defect") },
	} {
		t.Run(name, func(t *testing.T) {
			index := &fake{fail: fail}
			r := actorkit.NewRecorder("indexer", indexer.New(index))
			for _, dir := range []string{"a", "b"} {
				r.Deliver(indexer.Grown{Dir: dir})
				r.Advance(2 * time.Second)
				if !r.Run("update") || !slices.Equal(index.take(), []string{dir}) {
					t.Errorf("%s is not updated", dir)
				}
			}
			if got := r.Transcript(); got != "" {
				t.Errorf("somebody is told: %s", got)
			}
		})
	}
}
