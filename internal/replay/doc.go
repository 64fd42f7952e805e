// Package replay plays a recorded session through the real engine: the session, its stream, its
// dispatcher, the calls, the tools' actors, the journal and the renderers all run as they did, and only
// the ends are exchanged. The model gives the answers that were recorded, the tools give the results
// that were recorded, the policy rules as it did, and the log is in memory. The events that come out
// are compared with those that were recorded.
//
//	events ──▶ tape: turns, rounds, calls ──▶ run ──▶ stage: the actor tree ──▶ events ──▶ comparison
//	                                           ▲        model: player.go
//	                                           │        tools and policy: hands.go
//	                                       progress ◀── log: memory.go
//
// So a replay is a viewer of sessions, and every session that was ever kept is a test of the engine.
// Nothing is run, written to disk or sent: no part of a replay can.
//
// The recorded order is kept by waiting. What happens in a session has causes outside (a piece of the
// answer, the end of a call, the user's interrupt), and each cause waits until everything that was
// recorded before it has come again ([progress]). A log whose order the engine cannot repeat makes
// somebody wait in vain; after a while nobody in that turn waits any more, and the comparison says what
// came instead.
//
// A turn that the end of the program cut is played up to there, stopped as a kill would stop it, and
// taken up by a new session on the same log, which has to close the turn as the recorded one did.
package replay
