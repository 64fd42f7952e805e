package config

import (
	"fmt"
	"io"
	"path/filepath"
	"strings"

	files "eidolon/internal/private" // "private" is a word of this package
)

// DotenvFile is the file in the user's directory that holds keys.
func DotenvFile(baseDir string) string { return filepath.Join(baseDir, dotenvName) }

// SetVariable puts a variable into the content of a .env file: in place of the line that has it, else at
// the end. A value that such a file cannot hold is an error that does not quote it.
func SetVariable(content, name, value string) (string, error) {
	value = strings.TrimSpace(value)
	switch {
	case !IsVariable(name):
		return "", fmt.Errorf("%q cannot be the name of a variable", name)
	case value == "":
		return "", fmt.Errorf("the value of %s is empty", name)
	case strings.ContainsFunc(value, func(r rune) bool { return r < ' ' || r == 0x7f }):
		return "", fmt.Errorf("the value of %s holds a line break or another control character", name)
	case strings.Contains(value, "'") && strings.ContainsAny(value, `" #`):
		return "", fmt.Errorf("the value of %s holds quotes that a .env file cannot keep", name)
	case strings.ContainsAny(value, `"' #`):
		quote := "'"
		if strings.Contains(value, "'") {
			quote = `"`
		}
		value = quote + value + quote
	}
	line := name + "=" + value
	lines := strings.Split(strings.TrimRight(content, "\n"), "\n")
	for i, old := range lines {
		key, _, ok := strings.Cut(strings.TrimPrefix(strings.TrimSpace(old), "export "), "=")
		if ok && strings.TrimSpace(key) == name {
			lines[i], line = line, ""
		}
	}
	if line != "" {
		lines = append(lines, line)
	}
	return strings.TrimLeft(strings.Join(lines, "\n"), "\n") + "\n", nil
}

// WriteFile writes a file of the user's directory in one step, for its owner alone. The directory is made
// if need be, and a link that the user made stays one.
func WriteFile(path string, content []byte) error {
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	_, err := files.MakeDir(filepath.Dir(path))
	if err == nil {
		err = files.Replace(path, func(w io.Writer) error {
			_, err := w.Write(content)
			return err
		})
	}
	if err != nil {
		return fmt.Errorf("write %s: %w", path, err)
	}
	return nil
}
