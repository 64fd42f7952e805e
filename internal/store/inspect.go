package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"

	"eidolon/actors/journal"
)

// Report is what a closer look at a session finds.
type Report struct {
	ID        string            `json:"id"`
	Dir       string            `json:"dir"`
	Workspace string            `json:"workspace"`
	Events    int64             `json:"events"`
	Size      int64             `json:"size"`
	Holder    *Holder           `json:"holder,omitempty"` // who writes to it now
	Problems  []journal.Problem `json:"-"`
}

// Check reads all of a session and reports what [Open] would report. It changes nothing. Of a
// session that is in use the end may be in the middle of being written, and the files beside the
// log a moment late; so only the log is judged then, and its end is not.
func (s Stored) Check() (Report, error) {
	r := Report{ID: s.ID, Dir: s.Dir, Workspace: s.Workspace, Holder: holder(s.Dir)}
	f, err := openForReading(s.path())
	if err != nil {
		return r, fmt.Errorf("check the session: %w", err)
	}
	info, err := f.Stat()
	if err != nil {
		return r, errors.Join(err, f.Close())
	}
	r.Size = info.Size()
	scanned, err := scanEvents(f, r.Size, s.ID, false)
	if err = errors.Join(err, f.Close()); err != nil {
		return r, fmt.Errorf("check the session: %w", err)
	}
	r.Events, r.Problems = scanned.judge.next, scanned.allProblems()
	if r.Holder == nil {
		s.checkFiles(&r, scanned)
	}
	return r, nil
}

// checkFiles looks at the end of the log and at the files that follow from it.
func (s Stored) checkFiles(r *Report, scanned *scan) {
	report := func(kind journal.ProblemKind, file, format string, args ...any) {
		r.Problems = append(r.Problems, journal.Problem{Kind: kind, File: file, Message: fmt.Sprintf(format, args...)})
	}
	s.checkImages(scanned.images, report)
	if scanned.torn() {
		report(journal.ProblemTorn, eventsName, "the last %d bytes (from byte %d on) are no whole event, "+
			"as after a sudden end in the middle of writing", scanned.size-scanned.end, scanned.end)
	}
	content, err := readRegular(filepath.Join(s.Dir, stateName))
	if keyOf(content) == nil {
		if err == nil {
			err = errors.New("its content is damaged")
		}
		report(journal.ProblemDerived, stateName, "it has to be made anew, with a new key: %v", err)
	}
	content, err = readRegular(filepath.Join(s.Dir, historyName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		report(journal.ProblemDerived, historyName, "it cannot be read: %v", err)
		return
	}
	end, have := lastRecord(content, scanned.judge.next)
	if end < len(content) {
		report(journal.ProblemDerived, historyName, "the last %d bytes are no record of this session", len(content)-end)
	}
	if have < scanned.follower.messages {
		report(journal.ProblemDerived, historyName, "the messages from event %d on are missing", have)
	}
}
