package chat

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"eidolon/internal/app"
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// themesOf gives what loads themes. A configured one that is missing or faulty does not keep the chat
// from opening: it is told once, and auto takes its place.
func themesOf(o app.Options) func(name string, colors int, b screen.Background) (*theme.Theme, error) {
	var once sync.Once
	return func(name string, colors int, b screen.Background) (*theme.Theme, error) {
		t, err := loadTheme(o, name, colors, b)
		if err == nil || name != o.Config.TUI.Theme {
			return t, err
		}
		once.Do(func() { o.Notice(o.Lang.F("tui.theme: %s; the chat opens in auto", err)) })
		return loadTheme(o, "auto", colors, b)
	}
}

// loadTheme loads a theme for a terminal with so many colours.
func loadTheme(o app.Options, name string, colors int, background screen.Background) (*theme.Theme, error) {
	full := o.Env("COLORTERM")
	return theme.Load(theme.Options{
		Name: name, Colors: colors, TrueColor: full == "truecolor" || full == "24bit", NoColor: o.Env("NO_COLOR") != "",
		Background: theme.Background(background), // both count unknown, dark, light
		UserFiles: func(name string) ([]byte, error) {
			root, err := os.OpenRoot(filepath.Join(o.Base, "themes"))
			if err != nil {
				return nil, err
			}
			defer func() { _ = root.Close() }() // it was for reading
			return fs.ReadFile(root.FS(), name+".yaml")
		},
	})
}

// ascii says that the terminal shows no other characters, as its locale says or the person does.
func ascii(o app.Options) bool {
	if o.Config.TUI.Glyphs == "ascii" {
		return true
	}
	for _, name := range []string{"LC_ALL", "LC_CTYPE", "LANG"} {
		if v := strings.ToUpper(o.Env(name)); v != "" {
			return !strings.Contains(v, "UTF-8") && !strings.Contains(v, "UTF8")
		}
	}
	return false
}
