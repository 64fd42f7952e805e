// Package session is one conversation: its state machine, and the owner of the actors that do its
// work. It decides what is written, what is sent to the model, which calls are run, and what the
// subscribers are told; it does none of that itself.
//
//	        UserTurn             answer ends, calls are open
//	idle -------------> asking -----------------------------> working
//	  ^                  |  ^                                   |
//	  |   no calls       |  '--- all results are there --------'
//	  '------------------'
//	In any state: Cancel ends the turn, Close ends the session.
//
// Idle is a session without a turn; asking, a turn whose request is not answered; working, one whose
// request is answered and whose calls are not all done. Between two rounds a turn waits until what the
// next request needs is on disk. A turn that is done may go on with another round when whoever is asked
// about its end ([Options].Stop) has something to tell the model.
//
// Everything the session knows follows from its events. An event is applied to the state when it is
// made, given to the journal, and told to the subscribers when it is kept, in one order for all
// ([outbox]). After a restart, of this actor or of the program, the state is rebuilt from the events;
// a turn that was open is closed, and no call runs twice.
//
// A call that the user is asked about is one that is open, so the turn is asking or working as ever.
// A turn with a command of the user has no request: it goes from idle to working and back. One for a
// program that runs the calls itself ([Caller]) goes from asking to idle: its calls are told, and that is
// all.
//
//	accepts     UserTurn, RunCommand, Cancel, Answer, SetPosture, SetModel, SetAgent, SetTools,
//	            Attach, Detach, Close; the notes of its children
//	tells       Closed to whoever closed it; batches to its renderers
//	children    journal, dispatcher, stream/<request>, renderer/<name>
//	on failure  restarted by the sessions actor, three times in a minute
//	survives    the log, the names of its renderers, what the user said that is not on disk yet, and
//	            what they chose and allowed while the program ran
package session
