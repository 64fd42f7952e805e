// Package ttyguard puts the terminal right when the program cannot do so itself: killed by force, out
// of memory, or ended by a fault that Go does not recover from.
//
// The guard is a second process of the same program, with a pipe to the first. Start sends it the
// state of the terminal. Arm and Disarm tell it what has to be undone at the moment. When the pipe
// ends without a goodbye, the guard undoes it and exits. All it needs is in the pipe, so it does not
// matter how long it takes to start.
//
//	program                         guard
//	Start  ── state ──────────────> waits
//	Arm    ── bytes that undo ────> keeps them
//	Disarm ───────────────────────> forgets them
//	Close  ── goodbye ────────────> exits
//	(dies) ── end of file ────────> writes the bytes, restores the state, exits
//
// It is in a process group of its own and ignores the signals of the terminal, so that what ends the
// program does not end the guard.
//
// Systems without Unix terminals have none: there, Start gives a guard that does nothing.
package ttyguard

// Arg is the command of the program that runs Main. It is hidden from people.
const Arg = "__tty-guard"
