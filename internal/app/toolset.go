package app

import (
	"slices"

	"eidolon/actors/tool"
	"eidolon/internal/config"
	"eidolon/internal/leaf/toolmatch"
	"eidolon/internal/login"
	"eidolon/internal/tools"
	"eidolon/prompts"
)

// choose keeps those of the handlers that a session is to have: the ones that the configuration names, or
// else the ones that suit the model.
func (w *workbench) choose(o Options, handlers []tool.Handler) error {
	listed := len(o.Config.Tools.Enabled)+len(o.Profile.Tools) > 0
	for _, h := range handlers {
		spec := h.Spec()
		w.all = append(w.all, spec)
		switch {
		case !enabled(o.Config.Tools.Enabled, spec) || !enabled(o.Profile.Tools, spec):
		case !listed && !suits(o.Profile, spec):
			w.spare = append(w.spare, spec)
		default:
			w.tools = append(w.tools, redactTool(h, o.Secrets))
			w.specs = append(w.specs, spec)
		}
	}
	w.addHelp(o, listed)
	for _, names := range [][]string{o.Config.Tools.Enabled, o.Profile.Tools} {
		if err := tools.CheckNames(names, w.all); err != nil {
			return err
		}
	}
	return nil
}

// enabled says whether the configuration lets a tool be used. An empty list lets all.
func enabled(names []string, spec tool.Spec) bool {
	return len(names) == 0 || toolmatch.Lists(names, spec.Names()...)
}

// suits says whether a tool is for the models of a profile when nobody has chosen. Those behind the ChatGPT
// login were trained to change files by patches, and all others to replace text: one way to do a thing
// leads to fewer mistakes than two.
func suits(p config.Profile, spec tool.Spec) bool {
	if spec.Namespace != tool.BuiltIn {
		return true
	}
	switch spec.Name {
	case "apply_patch":
		return patches(p)
	case "edit", "edit_text", "write_file":
		return !patches(p)
	}
	return true
}

// patches says whether a profile goes through the ChatGPT login.
func patches(p config.Profile) bool {
	return p.Service == login.Codex || p.Login != "" && login.Canonical(p.Login) == login.Codex
}

// addHelp adds the tool that tells the details which a prompt leaves out. Whoever chose the tools chose it
// with them: without it some of them could not be used.
func (w *workbench) addHelp(o Options, listed bool) {
	help := tools.Help(func() []tool.Spec { return w.withServers(w.specs) }, func(s tool.Spec) string { return prompts.Detail(promptTool(s), overrides(o.Base)) })
	spec := help.Spec()
	w.all = append(w.all, spec)
	if len(o.Config.MCP.Servers) > 0 || slices.ContainsFunc(w.specs, func(s tool.Spec) bool { return prompts.Brief(promptTool(s)) }) {
		w.tools, w.help = append(w.tools, redactTool(help, o.Secrets)), &spec
	} else if !listed {
		w.spare = append(w.spare, spec)
	}
}

// offered are the tools that a profile's model is told of. On a native wire it is told all about them.
func (w *workbench) offered(p config.Profile) []tool.Spec {
	if w.help == nil || native(p) {
		return w.specs
	}
	return append(slices.Clip(w.specs), *w.help)
}

// withServers adds the tools that servers have brought along by now.
func (w *workbench) withServers(specs []tool.Spec) []tool.Spec {
	return append(slices.Clip(specs), w.brought.all()...)
}

// serversText is what a model that calls tools in its text is told of those tools.
func (w *workbench) serversText(o Options) string {
	var list []prompts.Tool
	for _, s := range w.brought.all() {
		list = append(list, promptTool(s))
	}
	return prompts.Servers(list, overrides(o.Base))
}

// allowed are the tools of an agent that is to have only some. What tells of their details comes with them.
func allowed(names []string, specs []tool.Spec) []string {
	i := slices.IndexFunc(specs, func(s tool.Spec) bool { return s.Namespace == tool.BuiltIn && s.Name == "tool_help" })
	if len(names) == 0 || i < 0 || slices.Contains(names, specs[i].Name) {
		return names
	}
	return append(names, specs[i].Name)
}
