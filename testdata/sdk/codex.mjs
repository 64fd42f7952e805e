// Drives the program through the Codex SDK, as a stranger's program would, and prints what came of it as
// one JSON value. Arguments: the program, what to do, and the id of a session for some.
import { Codex } from "@openai/codex-sdk";

const [program, scenario, session] = process.argv.slice(2);
const messages = [];
let error = "";

const codex = new Codex({ codexPathOverride: program, baseUrl: process.env.SDK_BASE_URL, apiKey: process.env.SDK_API_KEY });
const workspace = { workingDirectory: process.env.WORKSPACE, skipGitRepoCheck: true };

// stream gathers the events of a turn.
async function stream(thread, input, options) {
  const { events } = await thread.runStreamed(input, options);
  for await (const event of events) messages.push(event);
}

const scenarios = {
  async turn() {
    const thread = codex.startThread({ ...workspace, sandboxMode: "workspace-write", approvalPolicy: "never", modelReasoningEffort: "high", model: "some-model" });
    await stream(thread, "go");
    messages.push({ type: "told", id: thread.id });
  },
  async two() {
    const thread = codex.startThread(workspace);
    await stream(thread, "first");
    await stream(thread, "second");
  },
  async resume() {
    await stream(codex.resumeThread(session, workspace), "again");
  },
  async readonly() {
    await stream(codex.startThread({ ...workspace, sandboxMode: "read-only" }), "go");
  },
  async full() {
    await stream(codex.startThread({ ...workspace, sandboxMode: "danger-full-access", networkAccessEnabled: true, webSearchMode: "disabled" }), "go");
  },
  async schema() {
    const turn = await codex.startThread(workspace).run("go", { outputSchema: { type: "object", properties: { n: { type: "number" } } } });
    messages.push({ type: "told", ...turn });
  },
  async run() {
    messages.push({ type: "told", ...(await codex.startThread(workspace).run([{ type: "text", text: "one" }, { type: "text", text: "two" }])) });
  },
  async picture() {
    const input = [{ type: "text", text: "what is this?" }, { type: "local_image", path: process.env.PICTURE }];
    await stream(codex.startThread(workspace), input);
  },
  async abort() {
    const stop = new AbortController();
    const { events } = await codex.startThread(workspace).runStreamed("go", { signal: stop.signal });
    for await (const event of events) {
      messages.push(event);
      if (event.type === "item.started") stop.abort();
    }
  },
};

try {
  await scenarios[scenario]();
} catch (e) {
  error = String(e.message ?? e);
}
console.log(JSON.stringify({ messages, error }));
