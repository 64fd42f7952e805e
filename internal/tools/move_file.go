package tools

import (
	"context"
	"fmt"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

type moveInput struct {
	From string `json:"from"`
	To   string `json:"to"`
}

type moveOutput struct {
	From string `json:"from"`
	To   string `json:"to"`
}

func (k *kit) moveFile() tool.Handler {
	return handler[moveInput]{
		spec: tool.Spec{
			Namespace: tool.BuiltIn, Name: "move_file",
			Summary: "Rename or move a file or directory. The target must not exist.",
			Params: []tool.Param{
				{Name: "from", Type: tool.String, Required: true},
				{Name: "to", Type: tool.String, Required: true},
			},
			Subject: "from",
		},
		classify: k.classMove,
		run:      k.runMove,
	}
}

// classMove names both ends as subjects, since a rule about either of them is about the move.
func (k *kit) classMove(in moveInput) (tool.Class, error) {
	from, to, err := k.ends(in)
	if err != nil {
		return tool.Class{}, err
	}
	targets := k.targets(from, to)
	return tool.Class{
		Subject: from, Also: append([]string{to}, targets...), Protected: k.protected(append(targets, from, to)...), Edits: true,
	}, nil
}

func (k *kit) ends(in moveInput) (from, to string, err error) {
	if from, err = k.resolveToWrite("from", in.From); err != nil {
		return "", "", err
	}
	to, err = k.resolveToWrite("to", in.To)
	return from, to, err
}

func (k *kit) runMove(ctx context.Context, _ call, in moveInput) tool.Result {
	from, to, err := k.ends(in)
	if err != nil {
		return failure(ctx, err, kindWrite)
	}
	if from == to {
		return failure(ctx, invalid("to", "from and to are the same path, %q", to), "")
	}
	if err := k.Files.Move(ctx, from, to); err != nil {
		r := fileFailure(ctx, k.Files, from, err, kindWrite)
		if r.Code == tool.Code(fsapi.AlreadyExists) {
			r.Text += "; give the full new name, which must not exist"
		}
		return r
	}
	return tool.OK(moveOutput{From: from, To: to}, fmt.Sprintf("moved %s to %s", shown(from), shown(to)))
}
