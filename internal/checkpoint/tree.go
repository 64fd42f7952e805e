package checkpoint

import (
	"crypto/sha256"
	"io/fs"
	"maps"
	"slices"
	"time"
)

// racy is how much older than the look at it a file must be to be believed unchanged by its times.
// Clocks of file systems are coarse, down to two seconds: a file written right after we read it may
// carry the same time as before.
const racy = 2 * time.Second

// sum is the SHA-256 of a content.
type sum = [sha256.Size]byte

// stamp is what changes when a file's content may have, in nanoseconds.
type stamp struct {
	modified, changed int64
	number            uint64 // of the file in its file system
}

// entry is one path of a tree. What is left out has no type and a reason.
type entry struct {
	typ    Type
	mode   fs.FileMode // permission bits; of files and directories
	size   int64       // of a file
	hash   sum         // of a file's content
	target string      // of a link
	reason Reason

	// Of a file: a look at it at the time checked gave the stamp that goes with the hash. 0 means that
	// it changed while it was read.
	stamp   stamp
	checked int64

	// unsaved says that the stamp is newer than what is on disk, which alone is no reason to write.
	unsaved bool
}

// same says that two entries are the same for the user: the stamp does not count.
func (e *entry) same(o *entry) bool {
	return e.typ == o.typ && e.mode == o.mode && e.size == o.size && e.hash == o.hash &&
		e.target == o.target && e.reason == o.reason
}

// fresh says that the file that info shows has still the content that e was made of.
func (e *entry) fresh(info fs.FileInfo) bool {
	return e.typ == File && e.size == info.Size() && e.stamp == stampOf(info) &&
		max(e.stamp.modified, e.stamp.changed) < e.checked-int64(racy)
}

// tree is the state of a workspace by path. Its entries are shared between trees and not changed.
type tree map[string]*entry

// paths gives the paths of a tree in order: a directory comes before what is in it.
func (t tree) paths() []string { return slices.Sorted(maps.Keys(t)) }

// omissions gives the count that a checkpoint, complete or not, begins with.
func (s *Store) omissions(incomplete bool) Omissions {
	if !incomplete {
		return Omissions{}
	}
	return Omissions{Incomplete: true, Limit: s.opts.MaxEntries}
}

// maxExamples is how many of the paths that are left out are named.
const maxExamples = 5

// and counts one more path.
func (o Omissions) and(path string, why Reason) Omissions {
	switch why {
	case Git, Skipped:
		return o
	case Ignored:
		o.Ignored++
		return o
	case TooLarge, OverTotal, TooDeep, Special, Unreadable, Unkept, Filled:
	}
	o.Count++
	if len(o.Examples) < maxExamples {
		o.Examples = append(o.Examples, LeftOut{Path: path, Reason: why})
	}
	return o
}
