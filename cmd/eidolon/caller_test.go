//go:build unix

package main

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"syscall"
	"testing"
)

// weatherTool is a tool of the program that asks.
const weatherTool = `get_weather:inline={"type":"object","description":"The weather of a city","properties":{"city":{"type":"string"}},"required":["city"]}`

// A program that runs the calls itself gets them from every wire and in both ways of calling, and hands
// their outputs back to a second process.
//
// Covers: W2, W9, W27, W28, W32, W33
func TestCallerOnEveryWire(t *testing.T) {
	for _, wire := range wires {
		for _, protocol := range []string{"xnl", "native"} {
			t.Run(wire.kind+" "+protocol, func(t *testing.T) {
				t.Parallel()
				s := newSite(t, weatherScript)
				s.configure(wire.kind, wire.base)
				flags := []string{"exec", "--json", "--tool-protocol", protocol, "--tool", weatherTool, "--session-id", "one"}
				first := s.events(append(flags, "--tool-choice", "required", "-p", "Weather?")...)
				items := []string{`{"role":"user","content":"Weather?"}`}
				var outputs []string
				for _, l := range first.lines {
					if l.Type == "response.output_item.done" && l.Item.Type == "function_call" {
						call := `{"type":"function_call","call_id":%q,"name":%q,"arguments":%q,"signature":%q}`
						items = append(items, fmt.Sprintf(call, l.Item.CallID, l.Item.Name, l.Item.Arguments, l.Item.Signature))
						city := strings.TrimSuffix(strings.TrimPrefix(l.Item.Arguments, `{"city":"`), `"}`)
						output := `{"type":"function_call_output","call_id":%q,"output":"sunny in %s"}`
						outputs = append(outputs, fmt.Sprintf(output, l.Item.CallID, city))
					}
				}
				if len(outputs) != 2 {
					t.Fatalf("%d calls:\n%s", len(outputs), strings.Join(first.outline(), "\n"))
				}
				all := "[" + strings.Join(slices.Concat(items, outputs), ",") + "]"
				if err := os.WriteFile(s.path("items.json"), []byte(all), 0o600); err != nil {
					t.Fatal(err)
				}
				second := strings.Join(s.events(append(flags, "--input-json", "items.json")...).outline(), "\n")
				if !strings.Contains(second, `response.output_text.delta "Sunny in both."`) {
					t.Errorf("the answer is\n%s", second)
				}
				s.checkOffered(protocol)
			})
		}
	}
}

// checkOffered checks that the tools of the caller, and no others, came to the model.
func (s *site) checkOffered(protocol string) {
	s.t.Helper()
	for i, x := range s.srv.Exchanges() {
		if x.Err != "" {
			s.t.Errorf("request %d was refused: %s", i+1, x.Err)
		}
		body := string(x.Body)
		if !strings.Contains(body, "get_weather") || strings.Contains(body, "read_file") || strings.Contains(body, s.dir) {
			s.t.Errorf("request %d holds what it should not, or not the tool: %s", i+1, body)
		}
		if offered := len(x.Request.Tools); offered != map[string]int{"native": 1, "xnl": 0}[protocol] {
			s.t.Errorf("request %d offers %d tools", i+1, offered)
		}
	}
	if dir := s.session(); dir != "" {
		s.t.Errorf("there is a session in %s", dir)
	}
}

// events runs the program and gives what it printed.
func (s *site) events(args ...string) *eventStream {
	s.t.Helper()
	p := s.start(args...)
	if got := p.wait(); got != 0 {
		s.t.Fatalf("exit code %d\n%s%s", got, p.stdout.String(), p.stderr.String())
	}
	stream, err := readEvents(p.stdout.Bytes())
	if err == nil {
		err = stream.whole()
	}
	if err != nil {
		s.t.Fatal(err)
	}
	return stream
}

// A call is printed when it is complete, while the model goes on. A signal then ends the run.
//
// Covers: W2, W10, W23
func TestCallerIsInterrupted(t *testing.T) {
	const script = `answers: [{parts: [{call: {name: get_weather, id: a, input: {city: Kyiv}}}, {text: " "}, {fault: {kind: hang}}]}]`
	for _, protocol := range []string{"xnl", "native"} {
		t.Run(protocol, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, script)
			p := s.start("exec", "--json", "--tool-protocol", protocol, "--tool", weatherTool, "-p", "Weather?")
			if err := p.await(regexp.MustCompile(`"function_call"\},.*"type":"response.output_item.done"`)); err != nil {
				t.Fatal(err)
			}
			if err := p.cmd.Process.Signal(syscall.SIGINT); err != nil {
				t.Fatal(err)
			}
			if got := p.wait(); got != 130 {
				t.Errorf("exit code %d\n%s", got, p.stderr.String())
			}
			stream, err := readEvents(p.stdout.Bytes())
			if err != nil {
				t.Fatal(err)
			}
			if last := stream.lines[len(stream.lines)-1]; last.Type != "error" || last.Kind != "interrupted" {
				t.Errorf("the last line is %+v", last)
			}
		})
	}
}

// The search of a service is asked for in the service's own words, beside tools of ours or of a caller.
//
// Covers: W8
func TestWebSearchOnEveryWire(t *testing.T) {
	words := map[string]string{
		"openai":    "", // the format has none that all services take
		"anthropic": `"type":"web_search_\d+"`, "responses": `"external_web_access":true,"type":"web_search"|"type":"web_search","external_web_access":true`,
		"gemini": `(?i)"google_?search":`,
	}
	for _, wire := range wires {
		t.Run(wire.kind, func(t *testing.T) {
			t.Parallel()
			s := newSite(t, `answers: [{parts: [{text: Found.}]}, {parts: [{text: Found.}]}]`)
			s.configure(wire.kind, wire.base)
			s.events("exec", "--json", "--no-save", "--web-search", "-p", "look it up")
			s.events("exec", "--json", "--tool-protocol", "native", "--web-search", "--tool", weatherTool, "-p", "look it up")
			s.events("exec", "--json", "--no-save", "-p", "look it up")
			for i, x := range s.srv.Exchanges() {
				asked := words[wire.kind] != "" && regexp.MustCompile(words[wire.kind]).Match(x.Body)
				if want := words[wire.kind] != "" && i < 2; asked != want {
					t.Errorf("request %d asks for a search: %v, want %v\n%s", i+1, asked, want, x.Body)
				}
			}
		})
	}
}
