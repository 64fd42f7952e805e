package adapter

import (
	"context"
	"errors"
	"slices"

	"eidolon/actors/session"
	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/tools"
	"eidolon/xnl"
)

type xnlAnswer struct {
	Calls []string `json:"calls"`
}

// xnl tells which calls a text releases: those of blocks that have ended. Only what the model says live
// is looked at for calls; whatever else reaches a session has no way to the scanner.
func (r request) xnl() any {
	released := xnlAnswer{Calls: []string{}}
	if r.Source != "model" {
		return released
	}
	bad := map[string]bool{} // complete, but with arguments that no tool could take
	emit := func(e xnl.Event) {
		switch {
		case e.Kind == xnl.EventCall:
			_, err := e.Args.MarshalJSON()
			bad[e.ID] = err != nil
		case e.Kind == xnl.EventBlockEnd:
			good := slices.DeleteFunc(slices.Clone(e.Calls), func(id string) bool { return bad[id] })
			released.Calls = append(released.Calls, good...)
		}
	}
	scanner := xnl.NewScanner(xnl.ScanOptions{MainParam: session.MainParams(specs())})
	size := len(r.Text)
	if r.Chunk > 0 {
		size = r.Chunk
	}
	if size > 0 {
		for piece := range slices.Chunk([]byte(r.Text), size) {
			scanner.Write(piece, emit)
		}
	}
	scanner.Close(emit)
	return released
}

// specs declares the built-in tools.
func specs() []tool.Spec {
	var all []tool.Spec
	for _, h := range tools.New(tools.Options{Runner: idle{}, Judge: idle{}}) {
		all = append(all, h.Spec())
	}
	return all
}

// idle stands for what tools work with where they are only asked what they are.
type idle struct{}

var errIdle = errors.New("nothing is run here")

// Run implements fsapi.Runner.
func (idle) Run(context.Context, fsapi.Command, fsapi.Verdict, func(fsapi.Output)) (fsapi.Exit, error) {
	return fsapi.Exit{}, errIdle
}

// Judge implements fsapi.Judge.
func (idle) Judge(fsapi.Command) fsapi.Verdict { return fsapi.Verdict{Decision: fsapi.Deny} }
