package claude

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
)

// Hello is what the SDK says before anything else.
type Hello struct {
	// System is the system prompt to use instead of the built-in one, or "". The SDK sends an empty one when
	// its user gave none, which means the built-in one here.
	System string
	// Append is added to the system prompt.
	Append string
	// Deny are permission rules that were to go on the command line otherwise.
	Deny []string
	// Schema is what the answers have to fit, or nil.
	Schema json.RawMessage
	// Ignored names parts of it that have no effect.
	Ignored []string

	request string // id, or "" when the SDK did not ask to be answered
	deny    bool   // rules were given, which the answer confirms
	servers bool   // so were servers, which it denies
	first   *input // a line that was read and was none of all that
}

// hello is the request itself.
type hello struct {
	Subtype            string                     `json:"subtype"`
	SystemPrompt       json.RawMessage            `json:"systemPrompt"`
	AppendSystemPrompt string                     `json:"appendSystemPrompt"`
	DisallowedTools    []string                   `json:"disallowedTools"`
	JSONSchema         json.RawMessage            `json:"jsonSchema"`
	Hooks              map[string]json.RawMessage `json:"hooks"`
	SDKServers         []string                   `json:"sdkMcpServers"`
	Servers            json.RawMessage            `json:"mcpServers"`
	Agents             json.RawMessage            `json:"agents"`
	Skills             json.RawMessage            `json:"skills"`
	Plugins            json.RawMessage            `json:"plugins"`
	ToolAliases        json.RawMessage            `json:"toolAliases"`
	Settings           json.RawMessage            `json:"settings"`
	Managed            json.RawMessage            `json:"managedSettings"`
}

// Conn is the connection to the SDK, of which the first lines were read.
type Conn struct {
	in    *reader
	Hello Hello
}

// Begin reads what the SDK says first. Other programs leave that out and begin with a message. An error
// says what in it cannot be, and whom to tell: [Sink.Refuse].
func Begin(in io.Reader) (*Conn, error) {
	c := &Conn{in: newReader(in)}
	first, err := c.in.next()
	if errors.Is(err, io.EOF) {
		return c, errors.New("there is no input: the messages of the user are read from standard input, one JSON object a line")
	}
	if err != nil {
		return c, err
	}
	h, ok := first.hello()
	if !ok {
		c.Hello.first = &first
		return c, nil
	}
	c.Hello.request = first.RequestID
	return c, c.Hello.read(h)
}

// hello reads a line as the first request.
func (in input) hello() (h hello, ok bool) {
	ok = in.Type == "control_request" && json.Unmarshal(in.Request, &h) == nil && h.Subtype == "initialize"
	return h, ok
}

// blocking are the hooks with which a host may keep something from happening. Going on without them would
// let happen what the host does not want.
var blocking = []string{"PreToolUse", "PermissionRequest", "UserPromptSubmit"}

func (to *Hello) read(h hello) error {
	var stop []string
	for name := range h.Hooks {
		if slices.Contains(blocking, name) {
			stop = append(stop, name)
		}
	}
	if len(stop) > 0 {
		slices.Sort(stop)
		return fmt.Errorf("hooks of the SDK are not carried out, and %s may refuse things: use canUseTool, or hooks in eidolon's configuration",
			strings.Join(stop, " and "))
	}
	if given(h.Settings) || given(h.Managed) {
		return errors.New("settings of another program are not understood: give permission rules as allowedTools and disallowedTools, " +
			"and everything else in eidolon's configuration")
	}
	if err := to.prompt(h.SystemPrompt); err != nil {
		return err
	}
	to.Append, to.Deny, to.deny, to.servers = h.AppendSystemPrompt, h.DisallowedTools, len(h.DisallowedTools) > 0, given(h.Servers)
	if given(h.JSONSchema) {
		to.Schema = h.JSONSchema
	}
	for what, there := range map[string]bool{
		"hooks that only look on": len(h.Hooks) > 0, "MCP servers of the SDK": len(h.SDKServers) > 0 || to.servers,
		"agents": given(h.Agents), "skills": given(h.Skills), "plugins": given(h.Plugins), "names for tools": given(h.ToolAliases),
	} {
		if there {
			to.Ignored = append(to.Ignored, what)
		}
	}
	slices.Sort(to.Ignored)
	return nil
}

// prompt reads a system prompt: a text, or parts of one.
func (to *Hello) prompt(raw json.RawMessage) error {
	if !given(raw) {
		return nil
	}
	var parts []string
	if json.Unmarshal(raw, &to.System) == nil {
		return nil
	}
	if err := json.Unmarshal(raw, &parts); err != nil {
		return errors.New("the system prompt is neither a text nor a list of texts")
	}
	parts = slices.DeleteFunc(parts, func(p string) bool { return p == "" })
	to.System = strings.Join(parts, "\n\n")
	return nil
}

// given says whether there is a value with something in it.
func given(raw json.RawMessage) bool {
	switch string(raw) {
	case "", "null", "{}", "[]":
		return false
	}
	return true
}
