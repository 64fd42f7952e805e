package checkpoint

import (
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"eidolon/internal/private"
)

const treeExt = ".tree"

// state is what a store knows of its files.
type state struct {
	loaded bool
	last   int              // number of the newest checkpoint, readable or not
	head   *checkpoint      // the newest one that can be read, or nil
	blobs  map[sum]blob     // contents in packs that are there
	packs  map[string]int64 // packs that are there, and their sizes
}

// checkpoint is one checkpoint as a whole.
type checkpoint struct {
	name       string
	tree       tree
	incomplete bool
}

// pointName gives the name of a checkpoint by its number.
func pointName(n int) string { return fmt.Sprintf("%06d", n) }

// pointNumber gives the number of a checkpoint by its name, or 0. There is one name for each
// number.
func pointNumber(name string) int {
	n, err := strconv.Atoi(name)
	if err != nil || n <= 0 || pointName(n) != name {
		return 0
	}
	return n
}

func (s *Store) treePath(name string) string { return filepath.Join(s.opts.Dir, name+treeExt) }

func (s *Store) packPath(name string) string {
	return filepath.Join(s.opts.Dir, packsName, name+packExt)
}

// has says whether a content can be taken from the store.
func (s *Store) has(hash sum) bool {
	_, ok := s.blobs[hash]
	return ok
}

// load reads what the session has, unless that is known. A damaged checkpoint does not stop it: the
// one before is taken for the newest.
func (s *Store) load() error {
	if s.loaded && !s.foreign() && !s.deleted() {
		return nil
	}
	s.state = state{blobs: map[sum]blob{}, packs: map[string]int64{}}
	numbers, err := s.numbers()
	if err != nil {
		return err
	}
	if err := s.listPacks(); err != nil {
		return err
	}
	for _, n := range slices.Backward(numbers) {
		s.last = max(s.last, n)
		head, err := s.read(pointName(n))
		if damaged := (*DamagedError)(nil); err != nil && !errors.As(err, &damaged) {
			return err
		}
		if err == nil {
			s.head = head
			break
		}
	}
	s.loaded = true
	return nil
}

// foreign says that somebody else has taken the checkpoint that would come next.
func (s *Store) foreign() bool {
	_, err := os.Lstat(s.treePath(pointName(s.last + 1)))
	return err == nil
}

// deleted says that the newest checkpoint is not there any more: somebody has tidied up, and a
// tree on top of it would be worth nothing.
func (s *Store) deleted() bool {
	if s.head == nil {
		return false
	}
	_, err := os.Lstat(s.treePath(s.head.name))
	return err != nil
}

// numbers lists the checkpoints that have a file. It removes what a killed process has left.
func (s *Store) numbers() ([]int, error) {
	names, err := readNames(s.opts.Dir)
	if err != nil {
		return nil, err
	}
	var numbers []int
	for _, name := range names {
		if strings.HasSuffix(name, private.TempExt) {
			s.sweep(filepath.Join(s.opts.Dir, name))
		}
		if base, ok := strings.CutSuffix(name, treeExt); ok && pointNumber(base) > 0 {
			numbers = append(numbers, pointNumber(base))
		}
	}
	slices.Sort(numbers)
	return numbers, nil
}

// listPacks finds out which packs are there.
func (s *Store) listPacks() error {
	dir := filepath.Join(s.opts.Dir, packsName)
	names, err := readNames(dir)
	if err != nil {
		return err
	}
	for _, name := range names {
		if strings.HasSuffix(name, private.TempExt) {
			s.sweep(filepath.Join(dir, name))
		}
		if base, ok := strings.CutSuffix(name, packExt); ok {
			s.addPack(base)
		}
	}
	return nil
}

// addPack takes note of a pack if it is there.
func (s *Store) addPack(name string) {
	if info, err := os.Lstat(s.packPath(name)); err == nil && info.Mode().IsRegular() {
		s.packs[name] = info.Size()
	}
}

// staleAfter is the age at which an unfinished file belongs to nobody: no checkpoint takes that
// long.
const staleAfter = time.Hour

// sweep removes an unfinished file of old. A failure changes nothing: the next one tries again.
func (s *Store) sweep(path string) {
	if info, err := os.Lstat(path); err == nil && s.opts.Now().Sub(info.ModTime()) > staleAfter {
		_ = os.Remove(path)
	}
}

// readNames lists a directory, which may be missing.
func readNames(dir string) ([]string, error) {
	f, err := os.Open(dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return f.Readdirnames(-1)
}

// read reads a checkpoint: its own entries on top of those that it refers to.
func (s *Store) read(name string) (*checkpoint, error) {
	if pointNumber(name) == 0 {
		return nil, &NotFoundError{Name: name}
	}
	var chain []*treeFile
	for at := name; at != ""; {
		f, err := s.readTree(s.treePath(at))
		if errors.Is(err, fs.ErrNotExist) && at == name {
			return nil, &NotFoundError{Name: name}
		}
		if err == nil && f.On != "" && (pointNumber(f.On) == 0 || pointNumber(f.On) >= pointNumber(at)) {
			err = &DamagedError{File: s.treePath(at), Err: fmt.Errorf("%w: it stands on %q", errForm, f.On)}
		}
		if damaged := (*DamagedError)(nil); err != nil && !errors.As(err, &damaged) {
			err = &DamagedError{File: s.treePath(at), Err: err}
		}
		if err != nil {
			return nil, err
		}
		chain = append(chain, f)
		at = f.On
	}
	all := &checkpoint{name: name, tree: tree{}, incomplete: chain[0].Incomplete}
	for _, f := range slices.Backward(chain) {
		maps.Copy(all.tree, f.entries)
		for _, path := range f.gone {
			delete(all.tree, path)
		}
		s.learn(f)
	}
	return all, nil
}

// readTree reads one tree file. Stamps of another place mean nothing here.
func (s *Store) readTree(path string) (*treeFile, error) {
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	f, err := parseTree(data)
	if err != nil {
		return nil, &DamagedError{File: path, Err: err}
	}
	if f.Root != escape(s.real) {
		for _, e := range f.entries {
			e.checked = 0
		}
	}
	return f, nil
}

// learn takes note of where contents are, as far as the packs are there and long enough.
func (s *Store) learn(f *treeFile) {
	for hash, at := range f.blobs {
		size, ok := s.packs[at.pack]
		if ok && at.offset <= size && at.length <= size-at.offset {
			s.blobs[hash] = at
		}
	}
}
