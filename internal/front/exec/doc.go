// Package exec is the front-end without a person: it sends one prompt to a session ([Run]) and renders
// what happens until the turn is over. As text, the assistant's words go to standard output and all
// else to standard error; as JSON, every line of standard output is one event.
package exec
