package tools

import (
	"errors"
	"fmt"
	"strings"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/nearest"
)

// missError is text that was to be replaced and is not there, or not so often. The file is as it was.
type missError struct {
	code    tool.Code
	kind    string
	message string
}

func (e *missError) Error() string { return e.message }

func asMiss(err error) (*missError, bool) {
	var miss *missError
	ok := errors.As(err, &miss)
	return miss, ok
}

// isWriteFailure says whether a failed edit got as far as writing.
func isWriteFailure(err error) bool {
	var fe *fsapi.FileError
	if !errors.As(err, &fe) {
		return false
	}
	return fe.Op == "write" || fe.Code == fsapi.Changed || fe.Code == fsapi.ProtectedPath
}

// missing explains why old was not found: it names the nearest place and what is different there.
func missing(name, text, old, repl string) error {
	message := fmt.Sprintf("old was not found in %s, which is unchanged.", name)
	if cut, found := strings.CutSuffix(old, "\n"); found && strings.TrimSpace(cut) != "" && strings.Contains(text, cut) {
		return miss(message + " It is there without the line break at its end:" +
			" put the closing tag directly after the last character of old and of new.")
	}
	if strings.TrimSpace(repl) != "" && strings.Contains(repl, "\n") && strings.Contains(text, repl) {
		message += fmt.Sprintf(" But new is there already, at %s: was this edit made before?", linesOf(text, repl))
	}
	p, found := nearest.Find(text, old)
	if !found {
		return miss(message + " Nothing in the file comes close; read it again.")
	}
	message += fmt.Sprintf(" Nearest: %s, %d%% alike.", span(p.Line, p.End), p.Alike)
	if p.Blanks {
		message += " It would match if blanks and tabs were those of the file."
	}
	if p.DiffLine > 0 {
		message += fmt.Sprintf("\nFirst difference at line %d, column %d (→ is a tab, · a blank at the end):\nfile: %s\nold:  %s",
			p.DiffLine, p.Column, p.Have, p.Want)
	}
	return miss(message)
}

func miss(message string) error {
	return &missError{code: tool.OldNotFound, kind: kindMissing, message: message}
}

func wrongCount(name, text, old string, n, want int) error {
	message := fmt.Sprintf("old is in %s %d %s (%s), expected %d; the file is unchanged.",
		name, n, plural(n, "time", "times"), linesOf(text, old), want)
	if n > want {
		message += fmt.Sprintf(" Add lines around it to old until only the wanted place matches, or set expectedReplacements = %d.", n)
	} else {
		message += fmt.Sprintf(" Set expectedReplacements = %d if that is what you want.", n)
	}
	return &missError{code: tool.ReplacementCountMismatch, kind: kindCount, message: message}
}

// linesOf tells in words on which lines of text the passage begins; the first few of many.
func linesOf(text, passage string) string {
	const most = 5
	var at []string
	line, pos := 1, 0
	for {
		i := strings.Index(text[pos:], passage)
		if i < 0 {
			break
		}
		if len(at) == most {
			at = append(at, "…")
			break
		}
		line += strings.Count(text[pos:pos+i], "\n")
		at = append(at, fmt.Sprint(line))
		line += strings.Count(passage, "\n")
		pos += i + len(passage)
	}
	return plural(len(at), "line ", "lines ") + strings.Join(at, ", ")
}
