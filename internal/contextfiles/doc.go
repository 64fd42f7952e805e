// Package contextfiles brings files before the model that a person wants it to know: the AGENTS.md files
// that hold for a workspace ([Gather]), and what a prompt refers to ([Resolver.Resolve]). For the
// menus that complete a reference it lists directories ([Resolver.List]), walks the workspace
// ([Resolver.Walk]) and shows the beginning of a file ([Resolver.Preview]).
//
// What a prompt can refer to:
//
//	@file:PATH   a file or directory, as a system message ahead of the turn
//	@PATH        the same when it exists, as a block after the text; else it is plain text
//	             A picture is shown to the model, see [Turn.Images], and named at the end of the text.
//	@agent:NAME  the agent for this turn and those that follow
//	@!COMMAND    a shell command, at the beginning of a prompt
//	/NAME ARGS   a command of package commands, at the beginning of a prompt
//
// A reference is a person's own act, so it may name any path but those that the settings keep from
// everybody. The text of a command that comes with a project is no such act: what it refers to stays
// in the workspace.
//
// Everything is bounded in time and size and reads only. A file that cannot be read is a notice, and
// the turn goes on without it.
package contextfiles
