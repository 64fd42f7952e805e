//go:build unix

package wirelog_test

import (
	"os"
	"testing"

	"eidolon/internal/wirelog"
)

// A log that is sent to a device leaves it as it is: for root, taking it from all others would harm the
// whole machine.
func TestDevicesKeepTheirMode(t *testing.T) {
	before, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	l, err := wirelog.Open(wirelog.Options{Requests: os.DevNull, Responses: os.DevNull})
	if err != nil {
		t.Fatal(err)
	}
	after, err := os.Stat(os.DevNull)
	if err != nil {
		t.Fatal(err)
	}
	if before.Mode() != after.Mode() {
		_ = os.Chmod(os.DevNull, before.Mode().Perm())
		t.Errorf("mode %v is %v now", before.Mode(), after.Mode())
	}
	if err := l.Close(); err != nil {
		t.Error(err)
	}
}
