package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// sessionIDs lists the sessions of a project in the order of their names.
func sessionIDs(project string) ([]string, error) {
	dir, err := os.Open(filepath.Join(project, sessionsName))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	names, err := dir.Readdirnames(-1)
	if err = errors.Join(err, dir.Close()); err != nil {
		return nil, err
	}
	ids := slices.DeleteFunc(names, func(name string) bool { return !isID(name) })
	slices.Sort(ids)
	return ids, nil
}

// findSession gives the directory of the session whose id begins with what was asked for.
func findSession(o Options) (dir string, err error) {
	prefix, err := parsePrefix(o.ID)
	if err != nil {
		return "", err
	}
	project, err := findProject(o.Base, o.Workspace)
	if err != nil {
		return "", err
	}
	var found []string
	if project != "" {
		ids, err := sessionIDs(project)
		if err != nil {
			return "", err
		}
		for _, id := range ids {
			if strings.HasPrefix(id, prefix) {
				found = append(found, id)
			}
		}
	}
	switch len(found) {
	case 0:
		return "", &NotFoundError{ID: prefix, Workspace: o.Workspace, Elsewhere: elsewhere(o.Base, prefix)}
	case 1:
		return filepath.Join(project, sessionsName, found[0]), nil
	}
	return "", &AmbiguousError{Prefix: prefix, IDs: found}
}

// elsewhere gives the workspace of another project that has a session of this id, or "".
func elsewhere(base, id string) string {
	projects, err := os.ReadDir(filepath.Join(base, projectsName))
	if err != nil || !isID(id) {
		return ""
	}
	for _, p := range projects {
		dir := filepath.Join(base, projectsName, p.Name())
		if _, err := os.Stat(filepath.Join(dir, sessionsName, id)); err == nil {
			owner, _ := projectOwner(dir) // without it the session is as good as not there
			return owner
		}
	}
	return ""
}
