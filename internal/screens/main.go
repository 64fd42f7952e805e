package main

import (
	"context"
	"embed"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/signal"
	"path"
	"path/filepath"
	"slices"
	"strings"

	"eidolon/actors/stubmodel"
	"eidolon/internal/front/demo"
	"eidolon/internal/stubserver"
)

//go:embed scenes model.yaml
var files embed.FS

func main() {
	binary := flag.String("binary", "bin/eidolon", "the program")
	out := flag.String("out", "docs/screens", "directory of the pictures")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	defer stop()
	if err := pictures(ctx, *binary, *out, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "error:", err)
		os.Exit(1)
	}
}

// pictures plays the scenes of these names, or all.
func pictures(ctx context.Context, binary, out string, names []string) error {
	binary, err := filepath.Abs(binary)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(out, 0o755); err != nil { //nolint:gosec // a directory of the repository
		return err
	}
	scenes, err := fs.Glob(files, "scenes/*.txt")
	if err != nil {
		return err
	}
	for _, file := range scenes {
		name := strings.TrimSuffix(path.Base(file), ".txt")
		if len(names) > 0 && !slices.Contains(names, name) {
			continue
		}
		if err := picture(ctx, file, binary, out); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// picture plays one scene, with a project, a home and a model of its own.
func picture(ctx context.Context, file, binary, out string) (err error) {
	steps, err := readScene(file)
	if err != nil {
		return err
	}
	place, err := os.MkdirTemp("", "eidolon-screens-")
	if err != nil {
		return err
	}
	home := filepath.Join(place, "home")
	if err := os.Mkdir(home, 0o700); err != nil {
		return err
	}
	project, err := demo.Unpack(filepath.Join(home, "calc"))
	if err != nil {
		return err
	}
	text, err := files.ReadFile("model.yaml")
	if err != nil {
		return err
	}
	script, err := stubmodel.Parse("model.yaml", text)
	if err != nil {
		return err
	}
	server, err := stubserver.Start(ctx, script, stubserver.Options{})
	if err != nil {
		return err
	}
	defer server.Close()
	if err := settle(home, server.URL); err != nil {
		return err
	}
	t := &terminal{
		socket: filepath.Join(place, "tmux"), dir: project,
		env: []string{
			"HOME=" + home, "PATH=" + os.Getenv("PATH"), "LANG=C.UTF-8", "COLORTERM=truecolor", "MODEL_KEY=none",
		},
	}
	defer func() { err = errors.Join(err, t.stop(ctx, place)) }()
	p := player{terminal: t, binary: binary, out: out}
	for _, s := range steps {
		if err := p.play(ctx, s); err != nil {
			return fmt.Errorf("%s:%d: %w", file, s.line, err)
		}
	}
	return nil
}

// settle makes a home for the program, with what makes pictures look alike everywhere.
func settle(home, url string) error {
	const settings = `models:
  active: demo
  profiles:
    - {name: demo, apiKind: openai, baseURL: %q, model: scripted, apiKeyEnv: MODEL_KEY, contextWindow: 64000}
sandbox: {bash: "off"}
tui: {theme: dark, motion: "off"}
`
	dir := filepath.Join(home, ".eidolon")
	if err := os.Mkdir(dir, 0o700); err != nil {
		return err
	}
	return os.WriteFile(filepath.Join(dir, "config.yaml"), fmt.Appendf(nil, settings, url), 0o600)
}
