package theme

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
)

// Background is what is known of the terminal's own background.
type Background uint8

// The backgrounds.
const (
	Unknown Background = iota
	Dark
	Light
)

// Options say which theme, and for which terminal.
type Options struct {
	Name       string // a built-in theme, one of the person's own, or "" for auto
	Colors     int    // that the terminal has
	TrueColor  bool
	Background Background
	NoColor    bool // no colours, whatever the theme says
	// UserFiles gives the file of a person's own theme; its error is fs.ErrNotExist when there is none.
	// With nil, there are built-in themes only.
	UserFiles func(name string) ([]byte, error)
}

const (
	leastColors = 8       // a terminal with fewer gets none
	trueColors  = 1 << 24 // of a terminal that has them all
)

// Load makes a theme for a terminal.
func Load(o Options) (*Theme, error) {
	if o.Name == "" {
		o.Name = "auto"
	}
	if o.TrueColor {
		o.Colors = trueColors
	}
	if o.NoColor {
		return none().fit(o.Name, 0), nil
	}
	if slices.Contains(Names(), o.Name) {
		return o.make(o.Name, nil), nil
	}
	return o.own()
}

// make makes a theme of a built-in table and what a person's own file says of it.
func (o Options) make(base string, own *file) *Theme {
	looks := o.base(base)
	if own != nil {
		own.change(&looks)
	} else if base == "none" {
		o.Colors = 0 // not those of a command's output either
	}
	return looks.fit(o.Name, o.Colors)
}

// base gives the table of a built-in theme for the terminal.
func (o Options) base(name string) table {
	switch {
	case name == "none" || o.Colors < leastColors:
		return none()
	case name == "auto":
		return sixteenColors(o.Background)
	case o.Colors < 256 && name == "light":
		return sixteenColors(Light)
	case o.Colors < 256:
		return sixteenColors(Dark)
	case name == "light":
		return light()
	case name == "high-contrast":
		return highContrast()
	}
	return dark()
}

// own makes a person's own theme.
func (o Options) own() (*Theme, error) {
	var data []byte
	err := fs.ErrNotExist
	if o.UserFiles != nil && plainName(o.Name) {
		data, err = o.UserFiles(o.Name)
	}
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, fmt.Errorf("there is no theme %q%s: built in are %s, and your own are files in the folder themes",
			o.Name, hint(o.Name, Names()), strings.Join(Names(), ", "))
	case err != nil:
		return nil, fmt.Errorf("read the theme %q: %w", o.Name, err)
	}
	f, err := parse(o.Name+".yaml", data)
	if err != nil {
		return nil, err
	}
	return o.make(f.base, f), nil
}

// plainName says that a name is one of a file in a folder and leads nowhere else.
func plainName(name string) bool {
	return name != "" && !strings.HasPrefix(name, ".") && !strings.ContainsAny(name, "/\\:\x00")
}
