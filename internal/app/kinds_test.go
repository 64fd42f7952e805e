package app_test

import (
	"slices"
	"testing"

	"eidolon/internal/config"
	"eidolon/internal/providers"
)

// A kind that the configuration accepts has an adapter, but for the scripted one, and the other way round.
func TestKindsAgree(t *testing.T) {
	want := append(providers.Kinds(), "stub")
	got := config.Kinds()
	slices.Sort(want)
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("the configuration knows %v, there are %v", got, want)
	}
}
