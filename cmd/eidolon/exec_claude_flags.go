package main

import (
	"github.com/spf13/cobra"

	"eidolon/internal/front/claude"
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
	fl.StringArrayVar(&f.servers, "mcp-config", nil, "MCP servers for this run: a file in the form of .mcp.json, or its text")
	fl.BoolVar(&f.onlyServers, "strict-mcp-config", false, "no other MCP servers")
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
		{"channels", true, "there are no channels"},
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

// wanted is the schema that the answers have to fit, or "".
func (f *claudeFlags) wanted(conn *claude.Conn) string {
	if f.schema != "" {
		return f.schema
	}
	return string(conn.Hello.Schema)
}

// asking says that the SDK answers questions.
func (f *claudeFlags) asking() bool { return f.asks == "stdio" && f.prompts == "host" }
