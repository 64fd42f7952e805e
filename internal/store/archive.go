package store

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/private"
)

const (
	archiveName = "archive"
	archiveTime = "20060102T150405.000000000Z"
)

// archived is a message in an archive.
type archived struct {
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
		line, err := json.Marshal(archived{s.ID, e.Seq, e.Time, e.Turn, m.Role, m.Text})
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
	var a archived
	if json.Unmarshal(line, &a) != nil {
		return ""
	}
	return a.Session
}
