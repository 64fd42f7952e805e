// Package overlay has the panels that stand above the prompt or in its place: lists to choose from, text
// to page through, a call that asks for approval, small questions, one line of input.
//
// An overlay is a widget and nothing more. It holds what it was given, draws it, and reports what a person
// chose by calling a function. It starts no goroutine, reads no file and knows no session: who opens it
// loads what it shows and hands it over on the goroutine of the screen, in pages if it takes long.
//
// What each overlay means for the prompt stands in one table, see [ID.Kind]. The texts that come in are
// those of models, tools and files; they are made harmless once, when they come in.
package overlay
