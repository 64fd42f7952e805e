// Package codex renders a run in the form that the Codex SDK reads: one JSON object a line, from
// thread.started to turn.completed or turn.failed. What the model says, thinks and does are items of the
// turn; an item that takes time has a line when it starts, and each has one when it is complete.
//
// Built-in tools appear as what the SDK knows: bash as command_execution, tools that change files as
// file_change, the task list as todo_list. Every other tool appears as mcp_tool_call, of a server named
// eidolon.
package codex
