package store

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"eidolon/internal/private"
)

// maxProject keeps the name of a project short enough for every file system, suffix included.
const maxProject = 200

// projectID turns the path of a workspace into the name of a directory. Different paths may give the
// same name.
func projectID(workspace string) string {
	var b strings.Builder
	dash := false
	for _, r := range strings.ToLower(workspace) {
		slash := r == '/' || r == '\\'
		switch {
		case slash && !dash:
			b.WriteByte('-')
		case slash:
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9', r == '_', r == '-':
			b.WriteRune(r)
		default:
			b.WriteByte('_')
		}
		dash = slash
	}
	id := strings.TrimLeft(b.String(), "-")
	if id == "" {
		return "project"
	}
	return id[:min(len(id), maxProject)]
}

// projectDirs gives the directories that may hold the sessions of a workspace, the usual one first.
// The second is for a workspace whose usual one belongs to another path.
func projectDirs(base, workspace string) [2]string {
	sum := sha256.Sum256([]byte(workspace))
	usual := filepath.Join(base, projectsName, projectID(workspace))
	return [2]string{usual, usual + "-" + hex.EncodeToString(sum[:4])}
}

// findProject gives the directory with the sessions of a workspace, or "" when it has none.
func findProject(base, workspace string) (string, error) {
	for _, dir := range projectDirs(base, workspace) {
		owner, err := projectOwner(dir)
		if err != nil {
			return "", err
		}
		if owner == workspace {
			return dir, nil
		}
	}
	return "", nil
}

// Project gives the directory of a workspace under the base directory, and makes it when it is missing.
func Project(o Options) (dir string, err error) {
	dir, _, err = claimProject(o.Base, o.Workspace)
	return dir, err
}

// projectOwner gives the workspace that a project's directory belongs to, or "" when there is no
// such directory.
func projectOwner(dir string) (string, error) {
	content, err := readRegular(filepath.Join(dir, workspaceName))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("look up the project: %w", err)
	}
	return strings.TrimSuffix(string(content), "\n"), nil
}

// claimProject gives the directory for the sessions of a workspace and makes it when it is missing.
// The second result is as for makeDir.
func claimProject(base, workspace string) (dir string, changed []string, err error) {
	projects := filepath.Join(base, projectsName)
	changed, err = private.MakeDir(projects)
	if err != nil {
		return "", nil, fmt.Errorf("make room for sessions: %w", err)
	}
	for _, dir := range projectDirs(base, workspace) {
		owner, err := projectOwner(dir)
		if err == nil && owner == "" {
			owner, err = claim(dir, workspace)
			changed = append(changed, projects)
		}
		if err != nil {
			return "", nil, fmt.Errorf("make room for sessions: %w", err)
		}
		if owner == workspace {
			return dir, changed, nil
		}
	}
	return "", nil, fmt.Errorf("make room for sessions: both directories for %s belong to other paths", workspace)
}

// claim makes dir belong to the workspace, unless somebody else is faster, and gives the workspace
// that it belongs to now. A directory appears together with the file that says whose it is, so that
// nobody ever sees it without.
func claim(dir, workspace string) (owner string, err error) {
	made, err := os.MkdirTemp(filepath.Dir(dir), ".new-*")
	if err != nil {
		return "", err
	}
	err = os.Chmod(made, private.DirMode)
	if err == nil {
		err = replaceFile(filepath.Join(made, workspaceName), []byte(workspace+"\n"))
	}
	if err == nil {
		err = os.Rename(made, dir) // fails on a directory that holds something
	}
	if err == nil {
		return workspace, nil
	}
	if removeErr := os.RemoveAll(made); removeErr != nil {
		return "", errors.Join(err, removeErr)
	}
	if owner, ownerErr := projectOwner(dir); ownerErr != nil || owner != "" {
		return owner, ownerErr
	}
	if info, statErr := os.Stat(dir); statErr != nil || !info.IsDir() {
		return "", err
	}
	// Somebody removed the file that says whose it is. Its sessions go to the first who asks.
	return workspace, replaceFile(filepath.Join(dir, workspaceName), []byte(workspace+"\n"))
}
