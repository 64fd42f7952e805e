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
func (g *Grants) Keep(grant, asked string) error {
	if g.dir == "" {
		dir, _, err := claimProject(g.o.Base, g.o.Workspace)
		if err != nil {
			return err
		}
		g.dir = dir
	}
	return g.change(func(text string, allowed []string) (string, []string, error) {
		switch {
		case slices.Contains(allowed, grant):
			return text, allowed, nil
		case len(allowed) >= maxGrants:
			return "", nil, fmt.Errorf("%s has %d rules already; remove some", g.path(), len(allowed))
		case len(allowed) == 0:
			text = g.head()
		}
		return text + g.entry(grant, asked), append(allowed, grant), nil
	})
}

// Drop takes those rules out of the file, and says which there were.
func (g *Grants) Drop(unwanted func(grant string) bool) (dropped []string, err error) {
	if g.dir == "" {
		return nil, nil
	}
	err = g.change(func(text string, allowed []string) (string, []string, error) {
		var kept []string
		for _, grant := range allowed {
			if !unwanted(grant) {
				kept = append(kept, grant)
				continue
			}
			dropped = append(dropped, grant)
			text = withoutEntry(text, grant)
		}
		return text, kept, nil
	})
	if err != nil {
		return nil, err
	}
	return dropped, nil
}

// change writes the file anew, when that changes it.
func (g *Grants) change(edit func(text string, allowed []string) (string, []string, error)) (err error) {
	l, err := acquireFile(filepath.Join(g.dir, grantsLock), g.o.Now())
	if err != nil {
		return fmt.Errorf("keep what was allowed: %w", err)
	}
	defer func() { err = errors.Join(err, l.release()) }()
	before, allowed, err := g.read()
	if err != nil {
		return err
	}
	text, want, err := edit(before, slices.Clone(allowed))
	if err != nil || slices.Equal(want, allowed) {
		return err
	}
	// Somebody may have written the list in another form. What cannot be read back is not written.
	var check grantsFile
	if err := yamldoc.Decode(g.path(), []byte(text), &check); err != nil || !slices.Equal(check.Allow, want) {
		return fmt.Errorf("%s cannot be changed here; write its rules as a list under `allow:`, one a line, at the end", g.path())
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

// withoutEntry takes the line of a rule out of the file, with the line that says where it came from.
func withoutEntry(text, grant string) string {
	var kept []string
	for line := range strings.Lines(text) {
		own, isRule := strings.CutPrefix(strings.TrimSpace(line), "- ")
		if isRule && (own == grant || own == strconv.Quote(grant)) {
			if n := len(kept) - 1; n >= 0 && strings.HasPrefix(strings.TrimSpace(kept[n]), entryMark) {
				kept = kept[:n]
			}
			continue
		}
		kept = append(kept, line)
	}
	return strings.Join(kept, "")
}

// entryMark begins the line above a rule.
const entryMark = "# allowed on "

// entry is a rule with when and where it came from. What Go quotes, YAML reads back.
func (g *Grants) entry(grant, asked string) string {
	session := ""
	if g.o.ID != "" {
		session = ", in session " + clean.Line(g.o.ID)
	}
	return fmt.Sprintf("  %s%s%s, when asked about %s\n  - %s\n",
		entryMark, g.o.Now().UTC().Format(time.DateTime+" UTC"), session, clean.Line(asked), strconv.Quote(grant))
}
