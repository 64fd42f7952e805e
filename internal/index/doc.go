// Package index finds words in the sessions on disk.
//
// The index is one file, <base>/index.db, of SQLite with its full-text module FTS5. It follows from
// the logs of the sessions: it can be deleted at any time, and whoever searches brings it up to date
// first ([Index.Search]). It holds words and places, and no text: what a hit shows is read from the
// log.
//
// # How a place is named
//
// The number of a row of the table of words is a session and a byte of its log:
//
//	63            36 35              0
//	┌───────────────┬────────────────┐
//	│ sessions.no   │ byte of a line │
//	└───────────────┴────────────────┘
//
// So a hit leads to its line without another table, the rows of a session are a range, and a line
// that is indexed twice replaces itself. A second table has a row for each session: how far its log
// was read, and size and time of the file at that moment. When both are as they were, the log is not
// opened; when it grew, the rest is read; when it is another one, all of it is.
//
// # One writer, and nobody waits
//
// Logs are read and cut into words by all processors and written by one connection, in transactions
// of some megabytes, each of which leaves the index in order. A lock beside the index keeps two
// processes from doing the same work. Who does not get it searches what there is; who cannot use the
// index at all reads the logs themselves ([Index.Search] says so in its result), and gets the same
// kind of hits.
package index
