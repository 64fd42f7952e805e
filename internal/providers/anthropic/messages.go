package anthropic

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"

	sdk "github.com/anthropics/anthropic-sdk-go"

	"eidolon/actors/model"
	"eidolon/internal/providers/format"
)

// noWords stands for a text that has none, which the service refuses.
const noWords = "(no words)"

func blank(text string) bool { return strings.TrimSpace(text) == "" }

// encode turns a run into a message of the wire; the system prompt is none. Thoughts come first and
// calls last in a message of the model, results first in one of the user, as the service has it.
func encode(r format.Run, name string) ([]any, error) {
	m := sdk.MessageParam{Role: sdk.MessageParamRoleUser}
	switch r.Side {
	case format.Opening:
		return nil, nil
	case format.Assistant:
		m.Role = sdk.MessageParamRoleAssistant
		m.Content = thoughtBlocks(r.Thoughts(), name)
	default:
		m.Content = append(resultBlocks(r.Results()), imageBlocks(r.Images())...)
	}
	said := len(m.Content)
	text := r.Text()
	calls := callBlocks(r.Calls())
	switch {
	case !blank(text):
		m.Content = append(m.Content, sdk.NewTextBlock(text))
	case text != "" && len(calls) == 0 && (said == 0 || r.Side == format.Assistant):
		m.Content = append(m.Content, sdk.NewTextBlock(noWords))
	}
	m.Content = append(m.Content, calls...)
	if len(m.Content) == 0 || (r.Side == format.Assistant && text == "" && len(calls) == 0) {
		return nil, nil
	}
	data, err := m.MarshalJSON()
	return []any{json.RawMessage(format.Unescape(data))}, err
}

// resultBlocks gives the results of calls. One that says nothing has no content, and a failure says
// something in any case.
func resultBlocks(results []model.Result) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, r := range results {
		b, text := sdk.ToolResultBlockParam{ToolUseID: plainName(r.ID)}, r.Text
		if !r.OK {
			b.IsError = sdk.Bool(true)
			if blank(text) {
				text = noWords
			}
		}
		if !blank(text) {
			b.Content = []sdk.ToolResultBlockParamContentUnion{{OfText: &sdk.TextBlockParam{Text: text}}}
		}
		out = append(out, sdk.ContentBlockParamUnion{OfToolResult: &b})
	}
	return out
}

func imageBlocks(images []model.Image) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, i := range images {
		out = append(out, sdk.NewImageBlockBase64(i.MediaType, base64.StdEncoding.EncodeToString(i.Data)))
	}
	return out
}

func callBlocks(calls []model.Call) []sdk.ContentBlockParamUnion {
	var out []sdk.ContentBlockParamUnion
	for _, c := range calls {
		out = append(out, sdk.NewToolUseBlock(plainName(c.ID), json.RawMessage(format.Input(c.Input)), plainName(c.Name)))
	}
	return out
}

// maxName is how long a name may be.
const maxName = 128

// plainName gives a name or an id as the service allows it.
func plainName(name string) string { return format.Name(name, maxName) }

// opening gives what has to stand before the messages: the user speaks first, and a conversation whose
// beginning is gone may not begin so.
func opening(messages []byte) []byte {
	first, _, _ := bytes.Cut(messages, []byte("\n")) // which no message has inside
	if bytes.HasSuffix(first, []byte(roleAssistant)) {
		return []byte(`{"content":[{"text":"` + noWords + `","type":"text"}],"role":"user"},`)
	}
	return nil
}

// mark is a text to put into the encoded messages.
type mark struct {
	at   int
	text string
}

// How a message of [encode] ends, behind its last block.
const (
	roleUser      = `],"role":"user"}`
	roleAssistant = `],"role":"assistant"}`
)

// markAt gives the mark for the cache at the end of the message of the user that ends at the index.
func markAt(messages []byte, end int) mark {
	before, found := bytes.CutSuffix(messages[:end], []byte("}"+roleUser+"\n"))
	if !found {
		return mark{}
	}
	return mark{at: len(before), text: `,"cache_control":{"type":"ephemeral"}`}
}
