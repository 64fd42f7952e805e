// Package shot makes pictures of terminals: text with colour codes, as `tmux capture-pane -ep` gives
// it, becomes an SVG. No font and no browser is needed to make one, and no font has to be installed to
// see one: every run of text stands at a fixed place and is stretched to its cells.
//
// The package is pure. Whatever bytes it is given, the result is well-formed XML without control
// characters.
package shot
