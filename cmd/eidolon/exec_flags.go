package main

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"eidolon/actors/stubmodel"
	"eidolon/internal/app"
	"eidolon/internal/wirelog"
)

// execFlags are the flags of exec as they are given.
type execFlags struct {
	setting
	prompt   string
	stdin    bool
	format   string
	json     bool
	session  string
	latest   bool
	noSave   bool
	maxTurns int
	timeout  time.Duration
	mock     bool
	mockMode string
	verbose  bool

	caller    callerFlags
	addition  string // to the system prompt
	webSearch bool
	cacheKey  string
	trace     bool
	log       wirelog.Options

	given func(flag string) bool // on the command line
}

// Forms of the output.
const (
	formatText      = "text"
	formatJSON      = "json"
	formatResponses = "responses"
)

// standard says that only events of the Responses API are printed. Programs that run the calls themselves
// know that API, and some of its readers refuse everything else.
func (f *execFlags) standard() bool { return f.format == formatResponses || f.caller.given() }

func (f *execFlags) add(cmd *cobra.Command) {
	fl := cmd.Flags()
	fl.StringVarP(&f.prompt, "prompt", "p", "", "the prompt; - reads it from standard input")
	fl.BoolVar(&f.stdin, "stdin", false, "append standard input to the prompt")
	fl.StringVar(&f.format, "format", formatText, "text, json (all events as JSON lines) or responses (those of the Responses API alone)")
	fl.BoolVar(&f.json, "json", false, "print events as JSON lines (the same as --format json)")
	fl.StringVar(&f.session, "session", "", "go on with this session (its id, or the beginning of it)")
	fl.BoolVar(&f.latest, "continue", false, "go on with the latest session of the workspace")
	fl.BoolVar(&f.noSave, "no-save", false, "keep nothing on disk")
	fl.BoolVar(&f.noSave, "no-thread", false, "the same as --no-save")
	_ = fl.MarkHidden("no-thread") // fails for a flag that is not there
	fl.IntVar(&f.maxTurns, "max-turns", 0, "requests to the model at most")
	fl.DurationVar(&f.timeout, "timeout", 0, "time for the whole run, such as 90s or 10m")
	fl.BoolVar(&f.mock, "mock", false, "answer from a built-in script instead of a model")
	fl.StringVar(&f.mockMode, "mock-mode", "echo", "what the script says: "+strings.Join(stubmodel.MockModes, ", "))
	fl.BoolVar(&f.verbose, "verbose", false, "tell on standard error what each request used, and how much of it came from the cache")
	f.caller.add(cmd)
	fl.BoolVar(&f.webSearch, "web-search", false, "let the model search the web: with its service, or with the one that web.search names")
	fl.StringVar(&f.cacheKey, "session-id", "", "key of the service's prompt cache, the same for runs that belong together (default: a new one)")
	fl.BoolVar(&f.trace, "trace", false, "print the events of the model service on standard error as they come")
	fl.StringVar(&f.log.Requests, "log-requests", "", "write the last request to this file, without the key")
	fl.StringVar(&f.log.Responses, "log-responses", "", "add the events of the model service to this file")
	addSetting(cmd, &f.setting)
	addDebug(cmd, &f.setting)
	f.addSystem(cmd)
}

// addSystem adds what the system prompt can be given with. Other programs know it by other names; the
// first one on the command line counts.
func (f *execFlags) addSystem(cmd *cobra.Command) {
	fl := cmd.Flags()
	text := &firstText{to: &f.system, given: &f.noSystem}
	fl.Lookup("system-prompt").Value = text
	fl.Var(text, "instructions", "the same as --system-prompt")
	fl.Var(text, "system", "the same as --system-prompt")
	fl.StringVar(&f.addition, "append-system-prompt", "", "text that follows the system prompt after a blank line")
}

// firstText is a text that several flags set. The first one counts.
type firstText struct {
	to    *string
	given *bool
}

// Set implements pflag.Value.
func (t *firstText) Set(text string) error {
	if !*t.given {
		*t.to, *t.given = text, true
	}
	return nil
}

// String implements pflag.Value.
func (t *firstText) String() string {
	if t.to == nil {
		return ""
	}
	return *t.to
}

// Type implements pflag.Value.
func (t *firstText) Type() string { return "string" }

func (f *execFlags) check() error {
	for name, value := range map[string]string{
		"session": f.session, "model": f.model, "provider": f.provider, "root": f.root, "session-id": f.cacheKey, "input-json": f.caller.items,
		"log-requests": f.log.Requests, "log-responses": f.log.Responses,
	} {
		if value == "" && f.given(name) {
			return usage("--%s was given without a value: is a variable unset?", name)
		}
	}
	if err := f.setting.check(); err != nil {
		return err
	}
	if f.json && f.given("format") && f.format == formatText {
		return usage("--json and --format %s contradict each other", f.format)
	}
	if f.json && !f.given("format") {
		f.format = formatJSON
	}
	switch {
	case f.given("mock-mode") && !f.mock:
		return usage("--mock-mode says what --mock answers: give both, or neither")
	case !slices.Contains([]string{formatText, formatJSON, formatResponses}, f.format):
		return usage("--format takes text, json or responses, not %q", f.format)
	case f.session != "" && f.noSave:
		return usage("--session goes on with a session on disk, so it cannot be used with --no-save")
	case f.latest && (f.session != "" || f.noSave):
		return usage("--continue goes on with the latest session, so it cannot be used with --session or --no-save")
	case f.maxTurns < 0 || f.timeout < 0:
		return usage("--max-turns and --timeout take positive values")
	}
	return f.checkCaller()
}

// checkCaller refuses what cannot go together with tools or a conversation of the caller.
func (f *execFlags) checkCaller() error {
	switch {
	case f.caller.given() && (f.session != "" || f.latest):
		return usage("--tool and --input-json are for a program that keeps its conversation itself, so they cannot be used with --session or --continue; the key of the prompt cache is --session-id")
	case f.caller.auto && !f.caller.given():
		return usage("--auto-tools answers the calls of tools that --tool gives: give both, or neither")
	case len(f.caller.outputs) > 0 && !f.caller.auto:
		return usage("--tool-output says what --auto-tools answers: give both, or neither")
	case f.given("tool-choice") && len(f.caller.tools) == 0:
		return usage("--tool-choice is about the tools that --tool gives: give both, or neither")
	}
	return nil
}

// openLog begins to write down what goes over the wire, if that is wanted. What could not be written is
// told by the function that it gives.
func (f *execFlags) openLog(o *app.Options, stderr io.Writer) (closeLog func(), err error) {
	if f.trace {
		f.log.Trace = stderr
	}
	log, err := wirelog.Open(f.log)
	if err != nil {
		return nil, err
	}
	o.Tap = log.Tap()
	return func() {
		if err := log.Close(); err != nil {
			fmt.Fprintf(stderr, "notice: %v\n", err)
		}
	}, nil
}
