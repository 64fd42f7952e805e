package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"eidolon/internal/leaf/shot"
)

// patience is how long a text may take to appear.
const patience = 30 * time.Second

// calm is for how many looks nothing may change before the terminal is at rest.
const calm = 16

// step is one line of a scene.
type step struct {
	line       int
	what, rest string
}

func readScene(file string) ([]step, error) {
	text, err := files.ReadFile(file)
	if err != nil {
		return nil, err
	}
	var steps []step
	n := 0
	for line := range strings.Lines(string(text)) {
		n++
		line = strings.TrimSpace(line)
		if line == "" || line[0] == '#' {
			continue
		}
		what, rest, _ := strings.Cut(line, " ")
		steps = append(steps, step{n, what, rest})
	}
	return steps, nil
}

// player plays scenes.
type player struct {
	*terminal
	binary, out string
}

func (p *player) play(ctx context.Context, s step) error {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	switch s.what {
	case "size":
		_, err := fmt.Sscan(s.rest, &p.columns, &p.rows)
		return err
	case "run":
		return p.start(ctx, append([]string{p.binary}, strings.Fields(s.rest)...))
	case "wait":
		return p.until(ctx, 1, func(screen string) bool { return strings.Contains(screen, s.rest) })
	case "gone":
		return p.until(ctx, 1, func(screen string) bool { return !strings.Contains(screen, s.rest) })
	case "rest":
		return p.until(ctx, calm, func(string) bool { return true })
	case "type":
		return p.typed(ctx, s.rest)
	case "key":
		return p.keys(ctx, strings.Fields(s.rest))
	case "shoot":
		name, title, _ := strings.Cut(s.rest, " ")
		return p.shoot(ctx, name, title)
	}
	return fmt.Errorf("there is no step %q", s.what)
}

// shoot writes a picture of the terminal.
func (p *player) shoot(ctx context.Context, name, title string) error {
	text, err := p.capture(ctx, true)
	if err != nil {
		return err
	}
	svg := shot.SVG(text, shot.Options{Title: title, Columns: p.columns, Rows: p.rows, Frame: true})
	return os.WriteFile(filepath.Join(p.out, name+".svg"), svg, 0o644) //nolint:gosec // a page of the documentation
}
