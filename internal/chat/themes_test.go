package chat_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/internal/app"
	"eidolon/internal/chat"
	"eidolon/tui/screen"
)

func TestThemes(t *testing.T) {
	t.Parallel()
	const dusk = "base: dark\nroles:\n  text: {bg: default}\n"
	for _, test := range []struct {
		name   string
		files  map[string]string
		config string // the configured theme
		asked  string
		want   string // name of the theme, "" for an error
		notice string // part of it
	}{
		{name: "own", files: map[string]string{"dusk.yaml": dusk}, config: "dusk", asked: "dusk", want: "dusk"},
		{name: "own is missing", config: "dusk", asked: "dusk", want: "auto", notice: `there is no theme "dusk"`},
		{
			name: "own is faulty", files: map[string]string{"dusk.yaml": "base: dark\nroles: {text: {fg: mauvish}}\n"},
			config: "dusk", asked: "dusk", want: "auto", notice: "dusk.yaml",
		},
		{name: "another is asked for", files: map[string]string{"dusk.yaml": dusk}, config: "auto", asked: "dusk", want: "dusk"},
		{name: "another is missing", config: "auto", asked: "dusk"},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			var notices []string
			o := app.Options{Base: t.TempDir(), Notice: func(line string) { notices = append(notices, line) }}
			o.Config.TUI.Theme = test.config
			if err := os.Mkdir(filepath.Join(o.Base, "themes"), 0o700); err != nil {
				t.Fatal(err)
			}
			for name, text := range test.files {
				if err := os.WriteFile(filepath.Join(o.Base, "themes", name), []byte(text), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			themes := chat.Themes(o)
			for range 2 { // as when the terminal's background is known
				got, err := themes(test.asked, 256, screen.UnknownBackground)
				if (err != nil) != (test.want == "") {
					t.Fatalf("got the error %v", err)
				}
				if err == nil && got.Name() != test.want {
					t.Errorf("got the theme %s, want %s", got.Name(), test.want)
				}
			}
			all := strings.Join(notices, "\n")
			if (all == "") != (test.notice == "") || len(notices) > 1 || !strings.Contains(all, test.notice) {
				t.Errorf("got the notices %q, want %q in one", notices, test.notice)
			}
		})
	}
}
