package checkpoint

import (
	"bytes"
	"io"
	"os"
	"path"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"eidolon/internal/leaf/ignore"
)

const (
	// maxAbove is how many directories above the workspace are searched for the repository.
	maxAbove = 64
	// maxPointer is the number of bytes of a file that only holds a path.
	maxPointer = 4 << 10
)

// rulesAbove gives what git ignores by the rules that lie above the workspace, and the path of the
// workspace in its repository, which those rules are about: "." at its top and outside of any.
//
// This is the one place that reads outside the workspace: regular files called .gitignore and
// exclude, and what leads from a worktree to its repository. They are not opened by way of the
// workspace, which does not lead out of itself.
func (s *Store) rulesAbove() (rules ignore.Rules, prefix string) {
	top, ok := findTop(s.real)
	if !ok {
		return nil, "."
	}
	rel, err := filepath.Rel(top, s.real)
	if err != nil {
		return nil, "."
	}
	prefix = filepath.ToSlash(rel)
	rules = readRulesIn(commonDir(filepath.Join(top, ".git")), "info/exclude", ".")
	if prefix == "." {
		return rules, prefix
	}
	// As in git a rule cannot bring back what lies in an ignored directory. A workspace in one was
	// asked for by name: then only the rules inside it count.
	dir := "."
	for part := range strings.SplitSeq(prefix, "/") {
		rules = rules.With(readRulesIn(filepath.Join(top, filepath.FromSlash(dir)), ".gitignore", dir))
		if dir = path.Join(dir, part); rules.Match(dir, true) {
			return nil, prefix
		}
	}
	return rules, prefix
}

// findTop finds the directory of the repository that a directory belongs to.
func findTop(dir string) (top string, ok bool) {
	for range maxAbove {
		info, err := os.Stat(filepath.Join(dir, ".git"))
		if err == nil && (info.IsDir() || info.Mode().IsRegular()) {
			return dir, true
		}
		above := filepath.Dir(dir)
		if above == dir {
			break
		}
		dir = above
	}
	return "", false
}

// commonDir gives the directory of a repository that its worktrees share. In a worktree or a
// submodule ".git" is a file that names the directory, and that of a worktree names the shared one.
func commonDir(git string) string {
	if line, ok := strings.CutPrefix(readPointer(filepath.Dir(git), ".git"), "gitdir: "); ok {
		git = relativeTo(filepath.Dir(git), line)
	}
	if common := readPointer(git, "commondir"); common != "" {
		return relativeTo(git, common)
	}
	return git
}

func relativeTo(dir, name string) string {
	name = filepath.FromSlash(name)
	if filepath.IsAbs(name) {
		return filepath.Clean(name)
	}
	return filepath.Join(dir, name)
}

// readPointer reads a file of one line, or gives "".
func readPointer(dir, name string) string {
	at, err := openOutside(dir)
	if err != nil {
		return ""
	}
	defer at.Close()
	return strings.TrimRight(string(readText(at, name, maxPointer)), "\r\n")
}

// readRulesIn reads a file of patterns outside the workspace.
func readRulesIn(dir, name, domain string) ignore.Rules {
	at, err := openOutside(dir)
	if err != nil {
		return nil
	}
	defer at.Close()
	return readRules(at, name, domain)
}

// openOutside opens a directory outside the workspace, to read in it. The dot at the end lets the
// system open nothing but directories.
func openOutside(dir string) (*os.Root, error) {
	return os.OpenRoot(dir + string(filepath.Separator) + ".")
}

// readRules reads a file of patterns. One that cannot be read, or is no text, has no rules: leaving
// out less than git is the safe side.
func readRules(at *os.Root, name, domain string) ignore.Rules {
	return ignore.Parse(readText(at, name, ignore.MaxText), domain)
}

// readText reads the beginning of a regular file, or gives nothing when it is no text.
func readText(at *os.Root, name string, limit int64) []byte {
	f, info, err := openRegular(at, name)
	if err != nil {
		return nil
	}
	defer f.Close()
	text, err := io.ReadAll(io.LimitReader(f, min(info.Size(), limit)))
	if err != nil || !utf8.Valid(text) || bytes.IndexByte(text, 0) >= 0 {
		return nil
	}
	return text
}
