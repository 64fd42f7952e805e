package xnl

// Kind says what an Event is about.
type Kind uint8

// The kinds of events, with the fields that each sets besides Kind and End.
const (
	EventText          Kind = iota // Text: visible text
	EventQuote                     // Text: a whole quote, to be shown as it is
	EventBlockBegin                // Block
	EventCallBegin                 // Block, Start, ID, Name, Args so far: a call with a text body has begun
	EventBody                      // Block, Start, Text: a piece of that body
	EventCall                      // Block, Start, ID, Name, Args: a complete call is queued
	EventCallError                 // Block, Start, ID if known, Code, Offset, Msg
	EventBlockEnd                  // Block, Calls: these calls are released, in order
	EventBlockUnclosed             // Block, Calls: these calls are cancelled
	EventNotice                    // Block if in one, Start and ID if about a call, Code
)

// Event is something that the Scanner found in a message.
type Event struct {
	Kind Kind
	// Code is the code of a call error or a notice.
	Code Code
	// Text is UTF-8 and never ends inside a character. It is valid until the function that takes
	// the event returns: it may be part of the bytes given to Write, or of a buffer used again.
	Text []byte
	// ID is the id of the call, made unique within the message.
	ID   string
	Name string
	// Args are the arguments of a call in source order: strings, numbers, booleans, null, maps and
	// arrays of them. Args.MarshalJSON gives them as JSON. They must not be changed before the block
	// has ended, because later calls are compared with them.
	Args *Map
	// Calls are the ids of a block's calls, in order.
	Calls []string
	// Msg says in words what is wrong with a call.
	Msg string
	// Block counts the blocks of the message, from 1.
	Block int
	// Start is the offset in the message of the '<' that begins the element.
	Start int
	// Offset is where in the message the error of a call is.
	Offset int
	// End is the offset in the message just after what the event is about. It never decreases.
	End int
}

// Codes of errors in a call whose element is complete, and of an element that never is.
const (
	UnclosedCall    Code = "UNCLOSED_CALL"    // the message ends inside the element
	UnsupportedLang Code = "UNSUPPORTED_LANG" // a lang other than javascript
	BadCall         Code = "BAD_CALL"         // neither a name nor a body with a call
	BadArgs         Code = "BAD_ARGS"         // arguments of a form that is not allowed
	NameMismatch    Code = "NAME_MISMATCH"    // head word and JavaScript call name different tools
	NoMainParam     Code = "NO_MAIN_PARAM"    // a text body for a tool that takes none
	DuplicateParam  Code = "DUPLICATE_PARAM"  // an argument given in two places
)

// Codes of errors in the JavaScript form of a call.
const (
	JSSyntax      Code = "JS_SYNTAX"      // not JavaScript, or cut off
	JSNotLiteral  Code = "JS_NOT_LITERAL" // JavaScript that is not data
	MultipleCalls Code = "MULTIPLE_CALLS" // a second call after the first
)

// Codes of notices. A notice changes nothing by itself; it is there to be told to the model.
const (
	StrayEnd       Code = "STRAY_END"        // an end marker without its start; it is hidden
	FencedMarker   Code = "FENCED_MARKER"    // a start marker in a code fence; it is text
	UnclosedQuote  Code = "UNCLOSED_QUOTE"   // a quote that lasts to the end of the message
	StrayText      Code = "STRAY_TEXT"       // text between the elements of a block; it is skipped
	UnwrappedCall  Code = "UNWRAPPED_CALL"   // a tool_call outside a block; it is text
	IgnoredElement Code = "IGNORED_ELEMENT"  // an element in a block that is no tool_call
	MissingID      Code = "MISSING_ID"       // a call without an id; it was given one
	DuplicateID    Code = "DUPLICATE_ID"     // an id used before; replaced or renamed
	DuplicateCall  Code = "DUPLICATE_CALL"   // the same call twice in a block; dropped
	JSMissingComma Code = "JS_MISSING_COMMA" // a comma missing before a line break
)
