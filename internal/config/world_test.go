package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// world is a home, a base directory and a workspace of one test.
type world struct {
	t   *testing.T
	dir string
	env map[string]string
	src Sources
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{t: t, dir: t.TempDir(), env: map[string]string{}}
	w.src = Sources{
		BaseDir: filepath.Join(w.dir, "home", ".eidolon"), Home: filepath.Join(w.dir, "home"),
		Workspace: filepath.Join(w.dir, "ws"),
		Env:       func(name string) string { return w.env[name] },
	}
	for _, dir := range []string{w.src.BaseDir, filepath.Join(w.src.Workspace, ".eidolon")} {
		if err := os.MkdirAll(dir, 0o700); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// The files of a world, relative to its directory.
const (
	userYAML    = "home/.eidolon/config.yaml"
	userJSON    = "home/.eidolon/config.json"
	userLegacy  = "home/.eidolon.json"
	userEnv     = "home/.eidolon/.env"
	projYAML    = "ws/.eidolon/config.yaml"
	projJSON    = "ws/.eidolon/config.json"
	projLegacy  = "ws/.eidolon.json"
	twoProfiles = "models:\n  profiles:\n  - {name: a, baseURL: \"http://a.test/v1\", model: ma}\n  - {name: b, baseURL: \"http://b.test/v1\", model: mb}\n"
)

func (w *world) put(name, content string) {
	w.t.Helper()
	if err := os.WriteFile(filepath.Join(w.dir, name), []byte(content), 0o600); err != nil {
		w.t.Fatal(err)
	}
}

func (w *world) load() (Config, []Notice) {
	w.t.Helper()
	c, notices, err := Load(w.src)
	if err != nil {
		w.t.Fatal(err)
	}
	return c, notices
}

// fails loads and gives the text of the error with the directory of the world cut out.
func (w *world) fails() string {
	w.t.Helper()
	_, _, err := Load(w.src)
	if err == nil {
		w.t.Fatal("no error")
	}
	return w.short(err.Error())
}

func (w *world) short(text string) string {
	return strings.ReplaceAll(text, w.dir+string(filepath.Separator), "")
}

// told gives the notices as text, one a line.
func (w *world) told(notices []Notice) string {
	var lines []string
	for _, n := range notices {
		lines = append(lines, string(n.Code)+" "+w.short(n.String()))
	}
	return strings.Join(lines, "\n")
}
