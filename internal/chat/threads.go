package chat

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eidolon/internal/store"
	"eidolon/internal/threads"
	"eidolon/tui"
)

// threadsShown is how many sessions a screen lists.
const threadsShown = 200

// Find gives the sessions of the workspace in which something was said, the best first; without a query
// the latest ones.
func (c *Chat) Find(ctx context.Context, query string) ([]tui.Thread, error) {
	found, err := threads.Find(ctx, c.view(), query, threadsShown)
	var all []tui.Thread
	for _, f := range found {
		t := tui.Thread{ID: f.ID, Title: f.Title, Active: f.Active}
		if len(f.Hits) > 0 {
			t.Snippet = f.Hits[0].Snippet
		}
		all = append(all, t)
	}
	return all, err
}

// Locate gives the id of the session of the workspace that an id or the beginning of one means.
func (c *Chat) Locate(_ context.Context, prefix string) (id string, err error) {
	s, err := store.Find(store.Options{Base: c.o.Base, Workspace: c.view().Workspace(), ID: prefix})
	return s.ID, err
}

// Turns gives the turns that a session can be taken back to.
func (c *Chat) Turns(ctx context.Context, id string) ([]tui.Turn, error) {
	if id == "" {
		return nil, errClosed // it would mean the latest session of the workspace to package threads, here and below
	}
	turns, err := threads.ListTurns(ctx, c.view(), id)
	var all []tui.Turn
	for _, t := range turns {
		all = append(all, tui.Turn{N: t.N, Time: t.Time, Prompt: t.Prompt, Kept: t.Checkpoint != ""})
	}
	return all, err
}

// Fork makes a new session with what was said in another up to a turn, 0 for all.
func (c *Chat) Fork(ctx context.Context, id string, turn int) (string, error) {
	if id == "" {
		return "", errClosed
	}
	return threads.Begin(ctx, c.view(), threads.ForkOptions{ID: id, At: -1, Turn: turn})
}

// Rewind takes a session that is not open back to before a turn, or only says what that would change.
func (c *Chat) Rewind(ctx context.Context, id string, turn int, files, really bool) (string, error) {
	if id == "" {
		return "", errClosed
	}
	var out, notes bytes.Buffer
	v := c.view()
	v.Out, v.Err = &out, &notes
	l := c.o.Config.Limits
	err := threads.Rewind(ctx, v, threads.RewindOptions{
		ID: id, Turn: max(turn, 0), Files: files, Conversation: true, Undo: turn < 0, DryRun: !really,
		Confirm: func(string) (bool, error) { return true, nil },
		MaxFile: int64(l.CheckpointFile), MaxTotal: int64(l.CheckpointTotal),
	})
	return notes.String() + "\n" + out.String(), err
}

// formats by the ending of a file.
var formats = map[string]threads.Format{
	".md": threads.Markdown, ".html": threads.HTML, ".jsonl": threads.JSON, ".json": threads.JSON, ".txt": threads.Text,
}

// Export writes a session to a file that does not exist yet. Without a path it gets a name of its own in
// the workspace.
func (c *Chat) Export(ctx context.Context, id, path string) (string, error) {
	if id == "" {
		return "", errClosed
	}
	if path == "" {
		path = fmt.Sprintf("eidolon-%s-%s.md", id[:min(len(id), 8)], c.now().Format("20060102-150405"))
	}
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		path = filepath.Join(c.o.Home, rest)
	}
	if !filepath.IsAbs(path) {
		path = filepath.Join(c.o.Root, path)
	}
	format, ok := formats[strings.ToLower(filepath.Ext(path))]
	if !ok {
		return "", fmt.Errorf("%q says no format: end it in .md, .html, .txt or .jsonl", filepath.Base(path))
	}
	f, err := os.OpenFile(path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if errors.Is(err, os.ErrExist) {
		return "", fmt.Errorf("%s exists already; give another name", path)
	}
	if err != nil {
		return "", fmt.Errorf("export the session: %w", err)
	}
	v := c.view()
	v.Out = f
	if err := errors.Join(threads.Show(ctx, v, id, format), f.Close()); err != nil {
		return "", errors.Join(err, os.Remove(path)) // half of a session would pass for all of it
	}
	return path, nil
}

// Rename gives a session that is not open a title.
func (c *Chat) Rename(_ context.Context, id, title string) error {
	if id == "" {
		return errClosed
	}
	return threads.Rename(c.view(), id, title)
}

func (c *Chat) now() time.Time { return c.o.Clock()() }
