package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestForms(t *testing.T) {
	for name, content := range map[string]string{
		"empty": "", "blank": " \n\n", "comment": "# c\n", "null": "null\n", "empty map": "{}", "empty sections": "agent:\ntui: {}\nmodels:\n  profiles:\n",
		"BOM": "\xef\xbb\xbfagent: {maxSteps: 0}\n", "CRLF": "agent:\r\n  maxSteps: 0\r\n", "tabs in JSON": "{\n\t\"agent\": {\n\t\t\"maxSteps\": 0\n\t}\n}",
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			w.put(userYAML, content)
			if _, notices := w.load(); len(notices) > 0 {
				t.Error(notices)
			}
		})
	}
}

func TestUnreadableFiles(t *testing.T) {
	bomb := "a: &a [x, x, x, x, x, x, x, x, x]\n"
	for c := 'b'; c <= 'p'; c++ {
		bomb += string(c) + ": &" + string(c) + " [" + strings.Repeat("*"+string(c-1)+", ", 9) + "]\n"
	}
	tests := []struct {
		name string
		make func(path string) error
		want string
	}{
		{"directory", func(p string) error { return os.Mkdir(p, 0o700) }, "cannot be read: it is a directory, and a file is expected"},
		{"huge", func(p string) error { return os.WriteFile(p, make([]byte, 2<<20), 0o600) }, "cannot be read: it is larger than 1MiB"},
		{"bomb", func(p string) error { return os.WriteFile(p, []byte(bomb), 0o600) }, "the aliases (*name) stand for more than 10000 values"},
		{"deep", func(p string) error { return os.WriteFile(p, []byte(strings.Repeat("[", 5000)), 0o600) }, "not valid YAML"},
		{"not text", func(p string) error { return os.WriteFile(p, []byte("\x7fELF\x02\x01"), 0o600) }, "not valid YAML"},
	}
	for _, tt := range tests {
		for _, file := range []string{userYAML, projYAML, projLegacy} {
			t.Run(tt.name+" "+filepath.Dir(file), func(t *testing.T) {
				w := newWorld(t)
				if err := tt.make(filepath.Join(w.dir, file)); err != nil {
					t.Fatal(err)
				}
				if got := w.fails(); !strings.HasPrefix(got, file+":") || !strings.Contains(got, tt.want) {
					t.Error(got)
				}
			})
		}
	}
}

func TestNoPermissionToRead(t *testing.T) {
	if os.Geteuid() == 0 {
		t.Skip("the superuser may read everything")
	}
	w := newWorld(t)
	w.put(userYAML, "")
	if err := os.Chmod(filepath.Join(w.dir, userYAML), 0); err != nil {
		t.Fatal(err)
	}
	if got := w.fails(); got != userYAML+": cannot be read: permission denied" {
		t.Error(got)
	}
}

func TestBaseDirIsAFile(t *testing.T) {
	w := newWorld(t)
	w.put("file", "")
	w.src.BaseDir = filepath.Join(w.dir, "file")
	if got := w.fails(); !strings.Contains(got, "file/config.yaml: cannot be read: not a directory") {
		t.Error(got)
	}
}

// A link in a workspace is followed only as long as it stays inside.
func TestLinks(t *testing.T) {
	link := func(w *world, target, name string) {
		t.Helper()
		if err := os.Symlink(target, filepath.Join(w.dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("file out of the workspace", func(t *testing.T) {
		w := newWorld(t)
		w.put("outside.yaml", "tui: {theme: evil}\n")
		link(w, "../../outside.yaml", projYAML)
		c, notices := w.load()
		if got := w.told(notices); c.TUI.Theme != "auto" || got != "config_outside_link "+projYAML+": is a link that leads out of the workspace, so it is not read" {
			t.Errorf("theme %s, told %s", c.TUI.Theme, got)
		}
	})
	t.Run("directory out of the workspace", func(t *testing.T) {
		w := newWorld(t)
		if err := os.Remove(filepath.Join(w.dir, "ws/.eidolon")); err != nil {
			t.Fatal(err)
		}
		w.put(userYAML, "")
		link(w, w.src.BaseDir, "ws/.eidolon")
		if _, notices := w.load(); len(notices) == 0 || notices[0].Code != OutsideLink {
			t.Error(w.told(notices))
		}
	})
	t.Run("inside", func(t *testing.T) {
		w := newWorld(t)
		w.put("ws/shared.yaml", "tui: {theme: calm}\n")
		link(w, "../shared.yaml", projYAML)
		if c, notices := w.load(); c.TUI.Theme != "calm" || len(notices) > 0 {
			t.Error(c.TUI.Theme, notices)
		}
	})
	t.Run("dangling", func(t *testing.T) {
		w := newWorld(t)
		link(w, "nowhere.yaml", projYAML)
		w.load()
	})
	t.Run("the user's own may lead anywhere", func(t *testing.T) {
		w := newWorld(t)
		w.put("dotfiles.yaml", "tui: {theme: mine}\n")
		link(w, "../../dotfiles.yaml", userYAML)
		if c, _ := w.load(); c.TUI.Theme != "mine" {
			t.Error(c.TUI.Theme)
		}
	})
}

// In the home directory the user's files would be the workspace's too.
func TestWorkspaceIsHome(t *testing.T) {
	w := newWorld(t)
	w.src.Workspace = w.src.Home
	w.put(userYAML, "permissions: {allow: [x], deny: [y]}\nagent: {maxSteps: 3}\n")
	w.put(userLegacy, `{"sandbox": {"bash": "off"}}`)
	c, notices := w.load()
	if len(c.Permissions.Allow) != 1 || len(c.Permissions.Deny) != 1 || c.Sandbox.Bash != "off" {
		t.Errorf("%+v", c.Permissions)
	}
	for _, n := range notices {
		if n.Code != TwoFiles {
			t.Error(n)
		}
	}
}

func TestTwoFilesOfOnePlace(t *testing.T) {
	w := newWorld(t)
	w.put(userJSON, `{"tui": {"theme": "json", "glyphs": "ascii"}}`)
	w.put(userYAML, "tui: {theme: yaml}\n")
	c, notices := w.load()
	if c.TUI.Theme != "yaml" || c.TUI.Glyphs != "ascii" {
		t.Errorf("%+v", c.TUI)
	}
	want := "config_two_files " + userJSON + ": is merged with " + userYAML + ", which wins where both set a key"
	if got := w.told(notices); got != want {
		t.Error(got)
	}
}

// Covers: Z53
func TestInitFile(t *testing.T) {
	w := newWorld(t)
	base := filepath.Join(w.dir, "new", "base")
	path, err := InitFile(base)
	if err != nil || path != UserFile(base) || path != filepath.Join(base, "config.yaml") {
		t.Fatal(path, err)
	}
	for name, want := range map[string]os.FileMode{base: 0o700, path: 0o600} {
		if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
			t.Errorf("%s: %v %v", name, info.Mode(), err)
		}
	}
	if err := os.WriteFile(path, []byte("tui: {}\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := InitFile(base); err == nil {
		t.Error("wrote over a file")
	}
	if data, _ := os.ReadFile(path); string(data) != "tui: {}\n" {
		t.Errorf("the file is now %q", data)
	}
	w.put(userJSON, "{}")
	if path, err := InitFile(w.src.BaseDir); err == nil || path != filepath.Join(w.dir, userJSON) {
		t.Errorf("beside config.json: %s %v", path, err)
	}
}

// The file that init writes changes nothing, and with its # removed it is valid and says the
// defaults.
func TestDefaultFile(t *testing.T) {
	w := newWorld(t)
	before, _ := w.load()
	w.put(userYAML, defaultFile)
	after, notices := w.load()
	if len(notices) > 0 || len(before.Settings()) != len(after.Settings()) {
		t.Error(notices)
	}
	var active strings.Builder
	for line := range strings.Lines(defaultFile) {
		if line, ok := strings.CutPrefix(line, "# "); ok {
			active.WriteString(line)
		}
	}
	w.put(userYAML, active.String())
	c, notices := w.load()
	if len(notices) > 0 || c.Choice.Profile.Name != "local" || c.Choice.Profile.Model != "m" || c.Permissions.Mode != "ask" {
		t.Errorf("%v %+v", notices, c.Choice)
	}
	values := map[string]string{}
	for _, s := range before.Settings() {
		values[s.Key] = s.Value
	}
	for _, s := range c.Settings() {
		old, known := values[s.Key]
		switch {
		case strings.HasPrefix(s.Key, "models.") || s.Key == "permissions.mode":
		case !known || old != s.Value:
			t.Errorf("%s is %s by default and %s in the file", s.Key, old, s.Value)
		case s.Origin == "default":
			t.Errorf("%s is not in the file", s.Key)
		}
	}
}
