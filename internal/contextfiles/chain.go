package contextfiles

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	"eidolon/fsapi"
	"eidolon/internal/mdfiles"
)

// Bounds of the project context: of one file, and of all together. When all are too long, those
// nearest to the root stay, because they are the most specific.
const (
	maxContextFile  = 32 << 10
	maxContextTotal = 128 << 10
	maxAbove        = 64 // directories over the root that are looked at
)

// contextNames are the files with instructions for agents. The second counts where the first is not.
var contextNames = []string{"AGENTS.md", "CLAUDE.md"}

// Place says whose project context is wanted.
type Place struct {
	Base string // the user's directory of this program, or ""
	Home string // the user's home, or ""
	// Files is the workspace, without what may not be read.
	Files fsapi.Files
	// Open gives a directory above the workspace, without what may not be read.
	Open func(dir string) (fsapi.Files, error)
}

// Gathered is the project context.
type Gathered struct {
	Text     string   // with its headings; "" when there is none
	Loaded   []string // paths of the files in it
	Warnings []string // which files could not be used; they hold names from outside
}

// Gather reads the AGENTS.md files that hold for a workspace, from the most general to the most
// specific: that of the user's base directory; with the workspace below the user's home, those of the
// home and of each directory on the way; that of the workspace. A workspace elsewhere gets those from
// the top of its git repository on instead, because nothing above is known to be the user's. Equal
// files give equal bytes.
func Gather(ctx context.Context, p Place) Gathered {
	var g gathering
	if p.Base != "" {
		g.look(ctx, mdfiles.Local(p.Base), p.Base)
	}
	base, home := real(p.Base), real(p.Home)
	for _, dir := range p.above(home) {
		switch dir {
		case base: // has been looked at
		case home:
			g.look(ctx, mdfiles.Local(dir), dir)
		default:
			g.lookAbove(ctx, p.Open, dir)
		}
	}
	if root := p.Files.Root(); root != base {
		g.look(ctx, p.Files, root)
	}
	return g.join()
}

// real is a directory with links resolved, as the root of a workspace is.
func real(dir string) string {
	if resolved, err := filepath.EvalSymlinks(dir); err == nil && dir != "" {
		return resolved
	}
	return dir
}

// above gives the directories over the root whose files hold for it, the topmost first.
func (p Place) above(home string) []string {
	root := p.Files.Root()
	inHome := home != "" && strings.HasPrefix(root, strings.TrimSuffix(home, string(filepath.Separator))+string(filepath.Separator))
	if root == home || !inHome && isTop(root) {
		return nil
	}
	var dirs []string
	for dir := root; dir != filepath.Dir(dir) && len(dirs) < maxAbove; {
		dir = filepath.Dir(dir)
		if !inHome && anybodys(dir) {
			return nil
		}
		dirs = append(dirs, dir)
		if inHome && dir == home || !inHome && isTop(dir) {
			slices.Reverse(dirs)
			return dirs
		}
	}
	return nil
}

// isTop says whether a directory is the top of a git repository.
func isTop(dir string) bool {
	_, err := os.Lstat(filepath.Join(dir, ".git"))
	return err == nil
}

// anybodys says whether everybody on this computer can put files into a directory, as into /tmp.
func anybodys(dir string) bool {
	info, err := os.Stat(dir)
	return err != nil || runtime.GOOS != "windows" && info.Mode()&0o002 != 0
}

// gathering collects the files.
type gathering struct {
	parts    []part
	warnings []string
}

// part is one file of the project context.
type part struct{ path, text string }

func (g *gathering) warn(path, why string) {
	g.warnings = append(g.warnings, fmt.Sprintf("%s was left out of the project context: %s", path, why))
}

// lookAbove looks into a directory that may belong to somebody else's repository: links out of it are
// not followed.
func (g *gathering) lookAbove(ctx context.Context, open func(string) (fsapi.Files, error), dir string) {
	if !slices.ContainsFunc(contextNames, func(name string) bool { _, err := os.Lstat(filepath.Join(dir, name)); return err == nil }) {
		return
	}
	files, err := open(dir)
	if err != nil {
		g.warn(dir, err.Error())
		return
	}
	g.look(ctx, files, dir)
	if c, ok := files.(io.Closer); ok {
		_ = c.Close() // it was read only
	}
}

// look takes the first file for agents that is in a directory.
func (g *gathering) look(ctx context.Context, tree mdfiles.Tree, dir string) {
	for _, name := range contextNames {
		path := filepath.Join(dir, name)
		content, err := tree.Read(ctx, name, fsapi.ReadOptions{Limit: maxContextFile, Text: true})
		switch code := fsapi.CodeOf(err); {
		case code == fsapi.NotFound:
			continue
		case code == fsapi.OutsideWorkspace:
			g.warn(path, "it is a link that leads elsewhere")
			return
		case err != nil:
			g.warn(path, code.Text())
			return
		}
		text := strings.TrimSpace(strings.ReplaceAll(strings.TrimPrefix(string(content.Data), "\ufeff"), "\r\n", "\n"))
		if content.Truncated {
			text += fmt.Sprintf("\n\n[cut here: the first %d KiB of a longer file]", maxContextFile>>10)
			g.warnings = append(g.warnings, fmt.Sprintf("%s: only its first %d KiB are in the project context", path, maxContextFile>>10))
		}
		if text != "" {
			g.parts = append(g.parts, part{path, text})
		}
		return
	}
}

// join puts the files together.
func (g *gathering) join() Gathered {
	room := maxContextTotal
	first := len(g.parts)
	for first > 0 && len(g.parts[first-1].text) <= room {
		first--
		room -= len(g.parts[first].text)
	}
	for _, p := range g.parts[:first] {
		g.warn(p.path, fmt.Sprintf("all such files together are longer than %d KiB, and others are nearer to the workspace", maxContextTotal>>10))
	}
	out := Gathered{Warnings: g.warnings}
	for _, p := range g.parts[first:] {
		out.Loaded = append(out.Loaded, p.path)
		out.Text += "\n\n## " + p.path + "\n\n" + p.text
	}
	if out.Text != "" {
		out.Text = "# Project Context" + out.Text
	}
	return out
}
