// Package stubserver serves the scripts of actors/stubmodel over HTTP, on the loopback interface, in
// the wire format of a real service: for tests of the clients, for measurements, and for work by
// hand. It notes when each request came and when its answer left, so that the time a client takes
// can be read from outside.
//
//	srv, err := stubserver.Start(ctx, script, stubserver.Options{})
//	// point a client at srv.URL
//	for _, x := range srv.Exchanges() { ... }
//
// The server is as strict as services are: a request that they would refuse gets status 400. A
// request that does not fit the script gets it too, with an error that names the answer.
//
// # How faults look on the wire
//
// A fault that comes before anything else becomes a status: 401, 429, 503 or 400, or the one that
// the script names, with Retry-After. A fault in the middle becomes an error object in the stream.
// Some are no words of a service but accidents, and happen:
//
//	unreachable, truncated, panic  the connection is cut
//	bad_answer                     a page of HTML with status 200, or a broken line in the stream
//	timeout, hang                  nothing more until the client leaves
//
// Everything else that can go wrong is said by a script's `http` (a response of any status, with any
// headers and body: a redirect, a captive portal), `delay` (before the headers) and `wire` parts
// (bytes in the stream as they are: comments, half a line, two events in one).
package stubserver
