package app

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"slices"
	"strings"
	"time"

	"eidolon/fsapi"
	"eidolon/internal/agents"
	"eidolon/internal/commands"
	"eidolon/internal/config"
	"eidolon/internal/trust"
)

// Survey is what trusting a workspace is about: everything in it that is not in force, and all files
// that count.
type Survey struct {
	Settings []config.Held  `json:"settings"`
	Texts    []HeldText     `json:"texts"`
	Files    trust.Contents `json:"files"`
}

// HeldText is a command or an agent of a workspace that is not all it wants to be.
type HeldText struct {
	Name  string   `json:"name"` // such as "/deploy" or "@agent:reviewer"
	Path  string   `json:"path"` // in the workspace
	Wants []string `json:"wants"`
}

// Waiting says whether anything is held back that trust would put in force.
func (s *Survey) Waiting() bool {
	for _, h := range s.Settings {
		if !h.Never {
			return true
		}
	}
	return len(s.Texts) > 0
}

// maxCounted is the size of the largest file that a decision can be about.
const maxCounted = 8 << 20

// TakeSurvey looks at a workspace as one that nobody trusts. Read are the files of the configuration by
// their names, as they were read for the options.
func TakeSurvey(ctx context.Context, o Options, read map[string][]byte) (Survey, error) {
	o.Trusted = nil
	s := Survey{Settings: o.Config.Held, Files: trust.Contents{}}
	for name, data := range read {
		if data != nil {
			s.Files.Add(name, data)
		}
	}
	var names []string
	for _, h := range s.Settings {
		if h.File != "" {
			names = append(names, h.File)
		}
	}
	err := s.count(o.Root, names)
	return s, errors.Join(err, s.addTexts(ctx, o))
}

// count adds files by their names.
func (s *Survey) count(dir string, names []string) error {
	root, err := os.OpenRoot(dir)
	if err != nil {
		return fmt.Errorf("look at the workspace: %w", err)
	}
	defer func() { _ = root.Close() }() // it was for reading
	for _, name := range names {
		data, err := readCounted(root, name)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return fmt.Errorf("look at %s: %w", name, err)
		}
		s.Files.Add(name, data)
	}
	return nil
}

// readCounted reads a regular file. Opening another one could wait for ever.
func readCounted(root *os.Root, name string) ([]byte, error) {
	info, err := root.Stat(name)
	if err == nil && (!info.Mode().IsRegular() || info.Size() > maxCounted) {
		err = fmt.Errorf("it is no file of up to %d MiB", maxCounted>>20)
	}
	if err != nil {
		return nil, err
	}
	f, err := root.Open(name)
	if err != nil {
		return nil, err
	}
	data, err := io.ReadAll(io.LimitReader(f, maxCounted))
	return data, errors.Join(err, f.Close())
}

// addTexts adds the commands and agents of the project that are not all they want to be, and the files
// of all.
func (s *Survey) addTexts(ctx context.Context, o Options) error {
	type texts struct {
		commands commands.Set
		agents   agents.Set
	}
	found, err := inWorkspace(o, func(files fsapi.Files) texts {
		return texts{loadCommands(ctx, o, files), loadAgents(ctx, o, files)}
	})
	for _, c := range slices.Concat(found.commands.Commands, found.commands.Shadowed) {
		s.addText("/"+c.Name, c.Path, c.Held)
	}
	for _, a := range slices.Concat(found.agents.Agents, found.agents.Shadowed) {
		s.addText("@agent:"+a.Name, a.Path, a.Held)
	}
	for _, f := range slices.Concat(found.commands.Files, found.agents.Files) {
		s.Files.Add(f.Path, f.Data)
	}
	return err
}

func (s *Survey) addText(name, path string, held []string) {
	if len(held) > 0 {
		s.Texts = append(s.Texts, HeldText{name, path, held})
	}
}

// Trust gives the decisions of the user.
func Trust(o Options) *trust.Store { return trust.Open(o.Base, o.Clock()) }

// findTrust tells what the user has said of the workspace and what waits for their word.
func findTrust(ctx context.Context, o Options) Finding {
	const what = "trust in the workspace"
	r, err := Trust(o).Lookup(o.Root)
	if err != nil {
		return Finding{"missing", what, err.Error()}
	}
	s := Survey{Settings: o.Config.Held, Files: trust.Contents{}}
	if err := s.addTexts(ctx, o); err != nil {
		return Finding{"missing", what, err.Error()}
	}
	var held []string
	for _, h := range s.Settings {
		if !h.Never {
			held = append(held, h.Key)
		}
	}
	for _, t := range s.Texts {
		held = append(held, t.Name)
	}
	switch {
	case len(held) > 0:
		return Finding{"off", what, "held back: " + strings.Join(held, ", ") + "; `eidolon trust` shows and allows it"}
	case r.Decision == trust.Trusted:
		return Finding{"ok", what, "trusted since " + r.When.Format(time.DateOnly)}
	}
	return Finding{"ok", what, "nothing in it waits for that"}
}
