package checkpoint

// Point is a checkpoint that was taken.
type Point struct {
	Name    string // what Changes and Restore know it by, such as "000012"
	Files   int    // regular files and links in it
	Bytes   int64  // bytes that were newly written for their contents, after compression; 0 when nothing changed
	LeftOut Omissions
}

// Omissions count what is not in a checkpoint, or what a restore leaves alone.
type Omissions struct {
	Count      int       // files and directories that do not fit or cannot be read; what git ignores is not counted here
	Ignored    int       // directories that git ignores
	Incomplete bool      // there were more entries than the limit: a restore will delete nothing
	Limit      int       // the limit of entries now; only when Incomplete
	Examples   []LeftOut // the first few of Count
}

// LeftOut is one path that is not in a checkpoint.
type LeftOut struct {
	Path   string
	Reason Reason
}

// Reason says why a path is left out, in words for users. It is part of the format of trees.
type Reason string

// The reasons.
const (
	Git        Reason = "git"        // git's own files
	Ignored    Reason = "ignored"    // a directory that git ignores
	Skipped    Reason = "skipped"    // one of Options.Skip, or a file that is just being written
	TooLarge   Reason = "too-large"  // above the limit for one file
	OverTotal  Reason = "over-total" // above the limit for all contents together
	TooDeep    Reason = "too-deep"   // below more directories than anybody has
	Special    Reason = "special"    // a FIFO, socket or device
	Unreadable Reason = "unreadable" // the system does not let us
	// What a restore leaves alone has two more, which are in no tree.

	Unkept Reason = "unkept" // the newest checkpoint does not have it as it is now
	Filled Reason = "filled" // a directory with something in it that stays, where a file or link was
)
