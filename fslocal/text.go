package fslocal

import (
	"bytes"
	"errors"
	"fmt"
	"unicode/utf8"
)

// checkText says why data is not text, or nil. Text is valid UTF-8, with or without a byte order
// mark, and holds no NUL byte. The whole of data is looked at, not a sample of its beginning: what
// passes can go into JSON and onto a screen as it is.
func checkText(data []byte) error {
	switch {
	case bytes.HasPrefix(data, []byte{0xFF, 0xFE}), bytes.HasPrefix(data, []byte{0xFE, 0xFF}):
		return errors.New("it is UTF-16; convert it with iconv -f UTF-16 -t UTF-8")
	case bytes.IndexByte(data, 0) >= 0:
		return fmt.Errorf("byte %d is NUL", bytes.IndexByte(data, 0))
	case utf8.Valid(data):
		return nil
	}
	at := 0
	for at < len(data) {
		r, size := utf8.DecodeRune(data[at:])
		if r == utf8.RuneError && size <= 1 {
			break
		}
		at += size
	}
	return fmt.Errorf("byte %d is not UTF-8; if the file is in another encoding, convert it with iconv", at)
}

// wholeCharacters takes off the beginning of a character at the end of data that was cut there.
func wholeCharacters(data []byte) []byte {
	for back := 1; back < utf8.UTFMax && back <= len(data); back++ {
		tail := data[len(data)-back:]
		if utf8.RuneStart(tail[0]) {
			if !utf8.FullRune(tail) {
				return data[:len(data)-back]
			}
			break
		}
	}
	return data
}
