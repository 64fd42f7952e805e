package store

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/private"
)

const (
	archiveName = "archive"
	archiveTime = "20060102T150405.000000000Z"
)

// Archived is a message in an archive.
type Archived struct {
	Session string     `json:"session"`
	Seq     int64      `json:"seq"`
	Time    time.Time  `json:"ts"`
	Turn    int        `json:"turn"`
	Role    event.Role `json:"role"`
	Text    string     `json:"text"`
}

// Archive writes the messages among events, which the model is not given any more, to a new file
// <base>/archive/<time>.jsonl, one a line. The log has them too; the archive is for who looks for lost
// words and does not know in which session they were. What is hidden from the user is left out.
// Without a message there is no file, and path is "".
func (s Stored) Archive(o Options, events []event.Envelope) (path string, err error) {
	var text []byte
	for _, e := range events {
		m, ok := e.Event.(event.Message)
		if !ok || m.Hidden {
			continue
		}
		line, err := json.Marshal(Archived{s.ID, e.Seq, e.Time, e.Turn, m.Role, m.Text})
		if err != nil {
			return "", fmt.Errorf("archive messages: %w", err)
		}
		text = append(append(text, line...), '\n')
	}
	if len(text) == 0 {
		return "", nil
	}
	o.complete()
	dir := filepath.Join(o.Base, archiveName)
	if _, err := private.MakeDir(dir); err != nil {
		return "", fmt.Errorf("archive messages: %w", err)
	}
	for at := o.Now().UTC(); ; at = at.Add(time.Nanosecond) { // two at the same moment get two names
		path = filepath.Join(dir, at.Format(archiveTime)+".jsonl")
		f, err := openFile(path, true)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err == nil {
			_, err = f.Write(text)
			err = errors.Join(err, f.Close())
		}
		if err != nil {
			return "", fmt.Errorf("archive messages: %w", err)
		}
		return path, nil
	}
}

// Archives calls fn for each message that is archived of a session that is not there any more, in the
// archives of all workspaces, the youngest first. Of the others the log has it. A line that cannot be
// read is passed over, and fn ends the reading with an error.
func Archives(ctx context.Context, base string, fn func(Archived) error) error {
	all, err := Sessions(Options{Base: base})
	if err != nil {
		return err
	}
	kept := make(map[string]bool, len(all))
	for _, s := range all {
		kept[s.ID] = true
	}
	paths, err := filepath.Glob(filepath.Join(base, archiveName, "*.jsonl"))
	if err != nil {
		return err
	}
	slices.Sort(paths) // their names are times
	for _, path := range slices.Backward(paths) {
		if owner := archiveOwner(path); owner == "" || kept[owner] {
			continue
		}
		if err := readArchive(ctx, path, fn); err != nil {
			return err
		}
	}
	return nil
}

// readArchive calls fn for each message of an archive.
func readArchive(ctx context.Context, path string, fn func(Archived) error) error {
	f, err := openForReading(path)
	if err != nil {
		return nil // removed meanwhile, or not ours: there is nothing to find in it
	}
	defer f.Close()
	lines := newLineReader(f, 0)
	for ctx.Err() == nil {
		l, err := lines.next()
		if err != nil {
			return nil // its end, or as much as can be read
		}
		var a Archived
		if !l.whole || json.Unmarshal(l.text, &a) != nil {
			continue
		}
		if err := fn(a); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// removeArchives removes what was archived of a session. Each archive is of one.
func removeArchives(base, id string) error {
	paths, err := filepath.Glob(filepath.Join(base, archiveName, "*.jsonl"))
	for _, path := range paths {
		if archiveOwner(path) == id {
			err = errors.Join(err, os.Remove(path))
		}
	}
	return err
}

// archiveOwner gives the session that an archive is of, or "" when it does not say.
func archiveOwner(path string) string {
	f, err := openForReading(path)
	if err != nil {
		return ""
	}
	defer f.Close()
	line, _ := bufio.NewReader(f).ReadBytes('\n') // what there is of it
	var a Archived
	if json.Unmarshal(line, &a) != nil {
		return ""
	}
	return a.Session
}
