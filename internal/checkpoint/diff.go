package checkpoint

// Diff renders changes for people: a line that says what happens to a path and, for text, the unified
// difference. It is not cleaned: contents come as they are, names are quoted when they hold anything
// unusual.
func Diff(changes []Change) string { return "" }
