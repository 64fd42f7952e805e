package config

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"

	"eidolon/internal/leaf/yamldoc"
)

// readDotenv reads the user's .env file, if there is one. For that of a workspace see readVariables.
func (l *loader) readDotenv() {
	if l.src.BaseDir == "" {
		return
	}
	path := filepath.Join(l.src.BaseDir, dotenvName)
	data, info, err := l.readOwn(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return
	case err != nil:
		l.problem(yamldoc.Problem{File: path, Message: "cannot be read: " + reason(err)})
		return
	}
	var skipped []int
	l.dotenv, skipped = parseDotenv(data)
	for _, line := range skipped {
		l.note(BadLine, fmt.Sprintf("%s:%d", path, line), "is not of the form NAME=value and was skipped")
	}
	if len(l.dotenv) > 0 && othersMayRead(info) {
		l.note(ReadableKey, path, "can be read by others on this computer; run: chmod 600 %s", path)
	}
}

// parseDotenv reads lines NAME=value. "export " before the name, blank lines, comments and quotes
// around the value are allowed; in a value without quotes " #" begins a comment. There are no
// escapes and no substitutions, since keys need neither. Skipped are the numbers of other lines.
func parseDotenv(data []byte) (values map[string]string, skipped []int) {
	values = map[string]string{}
	lines := bufio.NewScanner(bytes.NewReader(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf"))))
	lines.Buffer(nil, maxFileSize+1)
	for number := 1; lines.Scan(); number++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		name, value, ok := strings.Cut(strings.TrimPrefix(line, "export "), "=")
		name = strings.TrimSpace(name)
		if !ok || !IsVariable(name) {
			skipped = append(skipped, number)
			continue
		}
		values[name] = unquote(strings.TrimSpace(value))
	}
	return values, skipped
}

func unquote(value string) string {
	if value != "" && (value[0] == '"' || value[0] == '\'') {
		if end := strings.IndexByte(value[1:], value[0]); end >= 0 {
			return value[1 : end+1]
		}
	}
	value, _, _ = strings.Cut(value, " #")
	return strings.TrimSpace(value)
}

// IsVariable reports whether a name can be that of an environment variable.
func IsVariable(name string) bool {
	for i, r := range name {
		letter := r == '_' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
		if !letter && (i == 0 || r < '0' || r > '9') {
			return false
		}
	}
	return name != ""
}
