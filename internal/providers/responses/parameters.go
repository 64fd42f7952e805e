package responses

import (
	"net/url"
	"strings"

	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
	"eidolon/internal/leaf/effort"
	"eidolon/internal/providers/goopenai"
)

// dialect is what a service makes of the format.
type dialect int

const (
	plain dialect = iota // the API as its pages describe it
	login                // the service behind the ChatGPT login, known by its path
)

// loginPath is where the service behind the ChatGPT login is reached. It wants instructions in every
// request, and refuses a limit on the output and a temperature.
const loginPath = "/backend-api/codex"

// noInstructions is sent where instructions are wanted and the conversation has none.
const noInstructions = "You are a helpful assistant."

// dialectAt gives the dialect that is spoken at an address.
func dialectAt(endpoint *url.URL) dialect {
	if strings.Contains(endpoint.Path, loginPath+"/") {
		return login
	}
	return plain
}

// parameters is everything of a request but its input. What is not set is not sent.
func parameters(req model.Request, d dialect) openai.CreateResponseRequest {
	p := openai.CreateResponseRequest{
		Model:          req.Model,
		Instructions:   instructions(req.Messages),
		Store:          new(false),
		PromptCacheKey: req.CacheKey,
		Tools:          tools(req),
		ToolChoice:     choice(req),
	}
	if goopenai.Reasons(req.Model) {
		p.Include = []openai.ResponseInclude{openai.ResponseIncludeReasoningEncryptedContent}
	}
	if req.ThinkingLevel != "" {
		p.Reasoning = &openai.ResponseReasoning{Effort: goopenai.Effort(req.Model, req.ThinkingLevel)}
		if req.ThinkingLevel != effort.Off {
			p.Reasoning.Summary = "auto"
		}
	}
	switch d {
	case login:
		if p.Instructions == "" {
			p.Instructions = noInstructions
		}
	case plain:
		p.MaxOutputTokens = req.MaxOutputTokens
		if req.Temperature != nil && (req.ThinkingLevel == "" || req.ThinkingLevel == effort.Off) {
			p.Temperature = new(float32(*req.Temperature)) // models that reason refuse it
		}
	}
	return p
}

// instructions gives the system message in front of the conversation.
func instructions(messages []model.Message) string {
	if len(messages) > 0 && messages[0].Role == model.System {
		return messages[0].Text
	}
	return ""
}

// tools describes the tools. They are not strict: in a strict schema every property is required, and
// ours have optional ones.
func tools(req model.Request) []openai.ResponseTool {
	var out []openai.ResponseTool
	for _, t := range req.Tools {
		out = append(out, openai.ResponseTool{Type: openai.ToolTypeFunction, Parameters: map[string]any{
			"name": t.Name, "description": t.Description, "parameters": t.Schema, "strict": false,
		}})
	}
	if req.WebSearch {
		out = append(out, openai.ResponseTool{Type: "web_search", Parameters: map[string]any{"external_web_access": true}})
	}
	return out
}

// choice says which tool the model is to use, or gives nil when it may decide itself.
func choice(req model.Request) any {
	switch {
	case len(req.Tools) == 0:
		return nil
	case req.Choice.Name != "":
		return map[string]string{"type": "function", "name": req.Choice.Name}
	case req.Choice.Required:
		return "required"
	}
	return nil
}
