package yamldoc

import "bytes"

// FrontMatter cuts a Markdown file into the YAML head between its first line "---" and the next such
// line, and the text after it. Without a head ok is false and body is all of data, less a byte order
// mark.
//
// The head keeps the line break of the first "---", so that a problem found in it has the line
// number of the file.
func FrontMatter(data []byte) (head, body []byte, ok bool) {
	data = bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))
	first, _, found := bytes.Cut(data, []byte("\n"))
	if !found || !isFence(first) {
		return nil, data, false
	}
	for at := len(first) + 1; at < len(data); {
		line, _, _ := bytes.Cut(data[at:], []byte("\n"))
		end := min(at+len(line)+1, len(data))
		if isFence(line) {
			return data[len("---"):at], data[end:], true
		}
		at = end
	}
	return nil, data, false
}

// isFence reports whether a line without its line feed is "---"; blanks may follow.
func isFence(line []byte) bool { return string(bytes.TrimRight(line, " \t\r")) == "---" }
