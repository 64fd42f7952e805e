package tools

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

type bashOutput struct {
	Stdout   string `json:"stdout"`
	Stderr   string `json:"stderr"`
	ExitCode int    `json:"exit_code"`
	TimedOut bool   `json:"timed_out"`
	Signal   string `json:"signal,omitempty"`
	Hindered string `json:"hindered,omitempty"` // what the sandbox kept the command from, as far as it can be told
}

// bashFailure is the result of a command that was refused or could not be started.
func bashFailure(ctx context.Context, err error) tool.Result {
	r := failure(ctx, err, "command_error")
	var refused *fsapi.CommandError
	if errors.As(err, &refused) && refused.Code == fsapi.CommandBlocked {
		r = tool.FailWith(err).WithKind("command_blocked")
		r.Text += "; nothing was run. Do it another way, or ask the user to do it"
	}
	return r
}

// bashResult is the result of a command that ran, however it ended. Only a cancelled one is a bad
// result: the others have told what the model asked.
func (k *kit) bashResult(ctx context.Context, c call, cmd fsapi.Command, exit fsapi.Exit) tool.Result {
	out := bashOutput{
		Stdout: streamText(exit.Stdout), Stderr: streamText(exit.Stderr),
		ExitCode: exit.Code, TimedOut: exit.TimedOut, Signal: exit.Signal, Hindered: exit.Hindered,
	}
	if exit.TimedOut {
		out.Stderr = joinLines(out.Stderr,
			fmt.Sprintf("command ran out of time after %v and was ended with all it had started\n", cmd.Timeout))
	}
	notes := k.cutNotes(context.WithoutCancel(ctx), c, exit)
	r := tool.OK(out, bashText(out, exit, notes))
	switch {
	case exit.Canceled && errors.Is(ctx.Err(), context.DeadlineExceeded):
		r = tool.Fail(tool.Timeout, "the call ran out of time; "+printed(out, exit, notes)).WithKind(kindTimeout)
	case exit.Canceled:
		r = tool.Fail(tool.Interrupted, "the command was cancelled; "+printed(out, exit, notes))
	}
	r.Cut, r.Spool = exit.Stdout.Cut || exit.Stderr.Cut, spoolOf(exit)
	r.Sandbox, r.Hindered = exit.Sandbox, exit.Hindered
	return r
}

// bashText is what the model reads: standard output as it is, then what is out of the ordinary.
func bashText(out bashOutput, exit fsapi.Exit, notes cutNotes) string {
	text := out.Stdout
	text = joinLines(text, notes.stdout)
	if out.Stderr != "" {
		text = joinLines(text, "[stderr]\n"+out.Stderr)
	}
	text = joinLines(text, notes.stderr)
	switch {
	case exit.Signal != "" && !exit.TimedOut:
		text = joinLines(text, fmt.Sprintf("[exit code %d, ended by %s]", out.ExitCode, exit.Signal))
	case out.ExitCode != 0:
		text = joinLines(text, fmt.Sprintf("[exit code %d]", out.ExitCode))
	}
	if exit.Hindered != "" {
		text = joinLines(text, "["+exit.Hindered+"]")
	}
	if text == "" {
		return noOutput
	}
	return text
}

const noOutput = "(no output)"

// printed tells what a command that did not come to its end had printed.
func printed(out bashOutput, exit fsapi.Exit, notes cutNotes) string {
	out.ExitCode, exit.Signal = 0, "" // the end is not its own
	text := bashText(out, exit, notes)
	if text == noOutput {
		return "it had printed nothing"
	}
	return "it had printed:\n" + text
}

// streamText is what a stream shows. The mark inside names the file with the whole output by its
// place on this machine; the model gets the name under which it can read it.
func streamText(c fsapi.Captured) string {
	if c.Spool == "" {
		return c.Text
	}
	return strings.ReplaceAll(c.Text, c.Spool, outName(c))
}

func outName(c fsapi.Captured) string { return outPrefix + filepath.Base(c.Spool) }

// cutNotes are the notes on the streams of a command; empty for one that is not cut.
type cutNotes struct{ stdout, stderr string }

func (k *kit) cutNotes(ctx context.Context, c call, exit fsapi.Exit) cutNotes {
	return cutNotes{k.cutNote(ctx, c, "stdout", exit.Stdout), k.cutNote(ctx, c, "stderr", exit.Stderr)}
}

// cutNote says where the rest of a cut stream is, and how much of it was kept.
func (k *kit) cutNote(ctx context.Context, c call, stream string, captured fsapi.Captured) string {
	if !captured.Cut || captured.Spool == "" {
		return ""
	}
	kept := "all of it"
	if size := k.keptSize(ctx, c, captured); size < captured.Total {
		kept = fmt.Sprintf("only its first %d MiB of %d are kept", size>>20, captured.Total>>20)
	}
	return fmt.Sprintf("[%s is cut; %s: read_file with startLine, or grep, with path = %q]", stream, kept, outName(captured))
}

// keptSize is the number of bytes that the file of a stream has. One that cannot be looked at counts
// as whole.
func (k *kit) keptSize(ctx context.Context, c call, captured fsapi.Captured) int64 {
	src, err := k.open(c, outName(captured))
	if err != nil {
		return captured.Total
	}
	defer src.close()
	e, err := src.files.Stat(ctx, src.rel)
	if err != nil {
		return captured.Total
	}
	return e.Size
}

// spoolOf names the first stream that was cut and kept.
func spoolOf(exit fsapi.Exit) string {
	for _, c := range []fsapi.Captured{exit.Stdout, exit.Stderr} {
		if c.Cut && c.Spool != "" {
			return outName(c)
		}
	}
	return ""
}

// joinLines puts b on a line of its own after a.
func joinLines(a, b string) string {
	if a == "" || b == "" || strings.HasSuffix(a, "\n") {
		return a + b
	}
	return a + "\n" + b
}
