// Package demo is a session one can watch without a key or a network: a small project with a failing
// test, and a scripted model that fixes it. Only the model is played; tools, guard and log are real.
package demo

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"eidolon/actors/stubmodel"
)

//go:embed assets
var assets embed.FS

// Prompt is what the user asks in the demo.
const Prompt = "A test of this project fails. Find out why and fix it."

// Check is the command that tells whether the project is in order.
const Check = "sh ./test.sh"

// Script is the model's part.
func Script() (*stubmodel.Script, error) {
	const name = "assets/script.yaml"
	data, err := assets.ReadFile(name)
	if err != nil {
		return nil, err
	}
	return stubmodel.Parse(name, data)
}

// Unpack writes the sample project into a new directory and gives its path: dir, which must not
// exist, or a temporary one when dir is empty.
func Unpack(dir string) (string, error) {
	var err error
	if dir == "" {
		if dir, err = os.MkdirTemp("", "eidolon-demo-"); err != nil {
			return "", fmt.Errorf("make a place for the sample project: %w", err)
		}
	} else {
		if dir, err = filepath.Abs(dir); err == nil {
			err = os.Mkdir(dir, 0o700)
		}
		if errors.Is(err, fs.ErrExist) {
			return "", fmt.Errorf("%s exists already: name a directory that does not", dir)
		}
		if err != nil {
			return "", fmt.Errorf("make a place for the sample project: %w", err)
		}
	}
	sample, err := fs.Sub(assets, "assets/sample")
	if err == nil {
		err = os.CopyFS(dir, sample)
	}
	if err != nil {
		return "", fmt.Errorf("unpack the sample project: %w", err)
	}
	return dir, nil
}
