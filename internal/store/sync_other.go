//go:build !linux

package store

import "os"

func datasync(f *os.File) error { return f.Sync() }

// syncDir does nothing: these systems write directories by transaction, together with the file that
// is synced, or have no call for it.
func syncDir(string) error { return nil }
