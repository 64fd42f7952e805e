package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
	"eidolon/tui/typeahead"
)

// chooseName finds a name that no profile has. A profile that is not named after its vendor, or is for
// another address, says all that the vendor would.
func (s *setup) chooseName(context.Context) error {
	name := cmp.Or(s.flags.name, s.vendor.Name)
	for n := 2; s.flags.name == "" && s.taken(name); n++ {
		if !s.person {
			return fmt.Errorf("there is a profile named %q already; --name gives this one another", name)
		}
		name = s.vendor.Name + "-" + strconv.Itoa(n)
	}
	s.draft.Name = name
	if name != s.vendor.Name || s.draft.BaseURL != "" {
		v := s.vendor
		s.draft.APIKind = cmp.Or(s.draft.APIKind, v.KindAt(s.draft.BaseURL))
		s.draft.BaseURL = cmp.Or(s.draft.BaseURL, v.BaseURL)
		s.draft.KeyHeader, s.draft.Login = v.KeyHeader, v.Login
		if len(v.KeyEnvs) > 0 {
			s.draft.KeyEnv = s.keyEnv
		}
	}
	return nil
}

// taken says whether a profile of the user's files has the name; those that keys in the environment speak
// for are not in any file.
func (s *setup) taken(name string) bool {
	return slices.ContainsFunc(s.config.Written(), func(have string) bool { return have == name })
}

// chooseModel finds the model.
func (s *setup) chooseModel(ctx context.Context) error {
	s.draft.Model = cmp.Or(s.flags.model, s.vendor.Model, "unknown")
	o, p, err := s.candidate()
	if err != nil || s.flags.model != "" || !s.person && s.vendor.Model != "" {
		return err
	}
	ids, err := s.listed(ctx, o, p)
	if err != nil {
		return err
	}
	usual := s.vendor.Model
	if usual == "" || len(ids) > 0 && !slices.Contains(ids, usual) {
		usual = cmp.Or(first(ids), usual)
	}
	if usual == "" && !s.person {
		return usage("the service does not say which models it has: name one with --model")
	}
	if !s.person {
		s.draft.Model = usual
		return nil
	}
	if len(ids) > 0 {
		fmt.Fprintf(s.to, "It has: %s\n", some(ids))
	}
	s.draft.Model, err = s.ask("Model", usual)
	return err
}

// listed gives the models that the service has, as far as it tells. One that does not tell is no reason to
// stop.
func (s *setup) listed(ctx context.Context, o app.Options, p config.Profile) ([]string, error) {
	if p.KeyProblem() != nil || p.Login != "" {
		return nil, nil
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	list, err := app.ListModels(ctx, o, p)
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && s.vendor.Model == "":
		fmt.Fprintf(s.to, "It was asked which models it has: %s\n", clean.Text(err.Error()))
	}
	var ids []string
	for _, m := range list {
		ids = append(ids, clean.Line(m.ID))
	}
	return ids, nil
}

// some names so many models as fit on a few lines.
func some(ids []string) string {
	const shown = 30
	if len(ids) > shown {
		return strings.Join(ids[:shown], ", ") + fmt.Sprintf(" and %d more", len(ids)-shown)
	}
	return strings.Join(ids, ", ")
}

// ask puts a question; an empty line is the usual answer.
func (s *setup) ask(text, usual string) (string, error) {
	_ = typeahead.Discard(s.h.stdin) // where that cannot be, the question still is
	if usual != "" {
		text += " [" + usual + "]"
	}
	text = strings.TrimSuffix(text, ": ") + ": "
	for range tries {
		fmt.Fprint(s.to, text)
		line, err := readLine(s.h.stdin)
		if err != nil {
			fmt.Fprintln(s.to)
			return "", err
		}
		if line = cmp.Or(strings.TrimSpace(line), usual); line != "" {
			return line, nil
		}
	}
	return "", errors.New("there was no answer")
}
