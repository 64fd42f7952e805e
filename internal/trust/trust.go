// Package trust remembers which workspaces the user trusts.
//
// A repository can bring settings, commands and agents along. Those that only tighten something or are
// mere text hold at once. All others, such as the address that prompts are sent to or a command that is
// to run after each edit, wait until the user has seen them and said yes.
//
// A decision is about exactly what was looked at: the real path of the workspace, the identity of its
// directory where the system has one, and the SHA-256 of each file that counts. A file that is changed
// or new is not covered by it. There is no list of files to keep up to date: who reads a file asks with
// the very bytes that it has read ([Record.Covers]), so that nothing can be exchanged in between, and a
// start pays for no file that it does not use.
//
// The decisions are in one file of the user's base directory, which only the user can read and write,
// and never in a workspace.
package trust

import (
	"crypto/sha256"
	"encoding/hex"
	"maps"
	"path/filepath"
	"slices"
	"time"
)

// Decision is what the user said of a workspace.
type Decision string

// The decisions. The zero value stands for none.
const (
	Trusted Decision = "trusted"
	Refused Decision = "refused" // is not to be asked about again
)

// Contents are the files that a decision is about, by their names with slashes below the workspace, each
// with the SHA-256 of its content as hex digits.
type Contents map[string]string

// Add puts a file into the contents.
func (c Contents) Add(name string, data []byte) { c[name] = sum(data) }

// Names gives the names in their order.
func (c Contents) Names() []string { return slices.Sorted(maps.Keys(c)) }

func sum(data []byte) string {
	s := sha256.Sum256(data)
	return hex.EncodeToString(s[:])
}

// Record is a decision about a workspace.
type Record struct {
	Path     string    `json:"path"`         // real and absolute
	Identity uint64    `json:"id,omitempty"` // of its directory, or 0 where there is none
	Decision Decision  `json:"decision"`
	When     time.Time `json:"when"`
	Files    Contents  `json:"files"`
}

// Covers says whether the user trusts the workspace with a file of just this content. Data is nil for a
// file that does not exist, which is covered when it did not exist at the time of the decision either.
// The zero record covers nothing.
func (r Record) Covers(name string, data []byte) bool {
	if r.Decision != Trusted {
		return false
	}
	known, was := r.Files[name]
	if data == nil {
		return !was
	}
	return was && known == sum(data)
}

// Settles says whether the decision is about exactly these contents, so that there is nothing to ask.
func (r Record) Settles(c Contents) bool { return r.Decision != "" && maps.Equal(r.Files, c) }

// Place gives the real path of a directory and its identity, by which a decision is found again.
func Place(dir string) (path string, identity uint64, err error) {
	path, err = filepath.Abs(dir)
	if err == nil {
		path, err = filepath.EvalSymlinks(path)
	}
	if err != nil {
		return "", 0, err
	}
	identity, err = identityOf(path)
	return path, identity, err
}
