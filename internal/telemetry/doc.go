// Package telemetry tells OpenTelemetry what a session does. It is one more renderer of the session's
// events: a [Sink] makes spans and measures of them, with the attribute names that are agreed on for
// generative AI.
//
//	invoke_agent    a turn, from the user's words to its end
//	  chat          a request to the model, with what it used and how long the first piece took
//	  execute_tool  a call, from its start to its result
//
// Neither what is said nor what tools read and print is told, unless the user asks for it. A collector that
// is slow or gone costs a turn nothing, since everything is handed to queues that drop what they cannot
// hold, and costs the end of the program [Patience] at most.
//
// The exporter is large, so only builds with the tag otel have it. Other builds say so once ([ErrNoExporter]).
package telemetry
