// Package renderer brings a session's events to one subscriber: the text or JSON of exec, a screen, a
// browser. The session sends one Batch and no other before Ready comes back, so memory is bounded,
// the order holds, nothing is dropped, and a slow subscriber slows nobody.
//
//	accepts     Batch, Close
//	tells       Ready when it can take a batch, Closed (last) to the session; Broken when its sink
//	            cannot take more
//	children    none
//	on failure  restarted by the session, ten times in a minute; it attaches again behind the last
//	            event that it had shown
//	survives    the sink
package renderer
