//go:build unix

package checkpoint

import (
	"os"
	"syscall"
	"testing"
)

// TestMain gives the tests the usual umask: what they compare are the modes of files, whoever runs them.
func TestMain(m *testing.M) {
	syscall.Umask(0o022)
	os.Exit(m.Run())
}
