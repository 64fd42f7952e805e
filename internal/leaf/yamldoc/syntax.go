package yamldoc

import (
	"bytes"
	"io"
	"regexp"
	"strconv"
	"strings"
)

// lineReader hands out a line at a time and counts them. The library reads no further than it must,
// so after an error the count is the line it stood at, or the one after.
type lineReader struct {
	data  []byte
	count int
}

func (r *lineReader) Read(p []byte) (int, error) {
	if len(r.data) == 0 {
		return 0, io.EOF
	}
	end := bytes.IndexByte(r.data, '\n') + 1
	if end == 0 || end > len(p) {
		end = min(len(r.data), len(p))
	}
	n := copy(p, r.data[:end])
	r.data = r.data[n:]
	if n > 0 && (p[n-1] == '\n' || len(r.data) == 0) {
		r.count++
	}
	return n, nil
}

var libraryError = regexp.MustCompile(`^yaml: (?:line (\d+): )?(?s:(.*))$`)

// plainWords puts the library's terms for the usual slips into words.
var plainWords = map[string]string{
	"mapping values are not allowed in this context": `a ":" where none can stand; indent keys of ` +
		`one group alike, and put text that holds ": " in quotes`,
	"found character that cannot start any token": `a character that cannot begin a value; indent with ` +
		`spaces, not tabs, and put text that begins with @, % or a backquote in quotes`,
	"found a tab character that violates indentation": "a tab in the indentation; indent with spaces",
	"did not find expected key":                       `a key (name: value) was expected; compare the indentation with the lines above`,
	"did not find expected '-' indicator":             `a list item ("- ...") was expected; compare the indentation with the lines above`,
	"did not find expected node content":              "a value was expected",
	"did not find expected ',' or '}'":                `a "," or a closing "}" is missing`,
	"did not find expected ',' or ']'":                `a "," or a closing "]" is missing`,
	"could not find expected ':'":                     `a key without a ":" after it`,
	"found unexpected end of stream":                  "a quoted text is never closed",
}

// syntaxProblem words an error of the library. Its line numbers mean three things, depending on the
// stage that failed; reached is the line up to which it read.
func syntaxProblem(name string, err error, reached int) Problem {
	message, line := err.Error(), 0
	if m := libraryError.FindStringSubmatch(message); m != nil {
		line, _ = strconv.Atoi(m[1]) // none: 0
		message = m[2]
	}
	switch {
	case strings.HasPrefix(message, "did not find expected ','"):
		line++ // counted from 0
	case strings.HasPrefix(message, "did not find expected key"),
		strings.HasPrefix(message, "did not find expected '-'"),
		strings.HasPrefix(message, "did not find expected node"),
		strings.HasPrefix(message, "did not find expected <"),
		strings.HasPrefix(message, "unknown anchor"),
		strings.Contains(message, "control characters"),
		strings.Contains(message, "UTF-"):
		line = reached // the library names the beginning of the group, or nothing
	case line == 0:
		line = 1 // the first line is the one it does not print
	}
	if plain, ok := plainWords[message]; ok {
		message = plain
	}
	return Problem{File: name, Line: line, Message: "not valid YAML: " + message}
}
