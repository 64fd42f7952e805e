package xnl

import (
	"bytes"
	"fmt"
)

// roleField is the field of a message that becomes the tag of its record.
const roleField = "role"

// Record is one message of a chat log.
type Record struct {
	Role   string // the tag, such as user or assistant
	Meta   *Map   // what we know about the message, such as an id and a time; may be nil
	Fields *Map   // the message's own fields, in their order
}

// RecordFromJSON turns a message, a JSON object with a role, into a record.
func RecordFromJSON(message []byte) (Record, error) {
	n, err := FromJSON(message)
	if err != nil {
		return Record{}, err
	}
	object, ok := n.(*Map)
	if !ok {
		return Record{}, fmt.Errorf("%w: a message has to be a JSON object", ErrUnprintable)
	}
	value, _ := object.Get(roleField)
	role, ok := value.(String)
	if !ok || !isDotted(string(role)) {
		return Record{}, fmt.Errorf("%w: the role of a message has to be a name", ErrUnprintable)
	}
	fields := &Map{}
	for key, value := range object.All() {
		if key != roleField {
			fields.Set(key, value)
		}
	}
	return Record{Role: string(role), Fields: fields}, nil
}

// MarshalJSON implements json.Marshaler: the role, then the fields.
func (r Record) MarshalJSON() ([]byte, error) {
	message := NewMap(Entry{roleField, String(r.Role)})
	for key, value := range r.Fields.All() {
		message.Set(key, value)
	}
	return message.MarshalJSON()
}

// AppendRecord appends the record in the form of the log: an element printed over several lines,
// and one line break. No string spans lines and everything nested is indented, so in a log of such
// records a line that starts with '<' always starts a record.
func AppendRecord(dst []byte, r Record) ([]byte, error) {
	fields := r.Fields
	if fields == nil {
		fields = &Map{}
	}
	p := newPrinter(dst, Layout{Pretty: true})
	p.element(&Element{Tag: r.Role, Meta: r.Meta, Attrs: fields}, false)
	if p.err != nil {
		return dst, p.err
	}
	return append(p.dst, '\n'), nil
}

// Log is what ReadRecords found.
type Log struct {
	Records []Record
	// Tail is where the complete records end, after their line break. When it is less than the size
	// of the log, a write was cut off there; truncate the log to it before appending. A last record
	// that lacks nothing but its line break is complete; add the break before appending.
	Tail int
}

// ReadRecords reads a chat log. A tail that cannot be read is left out and shows in Log.Tail: that
// is what a crash during the last write leaves behind. Damage with whole records after it is an
// error; the records before it are returned as well. Metadata is kept, whatever its keys.
func ReadRecords(log []byte) (Log, error) {
	var out Log
	m := machine{}
	rest := bytes.TrimPrefix(log, []byte(byteOrderMark))
	out.Tail = len(log) - len(rest)
	m.offset = out.Tail
	for len(rest) > 0 {
		n, sig := m.feed(rest)
		rest = rest[n:]
		if sig != sigDone {
			break
		}
		if m.done.Text != nil {
			m.failAt(InvalidContent, m.done.Offset, 0, "a record is no text element")
			return out, m.err.locate(log)
		}
		out.Records = append(out.Records, Record{Role: m.done.Tag, Meta: m.done.Meta, Fields: m.done.Attrs})
		out.Tail = m.offset + leadingBreak(rest)
	}
	err := m.close()
	if err == nil {
		out.Tail = len(log)
		return out, nil
	}
	if bytes.Contains(log[out.Tail:], []byte("\n<")) {
		return out, err.locate(log)
	}
	return out, nil
}
