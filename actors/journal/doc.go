// Package journal is the only writer of a session's files. It appends events, tells when they are
// kept, and sees to it that they survive the power too: at once where the session asks for it, at
// most a second late otherwise.
//
// Writing runs beside the actor; what arrives meanwhile goes out together in the next write.
//
//	accepts     Append, Close
//	tells       Appended, Closed (last), WriteFailed to the session
//	children    none
//	on failure  restarted by the session, five times in a minute; then the session refuses turns
//	survives    the log on disk. The session sends again whatever was not Appended, and the journal
//	            drops what the log has already
package journal
