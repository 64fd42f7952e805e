// Package claude speaks the language in which Claude's agent SDK drives the program that it starts: one
// JSON object a line, in both directions.
//
// The SDK begins with a control request named initialize ([Begin] reads it, since it may hold the system
// prompt), then sends messages of the user, each of which becomes a turn ([Serve]). Meanwhile either side
// may ask the other for something: the SDK to interrupt, or to change the mode or the model; this side
// whether a tool may run. What happens in a turn is rendered by a [Sink]: system/init, assistant and user
// messages made of content blocks, pieces of them as stream events for who wants them, and a result at the
// end of each turn.
//
// Lines are written from two goroutines, the one of the renderer and the one of [Serve]; the Sink sees to it
// that they stay whole and in order.
package claude
