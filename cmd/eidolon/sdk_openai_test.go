//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/npmtest"
)

// openaiSDK is the library of OpenAI that reads streams of responses.
const openaiSDK = "openai@6.49.0"

// orchestrate has the SDK ask, run the calls of the model itself, and ask again with their outputs.
const orchestrate = `
import OpenAI from 'openai';
const client = new OpenAI({ baseURL: process.argv[2], apiKey: 'none', maxRetries: 0 });
const tools = [{ type: 'function', name: 'get_weather', strict: false, description: 'The weather of a city',
  parameters: { type: 'object', description: 'The weather of a city', properties: { city: { type: 'string' } } } }];
const input = [{ type: 'message', role: 'user', content: 'Weather?' }];
const seen = [];
for (let turn = 0; turn < 2; turn++) {
  let deltas = '';
  const stream = client.responses.stream({ model: 'm', input, tools, tool_choice: 'auto' });
  stream.on('response.output_text.delta', (e) => { deltas += e.delta; });
  const response = await stream.finalResponse();
  seen.push({ status: response.status, text: response.output_text, deltas, usage: response.usage.total_tokens, cached: response.usage.input_tokens_details.cached_tokens,
    calls: response.output.filter((i) => i.type === 'function_call').map((i) => i.name + i.arguments) });
  input.push(...response.output);
  for (const call of response.output.filter((i) => i.type === 'function_call'))
    input.push({ type: 'function_call_output', call_id: call.call_id, output: 'sunny in ' + JSON.parse(call.arguments).city });
}
console.log(JSON.stringify(seen));
`

// sdkTurn is what the SDK made of a response.
type sdkTurn struct {
	Status string   `json:"status"`
	Text   string   `json:"text"`
	Deltas string   `json:"deltas"`
	Usage  int      `json:"usage"`
	Cached int      `json:"cached"`
	Calls  []string `json:"calls"`
}

const weatherScript = `
answers:
  - parts:
      - text: "I will look.\n"
        deltas: 4
      - calls: [{name: get_weather, id: a, input: {city: Kyiv}}, {name: get_weather, id: b, input: {city: "Zürich"}}]
    usage: {input: 10, output: 5, cached: 8}
  - expect: {results: 2, last: {contains: [sunny in Kyiv, sunny in Zürich]}}
    parts:
      - text: "Sunny in both."
    usage: {input: 20, output: 5}
`

// The official SDK has the model answer, runs its calls, and hands the outputs back to a second process.
//
// Covers: W33, W36
func TestSDKOrchestrates(t *testing.T) {
	dir := npmtest.Dir(t, openaiSDK)
	for _, protocol := range []string{"native", "xnl"} {
		t.Run(protocol, func(t *testing.T) {
			s := newSite(t, weatherScript)
			gateway := httptest.NewServer(s.gateway("--tool-protocol", protocol))
			defer gateway.Close()
			var got []sdkTurn
			if err := json.Unmarshal([]byte(npmtest.Run(t, dir, orchestrate, nil, gateway.URL)), &got); err != nil {
				t.Fatal(err)
			}
			want := []sdkTurn{
				{"completed", "I will look.\n", "I will look.\n", 15, 8, []string{`get_weather{"city":"Kyiv"}`, `get_weather{"city":"Zürich"}`}},
				{"completed", "Sunny in both.", "Sunny in both.", 25, 0, []string{}},
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// gateway serves the Responses API: it runs the program once for each request and sends its events on as
// they come, all of them.
func (s *site) gateway(flags ...string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		var asked struct {
			Input json.RawMessage
			Tools []struct {
				Name       string
				Parameters json.RawMessage
			}
		}
		items := filepath.Join(s.dir, "items.json")
		err := json.NewDecoder(r.Body).Decode(&asked)
		if err == nil {
			err = os.WriteFile(items, asked.Input, 0o600)
		}
		args := append([]string{"exec", "--json", "--input-json", items}, flags...)
		for _, t := range asked.Tools {
			args = append(args, "--tool", t.Name+":inline="+string(t.Parameters))
		}
		if err == nil {
			w.Header().Set("Content-Type", "text/event-stream")
			err = s.relay(w, args) //nolint:contextcheck // the program ends with the test, if not before
		}
		if err != nil {
			s.t.Error(err)
		}
	}
}

// relay runs the program and sends its lines as server-sent events.
func (s *site) relay(w http.ResponseWriter, args []string) error {
	cmd := s.command(args...)
	var errs strings.Builder
	cmd.Stderr = &errs
	out, err := cmd.StdoutPipe()
	if err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	lines := bufio.NewScanner(out)
	for lines.Scan() {
		var l eventLine
		if err := json.Unmarshal(lines.Bytes(), &l); err != nil {
			return err
		}
		if err := checkLine(lines.Bytes()); err != nil {
			return err
		}
		fmt.Fprintf(w, "event: %s\ndata: %s\n\n", l.Type, lines.Bytes())
		if err := http.NewResponseController(w).Flush(); err != nil {
			return err
		}
	}
	if err := cmd.Wait(); err != nil {
		return fmt.Errorf("%w: %s", err, errs.String())
	}
	return lines.Err()
}

// accumulate has the SDK read the standard lines of a run as they are, one JSON object a line.
const accumulate = `
import { spawn } from 'node:child_process';
import { Readable } from 'node:stream';
import { Stream } from 'openai/streaming';
import { accumulateResponse } from 'openai/lib/responses/ResponseAccumulator';
const child = spawn('eidolon', process.argv.slice(2), { stdio: ['ignore', 'pipe', 'inherit'] });
let snapshot, last;
for await (const event of Stream.fromReadableStream(Readable.toWeb(child.stdout), new AbortController())) {
  snapshot = accumulateResponse(event, snapshot);
  last = event.type;
}
console.log(JSON.stringify({ last, status: snapshot.status, text: snapshot.output_text, output: snapshot.output.map((i) => i.type) }));
`

// What the agent does with its own tools can be read by the SDK too, and so can a run that fails.
func TestSDKReadsAnAgentAtWork(t *testing.T) {
	dir := npmtest.Dir(t, openaiSDK)
	type read struct {
		Last   string   `json:"last"`
		Status string   `json:"status"`
		Text   string   `json:"text"`
		Output []string `json:"output"`
	}
	for name, c := range map[string]struct {
		script string
		want   read
	}{
		"a turn with calls": {
			"answers:\n  - parts: [{text: \"I look.\\n\"}, {call: {name: SysBuiltIn.ls, id: a}}]\n  - parts: [{text: Done.}]\n",
			read{"response.completed", "completed", "I look.\nDone.", []string{"message", "function_call", "message"}},
		},
		"a refusal": {
			"answers:\n  - parts: [{fault: {kind: bad_request, message: no}}]\n",
			read{"error", "in_progress", "", []string{}},
		},
	} {
		t.Run(name, func(t *testing.T) {
			s := newSite(t, c.script)
			env := s.command().Env
			var got read
			if err := json.Unmarshal([]byte(npmtest.Run(t, dir, accumulate, env, "exec", "--format", "responses", "--root", s.path(""), "-p", "go")), &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(c.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}
