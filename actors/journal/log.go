package journal

import (
	"context"
	"fmt"

	"eidolon/actors/event"
)

// Log is the storage of one session. Its events are the truth; whatever else an implementation
// keeps (the readable history, the task list, the counters) follows from them.
//
// All methods may be called at the same time. Append, Sync and Close wait for one another; Read waits
// for nobody.
type Log interface {
	// Append keeps events in the order given, all of them or none. Their numbers continue at Next;
	// leading ones that are kept already are passed over. The first event of a session is its Meta. When Append returns nil the events survive the
	// end of the process; with sync they survive the end of the power too.
	//
	// Pictures of a message that have their bytes with them are kept too, each before the event that names
	// it, so that they survive whatever it survives.
	//
	// An event that cannot be kept (a number out of order, a value without a JSON form) is refused
	// and changes nothing. A failure of the storage is for good: from then on Append and Sync give
	// that same error, and what the failed call brought counts as not kept.
	Append(events []event.Envelope, sync bool) error
	// Sync makes everything appended so far survive the end of the power.
	Sync() error
	// Read calls fn for every event with a number of at least from, in order, up to what had been
	// appended when Read was called. Lines that cannot be read are passed over. It ends early with
	// the error of fn or of ctx.
	Read(ctx context.Context, from int64, fn func(event.Envelope) error) error
	// Image gives the bytes of a picture of an event. It fails when they are gone, or are not those
	// any more.
	Image(i event.Image) ([]byte, error)
	// Next is the number that the next event gets, 0 in a session without events.
	Next() int64
	// Facts gives what is fixed while the session is open.
	Facts() Facts
	// Close syncs, brings the derived files up to date and releases everything. Closing twice is
	// harmless.
	Close() error
}

// Facts is what is fixed while a session is open.
type Facts struct {
	ID     string // UUID v4
	Dir    string // absolute directory of the session, or "" when nothing is kept
	OutDir string // absolute directory for the full output of calls
	Key    []byte // secret of the session, for the markers around results
	// Problems is what was found, and where possible mended, when the session was opened. It is
	// empty for a new session and for one that was left in order.
	Problems []Problem
}

// ProblemKind is the stable name of a kind of problem.
type ProblemKind string

// The kinds of problems.
const (
	// ProblemTorn is an end that was cut off in the middle of a write. It was set aside in a file of
	// its own.
	ProblemTorn ProblemKind = "torn_tail"
	// ProblemDamaged is a line that cannot be read. It stays where it is and is passed over.
	ProblemDamaged ProblemKind = "damaged_line"
	// ProblemForeign is an event of a known type with fields that do not fit. It stays where it is
	// and is handed out as [event.Unknown].
	ProblemForeign ProblemKind = "foreign_event"
	// ProblemGap is a place where numbers are missing.
	ProblemGap ProblemKind = "sequence_gap"
	// ProblemRepeated is an event whose number was there before. The first one counts.
	ProblemRepeated ProblemKind = "sequence_repeated"
	// ProblemMeta is a first event that is no meta line, or one of another session.
	ProblemMeta ProblemKind = "meta"
	// ProblemVersion is a schema version that this program does not know.
	ProblemVersion ProblemKind = "schema_version"
	// ProblemDerived is a file beside the events that did not agree with them and was mended.
	ProblemDerived ProblemKind = "derived_file"
	// ProblemImage is a picture of a message that cannot be read any more.
	ProblemImage ProblemKind = "image"
	// ProblemMore stands for the problems that were not listed because there are too many.
	ProblemMore ProblemKind = "more"
)

// Problem is something that is not in order in a session's files.
type Problem struct {
	Kind    ProblemKind
	File    string // name in the session's directory
	Line    int64  // from 1, or 0 when the problem is not one of a line
	Offset  int64  // byte at which the line starts
	Message string // one sentence for people
}

// String gives the problem with its place, ready to be shown.
func (p Problem) String() string {
	if p.Line == 0 {
		return fmt.Sprintf("%s: %s", p.File, p.Message)
	}
	return fmt.Sprintf("%s, line %d (byte %d): %s", p.File, p.Line, p.Offset, p.Message)
}
