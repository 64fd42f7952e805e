// Package guardian is the top of the tree. It starts the actors that the whole process shares, in
// the order in which they need each other, and restarts one that crashed: after a tenth of a second,
// doubling to five, five times in a minute. Past that it ends the process in an orderly way, because
// nothing works without them.
//
//	guardian
//	├─ routes               the route registry
//	├─ slots                how many calls run at once
//	├─ provider-<profile>   one for each model profile
//	├─ tool-<name>          one for each tool
//	├─ mcp-<name>           one for each MCP server
//	├─ indexer              the search index, where sessions are kept
//	├─ stubmodel            the scripted model, where one is wanted
//	└─ sessions             the conversations
//
//	accepts     Describe
//	tells       Tree for each Describe; Failed when a child crashed
//	children    as above
//	on failure  the process ends
//	survives    nothing
package guardian
