package fslocal_test

import (
	"os"
	"path/filepath"
	"testing"

	"eidolon/fslocal"
)

func TestNoGitDrivers(t *testing.T) {
	const usual = "[core]\n\trepositoryformatversion = 0\n[remote \"origin\"]\n\turl = https://host/x.git\n\tfetch = +refs/heads/*:refs/remotes/origin/*\n"
	for name, tt := range map[string]struct {
		files map[string]string
		dir   string
		want  bool
	}{
		"no repository":             {nil, ".", true},
		"a usual one":               {map[string]string{".git/config": usual}, ".", true},
		"below its root":            {map[string]string{".git/config": usual, "a/b/x": ""}, "a/b", true},
		"a driver":                  {map[string]string{".git/config": usual + "[diff \"x\"]\n\tcommand = evil\n"}, ".", false},
		"in capitals":               {map[string]string{".git/config": "[DIFF]\nexternal=evil\n"}, ".", false},
		"behind another header":     {map[string]string{".git/config": "[core] [diff] external=evil\n"}, ".", false},
		"a header and a key":        {map[string]string{".git/config": "[core]bare=false\n"}, ".", false},
		"another file":              {map[string]string{".git/config": "[include]\n\tpath = ../evil\n"}, ".", false},
		"on a condition":            {map[string]string{".git/config": "[includeIf \"gitdir:/\"]\n\tpath = ../evil\n"}, ".", false},
		"settings of a work tree":   {map[string]string{".git/config": "[extensions]\n\tworktreeConfig = true\n"}, ".", false},
		"nothing to read":           {map[string]string{".git/HEAD": ""}, ".", false},
		"a linked work tree":        {map[string]string{"w/.git": "gitdir: ../main/.git/worktrees/w\n", "main/.git/worktrees/w/commondir": "../..\n", "main/.git/config": usual}, "w", true},
		"one of a bad repository":   {map[string]string{"w/.git": "gitdir: ../main/.git/worktrees/w\n", "main/.git/worktrees/w/commondir": "../..\n", "main/.git/config": "[diff]\n"}, "w", false},
		"a file that leads nowhere": {map[string]string{"w/.git": "gitdir: ../nowhere\n"}, "w", false},
		"another machine":           {map[string]string{"w/.git": "gitdir: //host/share\n"}, "w", false},
	} {
		t.Run(name, func(t *testing.T) {
			root := t.TempDir()
			for file, content := range tt.files {
				path := filepath.Join(root, file)
				if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
					t.Fatal(err)
				}
			}
			if got := fslocal.NoGitDrivers(filepath.Join(root, tt.dir)); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
