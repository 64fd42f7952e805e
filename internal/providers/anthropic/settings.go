package anthropic

import (
	"encoding/json"

	"eidolon/actors/model"
)

// defaultMaxTokens is what an answer may have when nobody says otherwise. The format demands a number,
// and a service refuses one that is beyond the model; this one fits all that are offered today and is
// more than an answer of an agent has.
const defaultMaxTokens = 32_000

// settings is everything of a request but its messages. What is not set is not sent.
type settings struct {
	Model        string        `json:"model"`
	MaxTokens    int           `json:"max_tokens"`
	Stream       bool          `json:"stream"`
	CacheControl *cacheControl `json:"cache_control"` // at the last block of the request
	Thinking     *thinking     `json:"thinking,omitempty"`
	OutputConfig *outputConfig `json:"output_config,omitempty"`
	Temperature  *float64      `json:"temperature,omitempty"`
	ToolChoice   *toolChoice   `json:"tool_choice,omitempty"`
	Tools        []tool        `json:"tools,omitempty"`
	System       []block       `json:"system,omitempty"`
}

type cacheControl struct {
	Type string `json:"type"`
}

type toolChoice struct {
	Type string `json:"type"` // auto, any, tool or none
	Name string `json:"name,omitempty"`
}

type tool struct {
	Type         string          `json:"type,omitempty"` // of a tool that the service runs
	Name         string          `json:"name"`
	Description  string          `json:"description,omitempty"`
	Schema       json.RawMessage `json:"input_schema,omitempty"`
	CacheControl *cacheControl   `json:"cache_control,omitempty"`
}

// ephemeral marks the end of what is to be read from the cache next time.
func ephemeral() *cacheControl { return &cacheControl{Type: "ephemeral"} }

// settingsOf gives the settings of a request.
func settingsOf(req model.Request) settings {
	s := settings{
		Model: req.Model, MaxTokens: req.MaxOutputTokens, Stream: true, CacheControl: ephemeral(),
		Temperature: req.Temperature,
	}
	if s.MaxTokens <= 0 {
		s.MaxTokens = defaultMaxTokens
	}
	s.addTools(req)
	s.addSystem(req.Messages)
	s.think(req)
	return s
}

// addTools offers the tools. The service refuses a conversation with calls when no tools are described,
// as after a change of the way in which a model calls them: then they are named and forbidden.
func (s *settings) addTools(req model.Request) {
	for _, t := range req.Tools {
		s.Tools = append(s.Tools, tool{Name: plainName(t.Name), Description: t.Description, Schema: schemaOr(t.Schema)})
	}
	switch c := req.Choice; {
	case len(req.Tools) == 0:
		if s.Tools = namesCalled(req.Messages); len(s.Tools) > 0 && !req.WebSearch {
			s.ToolChoice = &toolChoice{Type: "none"}
		}
	case c.Name != "":
		s.ToolChoice = &toolChoice{Type: "tool", Name: plainName(c.Name)}
	case c.Required:
		s.ToolChoice = &toolChoice{Type: "any"}
	}
	if req.WebSearch {
		s.Tools = append(s.Tools, tool{Type: "web_search_20250305", Name: "web_search"})
	}
}

// noSchema takes any object.
const noSchema = `{"type":"object"}`

func schemaOr(schema json.RawMessage) json.RawMessage {
	if len(schema) == 0 {
		return json.RawMessage(noSchema)
	}
	return schema
}

// namesCalled describes the tools that the messages have calls of, as far as that goes.
func namesCalled(messages []model.Message) []tool {
	var out []tool
	seen := map[string]bool{}
	for i := range messages {
		for _, c := range messages[i].Calls {
			if name := plainName(c.Name); !seen[name] {
				seen[name] = true
				out = append(out, tool{Name: name, Schema: json.RawMessage(noSchema)})
			}
		}
	}
	return out
}

// addSystem takes the system prompt out of the conversation. It is followed by the first mark for the
// cache; a request without one has it at its tools.
func (s *settings) addSystem(messages []model.Message) {
	if len(messages) > 0 && messages[0].Role == model.System && !blank(messages[0].Text) {
		s.System = []block{{Type: "text", Text: messages[0].Text, CacheControl: ephemeral()}}
		return
	}
	if n := len(s.Tools); n > 0 {
		s.Tools[n-1].CacheControl = ephemeral()
	}
}
