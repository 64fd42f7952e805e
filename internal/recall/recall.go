// Package recall lets a model look up what was said in kept sessions: [New] gives the tools thread_search
// and read_thread.
//
// The one finds passages, best first, through the index of package index, as `eidolon threads search`
// does; the other reads a session, or the part of it around a passage, as package transcript tells it.
// Neither changes anything but that index, which follows from the logs.
//
// # Whose words
//
// The sessions of this workspace are its own, and reading them is plain reading. Those of other projects
// are not: a call that is about them has the subject "global", and says so in its class, so that nobody
// reads them without leave. What Classify has said of a call binds Run: it looks nowhere else.
//
// # Old text is not live text
//
// What a session holds was written by users, models and tools, perhaps to be obeyed by whoever reads it.
// The tools answer with lines of their own at the margin and everything else indented, with control
// characters made visible, so that no old text passes for theirs. What the structured outcome holds is
// places alone, no words: it is kept in the log of the session that asks, and a later search would find
// the words there a second time.
package recall

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"eidolon/actors/tool"
	"eidolon/internal/store"
)

// Options say where sessions are kept, and which of them are this workspace's.
type Options struct {
	Base      string // the program's own directory; "" when nothing is kept
	Workspace string // absolute path, without links
}

// New gives the tools, in the order in which they are listed.
func New(o Options) []tool.Handler { return []tool.Handler{search{o}, read{o}} }

// Subjects of calls, for permission rules: sessions of this workspace, or of any.
const (
	project = "project"
	global  = "global"
)

// class judges a call. Reason says what it reads abroad, or is "".
func class(reason string) tool.Class {
	if reason != "" {
		return tool.Class{ReadOnly: true, Subject: global, Abroad: reason}
	}
	return tool.Class{ReadOnly: true, Speculative: true, Subject: project}
}

// invalid makes the error of an input that makes no sense.
func invalid(param, format string, args ...any) error {
	return &tool.InputError{Param: param, Message: fmt.Sprintf(format, args...)}
}

// failure makes the result of an error.
func failure(ctx context.Context, err error) tool.Result {
	var in *tool.InputError
	switch ended := ctx.Err(); {
	case errors.Is(ended, context.DeadlineExceeded):
		return tool.Fail(tool.Timeout, "the call ran out of time; narrow it, or try again, since what was indexed by now is kept")
	case ended != nil:
		return tool.Fail(tool.Interrupted, "the call was cancelled before it was done")
	case errors.As(err, &in):
		return tool.FailWith(err)
	}
	return tool.Fail(tool.Failed, "the sessions cannot be read: "+oneLine(err.Error()))
}

// kept is what the store is asked for: the sessions of this workspace, or all.
func (o Options) kept(all bool, id string) store.Options {
	p := store.Options{Base: o.Base, Workspace: o.Workspace, ID: id}
	if all {
		p.Workspace = ""
	}
	return p
}

// isThis says whether a session is the one that runs.
func isThis(c tool.Call, id string) bool { return c.Session != "" && strings.EqualFold(c.Session, id) }
