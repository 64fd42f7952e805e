// Package slots limits how many tool calls run at once in the whole process. A dispatcher asks for a
// slot before it starts a call and gives it back when the call is done; whoever ends without giving
// back loses its slots. Waiting goes first come, first served.
//
//	accepts     Acquire, Release
//	tells       Granted for each Acquire, once
//	children    none
//	on failure  restarted by the guardian; who waits for long asks again
//	survives    nothing
package slots
