package prompt_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/gdamore/tcell/v2"

	"eidolon/internal/leaf/width"
	"eidolon/tui/keys"
	"eidolon/tui/prompt"
)

// sound fails when the text is not what an editor may hold, or the cursor not between clusters.
func sound(t *testing.T, e *prompt.Editor) {
	t.Helper()
	var d struct {
		Pieces []string
		Cursor int
	}
	if err := json.Unmarshal(e.Snapshot().Encode(), &d); err != nil {
		t.Fatal(err)
	}
	text := e.Text()
	if !utf8.ValidString(text) || strings.ContainsFunc(text, func(r rune) bool { return r < ' ' && r != '\n' && r != '\t' || r >= 0x7F && r < 0xA0 }) {
		t.Fatalf("the text is not clean: %q", text)
	}
	at, borders := 0, map[int]bool{0: true}
	for i, piece := range d.Pieces {
		if i%2 == 1 {
			at++
			borders[at] = true
			continue
		}
		for rest := piece; rest != ""; {
			var cluster string
			cluster, _, rest = width.Next(rest)
			at += utf8.RuneCountInString(cluster)
			borders[at] = true
		}
	}
	if !borders[d.Cursor] {
		t.Fatalf("the cursor is within a cluster: %q, %d", d.Pieces, d.Cursor)
	}
}

// Whatever is typed and pasted, the text stays sound, and undoing everything gives the start, redoing
// it the end.
func FuzzEditing(f *testing.F) {
	f.Add([]byte("abc\x01\x05\x10"), "e\u0301👨‍👩‍👧🇩🇪🇫🇷\r\n\x1b\U0010F001", 10)
	f.Add([]byte("\x0f\x0f\x1e\x1d\xff\xfe\x03\x04"), strings.Repeat("line\n", 12), 1)
	f.Add([]byte("\xff\x13\x13\xfe\xfd\x18\xfc"), "\u0301\u200d\U000E0041x", 3)
	f.Fuzz(func(t *testing.T, script []byte, paste string, cells int) {
		if len(script) > 100 || len(paste) > 3000 {
			return
		}
		start := "e\u0301 start 漢"
		e := editor(t, start+"|", prompt.Options{History: history("older", "old\nrows")})
		e.SetRect(0, 0, cells%100, 5)
		chars := []rune(paste)
		for _, b := range script {
			step(e, b, paste, chars)
			sound(t, e)
			e.Token()
			e.Nearest(prompt.Agent)
			e.Rows(max(cells%100, 1))
		}
		end := e.Text()
		restored := strings.Contains(string(script), "\xfc") // of which nothing can be undone
		for e.Do(keys.Undo) {
			sound(t, e)
		}
		if e.Text() != start && !restored {
			t.Fatalf("undoing all gives %q", e.Text())
		}
		for e.Do(keys.Redo) {
			sound(t, e)
		}
		undone := slices.ContainsFunc(script, func(b byte) bool { return keys.Action(b)%keys.HistoryPrevious == keys.Undo })
		if e.Text() != end && !undone {
			t.Fatalf("redoing all gives %q, not %q", e.Text(), end)
		}
	})
}

// step does what a byte stands for: an action, a character of the paste, or a paste.
func step(e *prompt.Editor, b byte, paste string, chars []rune) {
	switch {
	case b == 0xFF:
		e.Paste(paste)
	case b == 0xFE:
		e.SetText(paste)
	case b == 0xFD:
		if t := e.Token(); t.Kind != prompt.NoToken {
			e.ReplaceToken(t, "@file:x y", true)
		}
	case b == 0xFC:
		e.Restore(e.Snapshot())
	case b > 0xA0 && len(chars) > 0:
		e.Handle(tcell.NewEventKey(tcell.KeyRune, chars[int(b)%len(chars)], 0))
	case b >= ' ' && b < 0x7F && b%3 == 0:
		e.Handle(tcell.NewEventKey(tcell.KeyRune, rune(b), 0))
	default:
		e.Do(keys.Action(b) % keys.HistoryPrevious)
	}
}
