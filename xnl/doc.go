// Package xnl reads and writes XNL, the tree notation in which a model writes its tool calls, tool
// cards are shown to it, and the chat log is kept.
//
// An element has a short tag and no end tag; long text stands raw between an opener and a closer of
// the writer's choice:
//
//	<tool_call SysBuiltIn.write_file id="w1" { path = "a.txt" } #body>
//	any text at all, "quotes", \backslashes, </tags>
//	</#body>
//
// There are three ways in:
//
//   - [Parse] and [ParseOne] read a whole document into a tree ([Element], [Map], [Array] and the
//     scalars), [Format] and [FormatDoc] print one.
//   - [Scanner] takes one assistant message in pieces of any size and reports visible text, quotes
//     and finished tool calls as they come. What it reports does not depend on the pieces.
//   - [AppendRecord] and [ReadRecords] keep the chat log, one element per message.
//
// A single push parser (machine.go) stands behind all of them: Parse pushes everything and closes,
// the Scanner pushes what has arrived. Errors therefore have the same code and offset in both. The
// package imports the standard library only and never evaluates anything: the JavaScript form of a
// call is read as data ([ReadJSCall]).
package xnl
