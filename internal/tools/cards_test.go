package tools_test

import (
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"eidolon/actors/tool"
	"eidolon/fslocal/proc"
	"eidolon/internal/recall"
	"eidolon/internal/subagents"
	"eidolon/internal/tools"
	"eidolon/internal/web"
	"eidolon/prompts"
	"eidolon/xnl"
)

// handlers are all tools that a session may have.
func handlers() []tool.Handler {
	list := tools.New(tools.Options{Runner: proc.New(proc.Options{}), Judge: judge{}})
	list = append(list, recall.New(recall.Options{})...)
	list = append(list, web.New(web.Options{Search: web.Search{Backend: "searxng"}})...)
	list = append(list, subagents.New(subagents.Options{}))
	return append(list, tools.Help(func() []tool.Spec { return specs(list) }, func(s tool.Spec) string { return prompts.Detail(promptTool(s), nil) }))
}

func specs(list []tool.Handler) []tool.Spec {
	var all []tool.Spec
	for _, h := range list {
		all = append(all, h.Spec())
	}
	return all
}

func promptTool(s tool.Spec) prompts.Tool {
	return prompts.Tool{
		Namespace: s.Namespace, Name: s.Name, Main: s.Main, Summary: s.Summary, Inputs: s.Explain(), Example: string(s.Example()),
	}
}

func promptTools() []prompts.Tool {
	var list []prompts.Tool
	for _, h := range handlers() {
		list = append(list, promptTool(h.Spec()))
	}
	return list
}

// cards gives the brief and the detail card of each tool, as they are in the prompt or come from
// tool_help.
func cards(t *testing.T) map[string][]*xnl.Element {
	t.Helper()
	told := map[string]string{}
	for _, part := range prompts.Assemble(prompts.Options{Tools: promptTools()}).Parts {
		told[part.Name] = part.Text
	}
	found := map[string][]*xnl.Element{}
	for _, tool := range promptTools() {
		text := told["tools/"+tool.Name]
		if prompts.Brief(tool) {
			if len(text) > 150 {
				t.Errorf("the brief card of %s has %d bytes", tool.Name, len(text))
			}
			text += "\n" + prompts.Detail(tool, nil)
		}
		doc, err := xnl.Parse([]byte(text), xnl.Options{})
		if err != nil {
			t.Fatalf("%s: %v", tool.Name, err)
		}
		if len(doc.Nodes) != 2 || len(doc.Warnings) > 0 {
			t.Fatalf("%s: %d cards, warnings %v", tool.Name, len(doc.Nodes), doc.Warnings)
		}
		found[tool.Name] = doc.Nodes
	}
	return found
}

// The cards say what the declarations say.
//
// Covers: E13
func TestCardsAgreeWithSpecs(t *testing.T) {
	all := cards(t)
	for _, h := range handlers() {
		s := h.Spec()
		t.Run(s.Name, func(t *testing.T) {
			brief, detail := all[s.Name][0], all[s.Name][1]
			mainParam := ""
			if v, ok := brief.Attrs.Get("main"); ok {
				text, _ := v.(xnl.String)
				mainParam = string(text)
			}
			if mainParam != s.Main {
				t.Errorf("the card's main is %q, want %q", mainParam, s.Main)
			}
			def := strings.Split(strings.TrimSpace(detail.Child("type_def").Text.Verbatim), "\n")
			if def[0] != s.Signature() {
				t.Errorf("the card declares\n%s\nwant\n%s", def[0], s.Signature())
			}
			if s.FullName() != detail.Head {
				t.Errorf("the detail card is for %q", detail.Head)
			}
			for _, child := range detail.Ext {
				if child.Tag != "type_def" && child.Tag != "demo" && child.Tag != "warning" {
					t.Errorf("the detail card has a %s", child.Tag)
				}
			}
		})
	}
}

// Every example on a card is a call that its tool takes.
func TestCardDemosAreCalls(t *testing.T) {
	specs := map[string]tool.Spec{}
	for _, h := range handlers() {
		specs[h.Spec().FullName()] = h.Spec()
	}
	for name, pair := range cards(t) {
		demo := pair[1].Child("demo")
		if demo == nil {
			continue
		}
		t.Run(name, func(t *testing.T) {
			checkCalls(t, name, "!unquote_start\n"+demo.Text.Verbatim+"\n!unquote_end\n", specs)
		})
	}
}

// The first request stays small. Encoders of the standard library write < and > as six bytes, so
// that is how it is measured.
func TestRequestSize(t *testing.T) {
	type message struct {
		Role    string `json:"role"`
		Content string `json:"content"`
	}
	type function struct {
		Name        string          `json:"name"`
		Description string          `json:"description"`
		Parameters  json.RawMessage `json:"parameters"`
	}
	type entry struct {
		Type     string   `json:"type"`
		Function function `json:"function"`
	}
	type request struct {
		Model         string          `json:"model"`
		Messages      []message       `json:"messages"`
		Tools         []entry         `json:"tools,omitempty"`
		Stream        bool            `json:"stream"`
		StreamOptions map[string]bool `json:"stream_options"`
	}
	reminder, _ := prompts.Reminder(1, nil)
	firstEleven := slices.DeleteFunc(promptTools(), prompts.Brief)
	if len(firstEleven) != 11 {
		t.Fatalf("%d tools are told in full", len(firstEleven))
	}
	body := func(native bool, list []prompts.Tool) request {
		facts := "Workspace: /home/somebody/projects/workspace. System: linux. Date: 2026-11-21."
		prompt := prompts.Assemble(prompts.Options{Native: native, Facts: facts, Tools: list})
		return request{
			Model: "gpt-4o-mini", Stream: true, StreamOptions: map[string]bool{"include_usage": true},
			Messages: []message{{"system", prompt.String()}, {"user", reminder + "\n\nFix the failing test"}},
		}
	}
	native := body(true, nil)
	for _, h := range handlers() {
		s := h.Spec()
		native.Tools = append(native.Tools, entry{"function", function{s.Name, s.Summary, s.Schema()}})
	}
	for name, tt := range map[string]struct {
		req   request
		limit int
	}{
		"xnl, the first eleven": {body(false, firstEleven), 12 << 10},
		"xnl, all":              {body(false, promptTools()), 16 << 10},
		"native, all":           {native, 16 << 10},
	} {
		raw, err := json.Marshal(tt.req)
		if err != nil {
			t.Fatal(err)
		}
		t.Logf("%s: %d bytes", name, len(raw))
		if len(raw) > tt.limit {
			t.Errorf("%s: the request has %d bytes, the limit is %d", name, len(raw), tt.limit)
		}
	}
}
