package config

import (
	"strings"

	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/yamldoc"
)

// auto leaves a choice to what can be found out.
const auto = "auto"

// checkLanguage demands a language that the screen speaks. A variable of the environment may hold any: it is
// there for all programs.
func (l *loader) checkLanguage(n *yamldoc.Node) {
	if !hasText(n) || n.Kind != yamldoc.Scalar || n.Text == auto {
		return
	}
	if _, known := lang.Read(n.Text); known {
		return
	}
	names := []string{auto}
	for _, tag := range lang.Tags() {
		names = append(names, string(tag))
	}
	l.problem(n.Problem("language: %q is no language that the screen speaks; there are %s", n.Text, strings.Join(names, ", ")))
}

// language is the language of the screen.
func (l *loader) language(configured string) lang.Tag {
	if tag, known := lang.Read(configured); known {
		return tag
	}
	return lang.FromEnvironment(l.src.Env)
}
