// Package mcphost gives each MCP server an actor. It connects to the server beside everything else, gives
// each of its tools an actor and a route, notices the server's end, and connects again.
//
//	connecting ──answers──> ready ──ends──> down ──after a while──> connecting
//	    └────────fails────────────────────────^  └─too often──> given up ──Restart──> connecting
//
// The first wait is a second, and each further one twice as long, up to a minute. A server that was ready for
// a minute begins anew with both. The tools of a server that is down keep their routes: their calls fail with
// the reason, and what the model was told of stays the same. Those of the next connection take their place.
//
//	accepts     Restart, Close
//	tells       Changed for each change of state, to the address that the options carry; Closed for each Close, once
//	children    one toolhost for each tool of the server
//	on failure  restarted by the guardian, which connects again
//	survives    nothing
package mcphost
