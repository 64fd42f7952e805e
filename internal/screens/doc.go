// Command screens makes the pictures of the documentation: it plays scenes in the real program, in a
// tmux of its own, against a model that follows a script, and writes what the terminal shows as SVG.
// No network, no key and no file of the person is touched.
//
// A scene is a text file in the folder scenes, one step a line; lines that begin with # are comments:
//
//	size 100 30        columns and rows of the terminal; first of all
//	run ARGS           starts the program in a fresh copy of the sample project of `eidolon demo`
//	wait TEXT          until the terminal shows the text somewhere
//	gone TEXT          until it does not any more
//	rest               until nothing has changed for half a second
//	type TEXT          as a person types it
//	key NAME...        keys as tmux calls them: Enter, Escape, C-o, Up
//	shoot NAME TITLE   writes NAME.svg
//
// The model's part is model.yaml.
package main
