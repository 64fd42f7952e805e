package tools

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/diff"
	"eidolon/internal/tools/patch"
)

type patchInput struct {
	Patch string `json:"patch"`
}

type patchOutput struct {
	Files    []patchedOutput `json:"files"`
	Added    int             `json:"added"`
	Modified int             `json:"modified"`
	Deleted  int             `json:"deleted"`
}

type patchedOutput struct {
	Path   string `json:"path"`
	Action string `json:"action"`         // add, modify or delete
	From   string `json:"from,omitempty"` // the name before, of a file that was moved
}

func (k *kit) applyPatch() tool.Handler {
	return handler[patchInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "apply_patch",
			Summary: "Change, create, move and delete files by one patch: *** Begin Patch, *** Add File: P, *** Delete File: P or " +
				"*** Update File: P with hunks of ' ', '+' and '-' lines behind @@, *** End Patch.",
			Params: []tool.Param{{Name: "patch", Type: tool.String, Required: true}},
			Main:   "patch",
		},
		classify: k.classPatch,
		run:      k.runPatch,
		preview:  k.previewPatch,
	}
}

// readPatch gives the files of a patch by the names that the workspace has for them.
func (k *kit) readPatch(text string) ([]patch.File, error) {
	files, err := patch.Parse(text)
	if err != nil {
		return nil, invalid("patch", "%v", err)
	}
	for i, f := range files {
		if files[i].Path, err = k.resolveToWrite("patch", f.Path); err != nil {
			return nil, err
		}
		if f.MoveTo == "" {
			continue
		}
		if files[i].MoveTo, err = k.resolveToWrite("patch", f.MoveTo); err != nil {
			return nil, err
		}
	}
	return files, nil
}

// classPatch names all files as subjects: a rule about one of them is about the patch.
func (k *kit) classPatch(in patchInput) (tool.Class, error) {
	files, err := k.readPatch(in.Patch)
	if err != nil {
		return tool.Class{}, err
	}
	var names []string
	for _, f := range files {
		for _, name := range []string{f.Path, f.MoveTo} {
			if name != "" && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	targets := k.targets(names...)
	return tool.Class{
		Subject: names[0], Also: slices.Concat(names[1:], targets), Protected: k.protected(append(targets, names...)...), Edits: true,
	}, nil
}

func (k *kit) runPatch(ctx context.Context, _ call, in patchInput) tool.Result {
	plan, failed := k.planPatch(ctx, in)
	if failed != nil {
		return *failed
	}
	if err := plan.carryOut(ctx, k.Files); err != nil {
		r := fileFailure(ctx, k.Files, err.path, err.cause, kindWrite)
		r.Text += ". " + err.left
		return r
	}
	r := tool.OK(plan.output(), plan.summary())
	r.Diff = plan.diff()
	return r
}

// previewPatch says what a patch would change. All of that is known before a file is written.
func (k *kit) previewPatch(ctx context.Context, _ call, in patchInput) tool.Result {
	plan, failed := k.planPatch(ctx, in)
	if failed != nil {
		return *failed
	}
	return tool.Result{OK: true, Diff: plan.diff()}
}

// planPatch finds out what a patch does to each file. Nothing is written.
func (k *kit) planPatch(ctx context.Context, in patchInput) (patchPlan, *tool.Result) {
	files, err := k.readPatch(in.Patch)
	if err != nil {
		r := failure(ctx, err, kindWrite)
		return patchPlan{}, &r
	}
	plan := patchPlan{at: map[string]*patchedFile{}, gone: map[string]*patchedFile{}}
	for _, f := range files {
		if err := ctx.Err(); err != nil {
			r := failure(ctx, err, kindWrite)
			return patchPlan{}, &r
		}
		if err := plan.add(ctx, k.Files, f); err != nil {
			r := k.patchFailure(ctx, f.Path, err)
			return patchPlan{}, &r
		}
	}
	if plan.files = slices.DeleteFunc(plan.files, (*patchedFile).unchanged); len(plan.files) == 0 {
		r := failure(ctx, invalid("patch", "the patch changes nothing"), "")
		return patchPlan{}, &r
	}
	return plan, nil
}

// patchFailure gives the result of a patch that cannot be carried out.
func (k *kit) patchFailure(ctx context.Context, name string, err error) tool.Result {
	const nothing = ". No file was changed"
	if miss, ok := errors.AsType[*patch.MissError](err); ok {
		return tool.Fail(tool.OldNotFound, fmt.Sprintf("%s: %v\nNo file was changed.", shown(name), miss)).WithKind(kindMissing)
	}
	if taken, ok := errors.AsType[*fsapi.FileError](err); ok {
		name = taken.Path
	}
	r := fileFailure(ctx, k.Files, name, err, kindRead)
	switch {
	case r.Code == tool.Code(fsapi.AlreadyExists):
		r.Text += "; change a file that is there with *** Update File"
	case r.Code == tool.NotText:
		r.Text = strings.TrimSuffix(r.Text, "; bash has programs for such files, for example file, xxd or strings")
	}
	r.Text += nothing
	return r
}

// output is what logs and scripts are told.
func (p *patchPlan) output() patchOutput {
	var out patchOutput
	for _, f := range p.files {
		o := patchedOutput{Path: f.path}
		switch {
		case f.from == "":
			o.Action = "add"
			out.Added++
		case f.deleted:
			o.Action = "delete"
			out.Deleted++
		default:
			o.Action = "modify"
			out.Modified++
			if f.from != f.path {
				o.From = f.from
			}
		}
		out.Files = append(out.Files, o)
	}
	return out
}

// summary is what the model is told.
func (p *patchPlan) summary() string {
	var lines []string
	for _, f := range p.output().Files {
		line := strings.ToUpper(f.Action[:1]) + " "
		if f.From != "" {
			line += shown(f.From) + " -> "
		}
		lines = append(lines, line+shown(f.Path))
	}
	return strings.Join(lines, "\n")
}

// diff shows people all changes, one file after the other.
func (p *patchPlan) diff() string {
	var all strings.Builder
	for _, f := range p.files {
		switch {
		case f.from == "":
			all.WriteString(diff.Unified(f.path, nil, f.now))
		case f.deleted:
			all.WriteString(diff.Deleted(f.path, f.before))
		case f.from != f.path:
			all.WriteString(diff.Moved(f.from, f.path, f.before, f.now))
		default:
			all.WriteString(difference(fsapi.Change{Path: f.path, Old: f.before, New: f.now}))
		}
	}
	return all.String()
}
