// Package call is one running tool call: it asks the tool's actor to run it, passes on what it
// prints, and sees to it that there is exactly one result in bounded time, whatever the tool does.
//
//	        Started                 Finished
//	  -> running ------------------------------> Done, ends
//	        |  Cancel, time over
//	        v
//	     ending: the tool was told to stop
//	        |  Finished, or the grace period is over, or the tool's actor ended
//	        '---------------------------------> Done, ends
//
//	accepts     Cancel
//	tells       Progress, Done (once, last) to its owner
//	children    none
//	on failure  never restarted: the dispatcher turns its crash into one failed result
//	survives    nothing
package call
