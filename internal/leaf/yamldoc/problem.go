package yamldoc

import (
	"fmt"
	"slices"
	"strings"
)

// shownProblems is how many problems an error text lists; a file of another kind altogether would
// fill the screen with them.
const shownProblems = 20

// Problem is one mistake in a file.
type Problem struct { //nolint:errname // one of those that an Error holds
	File    string // as given to Parse or Decode
	Line    int    // 1-based, or 0 when the problem is about the file as a whole
	Message string // one sentence without a full stop; never the value of a secret
}

// Error gives "file:line: message".
func (p Problem) Error() string {
	if p.Line == 0 {
		return p.File + ": " + p.Message
	}
	return fmt.Sprintf("%s:%d: %s", p.File, p.Line, p.Message)
}

// Error holds all problems that were found, in order of file and line.
type Error struct {
	Problems []Problem // never empty
}

// Error gives the problems, one a line.
func (e *Error) Error() string {
	var b strings.Builder
	for i, p := range e.Problems {
		if i == shownProblems {
			fmt.Fprintf(&b, "\nand %d more", len(e.Problems)-i)
			break
		}
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.Error())
	}
	return b.String()
}

// asError wraps problems in the order of their lines; no problems are no error.
func asError(problems []Problem) error {
	if len(problems) == 0 {
		return nil
	}
	slices.SortStableFunc(problems, func(a, b Problem) int { return a.Line - b.Line })
	return &Error{Problems: problems}
}

// quote shows a piece of the user's text within a message, shortened.
func quote(text string) string {
	const limit = 40
	if runes := []rune(text); len(runes) > limit {
		text = string(runes[:limit]) + "..."
	}
	return fmt.Sprintf("%q", text)
}
