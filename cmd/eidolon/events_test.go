package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"
)

// eventLine is a line of `exec --json`, with the fields that the rules speak of.
type eventLine struct {
	Type        string     `json:"type"`
	Number      *int       `json:"sequence_number"`
	Seq         *int64     `json:"seq"`
	OutputIndex *int       `json:"output_index"`
	ItemID      string     `json:"item_id"`
	CallID      string     `json:"call_id"`
	Delta       string     `json:"delta"`
	Text        string     `json:"text"`
	Arguments   string     `json:"arguments"`
	Item        *eventItem `json:"item"`
	Response    *struct {
		Status string `json:"status"`
		Output []any  `json:"output"`
		Usage  *struct {
			Input  *int64 `json:"input_tokens"`
			Output *int64 `json:"output_tokens"`
			Cached *int64 `json:"cached_tokens"`
			Total  *int64 `json:"total_tokens"`
		} `json:"usage"`
	} `json:"response"`
	ID      string `json:"id"`
	Path    string `json:"path"`
	OK      bool   `json:"ok"`
	Kind    string `json:"kind"`
	Code    string `json:"code"`
	Message string `json:"message"`
	Attempt int    `json:"attempt"`
}

type eventItem struct {
	ID        string `json:"id"`
	Type      string `json:"type"`
	CallID    string `json:"call_id"`
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
	Signature string `json:"signature"`
}

// eventStream is what a run of `exec --json` has printed, up to its end or to wherever it was cut.
type eventStream struct {
	lines []eventLine
	dir   string // of the session
	id    string

	standard bool // only events of the Responses API

	open   *eventItem // the item that is being told
	part   bool       // its content part was added
	joined string     // its deltas so far
	items  int        // done
	calls  map[string]bool
}

// readEvents reads a stream and checks the rules that hold for every beginning of one. A torn last
// line is passed over.
func readEvents(data []byte) (*eventStream, error) {
	s := &eventStream{calls: map[string]bool{}}
	for line := range bytes.Lines(data) {
		if !bytes.HasSuffix(line, []byte("\n")) {
			break
		}
		var l eventLine
		if err := json.Unmarshal(line, &l); err != nil {
			return nil, fmt.Errorf("line %d is no event: %w: %s", len(s.lines)+1, err, line)
		}
		if err := checkLine(line); err != nil {
			return nil, fmt.Errorf("line %d: %w: %s", len(s.lines)+1, err, line)
		}
		if err := s.add(l); err != nil {
			return nil, fmt.Errorf("line %d: %w: %s", len(s.lines)+1, err, line)
		}
		s.lines = append(s.lines, l)
	}
	return s, nil
}

func (s *eventStream) add(l eventLine) error {
	n := len(s.lines)
	own := strings.HasPrefix(l.Type, "eidolon.")
	if n == 1 {
		s.standard = !own
	}
	switch {
	case l.Number == nil || *l.Number != n:
		return fmt.Errorf("sequence_number is not %d", n)
	case (n == 0) != (l.Type == "response.created"):
		return errors.New("response.created is not the first line, or not only that")
	case own && s.standard:
		return errors.New("an event of ours is in a run that began without one")
	case own && (n == 1) != (l.Type == "eidolon.session"):
		return errors.New("eidolon.session is not the second line, or not only that")
	case n > 0 && s.lines[n-1].ends():
		return errors.New("something follows the end")
	case l.Seq != nil && *l.Seq < s.lastSeq():
		return errors.New("seq goes back")
	}
	switch l.Type {
	case "eidolon.session":
		s.dir, s.id = l.Path, l.ID
	case "error":
		if l.Kind == "" || l.Message == "" {
			return errors.New("an error needs a kind and a message")
		}
	case "response.completed":
		return s.completed(l)
	case "eidolon.tool_started", "eidolon.tool_result":
		if !s.calls[l.CallID] {
			return errors.New("the call was not told before")
		}
	}
	if l.OutputIndex != nil {
		return s.addItem(l)
	}
	return nil
}

func (l eventLine) ends() bool { return l.Type == "response.completed" || l.Type == "error" }

func (s *eventStream) lastSeq() int64 {
	for _, l := range slices.Backward(s.lines) {
		if l.Seq != nil {
			return *l.Seq
		}
	}
	return -1
}

// addItem checks the life of an item: added, its deltas, done; one item after the other.
func (s *eventStream) addItem(l eventLine) error {
	if *l.OutputIndex != s.items {
		return fmt.Errorf("output_index is not %d", s.items)
	}
	if (l.Type == "response.output_item.added") == (s.open != nil) {
		return errors.New("an item begins in another, or goes on without having begun")
	}
	if l.Type == "response.output_item.added" {
		if l.Item == nil || l.Item.ID == "" || l.Item.Type == "" {
			return errors.New("the item has no id or no type")
		}
		s.open, s.joined, s.part = l.Item, "", false
		return nil
	}
	if l.Item == nil && l.ItemID != s.open.ID {
		return fmt.Errorf("item_id is not that of the open item %s", s.open.ID)
	}
	switch l.Type {
	case "response.content_part.added":
		if s.part || s.joined != "" {
			return errors.New("the part is not added once, before the first delta")
		}
		s.part = true
	case "response.output_text.delta", "response.function_call_arguments.delta":
		if s.open.Type == "message" && !s.part {
			return errors.New("a delta comes before the part")
		}
		s.joined += l.Delta
	case "response.output_text.done":
		return same("text", l.Text, s.joined)
	case "response.function_call_arguments.done":
		if !json.Valid([]byte(l.Arguments)) {
			return errors.New("the arguments are no JSON")
		}
		return same("arguments", l.Arguments, s.joined)
	case "response.output_item.done":
		if l.Item == nil || l.Item.ID != s.open.ID {
			return fmt.Errorf("the item is not the open one, %s", s.open.ID)
		}
		s.open, s.items = nil, s.items+1
		if l.Item.Type == "function_call" {
			if s.calls[l.Item.CallID] {
				return errors.New("the call_id was used before")
			}
			s.calls[l.Item.CallID] = true
			return same("arguments", l.Item.Arguments, s.joined)
		}
	}
	return nil
}

// ownCall is how a call is named that a program is to run itself.
var ownCall = regexp.MustCompile(`^call_[0-9a-f]{8}_`)

func same(what, got, want string) error {
	if got != want {
		return fmt.Errorf("the %s are not the deltas joined, %q", what, want)
	}
	return nil
}

// completed checks the last line of a run that went well.
func (s *eventStream) completed(l eventLine) error {
	if s.open != nil {
		return errors.New("an item is still open")
	}
	r := l.Response
	if r == nil || r.Status != "completed" || len(r.Output) != s.items {
		return errors.New("the response is not completed with all its items")
	}
	if u := r.Usage; u == nil || u.Input == nil || u.Output == nil || u.Cached == nil || u.Total == nil {
		return errors.New("the usage is not complete")
	}
	return nil
}

// whole checks that the stream came to its end.
func (s *eventStream) whole() error {
	if n := len(s.lines); n == 0 || !s.lines[n-1].ends() {
		return errors.New("the events have no end")
	}
	return nil
}

// outline tells the stream in short, a line for each event; deltas that follow one another are joined.
// When a call starts and when the cost is known depends on who is faster, so that is left out.
func (s *eventStream) outline() []string {
	var out []string
	joined := ""
	for i, l := range s.lines {
		if l.Type == "eidolon.tool_started" || l.Type == "eidolon.usage" {
			continue
		}
		text := l.short()
		if strings.HasSuffix(l.Type, ".delta") {
			joined += l.Delta
			if i+1 < len(s.lines) && s.lines[i+1].Type == l.Type && s.lines[i+1].ItemID == l.ItemID {
				continue
			}
			text, joined = fmt.Sprintf(" %q", joined), ""
		}
		out = append(out, l.Type+text)
	}
	return out
}

// short gives what matters of a line beside its type.
func (l eventLine) short() string {
	switch l.Type {
	case "response.output_item.added", "response.output_item.done":
		id := ownCall.ReplaceAllString(l.Item.CallID, "call_*_") // the middle is the session's
		return strings.TrimRight(fmt.Sprintf(" %s %s %s", l.Item.Type, id, l.Item.Name), " ")
	case "eidolon.tool_result":
		return fmt.Sprintf(" %s ok=%t", l.CallID, l.OK)
	case "eidolon.retry":
		return fmt.Sprintf(" %d", l.Attempt)
	case "eidolon.notice":
		return " " + l.Code
	case "error":
		return " " + l.Kind
	case "response.completed":
		u := l.Response.Usage
		return fmt.Sprintf(" input=%d output=%d cached=%d", *u.Input, *u.Output, *u.Cached)
	}
	return ""
}
