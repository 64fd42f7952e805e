package prompts

// Retry gives the sentence that tells a model how to go on after a failed call or a flaw in its
// text, by the code of either. It is empty for a code that needs none: most results of tools say
// themselves what to do.
func Retry(code string) string { return retry[code] }

// Codes in upper case belong to the text of calls, the others to files and policy.
var retry = map[string]string{ //nolint:gosec // sentences, not credentials
	// Calls that could not be read.
	"UNEXPECTED_EOF":   "The call is cut off. Write it again, whole.",
	"UNEXPECTED_TOKEN": "This is not XNL at the place named: no commas, no colons, pairs as key = value. Write the call again.",
	"INVALID_LITERAL":  `A value is a "quoted string", a number, true, false, null, { } or [ ]. Quote the text and write the call again.`,
	"INVALID_CONTENT":  "Each of { }, [ ] and ( ) may come once, and raw text last. Write the call again.",
	"MISMATCHED_TAG":   "Raw text ends only at a closer with its own marker, as in #m> text </#m>. Write the call again.",
	"LIMIT_EXCEEDED":   "The call is nested too deep or too long. Send less at once.",
	"UNCLOSED_CALL":    "The message ended inside the call. Write it again, with its closer, the final > and !unquote_end.",
	"BLOCK_UNCLOSED":   "The block had no !unquote_end, so its calls that write were not run. Write those again and end the block.",
	"DUPLICATE_PARAM":  "A parameter was given twice. Give it once.",
	"BAD_ARGS":         "The inputs must be pairs in { }, or raw text children in ( ). Write the call again.",
	"NO_MAIN_PARAM":    "This tool takes no raw text. Put its inputs into { }.",
	"UNSUPPORTED_LANG": "Leave lang out and use the native form: <tool_call Name id=\"x\" { ... }>.",
	"BAD_CALL":         "Give the name after tool_call and the inputs in { }.",
	"NAME_MISMATCH":    "The tag and the body name different tools. Name one.",
	"JS_SYNTAX":        "The body is not one call with one object. Use the native form instead.",
	"JS_NOT_LITERAL":   "Only literal values are read, nothing is evaluated. Write the values out.",
	"MULTIPLE_CALLS":   "One call in each tool_call element. Use several elements.",
	"SUPERSEDED":       "A later call with the same id took its place. Give each call its own id.",
	// Flaws that stopped nothing.
	"STRAY_END":        "An end marker stood without its start and was dropped.",
	"FENCED_MARKER":    "Markers in a code fence are text: the calls there were not run.",
	"UNCLOSED_QUOTE":   "!quote_start had no !quote_end, so the rest of the message was text and calls in it were not run.",
	"STRAY_TEXT":       "Between the markers of a block only calls are read; other text there was dropped.",
	"UNWRAPPED_CALL":   "A tool_call outside a block was not run. Put it between !unquote_start and !unquote_end.",
	"FOREIGN_CALL":     "A call in your last message was in another notation than you were told. It was run. Write the next ones as told.",
	"IGNORED_ELEMENT":  "An element that is no tool_call was dropped.",
	"MISSING_ID":       "A call had no id and got one. Give each call an id.",
	"DUPLICATE_CALL":   "The same call came twice and was run once.",
	"DUPLICATE_ID":     "Two calls had the same id. Give each call its own.",
	"JS_MISSING_COMMA": "A comma was missing and was taken as given.",
	// Files, commands, policy.
	"UnknownTool":              "Use one of the tools whose cards you have.",
	"InvalidInput":             "Mend the parameter named and call again.",
	"OldNotFound":              "Read the file at the place named, copy old from there exactly, and call again.",
	"ReplacementCountMismatch": "Add lines to old until it is unique, or set expectedReplacements, and call again.",
	"OutsideWorkspace":         "Only paths inside the workspace can be used.",
	"Changed":                  "Read the file again, then make the edit anew.",
	"CommandBlocked":           "Do not try to get around this. Use a safer way or tell the user.",
	"ProtectedPath":            "Do not try to get around this. Tell the user what you wanted to change and why.",
	"ApprovalDenied":           "Do not repeat it. Find another way or ask the user.",
	"SandboxUnavailable":       "Commands cannot run here now. Use the file tools, or tell the user.",
	"Timeout":                  "Ask for less at once, or give a longer timeout where the tool takes one.",
	"Interrupted":              "It was stopped before its end; check what it did before you repeat it.",
	"Crashed":                  "The tool itself failed. Try another way.",
}
