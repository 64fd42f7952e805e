package config

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestExpand(t *testing.T) {
	env := map[string]string{"A": "/a", "B_1": "${A}", "EMPTY": ""}
	for _, tt := range []struct{ in, want, problem string }{
		{"/plain", "/plain", ""},
		{"${A}/x/${A}", "/a/x//a", ""},
		{"${NONE:-/d}/x", "/d/x", ""},
		{"${A:-/d}", "/a", ""},
		{"${EMPTY:-/d}", "/d", ""},
		{"${NONE:-}x", "x", ""},
		{"${NONE:-a:-b}", "a:-b", ""},
		{"${B_1}", "${A}", ""}, // what a variable holds is not looked at again
		{"$A $$ ${A}$", "$A $$ /a$", ""},
		{"${NONE}", "", "the variable NONE is not set; set it, or write ${NONE:-default}"},
		{"${EMPTY}", "", "the variable EMPTY is not set; set it, or write ${EMPTY:-default}"},
		{"x${A", "", "a brace is not closed behind ${A"},
		{"${}", "", "${} names no variable; write ${NAME} or ${NAME:-default}"},
		{"${A B}", "", "${A B} names no variable; write ${NAME} or ${NAME:-default}"},
		{"${1}", "", "${1} names no variable; write ${NAME} or ${NAME:-default}"},
	} {
		got, err := expand(tt.in, func(name string) string { return env[name] })
		problem := ""
		if err != nil {
			problem = err.Error()
		}
		if got != tt.want || problem != tt.problem {
			t.Errorf("%q: %q, %q", tt.in, got, problem)
		}
	}
}

func FuzzExpand(f *testing.F) {
	f.Add("${A}/${B:-c}$", "v")
	f.Fuzz(func(t *testing.T, text, value string) {
		got, err := expand(text, func(string) string { return value })
		if err == nil && !strings.Contains(text, "${") && got != text {
			t.Errorf("%q became %q", text, got)
		}
	})
}

// The paths of a file are complete once it is loaded, and the files with keys and logins are among those that
// nobody reads, whatever a file says.
//
// Covers: R69, R70
func TestPaths(t *testing.T) {
	w := newWorld(t)
	w.env["NOTES"] = "/srv/notes"
	w.put(userYAML, "sandbox:\n  allowWrite: [\"${NOTES}/a/..\", ~/cache, \"${NONE:-/tmp/x}\"]\n  forbidRead: [\"${NOTES}/private\", ~/secret, rel]\n")
	w.put(projYAML, "sandbox: {allowWrite: [\"${UNSET}\", /etc], forbidRead: [\"${NONE:-x}\"]}\n")
	c, notices := w.load()
	if diff := cmp.Diff([]string{"/srv/notes", filepath.Join(w.src.Home, "cache"), "/tmp/x"}, c.Sandbox.AllowWrite); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(append([]string{"/srv/notes/private", "~/secret", "rel", "x"}, SecretFiles(w.src.BaseDir)...), c.Sandbox.ForbidRead); diff != "" {
		t.Error(diff)
	}
	if len(notices) != 1 || !strings.Contains(notices[0].Message, "sandbox.allowWrite is held back") {
		t.Error(w.told(notices))
	}
}

func TestBadPaths(t *testing.T) {
	for content, want := range map[string]string{
		"sandbox:\n  allowWrite:\n  - /a\n  - \"${NONE}\"\n": userYAML + ":4: sandbox.allowWrite: \"${NONE}\": the variable NONE is not set; set it, or write ${NONE:-default}",
		"sandbox: {forbidRead: [\"${\"]}\n":                  userYAML + ":1: sandbox.forbidRead: \"${\": a brace is not closed behind ${",
		"sandbox: {allowWrite: [notes]}\n": userYAML + ":1: sandbox.allowWrite: \"notes\" is not a full path; " +
			"directories outside the workspace are named like /srv/notes or ~/notes, and the workspace itself may be written anyway",
		"sandbox: {allowWrite: [[a]]}\n": "",
		"sandbox: {allowWrite: x}\n":     "",
	} {
		w := newWorld(t)
		w.put(userYAML, content)
		_, _, err := Load(w.src)
		if err == nil || want != "" && w.short(err.Error()) != want {
			t.Errorf("%s: %v", content, err)
		}
	}
}
