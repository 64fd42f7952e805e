package sandbox

import (
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
)

// target is something that is hidden, where it is now.
type target struct {
	path string // absolute, without links
	info os.FileInfo
}

// findHidden gives what the patterns mean at this moment, with links followed. A part of a pattern that
// is no valid one means everything in its place: what was forbidden badly stays forbidden.
func findHidden(patterns []string, workspace, home string) []target {
	var all []target
	for _, pattern := range patterns {
		for _, name := range expand(parts(absolute(pattern, workspace, home))) {
			real, err := filepath.EvalSymlinks(name)
			if err != nil {
				continue // not there, or nothing that this user could read
			}
			if info, err := os.Lstat(real); err == nil {
				all = append(all, target{real, info})
			}
		}
	}
	return all
}

// expand gives the names that the parts of a pattern stand for. Those without a pattern may not exist.
func expand(patterns []string) []string {
	names := []string{separator}
	for _, pattern := range patterns {
		var next []string
		for _, name := range names {
			if !strings.ContainsAny(pattern, `*?[\`) {
				next = append(next, filepath.Join(name, pattern))
				continue
			}
			for _, entry := range entries(name) {
				if ok, err := path.Match(pattern, entry); ok || err != nil || entry == pattern {
					next = append(next, filepath.Join(name, entry))
				}
			}
		}
		names = next
	}
	return names
}

// entries gives the names in a directory, or none.
func entries(dir string) []string {
	f, err := os.Open(dir)
	if err != nil {
		return nil
	}
	defer f.Close()
	names, _ := f.Readdirnames(-1) // what was read of it counts
	return names
}

// held is what is hidden, kept in hand: a command that may not read a file could still rename it, and
// the next one must not read it under its new name.
type held struct {
	handles []handle
}

// handle is a hidden file or directory that was met before.
type handle struct {
	file *os.File // see hold
	info os.FileInfo
}

// mostHandles bounds how many are kept, so that a pattern that means thousands of files does not take
// the descriptors that the program needs.
const mostHandles = 256

// look gives what is hidden now: what the patterns mean, and what they meant before under its present
// name.
func (h *held) look(o Options) []target {
	all := findHidden(o.ForbidRead, o.Workspace, o.Home)
	h.handles = slices.DeleteFunc(h.handles, func(old handle) bool {
		name, ok := old.name()
		if !ok {
			old.file.Close()
			return true
		}
		if !slices.ContainsFunc(all, func(t target) bool { return t.path == name }) {
			all = append(all, target{name, old.info})
		}
		return false
	})
	for _, t := range all {
		known := slices.ContainsFunc(h.handles, func(old handle) bool { return os.SameFile(old.info, t.info) })
		if known || len(h.handles) == mostHandles {
			continue
		}
		if file, ok := hold(t.path); ok {
			h.handles = append(h.handles, handle{file, t.info})
		}
	}
	return all
}

func (h *held) close() {
	for _, old := range h.handles {
		old.file.Close()
	}
	h.handles = nil
}
