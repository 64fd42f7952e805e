// Package stubmodel is a language model that plays a script: for tests, for `--mock` and for the
// demo. It needs no network, gives the same answer to the same request, and can do on purpose what
// real services do by accident: stall, break off in mid-sentence, refuse, write a malformed call.
//
// A [Script] is a list of answers, read from YAML by [Parse]:
//
//	answers:
//	  - parts:
//	      - text: "I will look.\n"
//	      - call: {name: SysBuiltIn.read_file, id: r1, input: {path: notes.txt}}
//	  - expect: {results: 1, last: {contains: [buy milk]}}
//	    parts:
//	      - text: "You wanted to buy milk."
//
// One script serves both ways of calling tools. A request that offers tools gets native calls; one
// that does not gets them written into the text in XNL.
//
// # Which answer a request gets
//
// The place in the script follows from the request alone: it is the number of answers that the
// conversation already holds, which is how often the assistant has spoken in it (neighbouring
// assistant messages count once). So a request that is sent again gets the same answer again, a
// session that is resumed in another process goes on where it was, several sessions can share one
// model, and side requests without a past get the first answer. An answer whose text never reached
// the conversation does not count.
//
// What a retry gets is up to the answer: its attempts are played to the first requests at that
// place, one each, and the answer's own parts to all later ones. Two requests are attempts of one
// another when they hold the same messages. Attempts are counted in memory: a new process starts
// with the first.
//
// With `position: requests` the n-th request gets the n-th answer, whatever it holds. That suits
// tests of conversations that are shortened on the way; it is in memory too.
//
// After the last answer the model says "Echo: " and the text of the last user message, or what the
// script's `after` says.
//
// # The actor
//
// Plays are independent of one another; each is driven by timers that were all set at its start, so
// that pauses do not add up errors and need no clock.
//
//	          Play                          all notes told
//	idle ────────────▶ playing (one of many) ──────────────▶ forgotten
//	                      │  asker gone: timers stopped          ▲
//	                      └──────────────────────────────────────┘
//
//	accepts        Play
//	tells ReplyTo  Began once, then Said and Wire in order, then one of Ended, Failed, Panicked;
//	               no Began when the request is refused; no ending from a script that hangs
//	children       none
//	on failure     it has no state worth a restart but the counters of attempts; askers who use
//	               [NewClient] get an error
//	survives       the script
//
// [NewClient] makes it a model.Client for code that is no actor.
package stubmodel
