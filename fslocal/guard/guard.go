package guard

import (
	"maps"
	"path"
	"slices"
	"strings"

	"eidolon/fsapi"
)

// Options are what a judgement depends on besides the command itself.
type Options struct {
	Workspace  string   // absolute path of the workspace
	Home       string   // absolute path of the user's home directory
	User       string   // login name of the user
	ForbidRead []string // paths (absolute, "~/...", or workspace-relative) that a reader must not touch
	// NoGitDrivers says that the workspace's repository names no programs for showing differences, so that
	// git diff and its kind only read there.
	NoGitDrivers bool
	// AllowWrite are directories (absolute or "~/...") where writing and deleting is as free as in the
	// workspace. The directories themselves must stay, and those too high up to mean anything do not count.
	AllowWrite []string
	// Own are directories (absolute) with the program's own files, which programs act on too.
	Own []string
}

// Guard gives verdicts on shell commands. It is immutable and safe for concurrent use.
type Guard struct {
	root     string // directory that commands start in, or a mark when there is none
	places   places
	user     string
	forbid   []string
	noDriver bool // the repository of the workspace names none
	programs map[string]program
	names    []string // of programs, in order
}

// Interface check.
var _ fsapi.Judge = (*Guard)(nil)

// New makes a guard for one workspace of one user.
func New(o Options) *Guard {
	if o.Home == "" {
		o.Home = defaultHome(o.User)
	}
	root := markDir
	if o.Workspace != "" {
		root = path.Clean("/" + o.Workspace)
	}
	g := &Guard{
		root:     root,
		places:   newPlaces(o.Workspace, o.Home),
		user:     o.User,
		programs: programTable(),
		noDriver: o.NoGitDrivers,
	}
	for _, dir := range o.AllowWrite {
		g.places.allow(g.absolute(dir))
	}
	for _, dir := range o.Own {
		g.places.own = append(g.places.own, path.Clean("/"+dir))
	}
	g.names = slices.Sorted(maps.Keys(g.programs))
	for _, p := range o.ForbidRead {
		g.forbid = append(g.forbid, g.absolute(p))
	}
	return g
}

func defaultHome(user string) string {
	if user == "" || user == "root" {
		return "/root"
	}
	return "/home/" + user
}

// absolute maps a configured path to an absolute one.
func (g *Guard) absolute(p string) string {
	switch {
	case p == "~" || strings.HasPrefix(p, "~/"):
		p = g.places.home + p[1:]
	case !strings.HasPrefix(p, "/"):
		p = g.places.workspace + "/" + p
	}
	return path.Clean(p)
}

// Judge gives the verdict on c. A failure inside the guard is a denial: a command that could not be
// judged must not run.
func (g *Guard) Judge(c fsapi.Command) (v fsapi.Verdict) {
	defer func() {
		if recover() != nil {
			v = failed(c)
		}
		v.Subject = c.Subject()
	}()
	e := &eval{g: g, reads: true}
	text, origin := e.admit(c.Text)
	if e.worst.decision != fsapi.Deny {
		e.program(text, g.startDir(c.Dir))
	}
	return e.verdict(origin)
}

// startDir is the absolute directory that the command starts in.
func (g *Guard) startDir(dir string) string {
	if strings.HasPrefix(dir, "/") {
		return path.Clean(dir)
	}
	return clean(g.root + "/" + dir)
}

func failed(c fsapi.Command) fsapi.Verdict {
	r := ruleOf(ruleFailed)
	return fsapi.Verdict{Decision: r.decision, Rule: ruleFailed, Reason: r.reason, End: len(c.Text)}
}
