package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"golang.org/x/term"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/policy"
)

// host is the program's surroundings: the standard streams and what is read from the environment.
type host struct {
	stdin  *os.File
	stdout io.Writer
	stderr io.Writer
}

// isTerminal says whether a stream is one that a person sits at.
func isTerminal(stream any) bool {
	f, ok := stream.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// printJSON writes a value for scripts.
func (h *host) printJSON(v any) error {
	text, err := clean.Document(v)
	if err == nil {
		_, err = h.stdout.Write(text)
	}
	return err
}

// setting is the flags that most commands share.
type setting struct {
	root     string
	model    string
	protocol string
	mode     string
	system   string
	noSystem bool // system was given, perhaps as ""
	plain    bool // no screen
}

// sources says where the configuration of a run comes from.
func (h *host) sources(s setting) (config.Sources, error) {
	root, err := filepath.Abs(s.root)
	if err != nil {
		return config.Sources{}, fmt.Errorf("find the workspace: %w", err)
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return config.Sources{}, usage("--root: there is no directory %s", root)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	base, err := config.BaseDir(os.Getenv, home)
	if err != nil {
		return config.Sources{}, err
	}
	src := config.Sources{BaseDir: base, Home: home, Workspace: root, Env: os.Getenv}
	if s.model != "" {
		src.Flags = append(src.Flags, config.Flag{Name: "--model", Key: "models.active", Value: s.model})
	}
	if s.mode != "" {
		src.Flags = append(src.Flags, config.Flag{Name: "--permission-mode", Key: "permissions.mode", Value: s.mode})
	}
	return src, nil
}

// options reads the configuration and makes the options that every run shares. Notices go to
// standard error.
func (h *host) options(s setting) (app.Options, error) {
	src, err := h.sources(s)
	if err != nil {
		return app.Options{}, err
	}
	cfg, notices, err := config.Load(src)
	if err != nil {
		return app.Options{}, fmt.Errorf("the configuration cannot be used:\n%w", err)
	}
	for _, n := range notices {
		fmt.Fprintf(h.stderr, "notice: %s\n", n)
	}
	mode := policy.Headless
	if cfg.Permissions.Mode != "" {
		if mode, err = policy.ParseMode(cfg.Permissions.Mode); err != nil {
			return app.Options{}, &codeError{exitUsage, err}
		}
	}
	o := app.Options{
		Config: cfg, Profile: cfg.Choice.Profile, Base: src.BaseDir, Root: src.Workspace, Home: src.Home,
		User: os.Getenv("USER"), Environ: os.Environ(), Mode: mode, ModeGiven: s.mode != "",
	}
	if s.noSystem {
		o.System = &s.system
	}
	if s.protocol != "" {
		o.Profile.ToolProtocol = s.protocol
	}
	return o, nil
}

// choose sees to it that the options name a model that can be asked, and says what to do when there
// is none.
func choose(ctx context.Context, o *app.Options) error {
	choice := o.Config.Choice
	if choice.Problem != nil {
		return choice.Problem
	}
	if choice.Profile.Name != "" {
		return nil
	}
	profile, ok := app.Probe(ctx, choice.Probes)
	if !ok {
		return config.ErrNoModel
	}
	protocol := o.Profile.ToolProtocol
	o.Profile = profile
	if protocol != "" {
		o.Profile.ToolProtocol = protocol
	}
	return nil
}

// readFile reads a named file, or standard input for "-" and "".
func (h *host) readFile(args []string) ([]byte, error) {
	if len(args) == 0 || args[0] == "-" {
		return io.ReadAll(h.stdin)
	}
	data, err := os.ReadFile(args[0])
	if pe, ok := errors.AsType[*os.PathError](err); ok {
		return nil, fmt.Errorf("read %s: %w", pe.Path, pe.Err)
	}
	return data, err
}
