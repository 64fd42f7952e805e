// Package house holds the rules of the project that no linter knows, and the test that keeps them.
//
// [Load] parses the repository's sources once; each [Rule] is one small function over the outcome and
// has a table of exceptions that say why. An exception that excuses nothing is a fault too, so the
// tables stay true. The rules, by file:
//
//	concurrency.go  goroutines, channels and locks stay in actorkit
//	variables.go    package variables are tables and errors
//	actors.go       what an actor's package documents and what its messages.go holds
//	imports.go      who may import what
//	tools.go        what belongs to a tool
//	docs.go         numbered decisions, links that lead somewhere, commands that exist
//	readme.go       the first page is the same in both languages
//	texts.go        every text of the screen has its translation
//
// Directions between layers are depguard's affair, in .golangci.yml; here is what it cannot say.
//
// Package rows below compares the list of features with the tests, and command features prints that.
package house
