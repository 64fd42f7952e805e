package main

import (
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"eidolon/actors/renderer"
	"eidolon/internal/app"
	"eidolon/internal/commands"
	"eidolon/internal/config"
	"eidolon/internal/front/claude"
	"eidolon/internal/policy"
)

// claudeFlags are the flags with which Claude's agent SDK starts its program, as far as they mean something
// here.
type claudeFlags struct {
	execFlags
	output, input string
	partial, echo bool
	asks          string // who answers questions about calls
	prompts       string
	allow, deny   []string
	tools         string
	resume        string
	fork          bool
	newID         string
	dirs          []string
	fallback      string
	effort        string
	thinking      string
	thinkTokens   int
	budget        float64
	schema        string
	agent         string
	settings      string
	skip          bool
}

func newStreamJSON(h *host) *cobra.Command {
	f := &claudeFlags{}
	cmd := &cobra.Command{
		Use: claudeCommand, Hidden: true, Short: "Speak the language of Claude's agent SDK", Args: cobra.MaximumNArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			f.given = cmd.Flags().Changed
			f.noSystem = f.given("system-prompt")
			return failed(h.streamJSON(cmd, f, args))
		},
	}
	f.addTo(cmd)
	addForeign(cmd, claudeIgnored())
	addForeign(cmd, claudeRefused())
	return cmd
}

func (f *claudeFlags) addTo(cmd *cobra.Command) {
	addSetting(cmd, &f.setting)
	fl := cmd.Flags()
	fl.StringVar(&f.output, "output-format", "", "stream-json")
	fl.StringVar(&f.input, "input-format", "text", "text or stream-json")
	fl.StringVarP(&f.prompt, "prompt", "p", "", "the prompt, when the input is text")
	fl.BoolVar(&f.verbose, "verbose", false, "")
	fl.BoolVar(&f.partial, "include-partial-messages", false, "tell pieces of messages too")
	fl.BoolVar(&f.echo, "replay-user-messages", false, "repeat messages of the user")
	fl.StringVar(&f.asks, "permission-prompt-tool", "", "stdio: the SDK answers questions about calls")
	fl.StringVar(&f.prompts, "permission-prompts", "host", "host, or none: nobody answers them")
	for _, name := range []string{"allowedTools", "allowed-tools"} {
		fl.StringArrayVar(&f.allow, name, nil, "permission rules that allow")
	}
	for _, name := range []string{"disallowedTools", "disallowed-tools"} {
		fl.StringArrayVar(&f.deny, name, nil, "permission rules that deny")
	}
	fl.StringVar(&f.tools, "tools", "default", "the tools that there are")
	fl.StringVar(&f.resume, "resume", "", "go on with this session")
	fl.BoolVar(&f.latest, "continue", false, "go on with the latest session of the workspace")
	fl.BoolVar(&f.fork, "fork-session", false, "go on with a copy of the session")
	fl.StringVar(&f.newID, "session-id", "", "id of the new session")
	fl.BoolVar(&f.noSave, "no-session-persistence", false, "keep nothing on disk")
	fl.BoolVar(&f.noSave, "no-save", false, "keep nothing on disk")
	fl.StringArrayVar(&f.dirs, "add-dir", nil, "a directory outside the workspace that may be changed")
	fl.StringVar(&f.addition, "append-system-prompt", "", "text that follows the system prompt")
	fl.StringVar(&f.fallback, "fallback-model", "", "a profile for when the model cannot be reached")
	fl.StringVar(&f.effort, "effort", "", "how long the model thinks")
	fl.StringVar(&f.thinking, "thinking", "", "adaptive or disabled")
	fl.IntVar(&f.thinkTokens, "max-thinking-tokens", 0, "how long the model thinks")
	fl.IntVar(&f.maxTurns, "max-turns", 0, "requests to the model at most, for each message")
	fl.DurationVar(&f.timeout, "timeout", 0, "time for each turn")
	fl.Float64Var(&f.budget, "max-budget-usd", 0, "what the turns may cost together")
	fl.StringVar(&f.schema, "json-schema", "", "what the answers have to fit")
	fl.StringVar(&f.agent, "agent", "", "an agent to ask")
	fl.StringVar(&f.settings, "settings", "", "settings of the other program")
	fl.BoolVar(&f.skip, "dangerously-skip-permissions", false, "the same as --permission-mode bypassPermissions")
	fl.BoolVar(&f.mock, "mock", false, "answer from a built-in script instead of a model")
	fl.StringVar(&f.mockMode, "mock-mode", "echo", "what the script says")
}

// claudeIgnored are flags without which everything is as safe.
func claudeIgnored() []foreign {
	const servers = "this version starts no MCP servers"
	const plugins = "there are no plugins"
	return []foreign{
		{"print", false, ""},
		{"await-initialize", false, ""},
		{"include-hook-events", false, ""},
		{"initialize-fields", true, ""},
		{"allow-dangerously-skip-permissions", false, ""},
		{"thinking-display", true, ""},
		{"debug-to-stderr", false, ""},
		{"setting-sources", true, "settings of the other program are not read; eidolon's own configuration holds"},
		{"mcp-config", true, servers},
		{"strict-mcp-config", false, ""},
		{"channels", true, servers},
		{"plugin-dir", true, plugins},
		{"plugin-dir-no-mcp", true, plugins},
		{"betas", true, "the service is asked without"},
		{"task-budget", true, "the model is not told of one"},
		{"debug", false, "the log is in the directory of the session"},
		{"debug-file", true, "the log is in the directory of the session"},
		{"session-mirror", false, "the session is kept in eidolon's own directory alone"},
		{"project-config-root", true, "eidolon's own configuration holds"},
	}
}

// claudeRefused are flags that restrict what may happen in ways that nothing here knows.
func claudeRefused() []foreign {
	const managed = "rules of an organisation in this form are not understood, and going on without them would not keep them"
	return []foreign{
		{"managed-settings", true, managed},
		{"managed-settings-in-initialize", false, managed},
		{"resume-session-at", true, "a session is gone on with at its end; `eidolon rewind` takes it back"},
		{"resume-drops-turn", true, "a session is gone on with at its end; `eidolon rewind` takes it back"},
	}
}

// streamJSON talks to the SDK. What goes wrong before there is a session is told in its language too.
func (h *host) streamJSON(cmd *cobra.Command, f *claudeFlags, args []string) error {
	conn, err := f.connect(h, args)
	if err == nil {
		err = f.check(cmd)
	}
	if err == nil {
		h.passOver(cmd, claudeIgnored())
		err = h.serveClaude(cmd, f, conn)
	}
	if coded, ok := err.(*codeError); err != nil && (!ok || coded.err != nil) { //nolint:errorlint // it is not wrapped where it says nothing
		claude.New(h.stdout, claude.About{Session: f.session, ID: claude.NewID}, "default").Refuse(conn, err)
	}
	return err
}

// connect reads what the SDK says first, or makes one message of the prompt.
func (f *claudeFlags) connect(h *host, args []string) (*claude.Conn, error) {
	if f.input == "stream-json" {
		return claude.Begin(h.stdin)
	}
	in, err := h.prompt(&f.execFlags, args)
	return claude.Once(in.Text), err
}

func (f *claudeFlags) check(cmd *cobra.Command) error {
	if err := refuse(cmd, claudeRefused()); err != nil {
		return err
	}
	switch {
	case f.input != "text" && f.input != "stream-json":
		return usage("--input-format takes text or stream-json, not %q", f.input)
	case f.asks != "" && f.asks != "stdio":
		return usage("--permission-prompt-tool takes stdio: there is no tool %s to ask", f.asks)
	case f.prompts != "host" && f.prompts != "none":
		return usage("--permission-prompts takes host or none, not %q", f.prompts)
	case f.resume != "" && f.noSave:
		return usage("--resume goes on with a session on disk, so it cannot be used with --no-session-persistence")
	case f.fork && f.resume == "" && !f.latest:
		return usage("--fork-session copies the session of --resume or --continue: give one of them")
	case f.budget < 0 || f.maxTurns < 0 || f.timeout < 0 || f.thinkTokens < 0:
		return usage("limits are positive numbers")
	}
	f.session = f.resume
	if f.skip {
		f.mode = "bypassPermissions"
	}
	if f.mode != "" {
		if _, err := claudeMode(f.mode); err != nil {
			return usage("--permission-mode: %v", err)
		}
	}
	return nil
}

// claudeMode gives the permission mode that the SDK means. Names of our own are understood too.
func claudeMode(name string) (policy.Mode, error) {
	switch name {
	case "default", claude.DontAsk:
		return policy.Ask, nil
	case "acceptEdits":
		return policy.Auto, nil
	case "bypassPermissions":
		return policy.Yolo, nil
	}
	return policy.ParseMode(name)
}

// claudeModeName is what the SDK calls a mode.
func claudeModeName(mode policy.Mode) string {
	switch mode {
	case policy.Ask:
		return "default"
	case policy.Auto:
		return "acceptEdits"
	case policy.Yolo:
		return "bypassPermissions"
	case policy.Plan:
		return "plan"
	case policy.Headless:
	}
	return claude.DontAsk
}

func (h *host) serveClaude(cmd *cobra.Command, f *claudeFlags, conn *claude.Conn) error {
	given := f.mode
	f.settle(conn)
	o, err := h.sdkOptions(cmd.Context(), &f.execFlags, f.fork, func(o *app.Options) error { return f.change(h, o, conn) })
	if err != nil {
		return err
	}
	about, err := f.about(cmd.Context(), o, conn)
	if err != nil {
		return err
	}
	return h.run(cmd, o, claude.Name, func(s stage) (renderer.Sink, func(context.Context) int) {
		about.Session = s.app.Facts.ID
		mode := given
		if mode == "" {
			mode = claudeModeName(s.app.Posture())
		}
		sink := claude.New(h.stdout, about, mode)
		return sink, func(ctx context.Context) int {
			return claude.Serve(ctx, conn, claude.Options{
				Session: s.app, Sink: sink, From: s.app.Next, Say: h.sayClaude(s.app, f),
				SetMode: func(name string) error { return setClaudeMode(s.app, name) }, SetModel: setClaudeModel(s.app, o),
				SetThinking: setThinking(s.app, o.Profile.ThinkingLevel), Budget: f.budget, Echo: f.echo,
				Signals: s.signals, Lost: s.lost, Notices: s.notices, Stderr: h.stderr, Closing: closing,
			})
		}
	})
}

// settle makes flags of what the SDK said first, and names of ours of its own.
func (f *claudeFlags) settle(conn *claude.Conn) {
	if mode, err := claudeMode(f.mode); err == nil {
		f.mode = string(mode)
	} else if f.asking() {
		f.mode = string(policy.Ask) // there is somebody to ask, so they are asked
	}
	if conn.Hello.System != "" {
		f.system, f.noSystem = conn.Hello.System, true
	}
	parts := []string{f.addition, conn.Hello.Append}
	if schema := f.wanted(conn); schema != "" {
		parts = append(parts, asJSON([]byte(schema)))
	}
	f.addition = strings.TrimSpace(strings.Join(parts, "\n\n"))
	if f.fallback != "" {
		f.flags = append(f.flags, config.Flag{Name: "--fallback-model", Key: "models.fallback", Value: f.fallback})
	}
}

// wanted is the schema that the answers have to fit, or "".
func (f *claudeFlags) wanted(conn *claude.Conn) string {
	if f.schema != "" {
		return f.schema
	}
	return string(conn.Hello.Schema)
}

// asking says that the SDK answers questions.
func (f *claudeFlags) asking() bool { return f.asks == "stdio" && f.prompts == "host" }

// change makes options of the flags that are no settings of ours.
func (f *claudeFlags) change(h *host, o *app.Options, conn *claude.Conn) error {
	if len(conn.Hello.Ignored) > 0 {
		h.notices([]string{"of what the SDK gave, this has no effect: " + strings.Join(conn.Hello.Ignored, ", ")})
	}
	o.Person, o.NewID = f.asking(), f.newID
	o.Rules.Allow = rulesOf("--allowedTools", f.allow)
	o.Rules.Deny = rulesOf("--disallowedTools", append(f.deny, conn.Hello.Deny...))
	if err := f.applySettings(o); err != nil {
		return err
	}
	for _, dir := range f.dirs {
		full, err := filepath.Abs(dir)
		if err != nil {
			return fmt.Errorf("--add-dir %s: %w", dir, err)
		}
		o.Config.Sandbox.AllowWrite = append(o.Config.Sandbox.AllowWrite, full)
	}
	switch {
	case f.effort != "":
		o.Profile.ThinkingLevel = f.effort
	case f.thinking == "disabled":
		o.Profile.ThinkingLevel = "off"
	case f.thinkTokens > 0:
		o.Profile.ThinkingLevel = thinkingLevel(f.thinkTokens)
	}
	if f.budget > 0 && o.Profile.Price == (config.Price{}) {
		return usage("--max-budget-usd needs the price of the model: give one as `price` of the profile %q", o.Profile.Name)
	}
	return f.chooseTools(h, o)
}

// rulesOf makes permission rules of what the SDK gave with a flag.
func rulesOf(flag string, lists []string) []policy.Line {
	var lines []policy.Line
	for _, rule := range claude.Names(lists...) {
		lines = append(lines, policy.Line{Text: rule, Origin: flag})
	}
	return lines
}

// chooseTools leaves out the tools that the SDK does not name.
func (f *claudeFlags) chooseTools(h *host, o *app.Options) error {
	if f.tools == "default" {
		return nil
	}
	specs, err := app.Tools(*o)
	if err != nil {
		return err
	}
	var kept, unknown []string
	for _, name := range claude.Names(f.tools) {
		found := false
		for _, spec := range specs {
			for _, n := range spec.Names() {
				if strings.EqualFold(n, name) {
					kept, found = append(kept, spec.FullName()), true
					break
				}
			}
		}
		if !found {
			unknown = append(unknown, name)
		}
	}
	if len(unknown) > 0 {
		h.notices([]string{"there are no tools " + strings.Join(unknown, ", ")})
	}
	if len(kept) > 0 {
		o.Config.Tools.Enabled = kept
		return nil
	}
	for _, spec := range specs {
		o.Rules.Deny = append(o.Rules.Deny, policy.Line{Text: spec.FullName(), Origin: "--tools"})
	}
	return nil
}

// claudeSettings are settings of the other program that mean something here.
type claudeSettings struct {
	Permissions struct {
		Allow []string `json:"allow"`
		Ask   []string `json:"ask"`
		Deny  []string `json:"deny"`
	} `json:"permissions"`
	Sandbox *struct {
		Enabled           bool `json:"enabled"`
		FailIfUnavailable bool `json:"failIfUnavailable"`
	} `json:"sandbox"`
}

// applySettings reads settings of the other program. One that is not known may restrict something, so it is
// an error.
func (f *claudeFlags) applySettings(o *app.Options) error {
	if f.settings == "" {
		return nil
	}
	var s claudeSettings
	dec := json.NewDecoder(strings.NewReader(f.settings))
	dec.DisallowUnknownFields()
	if err := dec.Decode(&s); err != nil {
		return usage("--settings: only permissions.allow, .ask and .deny, sandbox.enabled and .failIfUnavailable are understood, as JSON (%v)", err)
	}
	o.Rules.Allow = append(o.Rules.Allow, rulesOf("--settings", s.Permissions.Allow)...)
	o.Rules.Ask = append(o.Rules.Ask, rulesOf("--settings", s.Permissions.Ask)...)
	o.Rules.Deny = append(o.Rules.Deny, rulesOf("--settings", s.Permissions.Deny)...)
	if s.Sandbox != nil && s.Sandbox.Enabled && s.Sandbox.FailIfUnavailable {
		o.Config.Sandbox.Bash = "enforce"
	}
	return nil
}

// about is what the SDK is told of the session.
func (f *claudeFlags) about(ctx context.Context, o app.Options, conn *claude.Conn) (claude.About, error) {
	a := claude.About{
		CWD: o.Root, Model: o.Profile.Model, Version: versionText(), Window: o.Profile.Window(), MaxOut: o.Profile.MaxOutputTokens,
		Partial: f.partial, Asks: f.asking(), JSON: f.wanted(conn) != "", ID: claude.NewID,
	}
	specs, err := app.Tools(o)
	if err != nil {
		return a, err
	}
	for _, spec := range specs {
		a.Tools = append(a.Tools, spec.Name)
	}
	found, err := app.Commands(ctx, o)
	if err != nil {
		return a, err
	}
	for _, c := range found.Commands {
		if c.Source == commands.BuiltIn {
			continue // they are those of the chat
		}
		a.Commands = append(a.Commands, claude.Command{Name: c.Name, Description: c.Description, Hint: c.ArgumentHint})
	}
	agents, err := app.Agents(ctx, o)
	for _, g := range agents.Agents {
		a.Agents = append(a.Agents, claude.Agent{Name: g.Name, Description: g.Description})
	}
	for _, p := range o.Config.Models.Profiles {
		a.Models = append(a.Models, claude.Model{Value: p.Name, Name: p.Model, Description: "profile " + p.Name})
	}
	return a, err
}

// sayClaude gives the function that sends a message.
func (h *host) sayClaude(a *app.App, f *claudeFlags) func(context.Context, claude.Message) (int, error) {
	return func(ctx context.Context, m claude.Message) (int, error) {
		in := app.Input{NoShell: true, Plain: m.Verbatim}
		for i, image := range m.Images {
			if err := app.Show(&in, fmt.Sprintf("picture %d", i+1), image); err != nil {
				return 0, err
			}
		}
		text := m.Text
		if f.agent != "" {
			text, f.agent = "@agent:"+f.agent+" "+text, ""
		}
		return h.say(a, a.Profile().Name, in)(ctx, text)
	}
}

func setClaudeMode(a *app.App, name string) error {
	mode, err := claudeMode(name)
	if err == nil {
		a.SetPosture(mode)
	}
	return err
}

// setClaudeModel gives the function that has another model answer; "" is the first one.
func setClaudeModel(a *app.App, o app.Options) func(ctx context.Context, name string) (string, error) {
	return func(ctx context.Context, name string) (string, error) {
		p := o.Profile
		if name != "" {
			var err error
			if p, err = o.Config.Select(name); err != nil {
				return "", err
			}
		}
		return p.Model, a.SetModel(ctx, p)
	}
}

// setThinking gives the function that changes how long the model thinks; nil is the level that it began
// with.
func setThinking(a *app.App, first string) func(ctx context.Context, tokens *int) error {
	return func(ctx context.Context, tokens *int) error {
		p := a.Profile()
		p.ThinkingLevel = first
		if tokens != nil {
			p.ThinkingLevel = thinkingLevel(*tokens)
		}
		return a.SetModel(ctx, p)
	}
}

// thinkingLevel gives the level that is meant with so many tokens.
func thinkingLevel(tokens int) string {
	switch {
	case tokens == 0:
		return "off"
	case tokens <= 4<<10:
		return "low"
	case tokens <= 16<<10:
		return "medium"
	}
	return "high"
}
