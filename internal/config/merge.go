package config

import (
	"slices"

	"eidolon/internal/leaf/yamldoc"
)

// added are the lists of a workspace that are added to the user's instead of replacing them: what the
// user wrote holds in every workspace, a trusted one too.
var added = []string{
	"permissions.allow", "permissions.ask", "permissions.deny", "permissions.readers",
	"sandbox.allowWrite", "sandbox.forbidRead", "sandbox.passEnv",
	"hooks.preToolUse", "hooks.postToolUse", "hooks.userPromptSubmit", "hooks.stop",
}

// merge lays over on base and gives the result; over is not needed afterwards. Maps are merged key
// by key, other values are replaced, an empty value replaces nothing. Profiles are merged by name:
// one with the name of another takes its place as a whole.
func merge(base, over *yamldoc.Node, path string, project bool) *yamldoc.Node {
	switch {
	case !over.IsSet():
		return base
	case !base.IsSet():
		return over
	case path == "mcp.servers":
		return mergeServers(base, over)
	case base.Kind == yamldoc.Map && over.Kind == yamldoc.Map:
		for _, f := range over.Fields {
			mergeField(base, f, path, project)
		}
		return base
	case path == "models.profiles":
		return mergeProfiles(base, over)
	case project && slices.Contains(added, path) && base.Kind == over.Kind:
		base.Items = append(base.Items, over.Items...)
		return base
	}
	return over
}

func mergeField(base *yamldoc.Node, f *yamldoc.Field, path string, project bool) {
	inner := f.Key
	if path != "" {
		inner = path + "." + f.Key
	}
	if own := base.Field(f.Key); own != nil {
		own.Value = merge(own.Value, f.Value, inner, project)
		return
	}
	base.Fields = append(base.Fields, f)
}

func mergeServers(base, over *yamldoc.Node) *yamldoc.Node {
	for _, f := range over.Fields {
		base.Fields = slices.DeleteFunc(base.Fields, func(b *yamldoc.Field) bool { return serverWord(b.Key) == serverWord(f.Key) })
		base.Fields = append(base.Fields, f)
	}
	return base
}

func mergeProfiles(base, over *yamldoc.Node) *yamldoc.Node {
	for _, profile := range over.Items {
		i := slices.IndexFunc(base.Items, func(b *yamldoc.Node) bool { return nameOf(b) == nameOf(profile) })
		if i < 0 {
			base.Items = append(base.Items, profile)
		} else {
			base.Items[i] = profile
		}
	}
	return base
}

// nameOf is the name of a profile, or "".
func nameOf(profile *yamldoc.Node) string {
	if name := profile.Get("name"); name.IsSet() {
		return name.Text
	}
	return ""
}
