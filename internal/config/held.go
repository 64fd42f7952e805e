package config

import (
	"path/filepath"
	"strconv"
	"strings"

	"eidolon/internal/leaf/redact"
	"eidolon/internal/leaf/yamldoc"
)

// Held is a setting of a workspace that is not in force.
type Held struct {
	Key   string `json:"key"`             // such as "models.profiles"
	Value string `json:"value"`           // on one line, without what is secret in it; from outside
	Where string `json:"where"`           // file:line
	Why   string `json:"why"`             // a clause
	Never bool   `json:"never,omitempty"` // trust does not put it in force either
	File  string `json:"file,omitempty"`  // of the workspace, with slashes, whose content the setting is about
}

// hold notes that a setting of the workspace is not applied.
func (l *loader) hold(f *yamldoc.Field, key, why string, never bool) {
	own := f.Key
	if strings.HasPrefix(key, "mcp.servers.") {
		own = "" // somebody's word for a server, which hides nothing
	}
	h := Held{
		Key: key, Value: inline(f.Value, own), Where: (&yamldoc.Node{Source: f.Value.Source, Line: f.Line}).Where(), Why: why, Never: never,
	}
	if key == "agent.systemPromptFile" && f.Value.Kind == yamldoc.Scalar {
		if name, inside := l.inWorkspace(f.Value.Text); inside {
			h.File = filepath.ToSlash(name)
		}
	}
	l.held = append(l.held, h)
	way := "`eidolon trust` shows what the workspace would set and puts it in force"
	if never {
		way = "to use it, put it into " + UserFile(l.src.BaseDir)
	}
	l.note(HeldBack, h.Where, "%s is held back, because %s; %s", key, why, way)
}

// inlineValues writes headers, parameters or variables. The variables that a value would send are what matters to
// who decides about it; other values that may be keys are left out.
func inlineValues(n *yamldoc.Node) string {
	var parts []string
	for _, f := range n.Fields {
		value := inline(f.Value, "")
		if redact.Confidential(f.Key) && f.Value.Kind == yamldoc.Scalar && !strings.Contains(f.Value.Text, "${") {
			value = "(a key)"
		}
		parts = append(parts, f.Key+": "+value)
	}
	return "{" + strings.Join(parts, ", ") + "}"
}

// inline writes a value on one line, as YAML reads it. Of a key it says only that there is one.
func inline(n *yamldoc.Node, key string) string {
	switch {
	case !n.IsSet():
		return "null"
	case n.Kind == yamldoc.Scalar && (key == "apiKey" || key == "api_key"):
		return "(a key)"
	case n.Kind == yamldoc.Map && (key == "headers" || key == "query" || key == "env"):
		return inlineValues(n)
	case n.Kind == yamldoc.Scalar && key == "proxy":
		return strconv.Quote(shownProxy(n.Text))
	case n.Kind == yamldoc.Scalar && key == "url":
		return strconv.Quote(shownURL(n.Text))
	}
	var parts []string
	for _, item := range n.Items {
		parts = append(parts, inline(item, key))
	}
	for _, f := range n.Fields {
		parts = append(parts, f.Key+": "+inline(f.Value, f.Key))
	}
	switch n.Kind {
	case yamldoc.List:
		return "[" + strings.Join(parts, ", ") + "]"
	case yamldoc.Map:
		return "{" + strings.Join(parts, ", ") + "}"
	case yamldoc.Null, yamldoc.Scalar:
	}
	if n.Type != "str" {
		return n.Text
	}
	return strconv.Quote(n.Text)
}
