package config

import (
	"os"
	"path/filepath"
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

// projectKeys lists what a workspace's file may set; keys that are not listed are held back. A section
// stands for all its keys. A key is applied only if a hostile value of it can do no harm: it must not
// decide where data is sent, what is run, what is allowed or what is shown in a question.
//
// Ask, deny and forbidRead only tighten, since merge adds them to the user's own.
var projectKeys = map[string]handling{
	"models.active":     choose,
	"agent.maxSteps":    never,
	"sessions":          never,
	"limits":            never,
	"language":          never,
	"logins":            never,
	"web":               never,
	"tools.bashTimeout": apply,

	"subagents.allowedModels": never, // what they may do and spend at most is the user's to say, as for agent.maxSteps
	"subagents.maxSteps":      never,
	"subagents.timeout":       never,

	"permissions.ask":    apply,
	"permissions.deny":   apply,
	"sandbox.forbidRead": apply,
	"tui.theme":          apply,
	"tui.glyphs":         apply,
	"tui.motion":         apply,

	"models.defaults.maxOutputTokens": apply,
	"models.defaults.thinkingLevel":   apply,
	"models.defaults.temperature":     apply,
}

// heldReasons says why a key or a whole section is held back.
var heldReasons = map[string]string{
	"models":      "it decides where your prompts, code and keys are sent",
	"providers":   "it decides where your prompts, code and keys are sent",
	"permissions": "it would change what the model may do without asking you",
	"sandbox":     "it would change what commands can reach",
	"hooks":       "it would run commands on your computer",
	"mcp":         "it would start programs on your computer or send data to others",
	"tools":       "it would change what the model can do",
	"tui":         "it could change what a key press means",
	"subagents":   "it would change which models see your code",
	"agent":       "it would tell the model what to do in your name",
	"language":    "only your own configuration sets it",

	"reasoningLanguage": "it would tell the model what to do in your name",
}

func handlingOf(key string) handling {
	section, _, _ := strings.Cut(key, ".")
	if how, all := projectKeys[section]; all {
		return how
	}
	return projectKeys[key]
}

// filterProject removes from a workspace's tree what must not be applied, with a notice for each key.
// Profiles are the names that the user's own configuration offers.
func (l *loader) filterProject(root *yamldoc.Node, profiles []string) {
	for _, section := range slices.Clone(root.Fields) {
		if section.Value.Kind != yamldoc.Map || section.Key == "providers" {
			if how := handlingOf(section.Key); section.Value.IsSet() && (how == never || !l.src.Trusted) {
				l.hold(section, section.Key, heldReasons[section.Key], how == never)
				root.Delete(section.Key)
			}
			continue
		}
		l.filterGroup(section.Value, section.Key, profiles)
	}
}

// filterGroup removes the keys of a group that must not be applied.
func (l *loader) filterGroup(group *yamldoc.Node, path string, profiles []string) {
	for _, f := range slices.Clone(group.Fields) {
		key := path + "." + f.Key
		// Some defaults decide where data goes; servers are told one by one.
		if (key == "models.defaults" || key == "mcp.servers") && f.Value.Kind == yamldoc.Map {
			l.filterGroup(f.Value, key, profiles)
			continue
		}
		if why := l.refusal(key, f, profiles); why != "" {
			l.hold(f, key, why, handlingOf(key) == never)
			group.Delete(f.Key)
		}
	}
}

// refusal says why a key of the workspace is not applied, or "".
func (l *loader) refusal(key string, f *yamldoc.Field, profiles []string) string {
	how := handlingOf(key)
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

// projectPrompt reads the system prompt of a workspace's tree. The file must be one of the workspace's
// own, which the user could look at, and the one that they did look at.
func (l *loader) projectPrompt(tree *yamldoc.Node) {
	const key = "agent.systemPromptFile"
	section := tree.Get("agent")
	f := section.Field("systemPromptFile")
	if f == nil || !hasText(f.Value) || f.Value.Kind != yamldoc.Scalar {
		return
	}
	n := f.Value
	name, inside := l.inWorkspace(n.Text)
	root, err := os.OpenRoot(l.src.Workspace)
	if err != nil {
		l.problem(n.Problem("%s cannot be read: %s", key, reason(err)))
		return
	}
	defer func() { _ = root.Close() }() // it was for reading
	var data []byte
	if inside {
		data, _, err = readFile(name, root.Stat, root.Open)
	}
	switch {
	case !inside || err != nil && leavesRoot(root, name):
		l.hold(f, key, "a workspace's prompt has to be a file in the workspace", true)
		section.Delete("systemPromptFile")
	case err != nil:
		l.problem(n.Problem("%s cannot be read: %s", key, reason(err)))
	case l.src.Same != nil && !l.src.Same(filepath.ToSlash(name), data):
		l.hold(f, key, "the file is not the one that you trusted", false)
		section.Delete("systemPromptFile")
	default:
		n.Text = l.absolute(n.Text, l.src.Workspace)
		l.prompts[n.Text] = string(data)
	}
}

// inWorkspace gives the name below the workspace that a path in one of its files means.
func (l *loader) inWorkspace(path string) (name string, inside bool) {
	name, err := filepath.Rel(l.src.Workspace, l.absolute(path, l.src.Workspace))
	return name, err == nil && filepath.IsLocal(name)
}
