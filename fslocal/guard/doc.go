// Package guard judges shell commands before they run: text in, verdict out. It touches no file,
// starts nothing, reads no clock and no environment, so the same command always gets the same answer.
//
// It is a seat belt and not a wall. A script, a compiler or an interpreter can do anything, and the
// guard does not look into them; confinement by the operating system is the wall. What the guard
// does is to refuse, in every mode, what nobody wants from an agent (root rights, switching the
// machine off, formatting disks, deleting the system or the home directory, running text from the
// network) and to ask about what only a person can decide.
//
// # How it works
//
// The command is parsed once, as bash would, and then walked in the order of execution by an
// abstract interpreter:
//
//   - chars.go refuses bytes that hide what a command does, before anything is parsed.
//   - walk.go goes through statements with a [state]: working directories, variables, functions,
//     aliases, arguments, text on standard input, files written so far. Where the state depends on
//     something unknown, all alternatives are kept (alternatives.go).
//   - words.go and params.go turn words into fields. What cannot be computed becomes a mark inside
//     the text (marks.go): "any text", "text from the network", "a glob".
//   - call.go finds out which program a simple command runs. table.go maps program names to
//     handlers; a handler unwraps the program inside (env, xargs, find -exec, sh -c) or judges what
//     the program does to its operands.
//   - argrules.go is the table of options that take a command or code, or name a file to write.
//   - places.go resolves names and says in which zone they lie; effects.go turns zone and effect into
//     a finding.
//   - rules.go lists every rule with its decision and its sentence. The verdict is the strictest of
//     all findings; nothing allows early.
//   - leaks.go asks before keys leave the machine; cloud.go before something changes elsewhere.
//   - runs.go lists the programs that the command would start, for rules about programs. There a text
//     that is only near the truth counts as not known.
//   - readers.go answers the second question: does the command only read, and only inside the
//     workspace? It is a list of programs and flags known to read; all else writes.
//
// Work is bounded by limits on size, nesting, depth and steps; reaching one of them denies.
package guard
