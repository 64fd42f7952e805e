package patch

import (
	"fmt"
	"strings"

	"eidolon/internal/leaf/clip"
)

const (
	beginPatch = "*** Begin Patch"
	endPatch   = "*** End Patch"
	addFile    = "*** Add File:"
	deleteFile = "*** Delete File:"
	updateFile = "*** Update File:"
	moveTo     = "*** Move to:"
	endOfFile  = "*** End of File"
	hunkMark   = "@@"
)

// maxFiles is how many files a patch is about at most. Rules are looked through for each of them.
const maxFiles = 1000

// Parse reads a patch. What stands around its first and last line, such as the shell command that would
// have taken it, is left out. Errors are a [*SyntaxError].
func Parse(text string) ([]File, error) {
	p := parser{lines: strings.Split(text, "\n")}
	for i, line := range p.lines {
		p.lines[i] = strings.TrimSuffix(line, "\r")
	}
	if err := p.envelope(); err != nil {
		return nil, err
	}
	var files []File
	for {
		line, more := p.peek()
		switch trimmed := strings.TrimSpace(line); {
		case !more:
			if len(files) == 0 {
				return nil, &SyntaxError{Message: "the patch names no file; it needs " + addFile + ", " + deleteFile + " or " + updateFile}
			}
			return files, nil
		case trimmed == "", trimmed == beginPatch, trimmed == endPatch: // several patches may follow each other
			p.at++
		default:
			if len(files) == maxFiles {
				return nil, p.problem("a patch is about %d files at most; make several of it", maxFiles)
			}
			f, err := p.file(trimmed)
			if err != nil {
				return nil, err
			}
			files = append(files, f)
		}
	}
}

// parser reads lines [at, end).
type parser struct {
	lines   []string
	at, end int
}

func (p *parser) peek() (string, bool) {
	if p.at >= p.end {
		return "", false
	}
	return p.lines[p.at], true
}

func (p *parser) problem(format string, args ...any) error {
	return &SyntaxError{Line: p.at + 1, Message: fmt.Sprintf(format, args...)}
}

// envelope finds the first and the last line. The last one has to be there: a patch without it may be the
// beginning of another.
func (p *parser) envelope() error {
	first, last := -1, -1
	for i, line := range p.lines {
		switch trimmed := strings.TrimSpace(line); {
		case first < 0 && trimmed == beginPatch:
			first = i
		// A line of a file may hold these words too, behind the mark of its hunk.
		case trimmed == endPatch && (last < 0 || strings.HasPrefix(line, endPatch) || !strings.HasPrefix(p.lines[last], endPatch)):
			last = i
		}
	}
	switch {
	case first < 0:
		return &SyntaxError{Message: `the patch has to begin with the line "` + beginPatch + `"`}
	case last < first:
		return &SyntaxError{Message: `the patch has to end with the line "` + endPatch + `"; was it cut off?`}
	}
	p.at, p.end = first, last
	return nil
}

// file reads the part that begins with a header.
func (p *parser) file(header string) (File, error) {
	f := File{Line: p.at + 1}
	for prefix, action := range map[string]Action{addFile: Add, deleteFile: Delete, updateFile: Update} {
		if name, found := strings.CutPrefix(header, prefix); found {
			f.Action, f.Path = action, strings.TrimSpace(name)
		}
	}
	switch {
	case f.Action == "":
		return f, p.problem("%q is no beginning of a file; that is %q, %q or %q and a name", shorten(header), addFile, deleteFile, updateFile)
	case f.Path == "":
		return f, p.problem("the name of the file is missing")
	}
	p.at++
	switch f.Action {
	case Add:
		f.Content = p.content()
		return f, p.belongs()
	case Update:
		return f, p.update(&f)
	case Delete:
	}
	return f, nil
}

// belongs refuses a line that is no part of an added file and no beginning of another.
func (p *parser) belongs() error {
	if line, more := p.peek(); more && strings.TrimSpace(line) != "" && !isHeader(line) {
		return p.problem(`%q: each line of an added file begins with "+"`, shorten(line))
	}
	return nil
}

// content reads the lines of an added file. Empty lines between them belong to it, although their mark was
// forgotten; those behind the last do not.
func (p *parser) content() string {
	var b strings.Builder
	empty := 0
	for at := p.at; at < p.end; at++ {
		line := p.lines[at]
		switch text, marked := strings.CutPrefix(line, "+"); {
		case marked:
			b.WriteString(strings.Repeat("\n", empty) + text + "\n")
			empty, p.at = 0, at+1
		case line == "":
			empty++
		default:
			return b.String()
		}
	}
	return b.String()
}

// update reads a new name and the hunks.
func (p *parser) update(f *File) error {
	if line, _ := p.peek(); strings.HasPrefix(strings.TrimSpace(line), moveTo) {
		f.MoveTo = strings.TrimSpace(strings.TrimPrefix(strings.TrimSpace(line), moveTo))
		if f.MoveTo == "" {
			return p.problem("the new name of the file is missing")
		}
		p.at++
	}
	for {
		line, more := p.peek()
		switch {
		case !more || isHeader(line):
			if len(f.Hunks) == 0 && f.MoveTo == "" {
				return &SyntaxError{Line: f.Line, Message: fmt.Sprintf("nothing is said about what to change in %s", shorten(f.Path))}
			}
			return nil
		case strings.TrimSpace(line) == "":
			p.at++
		case len(f.Hunks) > 0 && !strings.HasPrefix(line, hunkMark):
			return p.problem(`%q: a line of a hunk begins with " ", "+" or "-", and a new hunk with "@@"`, shorten(line))
		default:
			h, err := p.hunk()
			if err != nil {
				return err
			}
			f.Hunks = append(f.Hunks, h)
		}
	}
}

// hunk reads one hunk. The first of a file may lack the line that it begins with.
func (p *parser) hunk() (Hunk, error) {
	h := Hunk{Line: p.at + 1}
	for ; p.at < p.end && strings.HasPrefix(p.lines[p.at], hunkMark); p.at++ {
		if name := within(p.lines[p.at]); name != "" {
			h.Within = append(h.Within, name)
		}
	}
	for ; p.at < p.end; p.at++ {
		line := p.lines[p.at]
		switch {
		case line == "": // an empty line whose mark was lost
			h.Lines = append(h.Lines, Line{Keep, ""})
		case strings.TrimRight(line, " \t") == endOfFile && len(h.Lines) > 0:
			h.AtEnd = true
			p.at++
			return h, nil
		case line[0] == byte(Keep), line[0] == byte(Remove), line[0] == byte(Insert):
			h.Lines = append(h.Lines, Line{Op(line[0]), line[1:]})
		case line[0] == '\\': // "\ No newline at end of file"
		default:
			return h, p.closeHunk(&h)
		}
	}
	return h, p.closeHunk(&h)
}

// closeHunk takes the empty lines off the end of a hunk that only part it from what follows.
func (p *parser) closeHunk(h *Hunk) error {
	marked := p.at
	for marked > h.Line-1 && p.lines[marked-1] == "" && len(h.Lines) > 0 {
		h.Lines, marked = h.Lines[:len(h.Lines)-1], marked-1
	}
	if len(h.Lines) > 0 {
		return nil
	}
	if line, more := p.peek(); more {
		return p.problem(`%q: a line of a hunk begins with " ", "+" or "-"`, shorten(line))
	}
	return &SyntaxError{Line: h.Line, Message: "the hunk is empty"}
}

// within gives the line of the file that a hunk's first line names. Line numbers, which other forms of
// patches have there, are worth nothing: models cannot count.
func within(mark string) string {
	name := strings.TrimPrefix(mark, hunkMark)
	if f := strings.Fields(name); len(f) > 2 && isNumber(f[0], "-") && isNumber(f[1], "+") && f[2] == hunkMark {
		return ""
	}
	name = strings.TrimPrefix(name, " ")
	if strings.Trim(name, "@ \t") == "" {
		return ""
	}
	return name
}

// isNumber says whether a word is a sign and a digit.
func isNumber(word, sign string) bool {
	rest, signed := strings.CutPrefix(word, sign)
	return signed && rest != "" && rest[0] >= '0' && rest[0] <= '9'
}

func isHeader(line string) bool { return strings.HasPrefix(line, "***") }

// shorten gives the beginning of a long line, for a message.
func shorten(line string) string { return clip.Short(line, 80) }
