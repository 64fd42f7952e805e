package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/signal"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/term"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
	"eidolon/tui/typeahead"
)

// choice is a service that can be used at once.
type choice struct {
	vendor config.Vendor
	why    string
}

// ready gives the services that a key was found for, and those on this computer that answer.
func (s *setup) ready(ctx context.Context) []choice {
	var out []choice
	for _, v := range config.Vendors() {
		p, err := s.config.ServiceNamed(v.Name)
		switch {
		case err != nil:
		case v.Local:
			if _, there := app.Probe(ctx, []config.Profile{p}); there {
				out = append(out, choice{v, "answers at " + p.BaseURL})
			}
		case p.Key.IsSet():
			out = append(out, choice{v, "there is a key: " + p.KeyFrom})
		}
	}
	return out
}

// chooseService finds the vendor and the address.
func (s *setup) chooseService(ctx context.Context) error {
	f := s.flags
	answer := cmp.Or(f.vendor, f.baseURL)
	if answer == "" {
		var err error
		if answer, err = s.askService(ctx); err != nil {
			return err
		}
	}
	s.draft = config.Draft{APIKind: f.apiKind, BaseURL: f.baseURL}
	if strings.Contains(answer, "://") {
		return s.ownService(answer)
	}
	for _, v := range config.Vendors() {
		if v.Answers(answer) {
			s.vendor = v
		}
	}
	switch {
	case s.vendor.Name == "":
		if _, err := s.config.ServiceNamed(answer); err != nil {
			return usage("%q is no service that is known: give one of %s, or its address with --base-url", answer, strings.Join(vendorNames(), ", "))
		}
		return usage("%q is configured already: `eidolon --model %s` uses it", answer, answer)
	case s.vendor.BaseURL == "" && s.draft.BaseURL == "":
		if !s.person {
			return usage("the address of %s is another one for each user: give it with --base-url", s.vendor.Name)
		}
		text, err := s.ask("Base URL of your service, such as https://NAME.openai.azure.com/openai/v1: ", "")
		s.draft.BaseURL = text
		return err
	}
	return nil
}

// ownService takes an address that belongs to no known vendor, or to one.
func (s *setup) ownService(address string) error {
	u, err := url.Parse(address)
	if err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return usage("%q is no base URL; one looks like http://127.0.0.1:8080/v1", address)
	}
	s.draft.BaseURL = address
	s.draft.APIKind = cmp.Or(s.draft.APIKind, "openai")
	s.vendor = config.Vendor{Name: hostName(u.Hostname())}
	return nil
}

// hostName makes the name of a profile of that of a host.
func hostName(host string) string {
	if host == "127.0.0.1" || host == "::1" || host == "localhost" {
		return "local"
	}
	parts := strings.Split(host, ".")
	if len(parts) > 2 && (parts[0] == "api" || parts[0] == "www") {
		parts = parts[1:]
	}
	return parts[0]
}

func vendorNames() []string {
	var names []string
	for _, v := range config.Vendors() {
		names = append(names, v.Name)
	}
	return names
}

func (s *setup) askService(ctx context.Context) (string, error) {
	ready := s.ready(ctx)
	fmt.Fprintln(s.to, "What is eidolon to talk to?")
	for i, c := range ready {
		fmt.Fprintf(s.to, "  %d  %-12s %s\n", i+1, c.vendor.Name, c.why)
	}
	fmt.Fprintf(s.to, "Known services: %s.\nAny other service that speaks Chat Completions: type its address.\n", strings.Join(vendorNames(), ", "))
	usual := ""
	if len(ready) > 0 {
		usual = ready[0].vendor.Name
	}
	answer, err := s.ask("Number, name or address", usual)
	if n, bad := strconv.Atoi(answer); bad == nil && n >= 1 && n <= len(ready) {
		answer = ready[n-1].vendor.Name
	}
	return strings.ToLower(answer), err
}

// chooseKey finds the key: a variable that has it, or one that is typed.
func (s *setup) chooseKey(ctx context.Context) error {
	if s.vendor.Login != "" && s.flags.keyEnv == "" {
		fmt.Fprintf(s.to, "This needs a login: `eidolon login %s`.\n", s.vendor.Login)
		return nil
	}
	s.keyEnv = s.flags.keyEnv
	if s.keyEnv == "" && len(s.vendor.KeyEnvs) > 0 {
		s.keyEnv = s.vendor.KeyEnvs[0]
	}
	if s.flags.keyEnv != "" || len(s.vendor.KeyEnvs) == 0 {
		s.draft.KeyEnv = s.flags.keyEnv
	}
	if !s.person || s.vendor.Local || s.hasKey() {
		return ctx.Err()
	}
	own := len(s.vendor.KeyEnvs) == 0
	if own {
		s.keyEnv = cmp.Or(s.keyEnv, variableFor(s.vendor.Name))
	}
	nothing := "to name the variable that holds it"
	if own {
		nothing = "when it needs none"
	}
	fmt.Fprintf(s.to, "Paste the key of %s. It is not shown, and goes into %s. Or press Enter %s.\nKey: ",
		s.vendor.Name, config.DotenvFile(s.src.BaseDir), nothing)
	key, err := s.secret(ctx)
	switch {
	case err != nil:
		return err
	case key.IsSet():
		s.key = key
		if own {
			s.draft.KeyEnv = s.keyEnv
		}
	case !own:
		answer, err := s.ask("Variable", s.keyEnv)
		if err != nil {
			return err
		}
		if answer != s.keyEnv {
			s.keyEnv, s.draft.KeyEnv = answer, answer
		}
	}
	return nil
}

// hasKey says whether there is a key for the service already.
func (s *setup) hasKey() bool {
	if s.flags.keyEnv != "" {
		return s.src.Env(s.flags.keyEnv) != ""
	}
	if s.draft.BaseURL != "" && len(s.vendor.KeyEnvs) == 0 {
		return false
	}
	p, err := s.config.ServiceNamed(s.vendor.Name)
	return err == nil && p.Key.IsSet()
}

// variableFor names the variable for the key of a service that has no usual one.
func variableFor(name string) string {
	return strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' {
			return r
		}
		return '_'
	}, strings.ToUpper("eidolon_"+name+"_key"))
}

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

// secret reads a line that the terminal does not show. The terminal is as it was also when the person
// gives up in the middle.
func (s *setup) secret(ctx context.Context) (config.Secret, error) {
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop()
	fd := int(s.h.stdin.Fd())
	state, err := term.GetState(fd)
	if err != nil {
		return config.Secret{}, err
	}
	type result struct {
		text []byte
		err  error
	}
	read := make(chan result, 1)
	go func() {
		text, err := term.ReadPassword(fd)
		read <- result{text, err}
	}()
	select {
	case r := <-read:
		fmt.Fprintln(s.to)
		var key config.Secret
		if r.err == nil {
			r.err = key.UnmarshalText(r.text)
		}
		return key, r.err
	case <-ctx.Done():
		return config.Secret{}, errors.Join(ctx.Err(), term.Restore(fd, state))
	}
}
