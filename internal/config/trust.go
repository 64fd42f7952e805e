package config

import (
	"slices"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// handling is what is done with a key of a workspace's file.
type handling int

const (
	hold   handling = iota // not applied before the workspace is trusted
	never                  // not applied even then
	apply                  // applied
	choose                 // applied when it names a profile of the user
)

// projectKeys lists what a workspace's file may set; keys that are not listed are held back. A key
// belongs here only if a hostile value of it can do no harm: it must not decide where data is sent,
// what is run, what is allowed or what is shown in a question.
//
// Ask, deny and forbidRead only tighten, since merge adds them to the user's own.
var projectKeys = map[string]handling{
	"models.active":      choose,
	"models.fallback":    choose,
	"models.defaults":    apply,
	"agent.maxSteps":     never,
	"tools.bashTimeout":  apply,
	"permissions.ask":    apply,
	"permissions.deny":   apply,
	"sandbox.forbidRead": apply,
	"tui.theme":          apply,
	"tui.glyphs":         apply,
	"tui.motion":         apply,
}

// heldReasons says why a key or a whole section is held back.
var heldReasons = map[string]string{
	"models":      "it decides where your prompts, code and keys are sent",
	"providers":   "it decides where your prompts, code and keys are sent",
	"permissions": "it would change what the model may do without asking you",
	"sandbox":     "it would change what commands can reach",
	"tools":       "it would change what the model can do",
	"tui":         "it could change what a key press means",
	"agent":       "it would tell the model what to do in your name",
	"sessions":    "only your own configuration sets it",
	"limits":      "only your own configuration sets it",
}

// filterProject removes from a workspace's tree what must not be applied, with a notice for each key.
// Profiles are the names that the user's own configuration offers.
func (l *loader) filterProject(root *yamldoc.Node, profiles []string) {
	for _, section := range slices.Clone(root.Fields) {
		if section.Value.Kind != yamldoc.Map || section.Key == "providers" {
			if !l.src.Trusted && section.Value.IsSet() {
				l.held(section, section.Key, heldReasons[section.Key])
				root.Delete(section.Key)
			}
			continue
		}
		for _, f := range slices.Clone(section.Value.Fields) {
			key := section.Key + "." + f.Key
			if why := l.refusal(key, f, profiles); why != "" {
				l.held(f, key, why)
				section.Value.Delete(f.Key)
			}
		}
	}
}

// refusal says why a key of the workspace is not applied, or "".
func (l *loader) refusal(key string, f *yamldoc.Field, profiles []string) string {
	how := projectKeys[key]
	section, _, _ := strings.Cut(key, ".")
	switch {
	case !f.Value.IsSet():
		return ""
	case how == never:
		return "only your own configuration sets it"
	case how == apply || l.src.Trusted:
		return ""
	case how == choose && !slices.Contains(profiles, f.Value.Text):
		return "it names no profile of yours"
	case how == choose:
		return ""
	}
	return heldReasons[section]
}

func (l *loader) held(f *yamldoc.Field, key, why string) {
	l.note(HeldBack, (&yamldoc.Node{Source: f.Value.Source, Line: f.Line}).Where(),
		"%s is held back, because %s; to use it, put it into %s", key, why, UserFile(l.src.BaseDir))
}
