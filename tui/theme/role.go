package theme

// Role is what a piece of text is, independent of how it looks.
type Role uint8

// The roles. Text is the plain one.
const (
	Text Role = iota
	Dim
	User      // what the person said
	Mention   // a token in it: @file:..., /command
	Heading   // of Markdown
	Strong    // bold text
	Emphasis  // italic text
	Code      // inline code and code without colours
	Link      // its text
	Quote     // quoted text
	Tool      // the mark and name of a tool line
	Input     // its input
	Running   // states of a tool line
	OK        //
	Warn      //
	Error     //
	Added     // lines of a diff
	Removed   //
	AddedWord // the words that changed in such a line
	RemovedWord
	Hunk     // headings and line numbers of a diff
	Keyword  // of highlighted code
	Name     // functions, types, tags
	Literal  // strings
	Number   // numbers and constants
	Comment  //
	Operator //
	Border   // of boxes and rules
	Title    // of boxes
	Prompt   // the mark of the prompt
	Status   // the status line
	Posture  // the permission mode in it
	Danger   // the mode yolo
	Selected // rows of lists
	Selection
	Match   // hits of a search
	Current // the hit that is being looked at
	Marked  // the item that is marked in the history
	Thumb   // of the scroll bar
	Roles   // how many there are
)

// ofCode says that a role is a colour of highlighted code.
func (r Role) ofCode() bool { return r >= Keyword && r <= Operator }
