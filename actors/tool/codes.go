package tool

import "eidolon/fsapi"

// Code is the stable name of a failed result. Codes of files and policy are in CamelCase, those of
// the call format in UPPER_CASE as package xnl has them.
type Code string

// The codes that come from files and commands.
const (
	OutsideWorkspace   = Code(fsapi.OutsideWorkspace)
	NotFound           = Code(fsapi.NotFound)
	NotText            = Code(fsapi.NotText)
	NotRegular         = Code(fsapi.NotRegular)
	TooLarge           = Code(fsapi.TooLarge)
	Timeout            = Code(fsapi.Timeout)
	CommandBlocked     = Code(fsapi.CommandBlocked)
	ProtectedPath      = Code(fsapi.ProtectedPath)
	SandboxUnavailable = Code(fsapi.SandboxUnavailable)
)

// The codes of the runtime and of tools.
const (
	ApprovalDenied           Code = "ApprovalDenied"           // policy or the user said no
	HookBlocked              Code = "HookBlocked"              // a hook of the user said no
	OldNotFound              Code = "OldNotFound"              // the text to replace is not in the file
	ReplacementCountMismatch Code = "ReplacementCountMismatch" // it is there, but not so often
	InvalidInput             Code = "InvalidInput"             // the input does not fit the declaration
	Interrupted              Code = "Interrupted"              // cancelled, or the program ended meanwhile
	Crashed                  Code = "Crashed"                  // the tool failed in itself
	UnknownTool              Code = "UnknownTool"              // no tool has that name
	Failed                   Code = "Failed"                   // it did not work, and no other code fits
)

// The codes of broken calls that the runtime itself finds.
const (
	BadArgs       Code = "BAD_ARGS"       // the arguments are not one JSON object
	BlockUnclosed Code = "BLOCK_UNCLOSED" // the block never ended, so its call was not run
	Superseded    Code = "SUPERSEDED"     // a later call with the same id took its place
)
