package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"slices"
	"syscall"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"eidolon/internal/app"
	"eidolon/internal/leaf/clean"
	"eidolon/internal/leaf/exit"
	"eidolon/internal/login"
)

// loginFlags are the flags of login and logout. The first three are another way to say a name.
type loginFlags struct {
	claude, codex, gemini bool

	noBrowser, device, file, json bool
}

// add adds the flags that are names.
func (f *loginFlags) add(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&f.claude, "claude-cli", false, "the login claude-cli")
	cmd.Flags().BoolVar(&f.codex, "openai-codex", false, "the login codex")
	cmd.Flags().BoolVar(&f.gemini, "gemini-cli", false, "the login gemini-cli")
}

// name gives the login that is meant, or "".
func (f *loginFlags) name(args []string) (string, error) {
	names := slices.Clone(args)
	for _, flag := range []struct {
		given bool
		name  string
	}{{f.claude, "claude-cli"}, {f.codex, "codex"}, {f.gemini, "gemini-cli"}} {
		if flag.given {
			names = append(names, flag.name)
		}
	}
	switch len(names) {
	case 0:
		return "", nil
	case 1:
		return names[0], nil
	}
	return "", usage("name one login, not several")
}

func newLogin(h *host) *cobra.Command {
	var f loginFlags
	cmd := &cobra.Command{
		Use: "login [NAME]", Short: "Log in to a model service instead of giving it a key",
		Long: `login opens a page of the service in your browser, where you agree, and keeps the tokens that come of it:
in the system's keyring, or in a file that only you can read. A profile with "login: NAME" uses them. Without
a name it lists the logins: claude-cli, codex, gemini-cli, and those of your configuration.`,
		Example: "  eidolon login\n  eidolon login codex\n  eidolon login --claude-cli --no-browser\n  eidolon login --json",
		Args:    cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, err := f.name(args)
			switch {
			case err != nil:
				return err
			case name == "" && (f.noBrowser || f.device || f.file):
				return usage("name the login")
			case name != "" && f.json:
				return usage("--json is for the list, without a name")
			case name == "":
				return failed(h.listLogins(f.json))
			}
			return failed(h.login(cmd.Context(), name, f))
		},
	}
	f.add(cmd)
	cmd.Flags().BoolVar(&f.noBrowser, "no-browser", false, "open no browser here: use the address on any computer, and paste what it ends at")
	cmd.Flags().BoolVar(&f.device, "device", false, "show a code to type in on any computer, where the service can do that")
	cmd.Flags().BoolVar(&f.file, "file", false, "keep the tokens in a file, not in the keyring")
	cmd.Flags().BoolVar(&f.json, "json", false, "print the list as JSON")
	return cmd
}

func newLogout(h *host) *cobra.Command {
	var f loginFlags
	cmd := &cobra.Command{
		Use: "logout NAME", Short: "Forget the tokens of a login",
		Long:    "logout removes the tokens of a login from this computer, after it has given them back to a service that takes them.",
		Example: "  eidolon logout codex\n  eidolon logout --claude-cli", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			name, err := f.name(args)
			if err == nil && name == "" {
				err = usage("name the login; `eidolon login` lists them")
			}
			if err != nil {
				return err
			}
			return failed(h.logout(cmd.Context(), name))
		},
	}
	f.add(cmd)
	return cmd
}

// logins opens the store of logins, of which the standard streams show no token.
func (h *host) logins() (*login.Store, app.Options, error) {
	l, err := h.load(setting{root: "."})
	if err != nil {
		return nil, l.o, err
	}
	notice := func(line string) { fmt.Fprintf(h.stderr, "notice: %s\n", clean.Line(line)) }
	for _, n := range l.notices {
		notice(n)
	}
	return app.Logins(l.o, notice), l.o, nil
}

func (h *host) login(ctx context.Context, name string, f loginFlags) error {
	store, o, err := h.logins()
	if err != nil {
		return err
	}
	terminated, stop := signal.NotifyContext(ctx, syscall.SIGTERM, syscall.SIGHUP)
	defer stop()
	ctx, stop = signal.NotifyContext(terminated, os.Interrupt)
	defer stop()
	p := login.Person{Say: func(text string) { fmt.Fprintln(h.stdout, text) }, Ask: h.asker()}
	if !f.noBrowser {
		p.Open = app.Browser(o)
	}
	way := login.Way{InFile: f.file}
	if f.device {
		way.Flow = login.Device
	}
	state, err := store.LogIn(ctx, name, p, way)
	switch {
	case err != nil && terminated.Err() != nil:
		return &codeError{code: exitTerminated}
	case err != nil && ctx.Err() != nil:
		fmt.Fprintln(h.stderr, "\nThe login was given up.")
		return &codeError{code: exit.Interrupted}
	case err != nil:
		return err
	}
	fmt.Fprintf(h.stdout, "You are logged in to %s. A profile with `login: %s` uses it.\n", clean.Line(state.Service), clean.Line(state.Name))
	return nil
}

// longestCode is more than an address with a code has.
const longestCode = 16 << 10

// asker gives what puts a question and gives the line that is typed in or piped in. A line that never comes
// is not waited for longer than its context.
func (h *host) asker() func(ctx context.Context, question string) (string, error) {
	lines := bufio.NewReaderSize(h.stdin, longestCode)
	type answer struct {
		line string
		err  error
	}
	return func(ctx context.Context, question string) (string, error) {
		fmt.Fprint(h.stdout, question)
		read := make(chan answer, 1)
		go func() {
			line, err := lines.ReadSlice('\n')
			if errors.Is(err, io.EOF) && len(line) > 0 {
				err = nil
			}
			read <- answer{string(line), err}
		}()
		select {
		case a := <-read:
			return a.line, a.err
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
}

func (h *host) logout(ctx context.Context, name string) error {
	store, _, err := h.logins()
	if err != nil {
		return err
	}
	found, err := store.LogOut(ctx, name)
	switch {
	case err != nil:
		return err
	case !found:
		fmt.Fprintf(h.stdout, "Nobody was logged in to %s.\n", clean.Line(name))
	default:
		fmt.Fprintf(h.stdout, "The tokens of %s are gone.\n", clean.Line(name))
	}
	return nil
}

func (h *host) listLogins(asJSON bool) error {
	store, _, err := h.logins()
	if err != nil {
		return err
	}
	all, err := store.List()
	if err != nil {
		return err
	}
	if asJSON {
		return h.printJSON(all)
	}
	w := tabwriter.NewWriter(h.stdout, 0, 0, 2, ' ', 0)
	fmt.Fprintln(w, "LOGIN\tSERVICE\tSTATE\tSINCE\tKEPT IN")
	for _, s := range all {
		since := ""
		if !s.Since.IsZero() {
			since = s.Since.Local().Format(time.DateOnly)
		}
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", clean.Line(s.Name), clean.Line(s.Service), s.State, since, s.Kept)
	}
	return w.Flush()
}
