package app

import (
	"eidolon/tui/screen"
	"eidolon/tui/theme"
)

// Themes is what a screen loads its themes with.
func (o *Options) Themes() func(name string, colors int, b screen.Background) (*theme.Theme, error) {
	return o.themes()
}
