package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"golang.org/x/term"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/leaf/nearest"
	"eidolon/internal/policy"
	"eidolon/internal/trust"
)

// host is the program's surroundings: the standard streams and what is read from the environment.
type host struct {
	stdin  *os.File
	stdout io.Writer
	stderr io.Writer
}

// isTerminal says whether a stream is one that a person sits at.
func isTerminal(stream any) bool {
	if v, ok := stream.(*veil); ok {
		stream = v.to
	}
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
	provider string // of the model
	protocol string
	mode     string
	system   string
	noSystem bool // system was given, perhaps as ""
	wary     bool // the workspace counts as one that nobody trusts

	noNetwork bool // for commands

	servers     []string // for this run: files in the form of .mcp.json, or their texts
	onlyServers bool     // and no others

	flags []config.Flag            // more of them, by their keys
	env   func(name string) string // instead of the program's own environment, or nil
	plain bool                     // no screen
	debug bool                     // write down what goes over the wire
}

// modelName is what --model and --provider name together.
func (s *setting) modelName() string {
	if s.provider != "" && s.model != "" {
		return s.provider + ":" + s.model
	}
	return cmp.Or(s.provider, s.model)
}

// sources says where the configuration of a run comes from.
func (h *host) sources(s setting) (config.Sources, error) {
	if err := s.check(); err != nil {
		return config.Sources{}, err
	}
	root, err := filepath.Abs(s.root)
	if err != nil {
		return config.Sources{}, fmt.Errorf("find the workspace: %w", err)
	}
	if info, err := os.Stat(root); err != nil || !info.IsDir() {
		return config.Sources{}, usage("there is no directory %s", root)
	}
	home, err := os.UserHomeDir()
	if err != nil {
		home = ""
	}
	base, err := config.BaseDir(os.Getenv, home)
	if err != nil {
		return config.Sources{}, err
	}
	src := config.Sources{BaseDir: base, Home: home, Workspace: root, Env: os.Getenv, Flags: s.flags}
	if s.env != nil {
		src.Env = s.env
	}
	if src.Servers, err = h.givenServers(s.servers); err != nil {
		return config.Sources{}, err
	}
	src.OnlyServers = s.onlyServers
	if name := s.modelName(); name != "" {
		src.Flags = append(src.Flags, config.Flag{Name: "--model", Key: "models.active", Value: name})
	}
	if s.mode != "" {
		src.Flags = append(src.Flags, config.Flag{Name: "--permission-mode", Key: "permissions.mode", Value: s.mode})
	}
	if s.noNetwork {
		src.Flags = append(src.Flags, config.Flag{Name: "--no-network", Key: "sandbox.network", Value: "false"})
	}
	return src, nil
}

// givenServers reads what --mcp-config names: files, or the text of one.
func (h *host) givenServers(given []string) (files []config.ServersFile, err error) {
	for _, text := range given {
		f := config.ServersFile{Name: "--mcp-config", Data: []byte(text)}
		if !strings.HasPrefix(strings.TrimSpace(text), "{") {
			f.Name = text
			if f.Data, err = h.readFile([]string{text}); err != nil {
				return nil, &codeError{exitUsage, fmt.Errorf("--mcp-config: %w", err)}
			}
		}
		files = append(files, f)
	}
	return files, nil
}

// loaded is a configuration with what it was read from.
type loaded struct {
	o        app.Options
	src      config.Sources
	notices  []string
	decision trust.Record      // of the user about the workspace, or zero
	read     map[string][]byte // files of the workspace's configuration, nil for those that do not exist
}

// load reads the configuration and makes the options that every run shares.
func (h *host) load(s setting) (l loaded, err error) {
	if l.src, err = h.sources(s); err != nil {
		return l, err
	}
	if l.decision, err = trust.Open(l.src.BaseDir, time.Now).Lookup(l.src.Workspace); err != nil {
		l.notices = append(l.notices, err.Error()) // and nothing is trusted
	}
	l.read = map[string][]byte{}
	covers := l.decision.Covers
	if s.wary {
		covers = trust.Record{}.Covers
	}
	l.src.Trusted = !s.wary && l.decision.Decision == trust.Trusted
	l.src.Same = func(name string, data []byte) bool {
		l.read[name] = data
		return covers(name, data)
	}
	cfg, notices, err := config.Load(l.src)
	if err != nil {
		return l, &configError{err}
	}
	if s.provider != "" && cfg.Choice.Profile.Model == s.modelName() { // taken for the name of a model
		known := vendorNames()
		for _, p := range cfg.Models.Profiles {
			known = append(known, p.Name)
		}
		if near := nearest.Name(s.provider, known); near != "" {
			return l, usage("there is no provider %q; did you mean %s?", s.provider, near)
		}
		return l, usage("there is no provider %q: --provider takes the name of a profile or of a vendor", s.provider)
	}
	for _, n := range notices {
		l.notices = append(l.notices, n.String())
	}
	mode := policy.Headless
	if cfg.Permissions.Mode != "" {
		if mode, err = policy.ParseMode(cfg.Permissions.Mode); err != nil {
			return l, &codeError{exitUsage, err}
		}
	}
	l.o = app.Options{
		Config: cfg, Profile: cfg.Choice.Profile, Lang: lang.Of(cfg.Tag), Base: l.src.BaseDir, Root: l.src.Workspace, Home: l.src.Home,
		User: os.Getenv("USER"), Environ: os.Environ(), Program: ownFile(), Mode: mode, ModeGiven: s.mode != "", Trusted: covers,
		Version: versionText(), Debug: s.debug,
	}
	l.o.Secrets = app.Secrets(l.o, func(line string) { l.notices = append(l.notices, line) })
	h.veil(l.o.Secrets)
	if s.noSystem {
		l.o.System = &s.system
	}
	if s.protocol != "" {
		l.o.Profile.ToolProtocol = s.protocol
	}
	return l, nil
}

// options is load for who needs nothing but the options. Notices go to standard error.
func (h *host) options(s setting) (app.Options, error) {
	l, err := h.load(s)
	if err != nil {
		return app.Options{}, err
	}
	for _, n := range l.notices {
		fmt.Fprintf(h.stderr, "notice: %s\n", n)
	}
	return l.o, nil
}

// configError says that the configuration cannot be used, and why.
type configError struct{ err error }

// Error gives the problems under a heading.
func (e *configError) Error() string { return "the configuration cannot be used:\n" + e.err.Error() }

// Unwrap gives the problems.
func (e *configError) Unwrap() error { return e.err }

// ownFile gives the file that this program was started from, or "". The name it was started under
// counts, where the system knows the file by another one.
func ownFile() string {
	path, err := exec.LookPath(os.Args[0])
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return ""
	}
	return path
}

// choose sees to it that the options name a model that can be asked, and says what to do when there
// is none.
func choose(ctx context.Context, o *app.Options) error {
	choice := o.Config.Choice
	if choice.Problem != nil {
		return choice.Problem
	}
	if choice.Profile.Name != "" {
		app.NameModel(ctx, o)
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
	app.NameModel(ctx, o)
	return nil
}
