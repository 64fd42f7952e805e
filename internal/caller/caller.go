// Package caller reads what a program brings along that asks for one answer and runs the model's calls
// itself: its tools ([ParseTool], [ParseChoice]) and the conversation so far ([ParseItems]), in the shapes
// of the Responses API. What is wrong with them is said before anything is sent to a model.
package caller

import (
	"crypto/sha256"
	"fmt"
	"strings"

	"eidolon/actors/model"
	"eidolon/actors/session"
	"eidolon/actors/tool"
)

// Options are what the program gave, as it gave it.
type Options struct {
	Tools  []string // see [ParseTool]
	Choice string   // see [ParseChoice]
	Prompt string   // what it asks, when it gives no conversation
	Items  string   // file with the conversation, see [ParseItems]; "" for none
	Key    string   // the same for all runs of one conversation, or ""
	// Auto answers calls right away, with Outputs, each NAME=TEXT; what has none is answered with "ok".
	Auto    bool
	Outputs []string
	Read    func(file string) ([]byte, error)
}

// New reads everything. What is wrong is said with the name of the flag that it came with.
func New(o Options) (*session.Caller, error) {
	c := &session.Caller{Messages: []model.Message{{Role: model.User, Text: o.Prompt}}}
	for _, text := range o.Tools {
		t, err := ParseTool(text, o.Read)
		if err == nil {
			c.Tools, err = AddTool(c.Tools, t)
		}
		if err != nil {
			return nil, fmt.Errorf("--tool: %w", err)
		}
	}
	choice, err := ParseChoice(o.Choice, c.Tools)
	if err != nil {
		return nil, fmt.Errorf("--tool-choice: %w", err)
	}
	c.Choice, c.MainParam = choice, mainParams(c.Tools)
	if o.Items != "" {
		data, err := o.Read(o.Items)
		if err != nil {
			return nil, fmt.Errorf("--input-json: %w", err) // which names the file
		}
		if c.Messages, err = ParseItems(data); err != nil {
			return nil, fmt.Errorf("--input-json %s: %w", o.Items, err)
		}
	}
	if o.Auto {
		outputs, err := parseOutputs(o.Outputs, c.Tools)
		if err != nil {
			return nil, fmt.Errorf("--tool-output: %w", err)
		}
		c.Answer = outputs.answer
	}
	if o.Key != "" {
		key := sha256.Sum256([]byte(o.Key))
		c.Key = key[:]
	}
	return c, nil
}

// mainParams tells which parameter of a tool takes the text body of an XNL call. A tool that does not
// exist gets its body too: what to say about the name is the program's affair.
func mainParams(tools []model.Tool) func(name string) (string, bool) {
	mains := map[string]string{}
	for _, t := range tools {
		mains[t.Name] = tool.MainOf(t.Schema)
	}
	return func(name string) (string, bool) {
		main, known := mains[name[strings.LastIndexByte(name, '.')+1:]] // a model may invent a namespace
		if !known {
			return "text", true
		}
		return main, main != ""
	}
}
