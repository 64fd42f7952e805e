package sandbox_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"eidolon/fsapi"
	"eidolon/fslocal/sandbox"
)

// newHiding makes a place in which several things are hidden, each holding the word "secret".
func newHiding(t *testing.T) *place {
	t.Helper()
	p := newPlace(t, func(o *sandbox.Options) {
		o.ForbidRead = []string{
			"secrets", "conf/.env", "keys/*.key", "to-link", "~/.ssh", "~/base/.env", "not-there", filepath.Dir(o.Workspace) + "/outside/dir",
		}
	})
	for _, name := range []string{
		p.root + "/secrets/deep/key", p.root + "/conf/.env", p.root + "/keys/a.key", p.root + "/linked/file",
		p.home + "/.ssh/id", p.home + "/base/.env", p.outside + "/dir/file",
	} {
		p.put(name, "secret\n")
	}
	for _, name := range []string{p.root + "/open/file", p.root + "/conf/other", p.root + "/keys/a.txt", p.home + "/base/config", p.home + "/file"} {
		p.put(name, "told\n")
	}
	for link, target := range map[string]string{p.root + "/to-link": "linked", p.root + "/way": "secrets/deep"} {
		if err := os.Symlink(target, link); err != nil {
			t.Fatal(err)
		}
	}
	return p
}

// reveals says whether a command printed what it should not know.
func reveals(exit fsapi.Exit) bool {
	return strings.Contains(exit.Stdout.Text+exit.Stderr.Text, "secret\n")
}

// Covers: R70
func TestCannotReadHidden(t *testing.T) {
	p := newHiding(t)
	for name, text := range map[string]string{
		"below a directory":           "cat secrets/deep/key",
		"a file":                      "cat conf/.env",
		"by a pattern":                "cat keys/a.key",
		"hidden by a link":            "cat linked/file",
		"through that link":           "cat to-link/file",
		"through a link":              "cat way/key",
		"through a link of its own":   "ln -s secrets mine && cat mine/deep/key",
		"in the home":                 "cat ~/.ssh/id",
		"a file in the home":          "cat ~/base/.env",
		"outside":                     "cat $OUT/dir/file",
		"through /proc":               "cat /proc/self/root$OUT/dir/file",
		"from within":                 "cd secrets/deep && cat key",
		"by a program":                "grep -r secret . ",
		"all at once":                 "cat $(find . ~ -type f)",
		"in an archive":               "tar cf - . ~ | tr -d '\\0'",
		"after a change of its name":  "mv conf/.env conf/shown; cat conf/shown",
		"after one of a directory":    "mv secrets shown; cat shown/deep/key",
		"after one of its parent":     "mv conf shown2; cat shown2/*",
		"moved to another place":      "mv secrets/deep/key open/key; cat open/key",
		"moved next to the directory": "mv secrets/deep/key key; cat key",
		"under a second name":         "ln keys/a.key keys/b.txt; cat keys/b.txt",
		"under one elsewhere":         "ln secrets/deep/key open/b; cat open/b",
		"copied":                      "cp -r secrets copy; cat copy/deep/key",
		"by its own shell":            "read -r line < secrets/deep/key; echo \"$line\"",
		"executed":                    ". secrets/deep/key",
		"in another session":          "setsid -w cat secrets/deep/key",
		"as the root of a space":      "unshare -r cat secrets/deep/key",
	} {
		t.Run(name, func(t *testing.T) {
			p := newHiding(t)
			if exit := p.run(text); reveals(exit) {
				t.Errorf("%s%s", exit.Stdout.Text, exit.Stderr.Text)
			}
			// What a command did with names must not help the next one.
			if exit := p.run("cat $(find . ~ -type f) /dev/null"); reveals(exit) {
				t.Errorf("the next command: %s", exit.Stdout.Text)
			}
		})
	}
	for name, text := range map[string]string{
		"the list of a directory": "ls secrets/ | grep key && false || ls $OUT/dir",
		"in the home":             "ls ~/.ssh",
		"above one":               "ls ~",
		"above one outside":       "ls $OUT",
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			p.fails(text)
		})
	}
}

// TestCanReadTheRest shows what remains where something is hidden.
func TestCanReadTheRest(t *testing.T) {
	p := newHiding(t)
	for name, text := range map[string]string{
		"beside a file":             "cat conf/other",
		"beside a pattern":          "cat keys/a.txt",
		"a directory beside":        "cat open/file && ls open",
		"in the home":               "cat ~/file ~/base/config",
		"a list above a file":       "ls ~/base && ls conf keys",
		"a list of the workspace":   "ls -R . > /dev/null",
		"the machine":               "cat /etc/passwd > /dev/null && ls /usr > /dev/null",
		"temporary files":           "echo a > $TMPDIR/f && cat $TMPDIR/f",
		"what it makes in a tree":   "mkdir open/new && echo a > open/new/f && cat open/new/f && mv open/new/f open/f",
		"what it changes":           "echo b >> conf/other && cat conf/other",
		"what it puts over another": "echo new > open/x && mv open/x open/file && cat open/file",
	} {
		t.Run(name, func(t *testing.T) {
			p.t = t
			p.works(text)
		})
	}
	// What is made beside something hidden belongs to the next command.
	p.t = t
	exit := p.fails("echo made > made && cat made")
	if want := `the sandbox lets commands read "made" only if it was there before they started, because something near it is hidden`; exit.Hindered != want {
		t.Errorf("got %q", exit.Hindered)
	}
	if got := p.works("cat made"); got != "made\n" {
		t.Errorf("got %q", got)
	}
	if exit := p.fails("cat conf/.env"); exit.Hindered != `the sandbox hides "conf/.env"` {
		t.Errorf("got %q", exit.Hindered)
	}
}

// TestNothingIsLeft hides everything, and the workspace.
func TestNothingIsLeft(t *testing.T) {
	p := newPlace(t, func(o *sandbox.Options) { o.ForbidRead = []string{"."} })
	p.put(p.root+"/file", "secret\n")
	if exit := p.fails("cat file"); reveals(exit) {
		t.Error("it was read")
	}
	p = newPlace(t, func(o *sandbox.Options) { o.ForbidRead = []string{"/"} })
	c := fsapi.Command{Text: "true"}
	_, err := p.runner.Run(t.Context(), c, fsapi.Verdict{Decision: fsapi.Allow, Subject: c.Subject()}, nil)
	if fsapi.CodeOf(err) != fsapi.StartFailed {
		t.Errorf("got %v", err)
	}
}

// TestSharedMemory looks at a failure whose message names no file, and at the cure.
func TestSharedMemory(t *testing.T) {
	text := "echo x > /dev/shm/eidolon-test || { echo 'SemLock: [Errno 13] Permission denied' >&2; exit 1; }; rm /dev/shm/eidolon-test"
	p := newPlace(t, nil)
	if _, err := os.Stat("/dev/shm"); err != nil {
		t.Skip("there is no /dev/shm")
	}
	if got := p.fails(text).Hindered; !strings.Contains(got, "/dev/shm") {
		t.Errorf("got %q", got)
	}
	p = newPlace(t, func(o *sandbox.Options) { o.AllowWrite = []string{"/dev/shm"} })
	p.works(text)
}
