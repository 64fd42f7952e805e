// Package format is what the adapters of all wire formats share between the terms of package model and
// their own.
//
//	Run        is a turn of one side of a conversation; all services want them in alternation
//	History    keeps its JSON between requests, so that a round costs what is new in it
//	Frame      recognises events that differ only in their text, so that few need to be decoded
//	Unquote    reads a string of JSON faster than the decoder
//	Out        passes chunks on within the limit of an answer
//	Open       does so with the beginning of a call, with a name and in bounds
//	Decode     reads what came, Marshal and SetBody write what goes
//
// What the JSON looks like is each adapter's affair.
package format
