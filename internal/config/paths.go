package config

import (
	"fmt"
	"path/filepath"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// expandPaths completes the paths of a file that name places outside the workspace: variables are
// replaced in all of them, and those that may be written become absolute. They are completed here, once,
// so that everybody who keeps to them means the same places.
func (l *loader) expandPaths(tree *yamldoc.Node) {
	for _, item := range items(tree.Get("sandbox", "forbidRead")) {
		l.expandVariables(item, "sandbox.forbidRead")
	}
	for _, item := range items(tree.Get("sandbox", "allowWrite")) {
		if !l.expandVariables(item, "sandbox.allowWrite") {
			continue
		}
		item.Text = expandHome(item.Text, l.src.Home)
		if !filepath.IsAbs(item.Text) {
			l.problem(item.Problem("sandbox.allowWrite: %q is not a full path; directories outside the workspace are named "+
				"like /srv/notes or ~/notes, and the workspace itself may be written anyway", item.Text))
			continue
		}
		item.Text = filepath.Clean(item.Text)
	}
}

// items gives the texts of a list. What is no text was reported by the schema.
func items(list *yamldoc.Node) []*yamldoc.Node {
	if list == nil || list.Kind != yamldoc.List {
		return nil
	}
	var texts []*yamldoc.Node
	for _, item := range list.Items {
		if item.Kind == yamldoc.Scalar {
			texts = append(texts, item)
		}
	}
	return texts
}

// expandVariables replaces the variables in a text. It reports false when one cannot be, which is a
// problem of the file.
func (l *loader) expandVariables(n *yamldoc.Node, key string) bool {
	text, err := expand(n.Text, l.src.Env)
	if err != nil {
		l.problem(n.Problem("%s: %q: %v", key, n.Text, err))
		return false
	}
	n.Text = text
	return true
}

// expand replaces "${NAME}" by a variable of the environment, and "${NAME:-default}" by the default when
// the variable is unset or empty. Any other dollar stands for itself. Defaults are plain text, and what
// a variable holds is not looked at again.
func expand(text string, env func(string) string) (string, error) {
	return expandWith(text, func(name string) (string, error) {
		value := env(name)
		if value == "" {
			return "", fmt.Errorf("the variable %s is not set; set it, or write ${%s:-default}", name, name)
		}
		return value, nil
	})
}

// expandWith replaces variables as expand does. Lookup is asked for one that has no default, and for the
// others too, whose error then means that the default counts.
func expandWith(text string, lookup func(name string) (string, error)) (string, error) {
	var out strings.Builder
	for {
		before, rest, found := strings.Cut(text, "${")
		out.WriteString(before)
		if !found {
			return out.String(), nil
		}
		inner, after, closed := strings.Cut(rest, "}")
		if !closed {
			return "", fmt.Errorf("a brace is not closed behind ${%s", rest)
		}
		name, instead, hasDefault := strings.Cut(inner, ":-")
		if !IsVariable(name) {
			return "", fmt.Errorf("${%s} names no variable; write ${NAME} or ${NAME:-default}", inner)
		}
		value, err := lookup(name)
		switch {
		case hasDefault && (err != nil || value == ""):
			value = instead
		case err != nil:
			return "", err
		}
		out.WriteString(value)
		text = after
	}
}
