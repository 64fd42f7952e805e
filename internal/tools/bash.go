package tools

import (
	"context"
	"path"
	"path/filepath"
	"strings"
	"time"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// maxTimeout bounds what a call may ask for, in milliseconds: a day.
const maxTimeout = 24 * 60 * 60 * 1000

type bashInput struct {
	Command   string `json:"command"`
	TimeoutMs *int64 `json:"timeoutMs"`
	Cwd       string `json:"cwd"`
}

func (k *kit) bash() tool.Handler {
	return handler[bashInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "bash",
			Summary: "Run a shell command in the workspace. Each call is a new shell without input; dangerous commands are refused.",
			Params: []tool.Param{
				{Name: "command", Type: tool.String, Required: true},
				{Name: "timeoutMs", Type: tool.Integer, Min: new(int64(0)), Summary: "default 120000, 0 = no limit"},
				{Name: "cwd", Type: tool.String, Summary: "directory to start in"},
			},
			Main: "command", PerCall: true, Subject: "command",
			Timeout: -1, // the command has a limit of its own, and ending at it is a good result
		},
		classify: k.classBash,
		run:      k.runBash,
	}
}

// command is the command that a call means. Classify and Run both make it here, so that what is
// judged is what is run.
func (k *kit) command(in bashInput) (fsapi.Command, error) {
	text := trimCommand(in.Command)
	if text == "" {
		return fsapi.Command{}, invalid("command", "command is empty")
	}
	c := fsapi.Command{Text: text, Timeout: max(k.BashTimeout, 0)}
	if in.TimeoutMs != nil {
		if *in.TimeoutMs > maxTimeout {
			return c, invalid("timeoutMs", "timeoutMs is at most %d, a day; 0 means no limit", maxTimeout)
		}
		c.Timeout = time.Duration(*in.TimeoutMs) * time.Millisecond
	}
	rel, err := k.resolve("cwd", orRoot(in.Cwd))
	if err != nil {
		return c, err
	}
	if rel != "." {
		c.Dir = rel
	}
	return c, nil
}

// trimCommand drops the white space around a command and makes line breaks those of the shell, which
// would take a carriage return for part of a word. It changes nothing else: what is judged is what is
// run. A blank after a backslash is part of a word.
func trimCommand(text string) string {
	text = strings.TrimLeft(strings.ReplaceAll(text, "\r\n", "\n"), " \t\n")
	trimmed := strings.TrimRight(text, " \t\n")
	if strings.HasSuffix(trimmed, `\`) {
		return text
	}
	return trimmed
}

func (k *kit) classBash(in bashInput) (tool.Class, error) {
	c, err := k.command(in)
	if err != nil {
		return tool.Class{}, err
	}
	v := k.Judge.Judge(c)
	return tool.Class{
		ReadOnly:    v.ReadOnly,
		Speculative: v.ReadOnly && v.Decision == fsapi.Allow,
		Verdict:     &v,
		Subject:     c.Text,
	}, nil
}

// outside is the verdict on a command that the user has run without the sandbox: they have allowed what
// the guard would ask about, and what it denies is denied.
func (k *kit) outside(cmd fsapi.Command, allowed fsapi.Verdict) fsapi.Verdict {
	v := k.Judge.Judge(cmd)
	if v.Decision == fsapi.Ask {
		v.Decision = allowed.Decision
	}
	return v
}

func (k *kit) runBash(ctx context.Context, c call, in bashInput) tool.Result {
	cmd, err := k.command(in)
	if err != nil {
		return failure(ctx, err, kindPath)
	}
	var verdict fsapi.Verdict
	if c.class.Verdict != nil {
		verdict = *c.class.Verdict
	}
	if c.Outside {
		cmd.Outside = true
		verdict = k.outside(cmd, verdict)
	}
	cmd.Session = c.Session
	if c.OutDir != "" && c.Key != "" {
		cmd.Spool = filepath.Join(c.OutDir, path.Base(c.Key))
	}
	out := newPieces(c.emit)
	exit, err := k.Runner.Run(ctx, cmd, verdict, out.add)
	out.flush()
	if err != nil {
		return bashFailure(ctx, err)
	}
	return k.bashResult(ctx, c, cmd, exit)
}
