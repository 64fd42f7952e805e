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
	if len(ids) == 0 {
		s.draft.Model, err = s.ask(s.lang.T("Model"), usual)
		return err
	}
	s.print(s.some(ids))
	answer, err := s.ask(s.lang.T("Number or name"), usual)
	if n, bad := strconv.Atoi(answer); bad == nil && n >= 1 && n <= len(ids) {
		answer = ids[n-1]
	}
	s.draft.Model = answer
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
	ids, err := app.ModelNames(ctx, o, p)
	if err != nil && s.misplaced(err) {
		if below := s.below(ctx); below != nil {
			ids, err = below, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, ctx.Err()
	case err != nil && s.vendor.Model == "":
		s.say("It was asked which models it has: %s", clean.Text(err.Error()))
	}
	for i := range ids {
		ids[i] = clean.Line(ids[i])
	}
	return ids, nil
}

// misplaced says whether a service answered, but not as one does at the beginning of its endpoint.
func (s *setup) misplaced(err error) bool {
	return app.Elsewhere(err) && s.draft.APIKind == "openai" && !strings.HasSuffix(strings.TrimRight(s.draft.BaseURL, "/"), "/v1")
}

// below asks at /v1 below an address that people give without it, and keeps that address when there is a
// list of models.
func (s *setup) below(ctx context.Context) []string {
	given := s.draft.BaseURL
	s.draft.BaseURL = strings.TrimRight(given, "/") + "/v1"
	if o, p, err := s.candidate(); err == nil {
		if ids, err := app.ModelNames(ctx, o, p); err == nil && len(ids) > 0 {
			return ids
		}
	}
	s.draft.BaseURL = given
	return nil
}

// some names so many models as fit on a screen.
func (s *setup) some(ids []string) string {
	const shown = 20
	var b strings.Builder
	b.WriteString(s.lang.T("It has:"))
	for i, id := range ids[:min(len(ids), shown)] {
		fmt.Fprintf(&b, "\n  %2d  %s", i+1, id)
	}
	if len(ids) > shown {
		b.WriteString("\n      " + s.lang.F("and %d more", len(ids)-shown))
	}
	return b.String()
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
	return "", errors.New(s.lang.T("there was no answer"))
}
