package mcp

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	sdk "github.com/modelcontextprotocol/go-sdk/mcp"

	"eidolon/actors/tool"
)

// Covers: R21
func TestToolNames(t *testing.T) {
	long := strings.Repeat("x", 80)
	for name, c := range map[string]struct {
		server string
		raw    []string
		want   []string
	}{
		"as they are":              {"forge", []string{"create_issue", "get-issue", "X1"}, []string{"mcp__forge__create_issue", "mcp__forge__get-issue", "mcp__forge__X1"}},
		"blanks and other letters": {"my forge.org", []string{"create issue", "a.b/c", "größe"}, []string{"mcp__my_forge_org__create_issue", "mcp__my_forge_org__a_b_c", "mcp__my_forge_org__gr__e"}},
		"too long":                 {"forge", []string{long}, []string{"mcp__forge__" + long[:43] + "_d929cdee"}},
		"one name for two":         {"forge", []string{"a b", "a_b", "c"}, []string{"mcp__forge__a_b_c8687a08", "mcp__forge__a_b_648fa9b3", "mcp__forge__c"}},
		"alike but for the case":   {"forge", []string{"Get", "get"}, []string{"mcp__forge__Get_5fb9c3ab", "mcp__forge__get_2998b323"}},
		"twice, and none":          {"forge", []string{"a", "", "a"}, []string{"mcp__forge__a", "", ""}},
	} {
		t.Run(name, func(t *testing.T) {
			got := toolNames(c.server, c.raw)
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for _, name := range got {
				if len(name) > 64 {
					t.Errorf("%s has %d characters", name, len(name))
				}
			}
		})
	}
}

// listed is a tool as the library gives it.
func listed(t *testing.T, text string) *sdk.Tool {
	t.Helper()
	tool := &sdk.Tool{}
	if err := json.Unmarshal([]byte(text), tool); err != nil {
		t.Fatal(err)
	}
	return tool
}

func theirs(t *testing.T, call caller, keep func(dir, name, text string) error, tools ...string) []tool.Handler {
	t.Helper()
	var list []*sdk.Tool
	for _, text := range tools {
		list = append(list, listed(t, text))
	}
	o := Options{Name: "forge", Keep: keep, CallTimeout: func(name string) time.Duration {
		if name == "slow" {
			return 0
		}
		return time.Minute
	}}
	return newTools(o, list, func(string) caller { return call })
}

// That a tool only reads is the server's word. Nothing of a server runs ahead of the model's commitment.
//
// Covers: R4, R21, R22, R60
func TestDeclarationOfAServersTool(t *testing.T) {
	all := theirs(t, nil, nil,
		`{"name":"get","description":"Gets <one> & more.","inputSchema":{"type":"object","properties":{"text":{"type":"string","description":"a<b"}},"required":["text"]},"annotations":{"readOnlyHint":true}}`,
		`{"name":"slow","title":"Slow one","inputSchema":{"type":"object"}}`,
		`{"name":"odd","description":"`+strings.Repeat("x", 3000)+`","inputSchema":"none"}`,
	)
	want := []tool.Spec{
		{
			Name: "mcp__forge__get", Aliases: []string{"mcp.forge.get"}, Summary: "Gets <one> & more.", Main: "text", ReadOnly: true, Hinted: true, Timeout: -1,
			InputSchema: json.RawMessage(`{"properties":{"text":{"description":"a<b","type":"string"}},"required":["text"],"type":"object"}`),
		},
		{Name: "mcp__forge__slow", Aliases: []string{"mcp.forge.slow"}, Summary: "Slow one", Timeout: -1, InputSchema: json.RawMessage(`{"properties":{},"type":"object"}`)},
		{Name: "mcp__forge__odd", Aliases: []string{"mcp.forge.odd"}, Summary: strings.Repeat("x", 1021) + "…", Timeout: -1, InputSchema: json.RawMessage(`{"type":"object","properties":{}}`)},
	}
	for i, h := range all {
		if diff := cmp.Diff(want[i], h.Spec()); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		class, err := h.Classify(tool.Call{Input: json.RawMessage(`{}`)})
		if diff := cmp.Diff(tool.Class{ReadOnly: want[i].ReadOnly}, class); diff != "" || err != nil {
			t.Errorf("%v (-want +got):\n%s", err, diff)
		}
	}
}

func TestResultsOfAServersTool(t *testing.T) {
	png := "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
	for name, c := range map[string]struct {
		answer     string
		ok         bool
		text, data string
	}{
		"text":              {`{"content":[{"type":"text","text":"one"},{"type":"text","text":"two"}]}`, true, "one\ntwo", `{"text":"one\ntwo"}`},
		"nothing":           {`{"content":[]}`, true, "(The server answered nothing.)", `{"text":""}`},
		"structured":        {`{"content":[],"structuredContent":{"b":"<1>","a":[2]}}`, true, `{"a":[2],"b":"<1>"}`, `{"text":"{\"a\":[2],\"b\":\"<1>\"}","structured":{"a":[2],"b":"<1>"}}`},
		"both":              {`{"content":[{"type":"text","text":"one"}],"structuredContent":{"n":1}}`, true, "one", `{"text":"one","structured":{"n":1}}`},
		"a failure":         {`{"content":[{"type":"text","text":"no such issue"}],"isError":true}`, false, "no such issue", ``},
		"a silent failure":  {`{"content":[],"isError":true}`, false, "The server forge says that the call failed, and not why.", ``},
		"a picture":         {`{"content":[{"type":"image","data":"` + png + `","mimeType":"image/jpeg"}]}`, true, "(a picture, image/png of 1x1 pixels, which no tool can show you)", ""},
		"no picture at all": {`{"content":[{"type":"image","data":"aGk=","mimeType":"image/x"}]}`, true, "(a picture, image/x of 2 bytes, which no tool can show you)", ""},
		"a recording":       {`{"content":[{"type":"audio","data":"aGk=","mimeType":"audio/wav"}]}`, true, "(a recording, audio/wav of 2 bytes, which cannot be played to you)", ""},
		"a link":            {`{"content":[{"type":"resource_link","uri":"file:///a","name":"a","description":"the a"}]}`, true, "(the resource file:///a: a) the a", ""},
		"a resource":        {`{"content":[{"type":"resource","resource":{"uri":"file:///a","text":"inside"}}]}`, true, "(the resource file:///a)\ninside", ""},
		"a binary resource": {`{"content":[{"type":"resource","resource":{"uri":"file:///a","blob":"aGk=","mimeType":"application/zip"}}]}`, true, "(the resource file:///a, application/zip of 2 bytes, which is no text)", ""},
	} {
		t.Run(name, func(t *testing.T) {
			answer := &sdk.CallToolResult{}
			if err := json.Unmarshal([]byte(c.answer), answer); err != nil {
				t.Fatal(err)
			}
			h := theirs(t, func(context.Context, json.RawMessage, func(string)) (*sdk.CallToolResult, error) { return answer, nil }, nil, `{"name":"get"}`)[0]
			r := h.Run(t.Context(), tool.Call{Input: json.RawMessage(`{}`)}, tool.Class{}, nil)
			if r.OK != c.ok || r.Text != c.text || c.data != "" && string(r.Data) != c.data || r.OK == (r.Code == tool.Failed) {
				t.Errorf("%+v, data %s", r, r.Data)
			}
		})
	}
}

// A long answer is shown by its beginning and its end, and kept as a whole.
func TestLongResultOfAServersTool(t *testing.T) {
	whole := "begin " + strings.Repeat("größe ", 20000) + "end"
	kept := ""
	answer := &sdk.CallToolResult{Content: []sdk.Content{&sdk.TextContent{Text: whole}}, StructuredContent: map[string]any{"all": whole}}
	call := func(context.Context, json.RawMessage, func(string)) (*sdk.CallToolResult, error) { return answer, nil }
	keep := func(dir, name, text string) error {
		kept = text
		if dir != "/out" || name != "t1r1c1.txt" {
			return fmt.Errorf("kept in %s as %s", dir, name)
		}
		return nil
	}
	h := theirs(t, call, keep, `{"name":"get"}`)[0]
	r := h.Run(t.Context(), tool.Call{Key: "t1r1c1", OutDir: "/out"}, tool.Class{}, nil)
	if kept != whole || r.Spool != "@out/t1r1c1.txt" || !r.Cut || len(r.Text) > 51<<10 || len(r.Data) > 60<<10 {
		t.Errorf("%d bytes kept, %q, cut %v, %d bytes shown, %d of data", len(kept), r.Spool, r.Cut, len(r.Text), len(r.Data))
	}
	if !strings.HasPrefix(r.Text, "begin ") || !strings.HasSuffix(r.Text, " end") || !strings.Contains(r.Text, `left out here; all of it: read_file with startLine, or grep, with path = "@out/t1r1c1.txt"]`) {
		t.Errorf("%.80q ... %q", r.Text, r.Text[len(r.Text)-40:])
	}
	if r := h.Run(t.Context(), tool.Call{Key: "t1r1c2", OutDir: "/out"}, tool.Class{}, nil); r.Spool != "" || !strings.Contains(r.Text, "the rest was not kept]") {
		t.Errorf("what could not be kept: %q", r.Spool)
	}
}

func TestCallsOfAServersToolThatFail(t *testing.T) {
	for name, c := range map[string]struct {
		err  error
		code tool.Code
		text string
	}{
		"the server ends":  {errors.New("the server forge has ended"), tool.Failed, "the server forge has ended"},
		"it judges inputs": {fmt.Errorf("it said: %w", &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: "no number"}), tool.InvalidInput, "it said: no number"},
	} {
		t.Run(name, func(t *testing.T) {
			h := theirs(t, func(context.Context, json.RawMessage, func(string)) (*sdk.CallToolResult, error) { return nil, c.err }, nil, `{"name":"get"}`)[0]
			if r := h.Run(t.Context(), tool.Call{}, tool.Class{}, nil); r.Code != c.code || r.Text != c.text {
				t.Errorf("%+v", r)
			}
		})
	}
	synctest.Test(t, func(t *testing.T) {
		var told []string
		h := theirs(t, func(ctx context.Context, input json.RawMessage, progress func(string)) (*sdk.CallToolResult, error) {
			progress("half of " + string(input))
			<-ctx.Done()
			return nil, ctx.Err()
		}, nil, `{"name":"get"}`)[0]
		r := h.Run(t.Context(), tool.Call{Input: json.RawMessage(`{"a":1}`)}, tool.Class{}, func(p tool.Progress) { told = append(told, p.Text) })
		if r.Code != tool.Timeout || !strings.Contains(r.Text, "did not answer within 1m0s") {
			t.Errorf("%+v", r)
		}
		if diff := cmp.Diff([]string{"half of {\"a\":1}\n"}, told); diff != "" {
			t.Error(diff)
		}
		cancelled, stop := context.WithCancel(t.Context())
		time.AfterFunc(time.Second, stop)
		if r := h.Run(cancelled, tool.Call{}, tool.Class{}, func(tool.Progress) {}); r.Code != tool.Interrupted {
			t.Errorf("%+v", r)
		}
	})
}
