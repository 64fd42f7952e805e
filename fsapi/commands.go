package fsapi

import (
	"context"
	"io"
	"time"
)

// Command is a shell command that somebody wants to run.
type Command struct {
	Text    string        // what the shell gets, byte for byte
	Dir     string        // workspace-relative directory to start in; "" is the root
	Timeout time.Duration // 0 means no limit
	// Spool is the absolute path without extension of the files that take the whole output when it is
	// too long to be kept in memory (Spool + ".out" and ".err"); "" means that the rest is dropped.
	Spool string
	// Stdin is what the command can read from its standard input. It is data and is not judged.
	Stdin []byte
	// Env are variables, "NAME=value", that the command gets beside the usual ones. They are for what the
	// program itself has to say; nothing of a model's belongs here.
	Env []string
	// Session is the one that the command belongs to, or "" for none.
	Session string
	// Outside has the command run without the operating system's confinement. Only a person may say so.
	Outside bool
}

// Decision is the core of a verdict.
type Decision string

// The three decisions. The zero value is none of them and never lets a command run.
const (
	Allow Decision = "allow"
	Ask   Decision = "ask"
	Deny  Decision = "deny"
)

// Verdict is a judgement on one command.
type Verdict struct {
	Decision Decision `json:"verdict"`
	Rule     string   `json:"rule"`   // stable id, such as "delete.root"; "" when nothing was found
	Reason   string   `json:"reason"` // one sentence for people and models
	Start    int      `json:"start"`  // bytes of the command that the rule is about: [Start, End)
	End      int      `json:"end"`
	ReadOnly bool     `json:"read_only"` // the command changes nothing and stays inside the workspace
	Subject  string   `json:"-"`         // [Command.Subject] of what was judged

	// Runs are the programs that the command would start, those inside substitutions and behind wrappers
	// such as env or `sh -c` too, in the order in which they stand. Known says that there are no others.
	Runs  []Run `json:"-"`
	Known bool  `json:"-"`
	// Touches are the absolute names of what the command's words say that it would create, change or
	// delete. Programs change more than their words say.
	Touches []string `json:"-"`
}

// Run is one program that a command would start.
type Run struct {
	// Words are the program and its arguments, as the program will get them; those that are not known
	// before it runs, and all behind them, are left out.
	Words []string
	// Whole says that Words is all there is: no word is unknown, nothing is redirected to or from a file,
	// no variable is set for it, and it reads no text of another program that it would run.
	Whole    bool
	ReadOnly bool // by itself it changes nothing
	// Wraps says that it only starts others, which follow in the list.
	Wraps bool
	// Dir is where it runs: an absolute name, or "" when that is the command's own directory or not known.
	Dir string
}

// Subject is the identity of a command to a verdict: a change of text, of directory or of what it may
// reach needs a new one.
func (c Command) Subject() string {
	if c.Outside {
		return c.Dir + "\x00" + c.Text + "\x00outside"
	}
	return c.Dir + "\x00" + c.Text
}

// Judge gives verdicts. It is a pure function of the command and of what it was made with: it touches
// no file and starts nothing.
type Judge interface {
	Judge(c Command) Verdict
}

// Runner runs commands in a workspace.
type Runner interface {
	// Run starts c and waits for its end. The verdict must be for this very command and must not be
	// Deny; a zero or mismatched one is refused with CommandBlocked (a caller who lets a command run
	// that the guard would ask about passes the verdict on with Decision Allow). Output reaches emit as it comes, from one
	// goroutine at a time; the slices are emit's to keep. When ctx ends or the time is over, the whole
	// process group is killed; what was printed until then is in Exit.
	Run(ctx context.Context, c Command, v Verdict, emit func(Output)) (Exit, error)
}

// Starter starts commands that live on, in a workspace.
type Starter interface {
	// Start starts c, on the terms of [Runner.Run]: the same verdicts, the same confinement. The context
	// bounds the start alone. Timeout, Spool and Stdin of c mean nothing here.
	Start(ctx context.Context, c Command, v Verdict) (Process, error)
}

// Process is a command that lives, on whose standard input and output somebody is. It is safe for use by
// several goroutines, one of which may read.
type Process interface {
	// Read reads from what it prints on standard output: io.EOF when it has ended or was closed.
	io.Reader
	// Write writes to its standard input. A process that does not read fails it after a while.
	io.Writer
	// Wait waits until it has ended. Its Exit has the end of what it printed on standard error.
	Wait() Exit
	// Close ends it: its input ends, then it is asked to end, then it is killed, with all that it started. It
	// returns when that is done.
	io.Closer
}

// Stream says where output came from.
type Stream string

// The two output streams of a command.
const (
	Stdout Stream = "stdout"
	Stderr Stream = "stderr"
)

// Output is a piece of what a running command prints.
type Output struct {
	Stream Stream
	Data   []byte
}

// Exit is the end of a command that was started.
type Exit struct {
	Code     int    // exit status; 128 + signal when a signal ended it; -1 when it ran out of time or was cancelled
	Signal   string // name of the signal that ended it, such as "SIGKILL", or ""
	TimedOut bool
	Canceled bool // ctx ended it
	Stdout   Captured
	Stderr   Captured
	Elapsed  time.Duration

	// Sandbox names what confined the command, such as "landlock+seccomp", or is "" when nothing did.
	Sandbox string
	// Hindered is one sentence on what the sandbox seems to have refused, when the command failed and its
	// output looks like that; else "".
	Hindered string
}

// Captured is one output stream, cut to what a model can take: the head and the tail are kept, and a
// line between them says how much is missing and where all of it is.
type Captured struct {
	Text  string // valid UTF-8
	Total int64  // bytes printed
	Cut   bool
	Spool string // absolute path of the file with all of it (up to its limit), when Cut and wanted
}
