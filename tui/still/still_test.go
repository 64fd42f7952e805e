package still_test

import (
	"strings"
	"testing"

	"eidolon/internal/leaf/width"
	"eidolon/tui/still"
)

// Each way to the screen shows the text in its own look, and none takes markup for anything else.
func TestTake(t *testing.T) {
	const text = "a [red]b[-] \x1b[1mc"
	const visible, obeyed = "a [red]b[-] ␛[1mc", "a [red]b[-] c"
	for channel, want := range map[still.Channel]struct{ text, screen string }{
		still.Model:     {visible, " " + visible},
		still.Reasoning: {visible, " thought\n " + visible},
		still.Tool:      {obeyed, " ⏺ SysBuiltIn.bash { command = \"true\" }            ok 0 ms\n   ⎿ " + obeyed},
		still.File:      {visible, " ⏺ SysBuiltIn.read_file { path = \"file\" }          ok 0 ms\n   ⎿ " + visible},
		still.User:      {visible, " ❯ " + visible},
		still.Title:     {visible, visible},
		still.Notice:    {visible, " · " + visible},
		"smoke signals": {visible, " · " + visible},
	} {
		t.Run(string(channel), func(t *testing.T) {
			p, err := still.Take(channel, text, 60)
			if err != nil || p.Text != want.text || p.Screen != want.screen {
				t.Errorf("%v\n%q\n%s", err, p.Text, p.Screen)
			}
		})
	}
	p, err := still.Take(still.Approval, text, 60)
	if err != nil || p.Text != visible || !strings.Contains(p.Screen, "│ "+visible) || !strings.Contains(p.Screen, "yes, once") {
		t.Errorf("%v\n%q\n%s", err, p.Text, p.Screen)
	}
}

// A still has as many columns as were asked for, within reason, and not more rows than anybody reads.
func TestSizes(t *testing.T) {
	text := strings.Repeat("word word word\n", 600)
	for asked, most := range map[int]int{0: 80, 40: 40, 1: 1, -5: 1, 1 << 30: 500} {
		p, err := still.Take(still.User, text, asked)
		if err != nil || p.Text != strings.TrimRight(text, "\n") {
			t.Errorf("%d columns: %d bytes, %v", asked, len(p.Text), err)
		}
		rows := strings.Split(p.Screen, "\n")
		if len(rows) > 400 {
			t.Errorf("%d columns: %d rows", asked, len(rows))
		}
		for _, row := range rows {
			if width.Of(row) > most {
				t.Fatalf("%d columns: a row of %d", asked, width.Of(row))
			}
		}
	}
}
