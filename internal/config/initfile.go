package config

import (
	_ "embed" // the default file is part of the program
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// defaultFile is what InitFile writes: every key with its default value and a word about it. As long
// as nobody changes it, it changes nothing.
//
//go:embed default.yaml
var defaultFile string

// InitFile writes the default file into the user's directory, which is made if need be, and gives
// its path. A file that exists, in either format, is left alone: the error is then [fs.ErrExist].
func InitFile(baseDir string) (path string, err error) {
	if existing := UserFile(baseDir); exists(existing) {
		return existing, fmt.Errorf("%s is there already and was not changed: %w", existing, fs.ErrExist)
	}
	path = filepath.Join(baseDir, yamlName)
	if err := os.MkdirAll(baseDir, 0o700); err != nil {
		return path, fmt.Errorf("make the directory of the configuration: %w", err)
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return path, fmt.Errorf("write the configuration: %w", err)
	}
	_, err = f.WriteString(defaultFile)
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		return path, fmt.Errorf("write the configuration: %w", err)
	}
	return path, nil
}
