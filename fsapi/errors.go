package fsapi

import (
	"errors"
	"fmt"
	"strings"
)

// Code is the stable name of a failure, as models, logs and scripts see it.
type Code string

// Codes of files and commands.
const (
	OutsideWorkspace   Code = "OutsideWorkspace"   // the name leads out of the workspace
	InvalidPath        Code = "InvalidPath"        // empty, NUL byte, or not a name at all
	NotFound           Code = "NotFound"           // nothing has that name
	NotText            Code = "NotText"            // the content is binary
	NotRegular         Code = "NotRegular"         // directory, device, FIFO or socket where a file is needed
	NotDirectory       Code = "NotDirectory"       // a file where a directory is needed
	NotEmpty           Code = "NotEmpty"           // a directory with something in it where an empty one is needed
	AlreadyExists      Code = "AlreadyExists"      // the target of a move is taken
	TooLarge           Code = "TooLarge"           // over the size limit
	ProtectedPath      Code = "ProtectedPath"      // a name that programs act on, such as a git hook
	PermissionDenied   Code = "PermissionDenied"   // the operating system said no
	Changed            Code = "Changed"            // the file changed between reading and writing
	IOError            Code = "IOError"            // any other failure of the file system
	Timeout            Code = "Timeout"            // a limit in time was reached
	CommandBlocked     Code = "CommandBlocked"     // the guard's verdict forbids the command
	SandboxUnavailable Code = "SandboxUnavailable" // confinement was required and cannot be had
	StartFailed        Code = "StartFailed"        // the shell could not be started
)

// FileError is a failed file operation.
type FileError struct {
	Code Code
	Op   string // what was tried, as a verb: "read", "write", "edit", "move", "list", "resolve" and the like
	Path string // the name as the caller gave it
	Err  error  // the cause, or nil
}

// Error tells the operation, the name and the cause, in that order, and nothing twice.
func (e *FileError) Error() string {
	text := fmt.Sprintf("%s %q: %s", e.Op, e.Path, e.Code.Text())
	if e.Err == nil || strings.Contains(e.Code.Text(), e.Err.Error()) {
		return text
	}
	return fmt.Sprintf("%s: %v", text, e.Err)
}

// Unwrap gives the cause.
func (e *FileError) Unwrap() error { return e.Err }

// CommandError is a command that was refused or could not be started. A command that ran and failed
// is not an error: see [Exit].
type CommandError struct {
	Code    Code
	Verdict Verdict // why, when Code is CommandBlocked
	Err     error
}

// Error gives the guard's rule and reason for a refused command, else the cause.
func (e *CommandError) Error() string {
	switch {
	case e.Code == CommandBlocked && e.Verdict.Reason != "":
		return fmt.Sprintf("command refused by rule %s: %s", e.Verdict.Rule, e.Verdict.Reason)
	case e.Err != nil:
		return fmt.Sprintf("%s: %v", e.Code.Text(), e.Err)
	}
	return e.Code.Text()
}

// Unwrap gives the cause.
func (e *CommandError) Unwrap() error { return e.Err }

// CodeOf gives the code carried by err, or IOError when it carries none. It is empty for nil.
func CodeOf(err error) Code {
	if err == nil {
		return ""
	}
	if fe, ok := errors.AsType[*FileError](err); ok {
		return fe.Code
	}
	if ce, ok := errors.AsType[*CommandError](err); ok {
		return ce.Code
	}
	return IOError
}

// Text is the code as words for a sentence.
func (c Code) Text() string {
	switch c {
	case OutsideWorkspace:
		return "the path is outside the workspace"
	case InvalidPath:
		return "not a usable path"
	case NotFound:
		return "no such file or directory"
	case NotText:
		return "the file is not text"
	case NotRegular:
		return "not a regular file"
	case NotDirectory:
		return "not a directory"
	case NotEmpty:
		return "the directory is not empty"
	case AlreadyExists:
		return "the target exists already"
	case TooLarge:
		return "too large"
	case ProtectedPath:
		return "a protected path"
	case PermissionDenied:
		return "permission denied by the operating system"
	case Changed:
		return "the file was changed by somebody else meanwhile"
	case Timeout:
		return "out of time"
	case CommandBlocked:
		return "the command is refused"
	case SandboxUnavailable:
		return "the command cannot be confined"
	case StartFailed:
		return "the shell could not be started"
	case IOError:
		return "the file system failed"
	}
	return string(c)
}
