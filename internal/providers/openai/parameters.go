package openai

import (
	openai "github.com/sashabaranov/go-openai"

	"eidolon/actors/model"
	"eidolon/internal/providers/goopenai"
)

// parameters is everything of a request but its messages. What is not set is not sent; without tools
// there is neither a list of tools nor a choice among them.
func parameters(req model.Request) openai.ChatCompletionRequest {
	p := openai.ChatCompletionRequest{
		Model:               req.Model,
		MaxCompletionTokens: req.MaxOutputTokens,
		ReasoningEffort:     goopenai.Effort(req.Model, req.ThinkingLevel),
		StreamOptions:       &openai.StreamOptions{IncludeUsage: true},
	}
	if req.Temperature != nil {
		p.Temperature = float32(*req.Temperature)
	}
	for _, t := range req.Tools {
		p.Tools = append(p.Tools, openai.Tool{
			Type:     openai.ToolTypeFunction,
			Function: &openai.FunctionDefinition{Name: t.Name, Description: t.Description, Parameters: t.Schema},
		})
	}
	switch {
	case len(req.Tools) == 0:
	case req.Choice.Name != "":
		p.ToolChoice = openai.ToolChoice{Type: openai.ToolTypeFunction, Function: openai.ToolFunction{Name: req.Choice.Name}}
	case req.Choice.Required:
		p.ToolChoice = "required"
	}
	return p
}
