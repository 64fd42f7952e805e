package store

import (
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/yamldoc"
)

const (
	grantsName = "grants.yaml"
	grantsLock = "grants.lock"
	// maxGrants keeps the file one that a person can read through.
	maxGrants = 1000
)

// Grants is the file with what the user has allowed for a workspace when they were asked: rules such as
// "Edit" or "Bash(go test ./...)". It lies in the base directory, where nothing that the model may write
// is, and is meant to be read and shortened by hand.
type Grants struct {
	o   Options
	dir string // of the project, or "" while there is none
}

// grantsFile is what the file holds.
type grantsFile struct {
	Allow []string `yaml:"allow"`
}

// OpenGrants finds the file of a workspace. The id in the options is that of the session in which the
// questions come up, and may be "".
func OpenGrants(o Options) (*Grants, error) {
	o.complete()
	if err := o.places(); err != nil {
		return nil, err
	}
	dir, err := findProject(o.Base, o.Workspace)
	if err != nil {
		return nil, err
	}
	return &Grants{o: o, dir: dir}, nil
}

// Load gives what has been allowed. A file that is not there allows nothing.
func (g *Grants) Load() ([]string, error) {
	if g.dir == "" {
		return nil, nil
	}
	_, allowed, err := g.read()
	return allowed, err
}

// Keep adds a rule to the file, with what was asked about when it was given. A session that another
// program goes on with may do so at the same time.
func (g *Grants) Keep(grant, asked string) (err error) {
	if g.dir == "" {
		dir, _, err := claimProject(g.o.Base, g.o.Workspace)
		if err != nil {
			return err
		}
		g.dir = dir
	}
	l, err := acquireFile(filepath.Join(g.dir, grantsLock), g.o.Now())
	if err != nil {
		return fmt.Errorf("keep what was allowed: %w", err)
	}
	defer func() { err = errors.Join(err, l.release()) }()
	text, allowed, err := g.read()
	switch {
	case err != nil:
		return err
	case slices.Contains(allowed, grant):
		return nil
	case len(allowed) >= maxGrants:
		return fmt.Errorf("%s has %d rules already; remove some", g.path(), len(allowed))
	}
	if len(allowed) == 0 {
		text = g.head()
	}
	text += g.entry(grant, asked)
	// Somebody may have written the list in another form. What cannot be read back is not written.
	var check grantsFile
	if err := yamldoc.Decode(g.path(), []byte(text), &check); err != nil || !slices.Equal(check.Allow, append(allowed, grant)) {
		return fmt.Errorf("%s cannot be added to; write its rules as a list under `allow:`, one a line, at the end", g.path())
	}
	if err := replaceFile(g.path(), []byte(text)); err != nil {
		return fmt.Errorf("keep what was allowed: %w", err)
	}
	return nil
}

// Path is where the file is, or "" while nothing is kept of the workspace.
func (g *Grants) Path() string {
	if g.dir == "" {
		return ""
	}
	return g.path()
}

func (g *Grants) path() string { return filepath.Join(g.dir, grantsName) }

func (g *Grants) read() (text string, allowed []string, err error) {
	content, err := readRegular(g.path())
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil, nil
	}
	if err != nil {
		return "", nil, fmt.Errorf("read what was allowed: %w", err)
	}
	var f grantsFile
	if err := yamldoc.Decode(g.path(), content, &f); err != nil {
		return "", nil, fmt.Errorf("read what was allowed: %w", err)
	}
	text = string(content)
	if !strings.HasSuffix(text, "\n") {
		text += "\n"
	}
	return text, f.Allow, nil
}

// head explains the file to whoever opens it.
func (g *Grants) head() string {
	return "# What you have allowed in " + clean.Line(g.o.Workspace) + " when you were asked and answered for the project.\n" +
		"# Nobody is asked about these again in this workspace. Remove a rule to be asked about it.\n" +
		"allow:\n"
}

// entry is a rule with when and where it came from. What Go quotes, YAML reads back.
func (g *Grants) entry(grant, asked string) string {
	session := ""
	if g.o.ID != "" {
		session = ", in session " + clean.Line(g.o.ID)
	}
	return fmt.Sprintf("  # allowed on %s%s, when asked about %s\n  - %s\n",
		g.o.Now().UTC().Format(time.DateTime+" UTC"), session, clean.Line(asked), strconv.Quote(grant))
}
