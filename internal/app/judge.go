package app

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"eidolon/actors/dispatcher"
	"eidolon/actors/tool"
	"eidolon/internal/leaf/nearest"
	"eidolon/internal/leaf/toolmatch"
	"eidolon/internal/policy"
	"eidolon/internal/store"
)

// Permissions is what the calls of a session in the workspace are judged by.
type Permissions struct {
	Rules   policy.Rules
	Granted []policy.Rule // what the user has allowed in answers
	Notices []string

	bench  *workbench
	grants []string // as they are kept
}

// OpenPermissions reads what the calls of a session would be judged by. It is closed after use.
func OpenPermissions(o Options) (*Permissions, error) {
	bench, err := openWorkbench(o, onLooking(o))
	if err != nil {
		return nil, err
	}
	p := &Permissions{bench: bench}
	if err := p.read(o); err != nil {
		return nil, errors.Join(err, bench.close())
	}
	return p, nil
}

func (p *Permissions) read(o Options) error {
	var err error
	if p.Rules, p.Notices, err = readRules(&o, p.bench.all); err != nil {
		return err
	}
	g, err := store.OpenGrants(store.Options{Base: o.Base, Workspace: p.bench.files.Root(), Now: o.Now})
	if err != nil {
		return err
	}
	if p.grants, err = g.Load(); err != nil {
		return err
	}
	granted, notices := policy.Grants(p.grants, g.Path())
	p.Granted, p.Notices = granted, append(p.Notices, notices...)
	return nil
}

// Close gives up the workspace.
func (p *Permissions) Close() error { return p.bench.close() }

// Judged is what a session would say to a call.
type Judged struct {
	Tool    string
	Input   json.RawMessage
	Class   tool.Class
	Refused *tool.Result // the call cannot be judged, and would not run
	Ruling  dispatcher.Ruling
}

// Judge says what would become of a call, by the tool and the policy of a session. The input is a JSON
// object, or what the call is about: the command, the path.
func (p *Permissions) Judge(o Options, mode policy.Mode, name, input string) (Judged, error) {
	spec, handler, err := p.find(name)
	if err != nil {
		return Judged{}, err
	}
	j := Judged{Tool: spec.FullName()}
	if handler != nil {
		if j.Input, err = inputOf(spec, input); err != nil {
			return j, err
		}
		if j.Class, err = handler.Classify(tool.Call{Name: spec.FullName(), Input: j.Input}); err != nil {
			refused := tool.FailWith(err)
			if refused.Code == tool.InvalidInput && !isObject(input) {
				return j, fmt.Errorf("that is not all of a call of %s: %s. Give its input as a JSON object", j.Tool, strings.TrimSuffix(refused.Text, "."))
			}
			j.Refused = &refused
			return j, nil
		}
	} else {
		j.Class.Subject = input // the tool of a server that is not asked here
	}
	o.Person = mode != policy.Headless
	j.Ruling = newPolicy(o, p.bench, mode, p.Rules).Rule(spec, j.Class, p.grantsFor(o.Person))
	return j, nil
}

// grantsFor gives what was allowed in answers, or only what is believed of tools where nobody is asked.
func (p *Permissions) grantsFor(person bool) []string {
	if person {
		return p.grants
	}
	return policy.Beliefs(p.grants)
}

// find gives the tool of a name. Rules give names in any case, and so may whoever tries them out; of a
// tool that a server brings nothing is known but the name.
func (p *Permissions) find(name string) (tool.Spec, tool.Handler, error) {
	wanted := toolmatch.Canonical(name)
	if wanted == "read" { // of the tools that the family is made of
		wanted = "read_file"
	}
	var known []string
	for _, h := range p.bench.tools {
		spec := h.Spec()
		if slices.ContainsFunc(spec.Names(), func(n string) bool { return toolmatch.Canonical(n) == wanted }) {
			return spec, h, nil
		}
		known = append(known, spec.Name)
	}
	if strings.HasPrefix(wanted, toolmatch.Server) {
		return tool.Spec{Name: name}, nil, nil
	}
	if near := nearest.Name(name, known); near != "" {
		return tool.Spec{}, nil, fmt.Errorf("there is no tool %q; did you mean %s?", name, near)
	}
	return tool.Spec{}, nil, fmt.Errorf("there is no tool %q; `eidolon tools list` lists them all", name)
}

// inputOf makes the input of a call of what was typed.
func inputOf(spec tool.Spec, typed string) (json.RawMessage, error) {
	if strings.HasPrefix(strings.TrimSpace(typed), "{") && spec.Subject != "command" || isObject(typed) {
		return spec.Decode(json.RawMessage(typed))
	}
	switch {
	case typed == "":
		return json.RawMessage("{}"), nil
	case spec.Subject == "":
		return nil, fmt.Errorf("what a call of %s is about is not one of its inputs; give them all as a JSON object, or nothing", spec.FullName())
	}
	return json.Marshal(map[string]string{spec.Subject: typed})
}

// isObject says that what was typed is a JSON object. A shell command may begin with a brace too.
func isObject(typed string) bool {
	return strings.HasPrefix(typed, "{") && json.Valid([]byte(typed))
}
