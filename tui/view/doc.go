// Package view turns the events of a session into what a screen shows: a list of items made of styled
// text. It is pure: events in, items out. No goroutine, no terminal, no clock (the time comes with the
// events), so that everything that a person reads can be tested as text.
//
// [Model] is the way in. [Model.Apply] takes events as they come, live ones and those of a log alike,
// and is cheap: it only notes what has come. [Model.Frame] does the work, once for all that came since
// the frame before, and gives the items that differ.
//
//	events -> Model -> entries (entry.go: one for each item, of six kinds)
//	                      | Frame: those that have changed
//	                      v
//	        answer.go      Markdown: stream.go, walk.go, inline.go, table.go
//	        tool.go        calls: tool_*.go for their looks, ansi.go, diff.go, live.go
//	        line.go        notices, errors, ends of turns
//
// A session that is shown from its log looks as it did when it was live. What a person sees of an
// answer is its text without the calls in it; deltas bring that text alone, and of messages it is read
// again (said.go), under the same numbers, so that what was shown already falls away.
//
// Text from outside is hostile. Whatever becomes the text of a block went through package clean or the
// reader of terminal codes (ansi.go), and links lead to harmless schemes only.
package view
