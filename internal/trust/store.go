package trust

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"eidolon/internal/private"
	"eidolon/internal/store"
)

const (
	fileName = "trust.json"
	lockName = "trust.lock"
	// maxFile is more than a person can decide about.
	maxFile = 8 << 20
	version = 1
)

// Store is the file with the decisions.
type Store struct {
	base string
	now  func() time.Time
}

// Open gives the store of a base directory. It touches nothing. Now is the clock of new decisions.
func Open(base string, now func() time.Time) *Store { return &Store{base, now} }

// Path is where the decisions are.
func (s *Store) Path() string { return filepath.Join(s.base, fileName) }

// document is what the file holds.
type document struct {
	Version    int      `json:"version"`
	Workspaces []Record `json:"workspaces"`
}

// Lookup gives the decision about a workspace, or a zero record. A directory that took the place of the
// one that was decided about has none. With an error there is no decision either.
func (s *Store) Lookup(dir string) (Record, error) {
	all, err := s.List()
	if err != nil || len(all) == 0 {
		return Record{}, err
	}
	path, identity, err := Place(dir)
	if err != nil {
		return Record{}, fmt.Errorf("look up what is trusted: %w", err)
	}
	for _, r := range all {
		if r.Path == path && r.Identity == identity {
			return r, nil
		}
	}
	return Record{}, nil
}

// List gives all decisions in the order of their paths.
func (s *Store) List() ([]Record, error) {
	f, err := os.Open(s.Path())
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("read what is trusted: %w", err)
	}
	list, err := read(f)
	if err = errors.Join(err, f.Close()); err != nil {
		return nil, fmt.Errorf("%s says which workspaces are trusted and cannot be used: %w; nothing is trusted until it is put right or removed", s.Path(), err)
	}
	return list, nil
}

func read(f *os.File) ([]Record, error) {
	info, err := f.Stat()
	switch {
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file")
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o022 != 0:
		return nil, errors.New("others on this computer may write it (chmod 600)")
	}
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, err
	}
	if len(data) > maxFile {
		return nil, fmt.Errorf("it is larger than %d MiB", maxFile>>20)
	}
	var d document
	if err := json.Unmarshal(data, &d); err != nil {
		return nil, err
	}
	if d.Version != version {
		return nil, fmt.Errorf("it is of version %d, and this eidolon knows version %d", d.Version, version)
	}
	for _, r := range d.Workspaces {
		if r.Decision != Trusted && r.Decision != Refused {
			return nil, fmt.Errorf("the decision %q about %s is not known", r.Decision, r.Path)
		}
	}
	return d.Workspaces, nil
}

// Keep writes a decision about a workspace down, in the place of an earlier one.
func (s *Store) Keep(dir string, decision Decision, files Contents) (Record, error) {
	path, identity, err := Place(dir)
	if err != nil {
		return Record{}, err
	}
	r := Record{Path: path, Identity: identity, Decision: decision, When: s.now().UTC().Truncate(time.Second), Files: files}
	return r, s.change(func(all []Record) []Record {
		return append(without(all, path), r)
	})
}

// Forget removes the decision about a workspace. The directory need not exist any more.
func (s *Store) Forget(dir string) (found bool, err error) {
	path, _, err := Place(dir)
	if err != nil {
		if path, err = filepath.Abs(dir); err != nil {
			return false, err
		}
	}
	all, err := s.List()
	if err != nil || len(without(all, path)) == len(all) {
		return false, err
	}
	return true, s.change(func(all []Record) []Record { return without(all, path) })
}

func without(all []Record, path string) []Record {
	return slices.DeleteFunc(slices.Clone(all), func(r Record) bool { return r.Path == path })
}

// change writes the file anew. Two programs may want to at the same time.
func (s *Store) change(edit func([]Record) []Record) (err error) {
	if _, err := private.MakeDir(s.base); err != nil {
		return fmt.Errorf("write down what is trusted: %w", err)
	}
	release, err := store.Claim(filepath.Join(s.base, lockName))
	if err != nil {
		return fmt.Errorf("write down what is trusted: %w", err)
	}
	defer func() { err = errors.Join(err, release()) }()
	all, err := s.List()
	if err != nil {
		return err
	}
	all = edit(all)
	slices.SortFunc(all, func(a, b Record) int { return strings.Compare(a.Path, b.Path) })
	text, err := json.MarshalIndent(document{version, all}, "", " ")
	if err != nil {
		return fmt.Errorf("write down what is trusted: %w", err)
	}
	err = private.Replace(s.Path(), func(w io.Writer) error {
		_, err := w.Write(append(text, '\n'))
		return err
	})
	if err != nil {
		return fmt.Errorf("write down what is trusted: %w", err)
	}
	return nil
}
