package chat

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"text/tabwriter"

	"eidolon/internal/app"
	"eidolon/internal/private"
	"eidolon/internal/threads"
)

// Edit has a text edited in the program that VISUAL or EDITOR names. The terminal is the editor's
// meanwhile.
func (c *Chat) Edit(ctx context.Context, text string) (string, error) {
	editor := strings.Fields(cmp.Or(c.o.Env("VISUAL"), c.o.Env("EDITOR")))
	if len(editor) == 0 {
		return "", errors.New("no editor is known: set VISUAL or EDITOR in the environment")
	}
	dir, err := os.MkdirTemp("", "eidolon-edit-*") // private by itself
	if err != nil {
		return "", fmt.Errorf("edit the prompt: %w", err)
	}
	defer func() { _ = os.RemoveAll(dir) }() // what is left of it harms nobody
	path := filepath.Join(dir, "prompt.md")
	if err := os.WriteFile(path, []byte(text), private.FileMode); err != nil {
		return "", fmt.Errorf("edit the prompt: %w", err)
	}
	cmd := exec.CommandContext(ctx, editor[0], append(editor[1:], path)...)
	cmd.Stdin, cmd.Stdout, cmd.Stderr = os.Stdin, os.Stdout, os.Stderr
	cmd.Dir, cmd.Env = c.o.Root, c.o.Environ
	if err := cmd.Run(); err != nil {
		return "", fmt.Errorf("%s: %w; the prompt is as it was", editor[0], err)
	}
	edited, err := os.ReadFile(path)
	if err != nil {
		return "", fmt.Errorf("read the edited prompt: %w", err)
	}
	return strings.TrimRight(string(edited), "\n"), nil
}

// Branch is the branch that is checked out in the workspace, or "". It looks into git's own files and
// starts nothing: a repository can name programs that git would run.
func (c *Chat) Branch(context.Context) string {
	for dir := c.o.Root; ; dir = filepath.Dir(dir) {
		if head, ok := gitHead(dir); ok {
			return head
		}
		if dir == filepath.Dir(dir) {
			return ""
		}
	}
}

// headLimit is more than any name of a branch.
const headLimit = 4 << 10

// gitHead reads the branch from the directory of a repository, or from where its worktree's file leads.
func gitHead(dir string) (branch string, ok bool) {
	git := filepath.Join(dir, ".git")
	info, err := os.Stat(git)
	if err != nil {
		return "", false
	}
	if info.Mode().IsRegular() {
		text, err := readSmall(git)
		if err != nil {
			return "", true
		}
		to := strings.TrimSpace(strings.TrimPrefix(text, "gitdir:"))
		if strings.HasPrefix(filepath.ToSlash(to), "//") {
			return "", true // on Windows that is another computer, which would be asked with the user's name
		}
		if !filepath.IsAbs(to) {
			to = filepath.Join(dir, to)
		}
		git = to
	}
	head, err := readSmall(filepath.Join(git, "HEAD"))
	if err != nil {
		return "", true
	}
	head = strings.TrimSpace(head)
	if name, ok := strings.CutPrefix(head, "ref: refs/heads/"); ok {
		return name, true
	}
	return head[:min(len(head), 8)], true
}

// readSmall reads the beginning of a regular file.
func readSmall(path string) (string, error) {
	info, err := os.Stat(path)
	if err != nil || !info.Mode().IsRegular() {
		return "", cmp.Or(err, fs.ErrInvalid)
	}
	f, err := os.Open(path)
	if err != nil {
		return "", err
	}
	text, err := io.ReadAll(io.LimitReader(f, headLimit))
	return string(text), errors.Join(err, f.Close())
}

// Copy puts a text into the clipboard.
func (c *Chat) Copy(ctx context.Context, text string) (string, error) {
	return c.o.Copy(ctx, text)
}

// Report gives a page of text about the session.
func (c *Chat) Report(ctx context.Context, name string) (string, error) {
	page, err := c.report(ctx, name)
	return c.o.Secrets.String(page), err
}

func (c *Chat) report(ctx context.Context, name string) (string, error) {
	a := c.session()
	if a == nil {
		return "", errClosed
	}
	switch name {
	case "status":
		return a.Status(), nil
	case "actors":
		return actorsReport(ctx, a)
	case "usage":
		var out bytes.Buffer
		v := c.view()
		v.Out, v.Err = &out, &out
		id, err := c.id()
		if err != nil {
			return "", err
		}
		err = threads.Usage(ctx, v, threads.UsageOptions{ID: id, By: threads.ByModel})
		return out.String(), err
	case "log":
		return c.logReport(a)
	}
	return "", fmt.Errorf("there is no report %q", name)
}

// actorsReport lists the route registry.
func actorsReport(ctx context.Context, a *app.App) (string, error) {
	list, err := a.Routes(ctx)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	w := tabwriter.NewWriter(&b, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "ROUTE\tACTOR")
	for _, r := range list {
		fmt.Fprintf(w, "%s\t%s\n", r.Name, r.Who)
	}
	err = w.Flush() // before the text is taken
	return b.String(), err
}

// logTail is how much of the diagnostics is shown.
const logTail = 64 << 10

// logReport gives the end of the session's own log.
func (c *Chat) logReport(a *app.App) (string, error) {
	if a.Facts.Dir == "" {
		return c.o.Lang.T("This session is not kept, so it has no log."), nil
	}
	f, err := os.Open(a.LogPath())
	if err != nil {
		return "", err
	}
	info, err := f.Stat()
	if err != nil {
		return "", errors.Join(err, f.Close())
	}
	from := max(info.Size()-logTail, 0)
	text, err := io.ReadAll(io.NewSectionReader(f, from, logTail))
	if _, rest, ok := bytes.Cut(text, []byte("\n")); ok && from > 0 {
		text = rest
	}
	return cmp.Or(string(text), c.o.Lang.T("The log is empty.")), errors.Join(err, f.Close())
}
