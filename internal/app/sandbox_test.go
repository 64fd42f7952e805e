package app

import (
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/fslocal/sandbox"
	"eidolon/internal/config"
	"eidolon/internal/leaf/lang"
)

func TestUnconfined(t *testing.T) {
	none := sandbox.Reach{Lacks: "there is nothing"}
	all := sandbox.Reach{Name: "all", Files: true, Network: true}
	for name, tt := range map[string]struct {
		set   config.Sandbox
		reach sandbox.Reach
		want  string
	}{
		"confined":          {config.Sandbox{Bash: "auto", ForbidRead: []string{"x"}}, all, ""},
		"nothing to be had": {config.Sandbox{Bash: "auto"}, none, "commands are not confined to the workspace: there is nothing; `sandbox: {bash: off}` says that you know"},
		"switched off":      {config.Sandbox{Bash: "off", ForbidRead: []string{"/base/.env"}}, sandbox.Reach{}, ""},
		"off, and hidden": {
			config.Sandbox{Bash: "off", ForbidRead: []string{"x", "/base/.env"}},
			sandbox.Reach{},
			"sandbox.forbidRead holds for the file tools; with `sandbox.bash: off` a shell command can still read these paths",
		},
	} {
		t.Run(name, func(t *testing.T) {
			if got := unconfined(lang.Table{}, tt.set, "/base", tt.reach); got != tt.want {
				t.Errorf("got %q", got)
			}
		})
	}
}

// TestKeysAreForbidden looks at which readers the files with keys and logins are kept from.
func TestKeysAreForbidden(t *testing.T) {
	root := t.TempDir()
	o := Options{Base: filepath.Join(root, "base")}
	with := append([]string{"own"}, config.SecretFiles(o.Base)...)
	o.Config.Sandbox.ForbidRead = with
	for _, roots := range [][]string{{root}, {filepath.Join(root, "work"), root}, {filepath.Join(root, "base")}} {
		if diff := cmp.Diff(with, forbiddenBelow(o, roots...)); diff != "" {
			t.Errorf("over the base directory, %v: %s", roots, diff)
		}
	}
	if diff := cmp.Diff([]string{"own"}, forbiddenBelow(o, filepath.Join(root, "work"))); diff != "" {
		t.Errorf("beside the base directory: %s", diff)
	}
}

// TestProof compares what a command could do with what it should be able to.
func TestProof(t *testing.T) {
	must, mustNot := expectation{about: "work", works: true}, expectation{about: "leave"}
	for _, tt := range []struct {
		expected expectation
		got      Attempt
		want     Finding
	}{
		{must, Attempt{}, Finding{"ok", "sandbox: work", "works"}},
		{must, Attempt{Refused: true}, Finding{"missing", "sandbox: work", "refused, but should work"}},
		{mustNot, Attempt{Refused: true}, Finding{"ok", "sandbox: leave", "refused"}},
		{mustNot, Attempt{}, Finding{"missing", "sandbox: leave", "it worked, but should be refused"}},
		{mustNot, Attempt{Error: "no such thing"}, Finding{"missing", "sandbox: leave", "could not be tried: no such thing"}},
	} {
		if got := tt.expected.compare(tt.got); got != tt.want {
			t.Errorf("got %v, want %v", got, tt.want)
		}
	}
}
