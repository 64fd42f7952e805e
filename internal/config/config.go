package config

import (
	"reflect"
	"strings"
	"time"

	"eidolon/internal/leaf/lang"
	"eidolon/internal/models"
)

// Config is the effective configuration. The yaml tags are the keys of a configuration file;
// docs/configuration.md explains each.
type Config struct {
	Models      Models              `yaml:"models"`
	Providers   map[string]Provider `yaml:"providers"`
	Logins      map[string]Login    `yaml:"logins"`
	Agent       Agent               `yaml:"agent"`
	Tools       Tools               `yaml:"tools"`
	Subagents   Subagents           `yaml:"subagents"`
	Sessions    Sessions            `yaml:"sessions"`
	Permissions Permissions         `yaml:"permissions"`
	Sandbox     Sandbox             `yaml:"sandbox"`
	Web         Web                 `yaml:"web"`
	MCP         MCP                 `yaml:"mcp"`
	Hooks       Hooks               `yaml:"hooks"`
	TUI         TUI                 `yaml:"tui"`
	Limits      Limits              `yaml:"limits"`

	Language          string `yaml:"language"`                             // of the screen: a tag, or auto for what the environment says
	ReasoningLanguage string `yaml:"reasoningLanguage" oneof:"auto|zh|en"` // in which the model thinks; auto leaves it alone

	// Tag is the language of the screen that follows.
	Tag lang.Tag `yaml:"-"`

	// Choice is the model that a run starts with.
	Choice Choice `yaml:"-"`

	// Held are the settings of the workspace that are not in force.
	Held []Held `yaml:"-"`

	registry   *models.Registry
	known      vendorList   // the vendors, those of the user included
	vendors    *vendorMaker // for explicit names such as "openai:gpt-5"; nil without any
	vendorKeys []NamedSecret
	zero       bool // no profile is configured; those there come from the environment
	customURL  bool // zero, and the endpoint is the one of OPENAI_BASE_URL
	settings   []Setting
	items      map[string][]Item // by key
	dotenv     map[string]Secret // of the user
}

// Models names the models to talk to.
type Models struct {
	Active   string    `yaml:"active"`   // a profile's name, as written; see Choice for what it led to
	Fallback string    `yaml:"fallback"` // a profile's name, or ""
	Defaults Defaults  `yaml:"defaults"`
	Profiles []Profile `yaml:"profiles"` // unique names; already completed by Defaults
}

// Defaults holds what applies to each profile that does not say otherwise.
type Defaults struct {
	MaxOutputTokens int      `yaml:"maxOutputTokens" min:"0"`
	ThinkingLevel   string   `yaml:"thinkingLevel" oneof:"|off|low|medium|high|xhigh|max"`
	Temperature     *float64 `yaml:"temperature" min:"0"`
	Proxy           string   `yaml:"proxy"`
	CAFile          string   `yaml:"caFile"` // absolute after loading
}

// Profile is one model at one endpoint.
type Profile struct {
	Name            string   `yaml:"name"`
	APIKind         string   `yaml:"apiKind" oneof:"openai|responses|anthropic|gemini|stub"`
	BaseURL         string   `yaml:"baseURL"` // without the path of a request, no trailing slash
	Model           string   `yaml:"model"`
	APIKeyEnv       string   `yaml:"apiKeyEnv"` // name of the variable that holds the key
	APIKey          Secret   `yaml:"apiKey"`    // as in the file; Key is the one to use
	ToolProtocol    string   `yaml:"toolProtocol" oneof:"xnl|native|auto"`
	ContextWindow   int      `yaml:"contextWindow" min:"0"`   // tokens
	MaxInputChars   int      `yaml:"maxInputChars" min:"0"`   // characters; 0: ContextWindow counts
	MaxOutputTokens int      `yaml:"maxOutputTokens" min:"0"` // 0 is not sent
	ThinkingLevel   string   `yaml:"thinkingLevel" oneof:"|off|low|medium|high|xhigh|max"`
	Temperature     *float64 `yaml:"temperature" min:"0"` // nil is not sent
	Price           Price    `yaml:"price"`
	Timeouts        Timeouts `yaml:"timeouts"`

	// Headers and Query go with each request. "${NAME}" in a value stands for a variable of the environment
	// or of the user's .env file; after loading it is replaced.
	Headers   map[string]Secret `yaml:"headers"`
	Query     map[string]Secret `yaml:"query"`
	KeyHeader string            `yaml:"keyHeader"` // the header that takes the key as it is; "" is Authorization: Bearer
	Login     string            `yaml:"login"`     // name of the login whose token is sent instead of a key
	Proxy     string            `yaml:"proxy"`     // a URL, "none", or "" for what the environment says
	CAFile    string            `yaml:"caFile"`    // certificates to trust beside the system's; absolute after loading

	ForeignCalls  bool  `yaml:"foreignCalls"`  // calls in other notations than XNL are recognised in the text
	Images        *bool `yaml:"images"`        // the model can see pictures; nil when nobody knows
	ReasoningBack bool  `yaml:"reasoningBack"` // earlier reasoning is sent back to the service

	Tools []string `yaml:"tools"` // those to offer, of the ones that tools.enabled has; without both what suits the model

	Service    string `yaml:"-"` // the vendor whose service it is, else the host that it leads to
	About      About  `yaml:"-"` // what is known of its model
	KeyFile    string `yaml:"-"` // the file beside the environment in which a key was looked for, or ""
	Key        Secret `yaml:"-"` // the key to send, or unset
	KeyFrom    string `yaml:"-"` // where Key was found, in words, or ""
	MissingKey string `yaml:"-"` // the variable to set when a key is needed and there is none, or ""
}

// Kinds names the wire formats that a profile may have.
func Kinds() []string {
	field, _ := reflect.TypeFor[Profile]().FieldByName("APIKind")
	return strings.Split(field.Tag.Get("oneof"), "|")
}

// Price is what a million tokens cost, in any one currency.
type Price struct {
	Input       float64 `yaml:"input" min:"0"`
	Output      float64 `yaml:"output" min:"0"`
	CachedInput float64 `yaml:"cachedInput" min:"0"`
	CacheWrite  float64 `yaml:"cacheWrite" min:"0"`
}

// Timeouts bound the waits of one request; 0 means no bound.
type Timeouts struct {
	Connect   time.Duration `yaml:"connect" min:"0"`
	FirstByte time.Duration `yaml:"firstByte" min:"0"`
	Idle      time.Duration `yaml:"idle" min:"0"` // between two pieces of the answer
	Total     time.Duration `yaml:"total" min:"0"`
}

// Agent tunes the loop.
type Agent struct {
	MaxSteps         int    `yaml:"maxSteps" min:"0"` // model rounds in a turn; 0: the built-in limit
	SystemPrompt     string `yaml:"systemPrompt"`
	SystemPromptFile string `yaml:"systemPromptFile"` // absolute after loading

	// Prompt is the text in force: of SystemPromptFile, else SystemPrompt, else "" for the built-in.
	Prompt string `yaml:"-"`
}

// Tools tunes the tools.
type Tools struct {
	BashTimeout time.Duration `yaml:"bashTimeout" min:"0"` // 0 means no limit
	Enabled     []string      `yaml:"enabled"`             // empty leaves it to the profile
	Shell       Shell         `yaml:"shell"`
}

// Subagents tunes the sessions that do the work of a call of another.
type Subagents struct {
	Enabled       bool              `yaml:"enabled"`
	AllowedModels []string          `yaml:"allowedModels"`    // profiles and models they may use; empty means any
	Model         string            `yaml:"model"`            // that they use when nothing else says so; "" is that of the session
	Models        map[string]string `yaml:"models"`           // the same, by the name of the agent
	MaxSteps      int               `yaml:"maxSteps" min:"0"` // model rounds; 0: those of the agent
	Timeout       time.Duration     `yaml:"timeout" min:"0"`  // of one call; 0 means no limit
}

// Shell is what runs commands. They are judged as bash reads them, so PowerShell runs none.
type Shell struct {
	Prefer string `yaml:"prefer" oneof:"auto|bash|powershell|pwsh"` // auto: bash, or sh where there is none
	Path   string `yaml:"path"`                                     // of a bash or sh; absolute after loading
}

// Sessions tunes what is written to disk.
type Sessions struct {
	Durability  string `yaml:"durability" oneof:"normal|strict"`
	Checkpoints bool   `yaml:"checkpoints"` // keep the files before a turn changes some
}

// Permissions holds the rules of what the model may do. Rules of a workspace are added to Ask and
// Deny; Allow is the user's alone.
type Permissions struct {
	// Mode is "" when nobody chose one: then ask on a terminal and headless without.
	Mode  string   `yaml:"mode" oneof:"|headless|ask|auto|yolo|plan"`
	Allow []string `yaml:"allow"`
	Ask   []string `yaml:"ask"`
	Deny  []string `yaml:"deny"`
	// Readers are tools of others whose word that they only read is believed.
	Readers []string `yaml:"readers"`
	// Wait is how long a question waits for its answer before the call is refused; 0 means for ever.
	Wait time.Duration `yaml:"wait" min:"0"`
}

// Sandbox is what commands may reach.
type Sandbox struct {
	Bash       string   `yaml:"bash" oneof:"auto|enforce|off"`
	Network    bool     `yaml:"network"`
	AllowWrite []string `yaml:"allowWrite"` // directories outside the workspace; absolute after loading
	// ForbidRead is what nobody reads: absolute, "~/..." or relative to the workspace. After loading the
	// files with the user's keys and logins are always the last of them.
	ForbidRead []string `yaml:"forbidRead"`
	PassEnv    []string `yaml:"passEnv"` // variables that commands get beside the usual ones; a trailing "*" stands for any ending
}

// Web is what the tools that reach the network may ask. It is the user's alone.
type Web struct {
	AllowHosts []string  `yaml:"allowHosts"` // in the user's own networks: host, host:port or *.domain
	Search     WebSearch `yaml:"search"`
	Proxy      string    `yaml:"-"` // that of Models.Defaults, with its variables replaced
}

// WebSearch is the service behind web_search.
type WebSearch struct {
	Backend   string `yaml:"backend" oneof:"|searxng|brave|tavily"` // "" is none
	BaseURL   string `yaml:"baseURL"`                               // after loading never "" with a backend; no trailing slash
	APIKeyEnv string `yaml:"apiKeyEnv"`                             // name of the variable that holds the key, or "" for a service without one
	Key       Secret `yaml:"-"`                                     // what the variable holds
}

// MCP are the servers that bring tools along.
type MCP struct {
	ConnectTimeout time.Duration     `yaml:"connectTimeout" min:"0"` // 0 is the default, as for ListTimeout: every wait has an end
	ListTimeout    time.Duration     `yaml:"listTimeout" min:"0"`    // of the questions what a server has
	CallTimeout    time.Duration     `yaml:"callTimeout" min:"0"`    // of a call where the server and the tool have none; 0 means no limit
	Configured     map[string]Server `yaml:"servers"`                // as written, by name; those of .mcp.json included

	// Servers are the configured ones by their names in order, completed and with their variables replaced.
	Servers []Server `yaml:"-"`
}

// Server is a server that brings tools along: a program that is started, or one at an address.
type Server struct {
	Type    string            `yaml:"type" oneof:"|stdio|http|streamable-http|sse"` // in MCP.Servers stdio or http
	Command string            `yaml:"command"`
	Args    []string          `yaml:"args"`
	Env     map[string]Secret `yaml:"env"`
	Dir     string            `yaml:"dir"` // in MCP.Servers absolute
	URL     string            `yaml:"url"`
	Headers map[string]Secret `yaml:"headers"`

	CallTimeout  time.Duration            `yaml:"callTimeout" min:"0"`  // 0 takes the one of all servers
	ToolTimeouts map[string]time.Duration `yaml:"toolTimeouts" min:"0"` // by the names that the server has for its tools
	Tools        []string                 `yaml:"tools"`                // only these, by the same names; empty means all
	Enabled      bool                     `yaml:"enabled"`
	Sandbox      string                   `yaml:"sandbox" oneof:"auto|off"` // off: outside the sandbox, where that is allowed

	Name      string `yaml:"-"`
	Where     string `yaml:"-"` // file and line
	Workspace bool   `yaml:"-"` // a file of the workspace has it
	Problem   string `yaml:"-"` // why it cannot be used, a clause; "" when it can

	handed []NamedSecret // that its variables held
}

// Hooks are commands that run at certain moments of a session.
type Hooks struct {
	PreToolUse       []Hook `yaml:"preToolUse"`       // before a tool call; may refuse it
	PostToolUse      []Hook `yaml:"postToolUse"`      // after a tool call; may add to its result
	UserPromptSubmit []Hook `yaml:"userPromptSubmit"` // before a prompt is sent; may refuse it or add to it
	Stop             []Hook `yaml:"stop"`             // before a turn ends; may have the model go on
}

// Hook is one command.
type Hook struct {
	Matcher string        `yaml:"matcher"` // tools that it is for, as leaf/toolmatch reads it; "" is all
	Command string        `yaml:"command"`
	Timeout time.Duration `yaml:"timeout" min:"0"` // 0 takes the usual one
	Where   string        `yaml:"-"`               // file and line
}

// TUI tunes the screen.
type TUI struct {
	Theme  string            `yaml:"theme"`
	Glyphs string            `yaml:"glyphs" oneof:"unicode|ascii"`
	Motion string            `yaml:"motion" oneof:"on|off"`
	Keys   map[string]string `yaml:"keys"` // key -> action
}

// Limits bounds the work of the runtime.
type Limits struct {
	CallsPerSession int           `yaml:"callsPerSession" min:"1"` // tool calls at the same time
	CallsTotal      int           `yaml:"callsTotal" min:"1"`
	ToolTimeout     time.Duration `yaml:"toolTimeout" min:"0"` // for tools without one of their own
	Retries         int           `yaml:"retries" min:"0"`
	RetryFirst      time.Duration `yaml:"retryFirst" min:"0"` // doubles with each retry
	RetryMax        time.Duration `yaml:"retryMax" min:"0"`
	RetryAfterMax   time.Duration `yaml:"retryAfterMax" min:"0"` // longest wait that a server may ask for
	Breaker         int           `yaml:"breaker" min:"0"`       // failures in a row after which a provider is left alone; 0: never
	BreakerPause    time.Duration `yaml:"breakerPause" min:"0"`  // for how long
	Element         Bytes         `yaml:"element"`               // one XNL element
	SSELine         Bytes         `yaml:"sseLine"`
	Answer          Bytes         `yaml:"answer"`
	OutputHead      Bytes         `yaml:"outputHead"` // of a command's output, per stream, to the model
	OutputTail      Bytes         `yaml:"outputTail"`
	Spool           Bytes         `yaml:"spool"` // of a command's output, kept on disk
	CheckpointFile  Bytes         `yaml:"checkpointFile"`
	CheckpointTotal Bytes         `yaml:"checkpointTotal"` // of all files of a workspace together
}

// Default is the configuration without any file, variable or flag. It has no profiles.
func Default() Config {
	return Config{
		Tools:     Tools{BashTimeout: 120 * time.Second, Shell: Shell{Prefer: "auto"}},
		Subagents: Subagents{Enabled: true, MaxSteps: 50, Timeout: 30 * time.Minute},

		Sessions: Sessions{Durability: "normal", Checkpoints: true},
		Sandbox:  Sandbox{Bash: "auto", Network: true},
		Language: auto, ReasoningLanguage: auto,

		Permissions: Permissions{Wait: 12 * time.Hour},
		MCP:         MCP{ConnectTimeout: 10 * time.Second, ListTimeout: 15 * time.Second, CallTimeout: 5 * time.Minute},
		TUI:         TUI{Theme: "auto", Glyphs: "unicode", Motion: "on"},
		Limits: Limits{
			CallsPerSession: 8, CallsTotal: 32, ToolTimeout: 120 * time.Second,
			Retries: 3, RetryFirst: 500 * time.Millisecond, RetryMax: 8 * time.Second, RetryAfterMax: time.Minute,
			Breaker: 5, BreakerPause: 30 * time.Second,
			Element: 8 * mib, SSELine: 16 * mib, Answer: 64 * mib,
			OutputHead: 20 * kib, OutputTail: 30 * kib, Spool: 64 * mib, CheckpointFile: 8 * mib, CheckpointTotal: 256 * mib,
		},
	}
}

// Window is how many tokens the model can take at once, or 0 when that is not known. A limit in
// characters counts four of them as a token.
func (p *Profile) Window() int {
	if p.MaxInputChars > 0 {
		return p.MaxInputChars / 4
	}
	return p.ContextWindow
}

// SetDefaults fills a profile before its keys are read.
func (p *Profile) SetDefaults() {
	*p = Profile{
		APIKind: "openai", ToolProtocol: "xnl", ContextWindow: usualWindow,
		Timeouts: Timeouts{
			Connect: 10 * time.Second, FirstByte: 120 * time.Second, Idle: time.Minute, Total: 30 * time.Minute,
		},
	}
}
