// Package providers has one actor for each model profile. It stands between the streams of all
// sessions and one model service, so that a thousand sessions together are no worse to it than one.
//
//   - It bounds the requests in flight.
//   - When the service asks to slow down, it holds back every stream and not only the one that was told;
//     when it asks for longer than anybody waits, it refuses them.
//   - It has a budget of retries ([budget]), so that a service that fails does not get more requests than
//     one that works.
//   - It breaks the circuit when the service is down ([circuit]): requests are refused at once, until a
//     single one that is let through is answered.
//
// A refusal is the failure that the service last gave, and says when it is asked again.
//
//	accepts     Acquire, Answering, Release
//	tells       Granted or Refused to each owner that acquires, and Held before; asking again is harmless
//	children    none
//	on failure  restarted by the guardian
//	survives    nothing; a stream that waits for long asks again
package providers
