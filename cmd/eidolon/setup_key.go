package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/signal"
	"strings"

	"golang.org/x/term"

	"eidolon/internal/config"
	"eidolon/internal/leaf/lang"
)

// chooseKey finds the key: a variable that has it, or one that is typed.
func (s *setup) chooseKey(ctx context.Context) error {
	if s.vendor.Login != "" && s.flags.keyEnv == "" {
		s.say("This needs a login: `eidolon login %s`.", s.vendor.Login)
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
	ask := lang.Text("Paste the key of %s. It is not shown, and goes into %s. Or press Enter to name the variable that holds it.")
	if own {
		ask = "Paste the key of %s. It is not shown, and goes into %s. Or press Enter when it needs none."
	}
	s.say(ask, s.vendor.Name, config.DotenvFile(s.src.BaseDir))
	key, err := s.typedKey(ctx)
	switch {
	case err != nil:
		return err
	case key.IsSet():
		s.key = key
		if own {
			s.draft.KeyEnv = s.keyEnv
		}
	case !own:
		answer, err := s.ask(s.lang.T("Variable"), s.keyEnv)
		if err != nil {
			return err
		}
		if answer != s.keyEnv {
			s.keyEnv, s.draft.KeyEnv = answer, answer
		}
	}
	return nil
}

// typedKey asks for a key, which may be empty.
func (s *setup) typedKey(ctx context.Context) (config.Secret, error) {
	fmt.Fprint(s.to, s.lang.T("Key: "))
	return s.secret(ctx)
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
