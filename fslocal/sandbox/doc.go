// Package sandbox confines commands by means of the operating system: what they may write, what they
// may not read, whether they may use the network. A [Box] holds what is asked for, and makes a [Plan]
// for each command that starts.
//
//	system   means                                     name of the level
//	Linux    Landlock and a seccomp filter             landlock7+seccomp (7 is the version of Landlock)
//	macOS    Seatbelt, through /usr/bin/sandbox-exec   seatbelt
//	others   none                                      ""
//
// # Writing
//
// A command writes to the workspace, to a private directory for temporary files, to the caches of
// tools (caches.go), to what the configuration adds, and to a few devices. In plan mode it is the
// private directory and /dev/null alone. Where these places are is found out once, before the first
// command: a place that lies in another one is dropped, since a command could have put a link there
// (roots.go).
//
// The program's own directory is kept from commands wherever it lies: its files say what commands may do
// (own.go, write_linux.go).
//
// # Reading
//
// A command reads everything but what the configuration hides (hidden.go). Landlock can only allow, so
// on Linux each directory above a hidden path is opened and its other entries are allowed one by one
// (rules_linux.go), anew for each command. Two things follow. What is made in such a directory while a
// command runs cannot be read by that command. And outside the workspace such a directory cannot be
// listed, if what is hidden below is a directory: leave to list holds for all that lies below, and the
// names in a hidden directory are not to be seen. Inside the workspace names may be seen, and no
// content.
//
// # Where it happens
//
// On Linux the thread that starts a command restricts itself; the command inherits that, and whatever
// it starts. The thread is never used for anything else again and ends with its goroutine. The rest of
// the program stays free. Nothing is started in between, which makes it cheap. On macOS the shell is
// started through another program, which takes the rules as text (seatbelt.go).
//
// A sandbox that cannot be set up where the system has one fails: the command does not start.
package sandbox
