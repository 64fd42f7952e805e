package fslocal

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"strings"
)

// settingsLimit is more than a repository's own configuration has, in bytes.
const settingsLimit = 1 << 20

// NoGitDrivers says whether git starts no program of the repository's choice when it shows a difference in
// a directory: the configuration of the repository that the directory is in names none, and leads to no
// other. It starts nothing itself. What the user's own configuration names is the user's choice. In doubt it
// is false.
func NoGitDrivers(dir string) bool {
	for {
		git := filepath.Join(dir, ".git")
		info, err := os.Lstat(git)
		switch {
		case err == nil && info.IsDir():
			return plainSettings(git)
		case err == nil && info.Mode().IsRegular():
			return plainWorktree(dir, git)
		case err == nil:
			return false
		case dir == filepath.Dir(dir):
			return true // no repository at all
		}
		dir = filepath.Dir(dir)
	}
}

// plainWorktree judges a linked work tree, or a submodule, by the file that says where its data is.
func plainWorktree(dir, file string) bool {
	text, ok := readSettings(file)
	to, found := bytes.CutPrefix(bytes.TrimSpace(text), []byte("gitdir:"))
	git := strings.TrimSpace(string(to))
	if !ok || !found || strings.HasPrefix(filepath.ToSlash(git), "//") {
		return false
	}
	if !filepath.IsAbs(git) {
		git = filepath.Join(dir, git)
	}
	if common, ok := readSettings(filepath.Join(git, "commondir")); ok {
		to := strings.TrimSpace(string(common))
		if !filepath.IsAbs(to) {
			to = filepath.Join(git, to)
		}
		git = to
	}
	return plainSettings(git)
}

// plainSettings says that the settings in a directory of git's have no section in which drivers are named,
// and none that brings in other files.
func plainSettings(git string) bool {
	text, ok := readSettings(filepath.Join(git, "config"))
	if !ok {
		return false
	}
	for line := range strings.Lines(strings.ToLower(string(text))) {
		line = strings.TrimSpace(line)
		header := strings.HasPrefix(line, "[") && strings.IndexByte(line, ']') == len(line)-1 && strings.Count(line, "[") == 1
		switch {
		case strings.HasPrefix(line, "worktreeconfig"):
			return false
		case header && !strings.HasPrefix(line, "[diff") && !strings.HasPrefix(line, "[include"):
		case strings.ContainsAny(line, "[]"):
			return false // one of those sections, or something that takes a real reader to tell
		}
	}
	return true
}

func readSettings(path string) ([]byte, bool) {
	info, err := os.Lstat(path)
	if err != nil || !info.Mode().IsRegular() {
		return nil, false
	}
	f, err := os.Open(path)
	if err != nil {
		return nil, false
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, settingsLimit+1))
	return text, err == nil && len(text) <= settingsLimit
}
