package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"os/signal"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/lang"
)

// setupFlags are answers that are given beforehand.
type setupFlags struct {
	vendor, model, keyEnv, baseURL, apiKind, name string
	yes, noTest                                   bool
}

func newSetup(h *host) *cobra.Command {
	var f setupFlags
	cmd := &cobra.Command{
		Use: "setup", Short: "Ask what model there is, try it, and write the configuration",
		Long: `setup looks for keys in the environment and for model servers on this computer, asks which of them to use,
makes one small request to see that it works, and adds a profile to your configuration file. What is in the
file stays, comments included. A key that you type is not shown, and goes into the file .env in your eidolon
directory, which only you can read; it never goes into the configuration.

With --yes, or without a terminal, nothing is asked: then --vendor or --base-url says what to use.`,
		Example: `  eidolon setup
  eidolon setup --vendor anthropic --yes
  eidolon setup --base-url http://127.0.0.1:8080/v1 --model qwen3-coder --yes
  eidolon setup --vendor openai --key-env WORK_OPENAI_KEY --name work --yes`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			err := h.setup(cmd.Context(), f)
			if errors.Is(err, context.Canceled) {
				return &codeError{code: exitInterrupted}
			}
			return failed(err)
		},
	}
	fl := cmd.Flags()
	fl.StringVar(&f.vendor, "vendor", "", "the service: a known vendor, such as openai or ollama, or a provider of yours")
	fl.StringVar(&f.model, "model", "", "the model; without it the vendor's usual one, or the first that the service lists")
	fl.StringVar(&f.keyEnv, "key-env", "", "the variable that holds the key, when it is not the vendor's usual one")
	fl.StringVar(&f.baseURL, "base-url", "", "where the service is")
	fl.StringVar(&f.apiKind, "api-kind", "", "the wire format: "+strings.Join(config.Kinds()[:4], ", "))
	fl.StringVar(&f.name, "name", "", "name of the profile; without it that of the vendor")
	fl.BoolVar(&f.yes, "yes", false, "ask nothing")
	fl.BoolVar(&f.noTest, "no-test", false, "do not try the model first")
	return cmd
}

// setup is one run of the command.
type setup struct {
	h      *host
	flags  setupFlags
	src    config.Sources
	config config.Config
	lang   lang.Table
	person bool      // somebody is there who can be asked
	to     io.Writer // what is said beside the result
	file   string    // the configuration file
	before []byte    // its content
	vendor config.Vendor
	draft  config.Draft
	key    config.Secret // typed
	keyEnv string        // the variable that key is for
}

func (h *host) setup(ctx context.Context, f setupFlags) error {
	s := &setup{h: h, flags: f, to: h.stderr, person: !f.yes && h.terminal() != nil && isTerminal(h.stdin)}
	if s.person {
		s.to = h.terminal()
	} else if f.vendor == "" && f.baseURL == "" {
		return usage("setup asks its questions on a terminal; without one say --vendor NAME or --base-url URL")
	}
	if f.apiKind != "" && !slices.Contains(config.Kinds(), f.apiKind) {
		return usage("--api-kind takes %s, not %q", strings.Join(config.Kinds(), ", "), f.apiKind)
	}
	if f.keyEnv != "" && !config.IsVariable(f.keyEnv) { // which is not repeated: it may be a key
		return usage("--key-env takes the name of a variable that holds the key, such as OPENAI_API_KEY, not the key itself")
	}
	if err := s.load(); err != nil {
		return err
	}
	for _, step := range []func(context.Context) error{s.chooseService, s.chooseKey, s.chooseName, s.chooseModel, s.try} {
		if err := step(ctx); err != nil {
			return err
		}
	}
	return s.write()
}

// load reads what is configured already. The workspace does not count: what it says is no affair of the
// user's own file.
func (s *setup) load() (err error) {
	if s.src, err = s.h.sources(setting{root: "."}); err != nil {
		return err
	}
	s.src.Workspace = ""
	if s.config, _, err = config.Load(s.src); err != nil {
		return fmt.Errorf("the configuration has mistakes, which have to be put right first:\n%w", err)
	}
	s.lang = lang.Of(s.config.Tag)
	s.file = config.UserFile(s.src.BaseDir)
	if s.before, err = os.ReadFile(s.file); errors.Is(err, fs.ErrNotExist) {
		err = nil
	}
	return err
}

// content gives the configuration file as it would be, and whether the file itself can be written so.
func (s *setup) content() (data []byte, inPlace bool, err error) {
	data, err = config.AddProfile(s.file, s.before, s.draft)
	if errors.Is(err, config.ErrNotInPlace) {
		return []byte(s.draft.Text()), false, nil
	}
	return data, true, err
}

// variables gives the .env file as it would be, or nil when it stays as it is.
func (s *setup) variables() ([]byte, error) {
	if !s.key.IsSet() {
		return nil, nil
	}
	before, err := os.ReadFile(config.DotenvFile(s.src.BaseDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	after, err := config.SetVariable(string(before), s.keyEnv, s.key.Reveal())
	return []byte(after), err
}

// candidate gives the configuration as it would be, and its new profile.
func (s *setup) candidate() (app.Options, config.Profile, error) {
	data, _, err := s.content()
	if err != nil {
		return app.Options{}, config.Profile{}, err
	}
	src := s.src
	src.Instead = map[string][]byte{s.file: data}
	env, err := s.variables()
	if err != nil {
		return app.Options{}, config.Profile{}, err
	}
	if env != nil {
		src.Instead[config.DotenvFile(src.BaseDir)] = env
	}
	c, _, err := config.Load(src)
	if err != nil {
		return app.Options{}, config.Profile{}, err
	}
	p, err := c.Select(s.draft.Name)
	o := app.Options{Config: c, Profile: p, Base: src.BaseDir, Home: src.Home, Environ: os.Environ(), Now: time.Now}
	o.Secrets = app.Secrets(o, func(line string) { fmt.Fprintf(s.h.stderr, "notice: %s\n", line) })
	return o, p, err
}

// try asks the model something small. A key that was typed and is not accepted can be typed again. What does
// not work is written only if the person wants it so.
func (s *setup) try(ctx context.Context) error {
	for !s.flags.noTest {
		wrong, err := s.trial(ctx)
		if err != nil || wrong == nil {
			return err
		}
		if !s.person {
			return fmt.Errorf("the model could not be asked, so nothing was written (--no-test writes all the same):\n%w", wrong)
		}
		s.say("That did not work: %s", clean.Text(wrong.Error()))
		if !app.KeyRefused(wrong) || !s.key.IsSet() {
			return s.answered(s.h.question(s.to, s.lang.T("Write it all the same? [y/N]")+" ", "y", "n"))
		}
		answer, err := s.h.question(s.to, s.lang.T("Type the key again (k), write it all the same (y), or stop (N)?")+" ", "y", "n", "k")
		if err != nil || answer != "k" {
			return s.answered(answer, err)
		}
		if s.key, err = s.typedKey(ctx); err != nil {
			return err
		}
	}
	_, _, err := s.candidate()
	return err
}

// trial makes one attempt. It gives what was wrong with it, or an error that ends the setup.
func (s *setup) trial(ctx context.Context) (wrong, err error) {
	o, p, err := s.candidate()
	if err != nil {
		return nil, err
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt)
	defer stop() // while a question waits, Ctrl+C ends the program as usual
	s.say("Asking %s at %s ...", clean.Line(p.Model), clean.Line(p.BaseURL))
	trial, wrong := app.Try(ctx, o, p)
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if wrong == nil {
		s.say("It answered in %.1f s: %s", trial.Took.Seconds(), trial.Answer)
	}
	return wrong, nil
}

// answered goes on after a yes, and gives up after anything else.
func (s *setup) answered(answer string, err error) error {
	if err == nil && answer != "y" {
		return errors.New(s.lang.T("nothing was written"))
	}
	return err
}

// write puts the profile into the configuration and the key beside it.
func (s *setup) write() error {
	data, inPlace, err := s.content()
	if err != nil {
		return err
	}
	if s.person && len(s.before) > 0 && inPlace {
		question := s.lang.F("Add the profile %q to %s, as the active one? [y/N]", s.draft.Name, s.file) + " "
		if err := s.answered(s.h.question(s.to, question, "y", "n")); err != nil {
			return err
		}
	}
	env, err := s.variables()
	if err != nil {
		return err
	}
	if env != nil {
		if err := config.WriteFile(config.DotenvFile(s.src.BaseDir), env); err != nil {
			return err
		}
		s.say("The key is in %s as %s; only you can read it.", config.DotenvFile(s.src.BaseDir), s.keyEnv)
	}
	if !inPlace {
		return fmt.Errorf("%s is written in a form that a profile cannot be added to by itself. Add this to it:\n\n%s", s.file, s.draft.Text())
	}
	if err := config.WriteFile(s.file, data); err != nil {
		return err
	}
	fmt.Fprintln(s.h.stdout, s.file)
	s.say("The profile %q is the active one. `eidolon` opens the chat, `eidolon models list` shows other models.", s.draft.Name)
	return nil
}
