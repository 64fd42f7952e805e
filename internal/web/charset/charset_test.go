package charset_test

import (
	"errors"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"

	"eidolon/internal/web/charset"
)

func TestDecode(t *testing.T) {
	for name, tt := range map[string]struct{ in, said, want, used string }{
		"utf-8":                      {"grün", "", "grün", "utf-8"},
		"utf-8 by another name":      {"grün", "iso-8859-1", "grün", "utf-8"},
		"utf-8 of unknown name":      {"grün", "x-nobody", "grün", "utf-8"},
		"broken utf-8":               {"gr\xfcn", "utf-8", "gr\uFFFDn", "utf-8"},
		"cut utf-8":                  {"grün gr\xc3", "", "grün gr\uFFFD", "utf-8"},
		"a last letter":              {"caf\xe9", "", "café", "windows-1252"},
		"a mark of utf-8":            {"\xef\xbb\xbfa", "latin1", "a", "utf-8"},
		"a mark of utf-16":           {"\xff\xfea\x00\xfc\x00", "utf-8", "aü", "utf-16le"},
		"a mark of the other":        {"\xfe\xff\x00a\x00\xfcx", "", "aü", "utf-16be"},
		"utf-16 as said":             {"a\x00b\x00", "UTF-16", "ab", "utf-16le"},
		"nobody says":                {"gr\xfcn \x80", "", "grün €", "windows-1252"},
		"latin 1":                    {"gr\xfcn", "ISO-8859-1", "grün", "windows-1252"},
		"latin 9":                    {"\xa4", "\"iso-8859-15\"", "€", "iso-8859-15"},
		"russian":                    {"\xcf\xf0\xe8", "cp1251", "При", "windows-1251"},
		"koi8":                       {"\xf0\xd2\xc9", "koi8-r", "При", "koi8-r"},
		"as the page says":           {"<html><meta charset=windows-1251>\xcf", "", "<html><meta charset=windows-1251>П", "windows-1251"},
		"as the page says at length": {`<meta http-equiv=x content="text/html; charset=koi8-r">` + "\xf0", "", `<meta http-equiv=x content="text/html; charset=koi8-r">П`, "koi8-r"},
		"as the document says":       {"<?xml version='1.0' encoding='iso-8859-2'?>\xb1", "", "<?xml version='1.0' encoding='iso-8859-2'?>ą", "iso-8859-2"},
		"utf-16 by a declaration":    {"<meta charset=utf-16>\xfc", "", "<meta charset=utf-16>\uFFFD", "utf-8"},
		"the header comes first":     {"<meta charset=koi8-r>\xf0", "windows-1251", "<meta charset=koi8-r>р", "windows-1251"},
		"no declaration in prose":    {"charset=koi8-r \xf0", "", "charset=koi8-r ð", "windows-1252"},
		"nothing":                    {"", "", "", "utf-8"},
	} {
		t.Run(name, func(t *testing.T) {
			text, used, err := charset.Decode([]byte(tt.in), tt.said)
			if err != nil || text != tt.want || used != tt.used {
				t.Errorf("got %q in %s, %v; want %q in %s", text, used, err, tt.want, tt.used)
			}
		})
	}
	var unknown *charset.UnknownError
	if _, _, err := charset.Decode([]byte("\x83\x65"), "Shift_JIS"); !errors.As(err, &unknown) || unknown.Name != "shift_jis" {
		t.Errorf("got %v", err)
	}
}

// The tables are those of a library that nobody doubts.
func TestTables(t *testing.T) {
	for name, want := range map[string]*charmap.Charmap{
		"windows-1250": charmap.Windows1250, "windows-1251": charmap.Windows1251, "windows-1252": charmap.Windows1252,
		"windows-1253": charmap.Windows1253, "windows-1254": charmap.Windows1254, "windows-1257": charmap.Windows1257,
		"iso-8859-2": charmap.ISO8859_2, "iso-8859-5": charmap.ISO8859_5, "iso-8859-7": charmap.ISO8859_7, "iso-8859-15": charmap.ISO8859_15,
		"koi8-r": charmap.KOI8R, "koi8-u": charmap.KOI8U,
	} {
		t.Run(name, func(t *testing.T) {
			iso := strings.HasPrefix(name, "iso")
			for b := 0x80; b < 0x100; b++ {
				// The byte 0xFF behind it keeps the text from being taken for UTF-8.
				text, _, err := charset.Decode([]byte{'a', byte(b), 0xFF}, name)
				got, _ := utf8.DecodeRuneInString(strings.TrimPrefix(text, "a"))
				if r := want.DecodeByte(byte(b)); err != nil || got != r && !(iso && b < 0xA0) {
					t.Errorf("byte %X: %q, %v; want %q", b, got, err, r)
				}
			}
		})
	}
}

func FuzzDecode(f *testing.F) {
	f.Add([]byte("<meta charset=koi8-r>\xf0"), "")
	f.Add([]byte("\xff\xfea\x00\xfc"), "utf-8")
	f.Add([]byte("<charset charset = ="), "latin1")
	f.Fuzz(func(t *testing.T, data []byte, said string) {
		text, name, err := charset.Decode(data, said)
		if err == nil && (name == "" || len(text) > 3*len(data)) {
			t.Errorf("%d bytes in %q of %d", len(text), name, len(data))
		}
	})
}
