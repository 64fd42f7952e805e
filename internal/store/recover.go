package store

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"eidolon/actors/event"
	"eidolon/actors/journal"
)

// restore reads the events of a session and puts everything in order for the next one.
func (l *Log) restore(o Options) error {
	size, err := l.events.Size()
	if err != nil {
		return err
	}
	s, err := scanEvents(l.events, size, l.facts.ID, true)
	if err != nil {
		return err
	}
	l.next, l.size, l.index = s.judge.next, s.end, s.index
	l.past, l.pastEnd = s.events, mark{s.judge.next, s.end}
	l.facts.Problems = s.allProblems()
	if s.torn() {
		if err := l.setAside(s); err != nil {
			return err
		}
	}
	s.follower.state.Size, s.follower.state.Problems = s.end, len(s.problems)+s.unlisted
	if l.facts.OutDir, err = outDir(l.facts.Dir); err != nil {
		return err
	}
	l.derived, l.known = &derived{dir: l.facts.Dir, follower: s.follower}, s.follower.state.about()
	if err := l.recoverKey(o); err != nil {
		return err
	}
	l.mended(stateName, l.derived.writeState())
	if s.follower.listed {
		l.mended(todosName, l.derived.writeTodos())
	}
	if err := l.recoverHistory(o); err != nil {
		l.mended(historyName, errors.Join(err, l.derived.closeHistory()))
	}
	return nil
}

// mended reports a file that could not be brought up to date. That is no reason not to go on.
func (l *Log) mended(file string, err error) {
	if err != nil {
		l.problem(journal.ProblemDerived, file, fmt.Sprintf("it is out of date and cannot be written: %v", err))
	}
}

// setAside moves the torn end of the events to a file of its own. The copy lasts before the original
// goes, so a sudden end in between leaves two and not none.
func (l *Log) setAside(s *scan) error {
	name, err := copyAside(l.facts.Dir, io.NewSectionReader(l.events, s.end, s.size-s.end))
	if err != nil {
		return fmt.Errorf("set the torn end of %s aside: %w", eventsName, err)
	}
	if size, err := l.events.Size(); err != nil || size != s.size { // what looked torn was being written
		err = cmp.Or(err, ErrForeignWriter)
		return errors.Join(err, os.Remove(filepath.Join(l.facts.Dir, name)))
	}
	if err := l.events.Truncate(s.end); err != nil {
		return fmt.Errorf("cut the torn end off %s: %w", eventsName, err)
	}
	l.problem(journal.ProblemTorn, eventsName, fmt.Sprintf(
		"the last %d bytes (from byte %d on) are no whole event, as after a sudden end in the middle of writing; they are in %s now",
		s.size-s.end, s.end, name))
	return nil
}

// copyAside writes r to the first free name of the kind and makes it last.
func copyAside(dir string, r io.Reader) (name string, err error) {
	for n := 1; ; n++ {
		name = fmt.Sprintf("%s.torn-%d", eventsName, n)
		f, err := openFile(filepath.Join(dir, name), true)
		if errors.Is(err, fs.ErrExist) {
			continue
		}
		if err != nil {
			return "", err
		}
		_, err = io.Copy(f, r)
		if err = errors.Join(err, f.Sync(), f.Close(), syncDir(dir)); err != nil {
			return "", errors.Join(err, os.Remove(f.Name()))
		}
		return name, nil
	}
}

// recoverKey takes the key out of state.json, or draws another.
func (l *Log) recoverKey(o Options) error {
	content, err := readRegular(filepath.Join(l.facts.Dir, stateName))
	l.facts.Key = keyOf(content)
	if l.facts.Key == nil {
		if err == nil {
			err = errors.New("its content is damaged")
		}
		l.problem(journal.ProblemDerived, stateName, fmt.Sprintf("it had to be made anew, with a new key: %v", err))
		if l.facts.Key, err = newKey(o.Random); err != nil {
			return err
		}
	}
	l.derived.setKey(l.facts.Key)
	return nil
}

// recoverHistory cuts off what is not readable at the end of the history and appends the messages
// that are missing there.
func (l *Log) recoverHistory(o Options) error {
	path := filepath.Join(l.facts.Dir, historyName)
	content, err := readRegular(path)
	missing := errors.Is(err, fs.ErrNotExist)
	if err != nil && !missing {
		return err
	}
	f, err := openFile(path, missing)
	if err != nil {
		return err
	}
	l.derived.history = o.wrap(historyName, f)
	end, have := lastRecord(content, l.next)
	if end < len(content) {
		if err := l.derived.history.Truncate(int64(end)); err != nil {
			return err
		}
		l.problem(journal.ProblemDerived, historyName,
			fmt.Sprintf("the last %d bytes were no record of this session and were cut off", len(content)-end))
	}
	if have >= l.derived.follower.messages {
		return nil
	}
	added, err := l.completeHistory(have)
	if err != nil {
		return err
	}
	l.problem(journal.ProblemDerived, historyName, fmt.Sprintf("%d missing messages were added from the events", added))
	return nil
}

// completeHistory appends the records of all messages with a number of at least from. It follows the
// events from the start, since calls come before the answer that they are a part of.
func (l *Log) completeHistory(from int64) (added int, err error) {
	var f follower
	err = l.Read(context.Background(), 0, func(e event.Envelope) error {
		if r := f.follow(e).record; r != nil && r.seq >= from {
			added++
			l.derived.append(r)
		}
		return l.derived.failed
	})
	return added, err
}

func (l *Log) problem(kind journal.ProblemKind, file, message string) {
	l.facts.Problems = append(l.facts.Problems, journal.Problem{Kind: kind, File: file, Message: message})
}
