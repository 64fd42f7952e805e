package xnl

import (
	"errors"
	"fmt"
)

// Code names a kind of error, warning or notice. The texts are part of the protocol with the model
// and of the machine-readable output, and do not change.
type Code string

// Codes of errors in the notation itself.
const (
	UnexpectedEOF   Code = "UNEXPECTED_EOF"   // the input ends too early
	UnexpectedToken Code = "UNEXPECTED_TOKEN" // a byte that cannot stand here
	InvalidLiteral  Code = "INVALID_LITERAL"  // a value that is none, or is spelled wrong
	InvalidContent  Code = "INVALID_CONTENT"  // a block that may not stand here
	MismatchedTag   Code = "MISMATCHED_TAG"   // a text body without its closer
	LimitExceeded   Code = "LIMIT_EXCEEDED"   // nested too deep, or an element too long
)

// Codes of warnings: the input is valid, but something in it was overridden.
const (
	DuplicateChild Code = "DUPLICATE_CHILD" // a tag stands twice in one () block
	DuplicateKey   Code = "DUPLICATE_KEY"   // a key stands twice in one place
)

// ErrUnprintable is wrapped by the errors of Format and its relatives: the tree holds something
// that has no spelling, such as NaN or a tag that is not a name.
var ErrUnprintable = errors.New("no XNL or JSON spelling")

// SyntaxError is an error in the input, at the first byte that cannot be accepted.
type SyntaxError struct {
	Code   Code
	Offset int    // in bytes, from 0
	Line   int    // from 1, counted by LF; 0 when only the offset is known
	Column int    // from 1, in code points
	Tag    string // innermost open element, empty when there is none
	Msg    string // what was expected, or what is wrong

	atEnd bool
}

// Error implements error.
func (e *SyntaxError) Error() string {
	at := fmt.Sprintf("offset %d", e.Offset)
	if e.Line > 0 {
		at = fmt.Sprintf("%d:%d", e.Line, e.Column)
	}
	in := ""
	if e.Tag != "" {
		in = fmt.Sprintf(" in <%s>", e.Tag)
	}
	return fmt.Sprintf("%s at %s%s: %s", e.Code, at, in, e.Msg)
}

// Incomplete reports whether the input is fine as far as it goes, so that more of it could help. It
// is true for every UNEXPECTED_EOF and for a text body whose closer has not come.
func (e *SyntaxError) Incomplete() bool { return e.atEnd }

// locate fills in line and column from the whole input.
func (e *SyntaxError) locate(src []byte) *SyntaxError {
	e.Line, e.Column = position(src, min(e.Offset, len(src)))
	return e
}

// Warning tells of something in valid input that was overridden by something later.
type Warning struct {
	Code   Code
	Name   string // the key or tag that stands twice
	Offset int    // where the later one begins
}
