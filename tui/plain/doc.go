// Package plain is the conversation in lines, for terminals without a screen, for screen readers, and
// for pipes. What was written stays: nothing is drawn again, no escape sequence is sent, and no line
// is said twice.
//
// On a terminal each line says who speaks (you, assistant, tool), menus are numbered, and a question is
// answered by typing. In a pipe every line of the input is a prompt, the answers go to the output, and
// all else to the error output.
//
// A [Talk] is one goroutine, the one that calls [Talk.Run]. It owns what is shown and what waits; lines,
// signals, events of the session and ends of commands come to it through channels:
//
//	reader of the input ──line──> Run <──batch── Render (the renderer's goroutine, which waits)
//	            command ──reply─> Run ──Tell──> session
package plain
