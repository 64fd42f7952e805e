// Package toolhost gives each tool an actor. The guardian registers it under "tool/" and each of the
// tool's names, so that a call finds its handler by its route and never by a switch on names. Requests
// and answers are plain data: a tool may as well live in another process.
//
// Handlers run on goroutines of their own, any number at once; how many is the dispatcher's affair. A
// handler that panics fails its own call and nothing else.
//
//	accepts     Classify, Preview, Run, Cancel
//	tells       Classified for each Classify and Previewed for each Preview, once; Progress while a Run lasts and Finished at its
//	            end, once, to the address that the request carries
//	children    none
//	on failure  restarted by the guardian; the calls that ran get a failed result
//	survives    the handler, and the names of the calls that run
package toolhost
