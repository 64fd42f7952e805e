package checkpoint

import (
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/internal/private"
)

const (
	// baseName is the tree that the first checkpoint of a session starts from.
	baseName = "base" + treeExt
	// maxBasePacks bounds how many packs a base gathers. A session that finds more starts anew, which
	// drops the contents that nothing uses any more.
	maxBasePacks = 8
)

// takeBase takes the packs of the project's base into this session and gives the tree that they are
// for. The base is derived: whatever is wrong with it, there is just nothing to be taken.
func (s *Store) takeBase() tree {
	if s.opts.Base == "" {
		return nil
	}
	f, err := s.readTree(filepath.Join(s.opts.Base, baseName))
	if err != nil || len(f.Packs) > maxBasePacks {
		return nil
	}
	if _, err := private.MakeDir(filepath.Join(s.opts.Dir, packsName)); err != nil {
		return nil
	}
	for _, pack := range f.Packs {
		if private.Share(filepath.Join(s.opts.Base, packsName, pack+packExt), s.packPath(pack)) == nil {
			s.addPack(pack)
		}
	}
	s.learn(f)
	return f.entries
}

// drifted says that so much of a tree was not in the base that the next session deserves a newer
// one.
func drifted(files, read int, written int64) bool {
	return read > files/10 || written > 4<<20
}

// makeBase makes the tree of this session's newest checkpoint the base of the project. Two
// sessions may do so at once: the one that comes last wins, and a pack that the other took away is
// read again.
func (s *Store) makeBase(f *treeFile) error {
	packs := filepath.Join(s.opts.Base, packsName)
	if _, err := private.MakeDir(packs); err != nil {
		return err
	}
	for _, pack := range f.packs() {
		if err := private.Share(s.packPath(pack), filepath.Join(packs, pack+packExt)); err != nil {
			return err
		}
	}
	path := filepath.Join(s.opts.Base, baseName)
	if err := private.Replace(path, func(w io.Writer) error { return f.write(w) }); err != nil {
		return err
	}
	names, err := readNames(packs)
	if err != nil {
		return err
	}
	for _, name := range names {
		pack, ok := strings.CutSuffix(name, packExt)
		if ok && !slices.Contains(f.Packs, pack) {
			_ = os.Remove(filepath.Join(packs, name)) // else it goes with the next base
		}
		if strings.HasSuffix(name, private.TempExt) {
			s.sweep(filepath.Join(packs, name))
		}
	}
	return nil
}
