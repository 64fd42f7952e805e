package goopenai

import (
	"slices"
	"strings"

	"eidolon/internal/leaf/effort"
)

// efforts are what models take for the levels of thinking, by the beginning of their names; the first row that
// fits counts. Other models are asked for what the row without a name says.
var efforts = []struct {
	prefix  string
	efforts [6]string
}{
	{"gpt-6", [6]string{"none", "low", "medium", "high", "xhigh", "max"}},
	{"gpt-5.1-codex-max", [6]string{"low", "low", "medium", "high", "xhigh", "xhigh"}},
	{"gpt-5.1-codex", [6]string{"low", "low", "medium", "high", "high", "high"}},
	{"gpt-5.1", [6]string{"none", "low", "medium", "high", "high", "high"}},
	{"gpt-5.6", [6]string{"none", "low", "medium", "high", "xhigh", "max"}},
	{"gpt-5.", [6]string{"none", "low", "medium", "high", "xhigh", "xhigh"}},
	{"gpt-5-codex", [6]string{"low", "low", "medium", "high", "high", "high"}},
	{"gpt-5", [6]string{"minimal", "low", "medium", "high", "high", "high"}},
	{"o1", [6]string{"low", "low", "medium", "high", "high", "high"}},
	{"o3", [6]string{"low", "low", "medium", "high", "high", "high"}},
	{"o4", [6]string{"low", "low", "medium", "high", "high", "high"}},
	{"", [6]string{"none", "low", "medium", "high", "xhigh", "xhigh"}},
}

// Effort gives what a model calls a level of thinking, or what comes nearest to it. A level that is none of
// ours is passed on as it is.
func Effort(name, level string) string {
	at := slices.Index(effort.Levels(), level)
	if at < 0 {
		return level
	}
	for _, row := range efforts {
		if strings.HasPrefix(bare(name), row.prefix) {
			return row.efforts[at]
		}
	}
	return level
}

// bare gives the name of a model without the vendor that some services put before it.
func bare(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// silent are the models that do not reason, by the beginning of their names. They refuse to be asked for
// their reasoning.
var silent = []string{"gpt-3", "gpt-4", "chatgpt-4"}

// Reasons tells whether a model may be asked for its reasoning.
func Reasons(name string) bool {
	return !slices.ContainsFunc(silent, func(prefix string) bool { return strings.HasPrefix(bare(name), prefix) })
}
