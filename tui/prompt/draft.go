package prompt

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"unicode/utf8"
)

// Snapshot is what an editor holds: text, folded pastes, cursor and selection. It does not change.
type Snapshot struct {
	text           string
	chips          []string
	cursor, anchor int
}

// Snapshot gives what the editor holds.
func (e *Editor) Snapshot() Snapshot {
	return Snapshot{e.buf.text, slices.Clone(e.buf.chips), e.buf.cursor, e.buf.anchor}
}

// Restore puts back what an editor held. What was done since cannot be undone.
func (e *Editor) Restore(s Snapshot) {
	b := newBuffer()
	if s.text != "" {
		b.text, b.chips, b.cursor, b.anchor = s.text, slices.Clone(s.chips), s.cursor, s.anchor
		for _, content := range b.chips {
			b.held += len(content)
		}
	}
	e.start(b)
}

// Empty says that a snapshot holds no text.
func (s Snapshot) Empty() bool { return s.text == "" }

// draftLimit is the longest encoded draft that is read.
const draftLimit = 64 << 20

// draft is a snapshot in a file. The pieces alternate: text, folded paste, text, ...
type draft struct {
	Pieces []string `json:"pieces"`
	Cursor int      `json:"cursor"` // in the text with folded pastes as one character
}

// Encode gives a snapshot as one line, for a file that outlives the program.
func (s Snapshot) Encode() []byte {
	d := draft{Pieces: []string{}, Cursor: utf8.RuneCountInString(s.text[:s.cursor])}
	b, from := buffer{chips: s.chips}, 0
	for i, r := range s.text {
		if isChip(r) {
			d.Pieces = append(d.Pieces, s.text[from:i], b.chip(r))
			from = i + chipLen
		}
	}
	d.Pieces = append(d.Pieces, s.text[from:])
	out, _ := json.Marshal(d) // strings and a number always can be
	return append(out, '\n')
}

// DecodeSnapshot reads what Encode wrote. The result can be restored whatever the bytes were; it is
// empty when there is an error.
func DecodeSnapshot(data []byte) (Snapshot, error) {
	if len(data) > draftLimit {
		return Snapshot{}, errors.New("the draft is too long")
	}
	var d draft
	if err := json.Unmarshal(data, &d); err != nil {
		return Snapshot{}, fmt.Errorf("reading the draft: %w", err)
	}
	b := newBuffer()
	for i, piece := range d.Pieces {
		piece = admit(piece)
		if i%2 == 1 {
			piece = b.fold(piece)
		}
		b.text += piece
	}
	at := len(b.text)
	for i := range b.text {
		if d.Cursor <= 0 {
			at = i
			break
		}
		d.Cursor--
	}
	return Snapshot{b.text, b.chips, snap(b.text, at), none}, nil
}
