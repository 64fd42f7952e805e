// Package typeahead throws away what was typed before a question was on the screen, so that keys that
// were meant for something else do not answer it.
package typeahead
