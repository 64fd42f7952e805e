// Package routes is the central route registry: it maps names such as "tool/SysBuiltIn.read_file",
// "session/<id>" or "provider/<profile>" to the actors that answer to them.
//
// An actor registers itself when it starts. The registry watches it and drops its routes when it
// ends.
//
//	accepts     Register, Resolve, List
//	tells       Resolved or NotFound for each Resolve; Listing for each List
//	children    none
//	on failure  restarted by the guardian
//	survives    the routes
package routes
