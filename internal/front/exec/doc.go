// Package exec is the front-end without a screen: it sends one prompt to a session ([Run]), or one
// after the other ([Talk]), and renders what happens until the turn is over. As text, the assistant's
// words go to standard output and all else to standard error; as JSON, every line of standard output
// is one event.
package exec
