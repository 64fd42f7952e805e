package stubserver

import (
	"errors"
	"fmt"
	"slices"

	"eidolon/actors/model"
)

// think checks how the model is to think.
func (in *messagesRequest) think(*model.Request) error {
	t := in.Thinking
	if t == nil || t.Type == "disabled" {
		return nil
	}
	choice := in.ToolChoice
	switch {
	case t.Type != "enabled" && t.Type != "adaptive":
		return fmt.Errorf("thinking: type %q is not known", t.Type)
	case t.Type == "enabled" && t.Budget < 1024:
		return errors.New("thinking.enabled.budget_tokens: must be greater than or equal to 1024")
	case t.Budget >= in.MaxTokens:
		return errors.New("`max_tokens` must be greater than `thinking.budget_tokens`")
	case in.Temperature != nil && *in.Temperature != 1:
		return errors.New("`temperature` may only be set to 1 when thinking is enabled")
	case choice != nil && (choice.Type == "any" || choice.Type == "tool"):
		return errors.New("thinking may not be enabled when tool_choice forces tool use")
	case t.Type == "enabled":
		return in.thoughtFirst()
	}
	return nil
}

// thoughtFirst checks that the calls that are being answered begin with the thought that led to them.
func (in *messagesRequest) thoughtFirst() error {
	first := -1 // message that the calls begin with
	for i, m := range slices.Backward(in.Messages) {
		blocks, err := blocksOf(m.Content)
		if err != nil {
			return err
		}
		has := func(kind string) bool {
			return slices.ContainsFunc(blocks, func(b messagesBlock) bool { return b.Type == kind })
		}
		if m.Role == "user" && !has("tool_result") {
			break
		}
		if has("tool_use") {
			first = i
		}
	}
	if first < 0 {
		return nil
	}
	blocks, err := blocksOf(in.Messages[first].Content)
	if err != nil {
		return err
	}
	if blocks[0].Type != "thinking" && blocks[0].Type != "redacted_thinking" {
		return fmt.Errorf("messages.%d.content.0.type: Expected `thinking` or `redacted_thinking`, but found `%s`", first, blocks[0].Type)
	}
	return nil
}
