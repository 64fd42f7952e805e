// Package proc is the one place of the program that starts processes: [Runner] fulfils
// [fsapi.Runner] on the local machine, and [fsapi.Starter] for processes that live on.
//
// A command runs in a shell of its own that reads no start files, in a session and process group of
// its own, with nothing on its standard input but what the caller gives, and with only the listed
// variables in its environment (see [Environ]) beside the caller's. No process starts without a verdict
// that allows this very command.
//
// # Who does what
//
//	Run       the caller's goroutine: calls emit, keeps the output, watches limits, sends signals
//	starter   one goroutine on a thread of its own: starts the shell, waits for its end, is gone
//	pump      one goroutine per output stream: reads the pipe and hands the pieces to Run
//	feed      one goroutine where there is something to read: writes it into the pipe
//
// A process that lives on has the same starter, two goroutines that see it through, and no pump: whoever
// started it reads and writes.
//
// The starter keeps its thread because Linux sends the parent-death signal when the thread ends that
// started the child, not when the process does. It is also where the sandbox begins, see [sandbox.Plan]:
// what restricts that thread before the start is inherited by the shell and by nothing else.
//
// # How a command ends
//
//	the shell ends       what it left in the background may finish its output for drainGrace
//	cancelled, out of    SIGTERM to everything it started, SIGKILL stopGrace later
//	time
//	closed, of one that  its input ends, SIGTERM quietGrace later, SIGKILL after another
//	lives on
//	in all cases         SIGKILL to its process group before the shell is reaped, so that the number
//	                     cannot belong to somebody else yet; then the pipes are closed
//
// "Everything it started" is, on Linux, its session, its descendants, and what carries the mark that
// each command has in its environment (EIDOLON_CALL). A daemon that also cleared its environment, or
// runs as another user, is not found. On macOS it is the process group alone, on Windows the job.
//
// When the shell ends by itself, two kinds of process stay: a daemon, which gave itself a session and
// lost its parent, and a job that left the process group and holds neither pipe. To look for them
// after every command would cost more than the command. Neither can hold Run up. Of a process that lives
// on they are looked for and ended.
package proc
