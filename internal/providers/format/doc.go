// Package format is what the adapters of all wire formats share between the terms of package model and
// their own.
//
//	Runs       divides a conversation into turns, which all services want in alternation
//	History    keeps its JSON between requests, so that a round costs what is new in it
//	Frame      recognises events that differ only in their text, so that few need to be decoded
//	Out        passes chunks on within the limit of an answer
//
// What the JSON looks like is each adapter's affair.
package format
