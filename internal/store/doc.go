// Package store keeps sessions on disk, or in memory for those that are not to be saved. It
// fulfils [journal.Log].
//
// A session is a directory, found under the base directory by the workspace it belongs to:
//
//	<base>/projects/<project>/workspace                    the path that <project> was made from
//	<base>/projects/<project>/sessions/<id>/events.jsonl   the truth, only ever appended to
//	                                        history.xnl    its messages, for people and other tools
//	                                        todos.json     the task list as it is now
//	                                        state.json     counters, title, and the session's key
//	                                        app.log        the program's own log
//	                                        lock           held by who writes to the session
//	                                        out/           full output of calls
//	                                        images/        pictures that the user showed
//	<base>/trash/<project>/<id>/                           what was deleted
//
// Everything but events.jsonl and the key follows from the events (see [follower]) and is brought
// up to date when the session is opened; so a failure to write it is no reason to stop.
//
// [Open] and [Create] give a [Log] to write to, one at a time for each session, in all processes
// together. [Find], [List] and [Stored] read sessions without a lock.
//
// # How nothing is lost
//
// The lines of one Append go out by one write call on a descriptor in append mode, and are
// acknowledged after it. So the end of the process can cost at most the tail of a batch that nobody
// was told of. [Open] reads the file from start to end; what follows the last good line is moved to
// a file of its own, and everything else stays as it is, readable or not. After a failed write the
// log is broken for good: a file system that lost one write is not to be trusted with the next.
package store
