// Package conformance runs a case file against package xnl and says which cases fail.
//
// A case file is a JSON object with a list "cases". A case has an id, a kind, an input and what is
// expected of it; docs/xnl.md describes the kinds. The package also holds the JSON forms in which a
// tree, an error and the events of a message are compared, so that commands can print them: [Tree],
// [Error] and [WriteEvents].
package conformance
