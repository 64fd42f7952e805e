// Package providers has one actor for each model profile. It stands between the streams of all
// sessions and one model service: it bounds the requests in flight, and when the service asks to
// slow down it holds back every stream, not only the one that was told.
//
//	accepts     Acquire, Release, Throttled
//	tells       Granted to each owner that acquires; asking again is harmless
//	children    none
//	on failure  restarted by the guardian
//	survives    nothing; a stream that waits for long asks again
package providers
