package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"eidolon/actors/renderer"
	"eidolon/internal/app"
	"eidolon/internal/config"
	"eidolon/internal/front/codex"
	"eidolon/internal/front/exec"
	"eidolon/internal/leaf/lang"
	"eidolon/internal/policy"
)

// codexFlags are the flags with which the Codex SDK starts its program, as far as they mean something here.
type codexFlags struct {
	execFlags
	sandbox  string
	settings []string // key=value
	schema   string   // file
	images   []string
	dirs     []string
	full     bool
	bypass   bool
}

func newExperimentalJSON(h *host) *cobra.Command {
	f := &codexFlags{}
	cmd := &cobra.Command{
		Use: codexCommand, Hidden: true, Short: "Speak the language of the Codex SDK", Args: cobra.MaximumNArgs(3),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags().Changed
			f.noSystem = f.given("system-prompt")
			return failed(h.experimentalJSON(cmd, f, args))
		},
	}
	addSetting(cmd, &f.setting)
	fl := cmd.Flags()
	cmd.Flags().Lookup("model").Shorthand = "m"
	fl.StringVarP(&f.root, "cd", "C", ".", "the workspace")
	fl.StringVarP(&f.sandbox, "sandbox", "s", "", "read-only, workspace-write or danger-full-access")
	fl.StringArrayVarP(&f.settings, "config", "c", nil, "a setting of the other program")
	fl.StringVar(&f.schema, "output-schema", "", "file with the JSON Schema that the answer has to fit")
	fl.StringArrayVarP(&f.images, "image", "i", nil, "a picture that goes with the prompt")
	fl.StringArrayVar(&f.dirs, "add-dir", nil, "a directory outside the workspace that may be changed")
	fl.BoolVar(&f.full, "full-auto", false, "the same as --sandbox workspace-write")
	fl.BoolVar(&f.bypass, "dangerously-bypass-approvals-and-sandbox", false, "the same as --sandbox danger-full-access")
	fl.BoolVar(&f.noSave, "ephemeral", false, "keep nothing on disk")
	fl.BoolVar(&f.noSave, "no-save", false, "keep nothing on disk")
	fl.IntVar(&f.maxTurns, "max-turns", 0, "requests to the model at most")
	fl.DurationVar(&f.timeout, "timeout", 0, "time for the whole run")
	fl.BoolVar(&f.mock, "mock", false, "answer from a built-in script instead of a model")
	fl.StringVar(&f.mockMode, "mock-mode", "echo", "what the script says")
	addForeign(cmd, codexIgnored())
	addForeign(cmd, codexRefused())
	return cmd
}

// codexIgnored are flags without which everything is as safe.
func codexIgnored() []foreign {
	return []foreign{
		{"skip-git-repo-check", false, ""},
		{"color", true, ""},
		{"thread-source", true, ""},
		{"enable", true, "features of the other program"},
		{"disable", true, "features of the other program"},
		{"cyber-access-program", true, "the service is asked without"},
	}
}

// codexRefused are flags that change where prompts go or what may happen in ways that nothing here knows.
func codexRefused() []foreign {
	return []foreign{
		{"profile", true, "profiles of the other program are not read; --model chooses one of eidolon's"},
		{"oss", false, "give the profile of a local server as --model"},
		{"local-provider", true, "give the profile of a local server as --model"},
	}
}

// experimentalJSON runs one prompt for the SDK.
func (h *host) experimentalJSON(cmd *cobra.Command, f *codexFlags, args []string) error {
	if err := refuse(cmd, codexRefused()); err != nil {
		return err
	}
	in, err := f.input(h, args)
	if err != nil {
		return err
	}
	set, err := codex.Settings(f.settings)
	if err != nil {
		return usage("%v", err)
	}
	if err := f.settle(h, set); err != nil {
		return err
	}
	if err := f.setting.check(); err != nil {
		return err
	}
	h.passOver(cmd, codexIgnored())
	if f.schema != "" {
		schema, err := h.readFile([]string{f.schema})
		if err != nil || !json.Valid(schema) {
			return usage("--output-schema %s: it is no file with a JSON Schema", f.schema)
		}
		in.Attached = "\n\n" + asJSON(schema)
	}
	o, err := h.sdkOptions(cmd.Context(), &f.execFlags, false, func(o *app.Options) error { return f.change(o, set) })
	if err != nil {
		return err
	}
	return h.playCodex(cmd, o, in, f)
}

func (h *host) playCodex(cmd *cobra.Command, o app.Options, in app.Input, f *codexFlags) error {
	return h.run(cmd, o, exec.Name, func(s stage) (renderer.Sink, func(context.Context) int) {
		sink := codex.New(h.stdout, codex.About{Thread: s.app.Facts.ID, JSON: f.schema != ""})
		return sink, func(ctx context.Context) int {
			return exec.Run(ctx, exec.Options{
				Session: s.app, Sink: sink, Prompt: in.Text, Say: h.say(s.app, lang.Table{}, o.Profile.Name, in), From: s.app.Next,
				Signals: s.signals, Lost: s.lost, Notices: s.notices, Stderr: h.stderr, Closing: closing,
			})
		}
	})
}

// input takes the arguments apart, [resume ID] [PROMPT], and reads the prompt from standard input when it
// is not among them.
func (f *codexFlags) input(h *host, args []string) (app.Input, error) {
	in := app.Input{NoShell: true}
	if len(args) > 0 && args[0] == "resume" {
		if len(args) == 1 {
			return in, usage("resume needs the id of a session")
		}
		f.session, args = args[1], args[2:]
	}
	switch {
	case len(args) > 1:
		return in, usage("give one prompt, or none and the prompt on standard input")
	case len(args) == 1 && args[0] != "-":
		in.Text = args[0]
	default:
		text, err := readInput(h.stdin)
		if err != nil {
			return in, fmt.Errorf("read the prompt from standard input: %w", err)
		}
		in.Text = string(text)
	}
	switch {
	case strings.TrimSpace(in.Text) == "":
		return in, usage("the prompt is empty: it is read from standard input")
	case f.session != "" && f.noSave:
		return in, usage("resume goes on with a session on disk, so it cannot be used with --ephemeral")
	}
	return in, f.show(h, &in)
}

// show has the pictures go with the prompt.
func (f *codexFlags) show(h *host, in *app.Input) error {
	for _, list := range f.images {
		for name := range strings.SplitSeq(list, ",") {
			data, err := h.readFile([]string{name})
			if err == nil {
				err = app.Show(in, filepath.Base(name), data)
			}
			if err != nil {
				return usage("--image: %v", err)
			}
		}
	}
	return nil
}

// settle makes settings of ours of the other program's.
func (f *codexFlags) settle(h *host, set codex.Set) error {
	for _, line := range set.Ignored {
		h.notices([]string{line})
	}
	if f.full && f.sandbox == "" {
		f.sandbox = codex.WorkspaceWrite
	}
	if f.bypass {
		f.sandbox = codex.FullAccess
	}
	if f.sandbox == "" {
		f.sandbox = set.Sandbox
	}
	if f.model == "" {
		f.model = set.Model
	}
	f.addition, f.webSearch = set.Instructions, set.WebSearch
	f.env = codexEnv(set.BaseURL)
	return f.confine(set)
}

// confine makes a mode and a sandbox of ours of the other program's sandbox.
func (f *codexFlags) confine(set codex.Set) error {
	level, network, mode := "enforce", set.Network != nil && *set.Network, policy.Headless
	switch f.sandbox {
	case "":
		level, network = "", set.Network == nil || *set.Network
	case codex.ReadOnly:
		network, mode = false, policy.Ask
	case codex.WorkspaceWrite:
	case codex.FullAccess:
		level, network, mode = "off", true, policy.Yolo
	default:
		return usage("--sandbox takes read-only, workspace-write or danger-full-access, not %q", f.sandbox)
	}
	switch {
	case f.mode != "":
	case set.Approval == "untrusted":
		f.mode = string(policy.Ask)
	case f.sandbox != "":
		f.mode = string(mode)
	}
	if level != "" {
		f.flags = append(f.flags, config.Flag{Name: "--sandbox", Key: "sandbox.bash", Value: level})
	}
	if !network {
		f.flags = append(f.flags, config.Flag{Name: "--sandbox", Key: "sandbox.network", Value: "false"})
	}
	return nil
}

// codexEnv is the environment in which the SDK's key is the one for the OpenAI API, and its address the
// one to ask.
func codexEnv(baseURL string) func(name string) string {
	return func(name string) string {
		switch name {
		case "OPENAI_API_KEY":
			if key := os.Getenv("CODEX_API_KEY"); key != "" {
				return key
			}
		case "OPENAI_BASE_URL":
			if baseURL != "" {
				return baseURL
			}
		}
		return os.Getenv(name)
	}
}

// change makes options of the flags that are no settings of ours.
func (f *codexFlags) change(o *app.Options, set codex.Set) error {
	if f.sandbox != codex.ReadOnly {
		for _, dir := range append(f.dirs, set.Writable...) {
			full := dir
			if !filepath.IsAbs(full) {
				full = filepath.Join(o.Root, dir)
			}
			o.Config.Sandbox.AllowWrite = append(o.Config.Sandbox.AllowWrite, full)
		}
	}
	if set.Effort != "" {
		o.Profile.ThinkingLevel = set.Effort
	}
	return nil
}
