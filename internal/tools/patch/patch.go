// Package patch reads patches in the form that models of the Codex family were trained to write, and
// applies them to texts. It is pure: text in, text out.
//
//	*** Begin Patch
//	*** Update File: src/a.go
//	*** Move to: src/b.go
//	@@ func main() {
//	 	x := 1
//	-	y := 2
//	+	y := 3
//	*** Add File: notes.txt
//	+a line
//	*** Delete File: old.txt
//	*** End Patch
//
// There are no line numbers. The lines of a hunk that begin with " " or "-" are looked for in the file,
// behind the place of the hunk before; what stands behind "@@" narrows the search, and "*** End of File"
// ties a hunk to the end. Models copy inexactly, so lines are compared in ever looser ways (see [File.Apply]),
// while the lines of the file that a hunk does not change keep their own bytes.
package patch

import "fmt"

// Action is what is done to a file.
type Action string

// The three actions.
const (
	Add    Action = "add"
	Update Action = "update"
	Delete Action = "delete"
)

// File is the part of a patch that is about one file.
type File struct {
	Action  Action
	Path    string
	MoveTo  string // new name of an updated file, or ""
	Content string // of an added file
	Hunks   []Hunk // of an updated file
	Line    int    // in the patch, from 1
}

// Hunk is one change in a file.
type Hunk struct {
	Within []string // lines of the file that the change comes after, the outer one first
	Lines  []Line
	AtEnd  bool // the last line is the file's last
	Line   int  // in the patch, from 1
}

// Line is a line of a hunk.
type Line struct {
	Op   Op
	Text string // without a line break
}

// Op says what a line of a hunk is.
type Op byte

// The three kinds of lines, as they are marked in a patch.
const (
	Keep   Op = ' '
	Remove Op = '-'
	Insert Op = '+'
)

// SyntaxError is text that is no patch.
type SyntaxError struct {
	Line    int // in the text, from 1; 0 for none
	Message string
}

// Error gives the line and what is wrong with it.
func (e *SyntaxError) Error() string {
	if e.Line == 0 {
		return e.Message
	}
	return fmt.Sprintf("line %d of the patch: %s", e.Line, e.Message)
}

// MissError is a hunk that does not fit the file.
type MissError struct {
	Hunk    int    // number of the hunk, from 1
	Of      int    // number of hunks of the file
	Line    int    // of the hunk in the patch
	Message string // what was looked for, and what is there
}

// Error says which hunk it is and what was looked for.
func (e *MissError) Error() string {
	return fmt.Sprintf("hunk %d of %d (line %d of the patch) does not fit: %s", e.Hunk, e.Of, e.Line, e.Message)
}
