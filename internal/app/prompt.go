package app

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"eidolon/actors/tool"
	"eidolon/internal/contextfiles"
	"eidolon/prompts"
)

// Prompt puts the system prompt of a session together, without starting one.
func Prompt(ctx context.Context, o Options) (prompts.Prompt, error) {
	bench, err := openWorkbench(o, onLooking(o))
	if err != nil {
		return prompts.Prompt{}, err
	}
	p, _ := assemble(ctx, o, bench)
	return p, bench.close()
}

// assemble also gives the paths of the AGENTS.md files that are in the prompt.
func assemble(ctx context.Context, o Options, bench *workbench) (p prompts.Prompt, loaded []string) {
	system := o.Config.Agent.Prompt
	if o.System != nil {
		system = *o.System
	}
	po := prompts.Options{
		Native: native(o.Profile), System: system, Facts: facts(o, bench.roots.Dirs()), Append: o.Append, Override: overrides(o.Base),
	}
	if o.Caller != nil {
		return callerPrompt(o, po), nil
	}
	if in := o.Config.ReasoningLanguage; in != "auto" {
		po.Reason = in
	}
	project := contextfiles.Gather(ctx, contextfiles.Place{
		Base: o.Base, Home: o.Home, Files: redactFiles(fenced(o, bench.files), o.Secrets), Open: opener(o, bench.files.Root()),
	})
	po.Agents = project.Text
	for _, s := range bench.offered(o.Profile) {
		po.Tools = append(po.Tools, promptTool(s))
	}
	if slices.ContainsFunc(bench.specs, func(s tool.Spec) bool { return s.Delegates }) {
		po.Subagents = subagentNames(loadAgents(ctx, o, fenced(o, bench.files)))
	}
	p = prompts.Assemble(po)
	p.Warnings = append(p.Warnings, project.Warnings...)
	return p, project.Loaded
}

// promptTool is what the prompts say of a tool.
func promptTool(s tool.Spec) prompts.Tool {
	inputs := s.Explain()
	if s.InputSchema != nil { // nothing else tells all that its maker says of it
		inputs = s.Summary + "\n\n" + inputs
	}
	return prompts.Tool{
		Namespace: s.Namespace, Name: s.Name, Main: s.Main, Summary: s.Summary, Inputs: inputs, Example: string(s.Example()),
	}
}

// callerPrompt tells the model what it has to know for another program, which is nothing of this machine.
func callerPrompt(o Options, po prompts.Options) prompts.Prompt {
	po.Caller, po.Facts = true, ""
	for _, t := range o.Caller.Tools {
		main, _ := o.Caller.MainParam(t.Name)
		po.Tools = append(po.Tools, prompts.Tool{Name: t.Name, Main: main, Summary: t.Description, Schema: string(t.Schema)})
	}
	return prompts.Assemble(po)
}

// facts tells the model where it is: in the first of the directories that it may use.
func facts(o Options, dirs []string) string {
	now := o.Clock()
	places := "Workspace: " + dirs[0]
	if len(dirs) > 1 {
		places += "\nAlso open to you, by absolute names: " + strings.Join(dirs[1:], ", ")
	}
	return fmt.Sprintf("%s\nSystem: %s/%s\nDate: %s", places, runtime.GOOS, runtime.GOARCH, now().Format(time.DateOnly))
}

// overrides is the directory with a person's own prompt texts, or nil when there is none.
func overrides(base string) fs.FS {
	dir := filepath.Join(base, "prompts")
	if _, err := os.Stat(dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return os.DirFS(dir)
}

// reminder gives the hidden text for a turn that comes after so many others.
func reminder(base string) func(turns int) string {
	own := overrides(base)
	return func(turns int) string {
		text, _ := prompts.Reminder(turns+1, own)
		return text
	}
}

func hint(code tool.Code) string { return prompts.Retry(string(code)) }
