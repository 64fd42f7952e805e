package sandbox

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

// deviceFiles are the devices that programs cannot do without. Terminals are among them, so that a
// program can be run in one of its own.
var deviceFiles = []string{
	os.DevNull, "/dev/zero", "/dev/full", "/dev/random", "/dev/urandom", "/dev/tty", "/dev/ptmx", "/dev/pts",
}

// fill puts into a set what the plan allows.
func (p *Plan) fill(set *ruleset) error {
	if err := newReader(p, set).allow(separator); err != nil {
		return err
	}
	if err := set.allowPath(p.workspace, list); err != nil { // names in the workspace are no secret
		return err
	}
	for _, root := range p.writable {
		if err := p.allowWrite(set, root); err != nil {
			return err
		}
	}
	for _, device := range deviceFiles {
		if p.readOnly && device != os.DevNull {
			continue
		}
		if err := set.allowPath(device, useDevice); err != nil {
			return err
		}
	}
	return nil
}

// reader allows the reading of everything but what is hidden.
type reader struct {
	set    *ruleset
	hidden []target
	known  []string // places that matter, for directories that cannot be listed
	ids    map[identity]bool
}

// identity tells a file from all others, whatever it is called.
type identity struct{ device, inode uint64 }

func newReader(p *Plan, set *ruleset) reader {
	r := reader{set: set, hidden: p.hidden, known: p.known, ids: make(map[identity]bool)}
	for _, t := range p.hidden {
		if id, ok := identify(t); ok {
			r.ids[id] = true
		}
	}
	return r
}

// identify gives the identity of what is hidden.
func identify(t target) (id identity, ok bool) {
	st, ok := t.info.Sys().(*syscall.Stat_t)
	if ok {
		id = identity{st.Dev, st.Ino}
	}
	return id, ok
}

// allow lets a directory be read as a whole when nothing below it is hidden, else entry by entry. What
// is hidden is told by its descriptor too and not by names alone: a command that runs already may
// exchange names, or have given a file a second one.
func (r reader) allow(dir string) error {
	leads, onlyFiles := r.leads(dir)
	switch {
	case slices.ContainsFunc(r.hidden, func(t target) bool { return t.path == dir }):
		return nil
	case len(leads) == 0:
		return r.set.allowPath(dir, readTree)
	}
	fd, err := openDir(dir)
	if err != nil {
		r.set.note(dir, nil, true)
		return nil // what is not there, or is no directory any more, is not allowed
	}
	f := os.NewFile(uintptr(fd), dir)
	defer f.Close()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("look at %q: %w", dir, err)
	}
	r.set.note(dir, &st, true)
	if r.isHidden(&st) {
		return nil
	}
	if onlyFiles { // leave to list would hold for hidden directories too
		if err := r.set.allow(fd, list); err != nil {
			return err
		}
	}
	names, err := f.Readdirnames(-1)
	if err != nil {
		names = r.knownIn(dir)
	}
	for _, name := range names {
		if err := r.allowEntry(fd, dir, name, leads[name]); err != nil {
			return err
		}
	}
	return nil
}

// lead says what the name of an entry leads to.
type lead int

const (
	nothingHidden lead = iota
	hiddenBelow
	hiddenItself
)

// leads gives the entries of a directory that lead to something hidden, and whether all of that is files.
func (r reader) leads(dir string) (leads map[string]lead, onlyFiles bool) {
	leads, onlyFiles = make(map[string]lead), true
	for _, t := range r.hidden {
		name, rest, ok := nextPart(dir, t.path)
		if !ok {
			continue
		}
		onlyFiles = onlyFiles && !t.info.IsDir()
		if rest == "" {
			leads[name] = hiddenItself
		} else if leads[name] == nothingHidden {
			leads[name] = hiddenBelow
		}
	}
	return leads, onlyFiles
}

// knownIn gives the names in a directory that lead to places which matter.
func (r reader) knownIn(dir string) []string {
	var names []string
	for _, place := range r.known {
		if name, _, ok := nextPart(dir, place); ok {
			names = append(names, name)
		}
	}
	return names
}

// nextPart gives the entry of a directory that leads to a path below it, and the rest of the way.
func nextPart(dir, path string) (name, rest string, ok bool) {
	if path == dir || !within(path, dir) {
		return "", "", false
	}
	name, rest, _ = strings.Cut(strings.TrimPrefix(strings.TrimPrefix(path, dir), separator), separator)
	return name, rest, true
}

// allowEntry lets one entry of a directory be read, with all below it. A link has no rights of its own:
// what it leads to has a place elsewhere.
func (r reader) allowEntry(parent int, dir, name string, to lead) error {
	switch to {
	case hiddenItself:
		return nil
	case hiddenBelow:
		return r.allow(filepath.Join(dir, name))
	case nothingHidden:
	}
	fd, err := unix.Openat(parent, name, unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil // gone meanwhile, or nothing that this user could read
	}
	defer closeFD(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("look at %q: %w", filepath.Join(dir, name), err)
	}
	if r.isHidden(&st) {
		return nil
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return r.set.allow(fd, readTree)
	case unix.S_IFLNK:
		return nil
	}
	return r.set.allow(fd, readFile)
}

func (r reader) isHidden(st *unix.Stat_t) bool { return r.ids[identity{st.Dev, st.Ino}] }

// openDir opens a directory to be listed or, if that is not allowed, to be passed through.
func openDir(dir string) (int, error) {
	fd, err := openTree(dir, unix.O_RDONLY|unix.O_DIRECTORY)
	if errors.Is(err, unix.EACCES) {
		return openTree(dir, unix.O_PATH|unix.O_DIRECTORY)
	}
	return fd, err
}

// openTree opens an absolute name that holds no links.
func openTree(path string, flags uint64) (int, error) {
	for {
		fd, err := unix.Openat2(unix.AT_FDCWD, path, &unix.OpenHow{
			Flags: flags | unix.O_CLOEXEC | unix.O_NOFOLLOW, Resolve: unix.RESOLVE_NO_SYMLINKS,
		})
		if !errors.Is(err, unix.EINTR) && !errors.Is(err, unix.EAGAIN) {
			return fd, err
		}
	}
}
