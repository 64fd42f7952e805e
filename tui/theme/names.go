package theme

// String is the name of a role in a theme file.
func (r Role) String() string {
	names := []string{
		Text: "text", Dim: "dim", User: "user", Mention: "mention", Heading: "heading", Strong: "strong",
		Emphasis: "emphasis", Code: "code", Link: "link", Quote: "quote", Tool: "tool", Input: "input",
		Running: "running", OK: "ok", Warn: "warn", Error: "error", Added: "added", Removed: "removed",
		AddedWord: "addedWord", RemovedWord: "removedWord", Hunk: "hunk", Keyword: "keyword", Name: "name",
		Literal: "literal", Number: "number", Comment: "comment", Operator: "operator", Border: "border",
		Title: "title", Prompt: "prompt", Status: "status", Posture: "posture", Danger: "danger",
		Selected: "selected", Selection: "selection", Match: "match", Current: "current", Marked: "marked",
		Thumb: "thumb",
	}
	if int(r) >= len(names) {
		return "role?"
	}
	return names[r]
}

// Names gives the names of the built-in themes.
func Names() []string { return []string{"auto", "dark", "light", "high-contrast", "none"} }

// RoleNames gives the names of all roles, in their order.
func RoleNames() []string {
	names := make([]string, Roles)
	for r := range Roles {
		names[r] = r.String()
	}
	return names
}
