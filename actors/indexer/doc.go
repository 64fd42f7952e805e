// Package indexer keeps the search index near to what is on disk. A session says that its log has
// grown when a turn is over; a while later, so that a run of one turn never pays for it, the index
// reads what is new. Nothing depends on it: whoever searches looks for what is missing. So a failure
// is written to the diagnostics log, once, and nobody else hears of it.
//
//	         Grown             due                  done
//	idle ------------> quiet --------> updating ------------> idle
//	                   ^  | Grown      |  ^ | Grown    | something waits
//	                   |  '-' collects |  '-' collects |
//	                   '---------------+---------------'
//
//	accepts     Grown
//	tells       nothing
//	children    none
//	on failure  restarted by the guardian
//	survives    nothing; the next search finds what was forgotten
package indexer
