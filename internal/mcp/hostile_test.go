package mcp_test

import (
	"encoding/json"
	"fmt"
	"maps"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/tool"
	"eidolon/internal/mcp"
)

// results is a server over HTTP that has one result for each method.
type results map[string]string

// ServeHTTP implements http.Handler.
func (s results) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var m struct {
		ID     json.RawMessage `json:"id"`
		Method string          `json:"method"`
	}
	_ = json.NewDecoder(r.Body).Decode(&m) // a request without one has no method
	result := s[m.Method]
	w.Header().Set("Content-Type", "application/json")
	switch {
	case m.ID == nil:
		w.WriteHeader(http.StatusAccepted)
		return
	case result == "":
		_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"error":{"code":-32601,"message":"what is that?"}}`, m.ID)
		return
	}
	_, _ = fmt.Fprintf(w, `{"jsonrpc":"2.0","id":%s,"result":%s}`, m.ID, result)
}

// greeting is how a server begins that has everything.
const greeting = `{"protocolVersion":"2025-06-18","capabilities":{"tools":{},"prompts":{},"resources":{}},"serverInfo":{"name":"x","version":"1"}}`

// What is null in what a server has is nothing, and no reason to fall over.
//
// Covers: R23, R24, R26
func TestServerThatHasNothings(t *testing.T) {
	s := reach(t, results{
		"server/discover": `{"supportedVersions":["2026-07-28"],"capabilities":{"tools":{},"prompts":{},"resources":{}},"resultType":"complete"}`,
		"initialize":      greeting,
		"tools/list":      `{"tools":[null,{"name":"go","inputSchema":{"type":"object"}},null]}`,
		"prompts/list":    `{"prompts":[null,{"name":"say","arguments":[null,{"name":"what"},null]}]}`,
		"prompts/get":     `{"messages":[null,{"role":"user","content":{"type":"text","text":"said"}}]}`,
		"resources/list":  `{"resources":[null,{"uri":"a:b","name":"b"}]}`,
		"resources/read":  `{"contents":[null,{"uri":"a:b","text":"read"}]}`,
	}, nil)
	link, err := s.Connect(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer link.Close()
	if n := len(link.Tools()); n != 1 {
		t.Errorf("%d tools", n)
	}
	if diff := cmp.Diff([]mcp.Prompt{{Name: "mcp__s__say", Hint: "[what]"}}, s.Prompts()); diff != "" {
		t.Error(diff)
	}
	if text, _, err := s.FillPrompt(t.Context(), "mcp__s__say", "it"); text != "said" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if diff := cmp.Diff([]mcp.Resource{{URI: "a:b", Name: "b"}}, s.Resources()); diff != "" {
		t.Error(diff)
	}
	if text, err := s.Read(t.Context(), "a:b"); text != "read" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
}

// Whatever JSON a server answers with, it is an error at worst.
//
// Covers: R26
func TestServerThatAnswersAnything(t *testing.T) {
	usual := results{
		"initialize": greeting, "tools/list": `{"tools":[{"name":"go","inputSchema":{"type":"object"}}]}`,
		"prompts/list": `{"prompts":[{"name":"say"}]}`, "prompts/get": `{"messages":[]}`,
		"resources/list": `{"resources":[{"uri":"a:b"}]}`, "resources/read": `{"contents":[]}`, "tools/call": `{"content":[]}`,
	}
	odd := []string{
		`null`, `[]`, `{}`, `5`, `"x"`, strings.Repeat(`[`, 5000) + strings.Repeat(`]`, 5000), `{"supportedVersions":null}`, `{"supportedVersions":["2026-07-28"],"resultType":"complete"}`,
		`{"protocolVersion":"2025-06-18"}`, `{"protocolVersion":"2025-06-18","capabilities":null}`, `{"protocolVersion":"9999"}`, `{"protocolVersion":"2025-06-18","capabilities":{"tools":null,"prompts":5}}`,
		`{"tools":5}`, `{"tools":null,"nextCursor":"x"}`, `{"tools":[{}]}`, `{"tools":[{"name":"go"}]}`, `{"tools":[{"name":"go","inputSchema":5}]}`,
		`{"tools":[{"name":"go","inputSchema":{"type":"object","properties":null}}]}`, `{"tools":[{"name":"go","inputSchema":{"type":"object","properties":[],"required":5}}]}`,
		`{"prompts":[{"name":"say","arguments":5}]}`, `{"prompts":[{}]}`, `{"messages":[{}]}`, `{"messages":[{"role":"user","content":null}]}`, `{"messages":[{"role":"user","content":{"type":"new"}}]}`,
		`{"resources":[{}]}`, `{"contents":[{}]}`, `{"contents":[{"blob":"AAAA"}]}`, `{"contents":[{"blob":5}]}`,
		`{"content":null}`, `{"content":[{"type":"resource"}]}`, `{"content":[{"type":"resource","resource":null}]}`, `{"content":[{"type":"image"}],"structuredContent":5}`,
		`{"resultType":"input_required"}`, `{"resultType":"input_required","inputRequests":{"x":{"method":"sampling/createMessage","params":{}}},"requestState":"s"}`,
	}
	for _, method := range []string{
		"server/discover", "initialize", "tools/list", "prompts/list", "prompts/get", "resources/list", "resources/read", "tools/call",
	} {
		t.Run(method, func(t *testing.T) {
			t.Parallel()
			for _, result := range odd {
				site := maps.Clone(usual)
				site[method] = result
				s := reach(t, site, func(o *mcp.Options, _ *mcp.HTTP) { o.ConnectTimeout, o.ListTimeout = time.Second, time.Second })
				link, err := s.Connect(t.Context())
				if err != nil {
					continue
				}
				for _, h := range link.Tools() {
					_ = h.Spec().Signature()
					_ = h.Spec().Explain()
					h.Run(t.Context(), tool.Call{Input: json.RawMessage(`{}`)}, tool.Class{}, func(tool.Progress) {})
				}
				for _, p := range s.Prompts() {
					_, _, _ = s.FillPrompt(t.Context(), p.Name, "")
				}
				for _, r := range s.Resources() {
					_, _ = s.Read(t.Context(), r.URI)
				}
				link.Close()
			}
		})
	}
}
