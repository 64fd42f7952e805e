package store

import (
	"bytes"
	"encoding/hex"
	"errors"
	"fmt"
	"path/filepath"

	"eidolon/actors/event"
	"eidolon/actors/tool"
)

// derived keeps the files that follow from the events. The first failure stops its work on that
// file and is told at the end: the next Open mends it.
type derived struct {
	dir      string
	follower follower
	history  file
	failed   error
}

// follow takes note of events that have been acknowledged, the last of which ends at byte size of the
// journal.
func (d *derived) follow(events []event.Envelope, size int64) {
	var todos, state bool
	for _, e := range events {
		c := d.follower.follow(e)
		if c.record != nil {
			d.append(c.record)
		}
		todos, state = todos || c.todos, state || c.state
	}
	d.follower.state.Size = size
	if todos {
		d.note(d.writeTodos())
	}
	if state {
		d.note(d.writeState())
	}
}

// append adds a record by one call. After a failure the history may end in a part of a record, so
// that nothing can follow.
func (d *derived) append(r *record) {
	if d.history == nil {
		return
	}
	text, err := formatRecord(r)
	if err == nil {
		if _, err = d.history.Write(text); err != nil {
			err = fmt.Errorf("write %s: %w", historyName, err)
		}
	}
	if err != nil {
		d.note(errors.Join(err, d.closeHistory()))
	}
}

func (d *derived) closeHistory() error {
	if d.history == nil {
		return nil
	}
	err := d.history.Close()
	d.history = nil
	return err
}

func (d *derived) writeTodos() error {
	list := d.follower.todos
	if list == nil {
		list = []tool.Todo{}
	}
	return d.write(todosName, list)
}

func (d *derived) writeState() error { return d.write(stateName, d.follower.state) }

// write gives a file its content, unless it has it.
func (d *derived) write(name string, v any) error {
	content, err := document(v)
	if err != nil {
		return err
	}
	path := filepath.Join(d.dir, name)
	if old, err := readRegular(path); err == nil && bytes.Equal(old, content) {
		return nil
	}
	return replaceFile(path, content)
}

// note keeps the first failure.
func (d *derived) note(err error) {
	if d.failed == nil {
		d.failed = err
	}
}

func (d *derived) setKey(key []byte) {
	d.follower.state.SchemaVersion, d.follower.state.Key = stateVersion, hex.EncodeToString(key)
}

func (d *derived) close() error {
	d.note(d.writeState())
	d.note(d.closeHistory())
	return d.failed
}
