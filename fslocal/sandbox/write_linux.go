package sandbox

import (
	"fmt"
	"os"
	"path/filepath"

	"golang.org/x/sys/unix"
)

// allowWrite lets a place be written to. Where the program's own directory lies in it, each entry is allowed
// by itself down to there: leave to make and remove entries of a directory holds for all below. So nothing
// can be made or removed in the directories on the way, and what is there can be written to.
func (p *Plan) allowWrite(set *ruleset, place string) error {
	switch {
	case place == p.Temp: // made by the program a moment ago, wherever temporary files go
		return set.allowPath(place, writeTree)
	case p.isOwn(place):
		return nil
	case !p.leadsToOwn(place):
		return set.allowPath(place, writeTree)
	}
	fd, err := openTree(place, unix.O_RDONLY|unix.O_DIRECTORY)
	if err != nil {
		set.note(place, nil, true)
		return nil // what cannot be looked through is not allowed
	}
	dir := os.NewFile(uintptr(fd), place)
	defer dir.Close()
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("look at %q: %w", place, err)
	}
	set.note(place, &st, true)
	names, err := dir.Readdirnames(-1)
	if err != nil {
		return fmt.Errorf("look through %q: %w", place, err)
	}
	for _, name := range names {
		if err := p.allowWriteEntry(set, fd, filepath.Join(place, name)); err != nil {
			return err
		}
	}
	return nil
}

// allowWriteEntry lets one entry of an open directory be written to. It is opened from there, and a link is
// not followed: what it leads to has a place elsewhere.
func (p *Plan) allowWriteEntry(set *ruleset, parent int, path string) error {
	if p.isOwn(path) || p.leadsToOwn(path) {
		return p.allowWrite(set, path)
	}
	fd, err := unix.Openat(parent, filepath.Base(path), unix.O_PATH|unix.O_NOFOLLOW|unix.O_CLOEXEC, 0)
	if err != nil {
		return nil // gone meanwhile
	}
	defer closeFD(fd)
	var st unix.Stat_t
	if err := unix.Fstat(fd, &st); err != nil {
		return fmt.Errorf("look at %q: %w", path, err)
	}
	switch st.Mode & unix.S_IFMT {
	case unix.S_IFDIR:
		return set.allow(fd, writeTree)
	case unix.S_IFLNK:
		return nil
	}
	return set.allow(fd, writeFile)
}
