// Package hooks runs commands of the user at four moments of a session:
//
//	PreToolUse         before a tool call; may refuse it, or tell the model something with its result
//	PostToolUse        after a call that did well; may add to what the model reads of it
//	UserPromptSubmit   before a prompt is sent; may refuse it, or add to it
//	Stop               before a turn ends that is done; may have the model go on
//
// A hook gets one JSON object on its standard input and answers by its exit code and what it prints:
// 0 goes on (and what it prints is read when that is a JSON object), 2 refuses with the reason on
// standard error, anything else is a failure of the hook, of which the user is told and which changes
// nothing. docs/hooks.md has the whole contract.
//
//	configuration ─▶ New: the guard judges each command ─▶ Hooks
//	a call    ─▶ Wrap: the handler of a tool, with hooks before and after ─▶ the tool
//	a prompt  ─▶ Prompt        the end of a turn ─▶ Stop
//	             └──▶ ask: runs the commands that match, reads their answers, the strictest wins
//
// A hook can only tighten: its "allow" lifts nothing that the policy or the guard decided, since both
// have decided before it runs. Hooks start in the one place where commands start, [fsapi.Runner], and
// are confined as others are.
package hooks
