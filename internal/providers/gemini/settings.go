package gemini

import (
	"encoding/json"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// settings is everything of a request but its contents. What is not set is not sent; without tools
// there is no choice among them either.
type settings struct {
	System     *content    `json:"systemInstruction,omitempty"`
	Tools      []toolSet   `json:"tools,omitempty"`
	ToolConfig *toolConfig `json:"toolConfig,omitempty"`
	Generation *generating `json:"generationConfig,omitempty"`
	Session    string      `json:"session_id,omitempty"` // for Code Assist
}

type toolSet struct {
	Functions []function `json:"functionDeclarations,omitempty"`
	Search    *struct{}  `json:"googleSearch,omitempty"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Schema      json.RawMessage `json:"parametersJsonSchema,omitempty"`
}

type toolConfig struct {
	Calling calling `json:"functionCallingConfig"`
}

type calling struct {
	Mode    string   `json:"mode"`
	Allowed []string `json:"allowedFunctionNames,omitempty"`
}

type generating struct {
	MaxOutput   int       `json:"maxOutputTokens,omitempty"`
	Temperature *float64  `json:"temperature,omitempty"`
	Thinking    *thinking `json:"thinkingConfig,omitempty"`
}

func settingsOf(req model.Request) settings {
	var s settings
	if len(req.Messages) > 0 && req.Messages[0].Role == model.System && req.Messages[0].Text != "" {
		s.System = &content{Parts: []part{{Text: &req.Messages[0].Text}}}
	}
	var functions []function
	for _, t := range req.Tools {
		functions = append(functions, function{Name: t.Name, Description: t.Description, Schema: parameters(t.Schema)})
	}
	if len(functions) > 0 {
		s.Tools = append(s.Tools, toolSet{Functions: functions})
		s.ToolConfig = choice(req.Choice)
	}
	if req.WebSearch {
		s.Tools = append(s.Tools, toolSet{Search: &struct{}{}})
	}
	g := generating{MaxOutput: req.MaxOutputTokens, Temperature: req.Temperature, Thinking: thinkingOf(req.Model, req.ThinkingLevel)}
	if g != (generating{}) {
		s.Generation = &g
	}
	return s
}

// parameters gives the schema of a function, or nothing for one that has no parameters: an object
// without properties is refused.
func parameters(schema json.RawMessage) json.RawMessage {
	var has struct {
		Type       json.RawMessage            `json:"type"`
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if json.Unmarshal(schema, &has) == nil && string(has.Type) == `"object"` && len(has.Properties) == 0 {
		return nil
	}
	return schema
}

func choice(c model.Choice) *toolConfig {
	switch {
	case c.Name != "":
		return &toolConfig{calling{Mode: "ANY", Allowed: []string{c.Name}}}
	case c.Required:
		return &toolConfig{calling{Mode: "ANY"}}
	}
	return nil
}

// frame gives what stands in the body before and after the contents.
func (c *Client) frame(req model.Request) (before, after string, err error) {
	s := settingsOf(req)
	if c.assist {
		s.Session = req.CacheKey
	}
	rest, err := encoded(s)
	if err != nil {
		return "", "", err
	}
	before, after = `{"contents":[`, "]}"
	if inner := rest[1:]; inner != "}" {
		after = "]," + inner
	}
	if !c.assist {
		return before, after, nil
	}
	head, err := encoded(struct {
		Model   string `json:"model"`
		Project string `json:"project,omitempty"`
	}{baseName(req.Model), c.project})
	return head[:len(head)-1] + `,"request":` + before, after + "}", err
}

func encoded(v any) (string, error) {
	data, err := format.Marshal(v)
	return string(data), err
}
