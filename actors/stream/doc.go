// Package stream is one request to a model. It asks the provider's actor for leave, sends the
// request, and turns what comes back into notes: text, reasoning, and calls, each told at the byte
// that completes it, while the answer goes on.
//
// Calls reach it in two forms. In XNL they are framed in the text, and package xnl finds them. On a
// native wire they come beside the text; a native call is a block of one. It is told as soon as its
// input is one complete JSON value, so that a read can start, and its block ends when the service
// goes on to something else.
//
//	        Granted           first chunk            end of the answer
//	waiting -------> sent -----------------> talking -----------------> Ended
//	                   \________________________\_____ any failure ---> Failed
//
//	accepts     Abort
//	tells       TextDelta, ReasoningDelta, CallOpened, CallInput, CallClosed, CallFailed, BlockBegan,
//	            BlockEnded, BlockUnclosed, Notice, Held, Used; and last, once, Ended or Failed
//	children    none
//	on failure  never restarted: the session treats its crash as Failed
//	survives    nothing
package stream
