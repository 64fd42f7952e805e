package screen_test

import (
	"strings"
	"testing"
	"testing/synctest"

	"eidolon/tui/screen"
)

func TestBackground(t *testing.T) {
	tests := map[string]struct {
		env    []string
		answer []string // in pieces
		want   screen.Background
	}{
		"dark":                 {nil, []string{"\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\"}, screen.DarkBackground},
		"light":                {nil, []string{"\x1b]11;rgb:ffff/ffff/ffff\a"}, screen.LightBackground},
		"short digits":         {nil, []string{"\x1b]11;rgb:f/e/f\a"}, screen.LightBackground},
		"with transparency":    {nil, []string{"\x1b]11;rgba:0000/0000/0000/ffff\a"}, screen.DarkBackground},
		"in pieces, with keys": {nil, []string{"a\x1b", "]1", "1;rgb:00/00", "/00\x1b", "\\b"}, screen.DarkBackground},
		"answer beats guess":   {[]string{"COLORFGBG=0;15"}, []string{"\x1b]11;rgb:00/00/00\a"}, screen.DarkBackground},
		"silence, guess light": {[]string{"COLORFGBG=0;default;15"}, nil, screen.LightBackground},
		"silence, guess dark":  {[]string{"COLORFGBG=15;0"}, nil, screen.DarkBackground},
		"silence":              {nil, nil, screen.UnknownBackground},
		"nonsense":             {nil, []string{"\x1b]11;red\a", "\x1b]11;rgb:zz/00/00\a", "\x1b]11;rgb:0\a"}, screen.UnknownBackground},
		"endless":              {nil, []string{"\x1b]11;" + strings.Repeat("0", 500)}, screen.UnknownBackground},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				tty := newFakeTTY(20, 3)
				term := open(t, tty, nil, append(tt.env, "TERM=xterm-256color")...)
				for _, piece := range tt.answer {
					tty.in <- []byte(piece)
				}
				if got := <-term.Background(); got != tt.want {
					t.Errorf("got %d instead of %d", got, tt.want)
				}
				closes(t, term)
			})
		})
	}
}

func TestBackgroundIsNotAskedWhereNobodyAnswers(t *testing.T) {
	tty := newFakeTTY(20, 3)
	term := open(t, tty, nil, "TERM=linux", "COLORFGBG=15;0")
	if got := <-term.Background(); got != screen.DarkBackground {
		t.Errorf("got %d", got)
	}
	if got := tty.taken(); strings.Contains(got, "]11") {
		t.Errorf("asked with %q", got)
	}
}
