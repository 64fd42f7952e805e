package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"eidolon/actors/event"
)

// told are the journalled types that lines with a seq may tell of.
var told = map[string][]string{
	"response.output_item.added":             {"tool_use"},
	"response.function_call_arguments.delta": {"tool_use"},
	"response.function_call_arguments.done":  {"tool_use"},
	"response.output_item.done":              {"tool_use", "message", "turn_end"},
	"response.output_text.done":              {"tool_use", "message", "turn_end"},
	"response.content_part.done":             {"tool_use", "message", "turn_end"},
	"response.completed":                     {"turn_end"},
	"error":                                  {"turn_end"},
	"eidolon.tool_result":                    {"tool_result"},
	"eidolon.usage":                          {"usage"},
	"eidolon.todos":                          {"todos"},
	"eidolon.interrupted":                    {"interrupted"},
	"eidolon.notice":                         {"error"},
}

// onDisk checks that each event which was told is in the journal.
func (s *eventStream) onDisk() error {
	journal, err := readJournal(s.dir)
	if err != nil {
		return err
	}
	types := map[int64]string{}
	for _, e := range journal {
		types[e.Seq] = e.Event.(event.Journalled).Type()
	}
	for i, l := range s.lines {
		if l.Seq == nil {
			continue
		}
		if got := types[*l.Seq]; !slices.Contains(told[l.Type], got) {
			return fmt.Errorf("line %d is %s with seq %d, but the journal has %q there", i+1, l.Type, *l.Seq, got)
		}
	}
	return nil
}

// readJournal reads the log of a session. All lines must be whole, but for the last one of a program
// that was killed, and numbered without gaps.
func readJournal(dir string) ([]event.Envelope, error) {
	data, err := os.ReadFile(filepath.Join(dir, "events.jsonl"))
	if err != nil {
		return nil, err
	}
	var all []event.Envelope
	for line := range bytes.Lines(data) {
		e, err := event.Decode(line)
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		if err != nil {
			return nil, fmt.Errorf("journal line %d is not whole: %w: %q", len(all)+1, err, line)
		}
		if e.Seq != int64(len(all)) {
			return nil, fmt.Errorf("journal line %d has seq %d", len(all)+1, e.Seq)
		}
		all = append(all, e)
	}
	return all, nil
}

// ofType gives the journalled events of one type.
func ofType[E event.Journalled](journal []event.Envelope) []E {
	var out []E
	for _, e := range journal {
		if ev, ok := e.Event.(E); ok {
			out = append(out, ev)
		}
	}
	return out
}
