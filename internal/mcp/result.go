package mcp

import (
	"encoding/json"
	"fmt"
	"path"
	"strings"

	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"eidolon/actors/tool"
	"eidolon/internal/leaf/clip"
	"eidolon/internal/leaf/picture"
)

// What a model gets of an answer, in bytes: as much as of a command's output.
const (
	headMax = 20 << 10
	tailMax = 30 << 10
)

// output is the data of a good result, for programs.
type output struct {
	Text       string          `json:"text"`
	Structured json.RawMessage `json:"structured,omitempty"`
}

// result makes the result of what a server has answered.
func (r remote) result(c tool.Call, answer *sdk.CallToolResult) tool.Result {
	whole := inWords(answer.Content)
	structured := structuredOf(answer)
	if whole == "" {
		whole = string(structured)
	}
	text, spool := r.bound(c, whole)
	if answer.IsError {
		if text == "" {
			text = fmt.Sprintf("The server %s says that the call failed, and not why.", r.server)
		}
		res := tool.Fail(tool.Failed, text)
		res.Cut, res.Spool = len(whole) > headMax+tailMax, spool
		return res
	}
	out := output{Text: text, Structured: structured}
	if len(structured) > headMax+tailMax {
		out.Structured = nil // the log is no place for it; what is shown is in the text
	}
	if text == "" {
		text = "(The server answered nothing.)"
	}
	res := tool.OK(out, text)
	res.Cut, res.Spool = len(whole) > headMax+tailMax, spool
	return res
}

// structuredOf gives the answer as JSON, where the server has given one.
func structuredOf(answer *sdk.CallToolResult) json.RawMessage {
	if answer.StructuredContent == nil {
		return nil
	}
	return encode(answer.StructuredContent)
}

// inWords is what a model can be told of the parts of an answer. Results of calls have no pictures in them on
// any wire that they would all take.
func inWords(parts []sdk.Content) string {
	var said []string
	for _, part := range parts {
		text := ""
		switch part := part.(type) {
		case *sdk.TextContent:
			text = part.Text
		case *sdk.ImageContent:
			text = pictureInWords(part.MIMEType, part.Data)
		case *sdk.AudioContent:
			text = fmt.Sprintf("(a recording, %s of %d bytes, which cannot be played to you)", kindOr(part.MIMEType), len(part.Data))
		case *sdk.ResourceLink:
			text = strings.TrimSpace(fmt.Sprintf("(the resource %s: %s) %s", part.URI, part.Name, part.Description))
		case *sdk.EmbeddedResource:
			text = resourceInWords(part.Resource)
		default:
			text = "(a part of the answer is of a kind that is not known here)"
		}
		if text != "" {
			said = append(said, strings.ToValidUTF8(text, "\uFFFD"))
		}
	}
	return strings.Join(said, "\n")
}

func pictureInWords(kind string, data []byte) string {
	size := fmt.Sprintf("%d bytes", len(data))
	if info, err := picture.Look(data); err == nil {
		kind, size = info.MediaType, fmt.Sprintf("%v pixels", info)
	}
	return fmt.Sprintf("(a picture, %s of %s, which no tool can show you)", kindOr(kind), size)
}

func resourceInWords(r *sdk.ResourceContents) string {
	switch {
	case r == nil:
		return ""
	case r.Text == "" && len(r.Blob) > 0:
		return fmt.Sprintf("(the resource %s, %s of %d bytes, which is no text)", r.URI, kindOr(r.MIMEType), len(r.Blob))
	}
	return fmt.Sprintf("(the resource %s)\n%s", r.URI, r.Text)
}

func kindOr(mediaType string) string {
	if mediaType == "" {
		return "of an unknown kind"
	}
	return clip.Short(mediaType, 80)
}

// bound gives the beginning and the end of a text that is too long, and the name under which the model can read
// all of it, or "".
func (r remote) bound(c tool.Call, whole string) (text, spool string) {
	if len(whole) <= headMax+tailMax {
		return whole, ""
	}
	note := "the rest was not kept"
	if name := path.Base(c.Key) + ".txt"; r.keep != nil && c.OutDir != "" && c.Key != "" && r.keep(c.OutDir, name, whole) == nil {
		spool = "@out/" + name
		note = fmt.Sprintf("all of it: read_file with startLine, or grep, with path = %q", spool)
	}
	return excerpt(whole, note), spool
}

// excerpt gives the beginning and the end of a text that is too long.
func excerpt(whole, note string) string {
	if len(whole) <= headMax+tailMax {
		return whole
	}
	head, tail := clip.Bytes(whole, headMax), strings.ToValidUTF8(whole[len(whole)-tailMax:], "")
	return fmt.Sprintf("%s\n[%d bytes are left out here; %s]\n%s", head, len(whole)-len(head)-len(tail), note, tail)
}
