package store

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"eidolon/actors/event"
	"eidolon/xnl"
)

// Tags of records that are not the role itself.
const (
	tagResults = "tool"
	tagOther   = "other" // a role that we do not know, and that need not be a name
)

// metaID is the metadata that ties a record to its event, by number.
const metaID = "id"

// formatRecord gives the text of a record. What the message itself has becomes fields, what only we
// know about it becomes metadata, which readers may ignore.
func formatRecord(r *record) ([]byte, error) {
	meta := xnl.NewMap(
		xnl.Entry{Key: metaID, Value: xnl.Int{Value: r.seq}},
		xnl.Entry{Key: "ts", Value: xnl.String(r.time.UTC().Format(time.RFC3339Nano))},
	)
	if r.message.Hidden {
		meta.Set("hidden", xnl.Bool(true))
	}
	if r.message.Partial {
		meta.Set("partial", xnl.Bool(true))
	}
	tag := tagOther
	switch r.message.Role {
	case event.RoleSystem, event.RoleUser, event.RoleAssistant:
		tag = string(r.message.Role)
	case event.RoleToolResults:
		tag = tagResults
	default:
		meta.Set("role", text(string(r.message.Role)))
	}
	fields := xnl.NewMap(xnl.Entry{Key: "content", Value: text(r.message.Text)})
	if len(r.calls) > 0 {
		fields.Set("toolCalls", calls(r.calls))
	}
	if len(r.message.Results) > 0 {
		fields.Set("toolResults", results(r.message.Results))
	}
	b, err := xnl.AppendRecord(nil, xnl.Record{Role: tag, Meta: meta, Fields: fields})
	if err != nil {
		return nil, fmt.Errorf("record of event %d: %w", r.seq, err)
	}
	return b, nil
}

func calls(list []event.ToolUse) xnl.Array {
	var a xnl.Array
	for _, c := range list {
		a = append(a, xnl.NewMap(
			xnl.Entry{Key: "id", Value: text(c.ModelID)},
			xnl.Entry{Key: "name", Value: text(c.Name)},
			xnl.Entry{Key: "input", Value: input(c.Input)},
		))
	}
	return a
}

func results(list []event.NativeResult) xnl.Array {
	var a xnl.Array
	for _, r := range list {
		a = append(a, xnl.NewMap(
			xnl.Entry{Key: "id", Value: text(r.ModelID)},
			xnl.Entry{Key: "ok", Value: xnl.Bool(r.OK)},
			xnl.Entry{Key: "content", Value: text(r.Text)},
		))
	}
	return a
}

// maxInputDepth leaves room, within the depth that XNL can be read at, for the levels around an
// input.
const maxInputDepth = 900

// input gives the input of a call. One that XNL has no form for, since it is nested too deeply or
// has a number out of range, is given as the JSON text.
func input(raw json.RawMessage) xnl.Node {
	if len(raw) == 0 {
		return xnl.Null{}
	}
	node, err := xnl.FromJSON(raw)
	if err != nil || depth(node) > maxInputDepth {
		return text(string(raw))
	}
	return node
}

// depth gives how many objects and arrays stand in one another.
func depth(n xnl.Node) int {
	deepest := 0
	switch n := n.(type) {
	case *xnl.Map:
		for _, v := range n.All() {
			deepest = max(deepest, depth(v)+1)
		}
	case xnl.Array:
		for _, v := range n {
			deepest = max(deepest, depth(v)+1)
		}
	case *xnl.Element, xnl.String, xnl.Word, xnl.Int, xnl.Float, xnl.Bool, xnl.Null: // JSON has no elements
	}
	return deepest
}

// text gives a string in the form it has when it is read back from the events, where JSON puts
// U+FFFD in the place of each byte that is not UTF-8.
func text(s string) xnl.String {
	if utf8.ValidString(s) {
		return xnl.String(s)
	}
	var b strings.Builder
	for _, r := range s {
		b.WriteRune(r)
	}
	return xnl.String(b.String())
}

// lastRecord finds the last readable record of a history. It gives the byte after it and one more
// than the number of its message, both 0 when there is none. Records from next on do not count: the
// events they tell of were lost.
//
// A line that begins with '<' always begins a record: strings hold no raw line breaks and the lines
// in a record are indented. So a torn record hides none of those before it.
func lastRecord(content []byte, next int64) (end int, have int64) {
	for end = len(content); end > 0; {
		start := bytes.LastIndex(content[:end], []byte("\n<")) + 1
		if seq, ok := recordSeq(content[start:end]); ok && seq < next {
			return end, seq + 1
		}
		end = start
	}
	return 0, 0
}

// recordSeq gives the number of the message of one whole record.
func recordSeq(b []byte) (int64, bool) {
	if !bytes.HasPrefix(b, []byte("<")) || !bytes.HasSuffix(b, []byte(">\n")) {
		return 0, false
	}
	log, err := xnl.ReadRecords(b)
	if err != nil || len(log.Records) != 1 || log.Tail != len(b) {
		return 0, false
	}
	id, _ := log.Records[0].Meta.Get(metaID)
	seq, ok := id.(xnl.Int)
	return seq.Value, ok && seq.Value >= 0
}
