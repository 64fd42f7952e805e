// Package charset makes UTF-8 of the texts of the web. It knows Unicode and the encodings of one byte a
// character that are still met; those of East Asia would need tables of most of a megabyte, and nearly all
// their pages are in UTF-8 by now.
package charset

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// UnknownError is the error of a text in an encoding that is not known here.
type UnknownError struct{ Name string }

// Error says so.
func (e *UnknownError) Error() string {
	return fmt.Sprintf("the text is in the encoding %s, which cannot be read here", e.Name)
}

// Decode gives a text as UTF-8. Said is the encoding that whoever sent it named, or "". The first of these
// counts: a byte order mark, what was said, what the text says of itself, and UTF-8 if it is that. What
// nobody names is Windows-1252, as browsers take it. The name is that of the encoding that was used.
func Decode(data []byte, said string) (text, name string, err error) {
	switch {
	case bytes.HasPrefix(data, []byte("\xEF\xBB\xBF")):
		return valid(string(data[3:])), "utf-8", nil
	case bytes.HasPrefix(data, []byte("\xFF\xFE")):
		return wide(data[2:], binary.LittleEndian), "utf-16le", nil
	case bytes.HasPrefix(data, []byte("\xFE\xFF")):
		return wide(data[2:], binary.BigEndian), "utf-16be", nil
	}
	name = canonical(said)
	if name == "" {
		if name = canonical(declared(data)); strings.HasPrefix(name, "utf-16") {
			name = "utf-8" // a text whose declaration can be read as bytes is not UTF-16
		}
	}
	if whole(data) && (name == "" || name == "windows-1252" || upper(name) == "" && !strings.HasPrefix(name, "utf-16")) {
		return valid(string(data)), "utf-8", nil // whatever it was called
	}
	switch name {
	case "utf-8":
		return valid(string(data)), name, nil
	case "utf-16le":
		return wide(data, binary.LittleEndian), name, nil
	case "utf-16be":
		return wide(data, binary.BigEndian), name, nil
	case "":
		name = "windows-1252"
	}
	table := upper(name)
	if table == "" {
		return "", name, &UnknownError{name}
	}
	return narrow(data, []rune(table)), name, nil
}

// whole says that data is UTF-8. A text that was cut may end within a character, if there are others in it
// that show what it is.
func whole(data []byte) bool {
	if utf8.Valid(data) {
		return true
	}
	for i := len(data) - 1; i >= max(len(data)-utf8.UTFMax, 0); i-- {
		if utf8.RuneStart(data[i]) {
			return !utf8.FullRune(data[i:]) && utf8.Valid(data[:i]) && utf8.RuneCount(data[:i]) < i
		}
	}
	return false
}

func valid(text string) string { return strings.ToValidUTF8(text, "\uFFFD") }

// narrow decodes one byte a character.
func narrow(data []byte, table []rune) string {
	var b strings.Builder
	b.Grow(len(data) + len(data)/8)
	for _, c := range data {
		if c < utf8.RuneSelf {
			b.WriteByte(c)
		} else {
			b.WriteRune(table[c-utf8.RuneSelf])
		}
	}
	return b.String()
}

// wide decodes UTF-16. A byte that is left over is dropped.
func wide(data []byte, order binary.ByteOrder) string {
	units := make([]uint16, len(data)/2)
	for i := range units {
		units[i] = order.Uint16(data[2*i:])
	}
	return string(utf16.Decode(units))
}

// declaring is how much of a text is looked at for what it says of its encoding, as in browsers.
const declaring = 1024

// declared finds the encoding that a text names in its beginning: <meta charset="x">, the content type in
// another <meta>, or the declaration of XML.
func declared(data []byte) string {
	head := strings.ToLower(string(data[:min(len(data), declaring)]))
	if !strings.HasPrefix(strings.TrimLeft(head, " \t\r\n"), "<") {
		return ""
	}
	for _, key := range []string{"charset", "encoding"} {
		for rest := head; ; {
			i := strings.Index(rest, key)
			if i < 0 {
				break
			}
			rest = strings.TrimLeft(rest[i+len(key):], " \t\r\n")
			value, given := strings.CutPrefix(rest, "=")
			value = strings.TrimLeft(value, " \t\r\n\"'")
			end := strings.IndexAny(value, " \t\r\n\"'>/;?")
			if given && end > 0 {
				return value[:end]
			}
		}
	}
	return ""
}

// canonical gives the name under which an encoding is known here. Browsers take some encodings for a larger
// one that contains them, and so is it here.
func canonical(name string) string {
	name = strings.ToLower(strings.Trim(name, " \t\"'"))
	if rest, ok := strings.CutPrefix(name, "cp125"); ok {
		name = "windows-125" + rest
	}
	switch name {
	case "utf8", "unicode-1-1-utf-8", "x-unicode20utf8":
		return "utf-8"
	case "utf-16", "utf16", "ucs-2", "unicode":
		return "utf-16le"
	case "ascii", "us-ascii", "iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "x-cp1252":
		return "windows-1252"
	case "iso8859-2", "iso_8859-2", "latin2", "l2":
		return "iso-8859-2"
	case "iso8859-5", "iso_8859-5", "cyrillic":
		return "iso-8859-5"
	case "iso8859-7", "iso_8859-7", "greek":
		return "iso-8859-7"
	case "iso-8859-9", "iso8859-9", "latin5", "l5":
		return "windows-1254"
	case "iso8859-15", "iso_8859-15", "latin9", "latin-9", "l9":
		return "iso-8859-15"
	case "koi8", "koi", "koi8_r":
		return "koi8-r"
	case "koi8-ru":
		return "koi8-u"
	}
	return name
}
