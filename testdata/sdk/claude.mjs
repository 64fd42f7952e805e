// Drives the program through Claude's agent SDK, as a stranger's program would, and prints what came of
// it as one JSON value. Arguments: the program, what to do, and the id of a session for some.
import { query } from "@anthropic-ai/claude-agent-sdk";

const [program, scenario, session] = process.argv.slice(2);
const messages = [];
const asked = [];
let stderr = "";

const base = {
  pathToClaudeCodeExecutable: program,
  cwd: process.env.WORKSPACE,
  stderr: (text) => { stderr += text; },
};

// canUseTool answers questions with what the scenario says.
const answering = (answer) => async (name, input, about) => {
  asked.push({ name, input, id: about.toolUseID, reason: about.decisionReason, suggestions: about.suggestions ?? null });
  return answer(name, input, about);
};

// gather reads messages until the end, and calls on each.
async function gather(q, on = () => {}) {
  let error = null;
  try {
    for await (const message of q) {
      messages.push(message);
      await on(message, q);
    }
  } catch (e) {
    error = String(e.message ?? e);
  }
  return error;
}

// turns gives user messages one by one: the next one when it is asked for.
function turns(...texts) {
  const waiting = [];
  let go = () => {};
  const input = (async function* () {
    for (const text of texts) {
      yield { type: "user", message: { role: "user", content: text }, parent_tool_use_id: null };
      await new Promise((resolve) => { go = resolve; });
    }
  })();
  return { input, next: () => go(), waiting };
}

const scenarios = {
  async turn() {
    return gather(query({ prompt: "go", options: { ...base, permissionMode: "bypassPermissions", allowDangerouslySkipPermissions: true, includePartialMessages: true } }));
  },
  async bare() {
    return gather(query({ prompt: "go", options: base }));
  },
  async allow() {
    return gather(query({ prompt: "go", options: { ...base, canUseTool: answering(async (_, input) => ({ behavior: "allow", updatedInput: input })) } }));
  },
  async deny() {
    return gather(query({ prompt: "go", options: { ...base, canUseTool: answering(async () => ({ behavior: "deny", message: "not today" })) } }));
  },
  async changed() {
    const other = async () => ({ behavior: "allow", updatedInput: { command: "echo other" } });
    return gather(query({ prompt: "go", options: { ...base, canUseTool: answering(other) } }));
  },
  async always() {
    const always = async (_, input, about) => ({ behavior: "allow", updatedInput: input, updatedPermissions: about.suggestions });
    return gather(query({ prompt: "go", options: { ...base, canUseTool: answering(always) } }));
  },
  async rules() {
    return gather(query({ prompt: "go", options: { ...base, permissionMode: "default", allowedTools: ["Bash(echo:*)"], disallowedTools: ["Write"] } }));
  },
  async two() {
    const t = turns("first", "second");
    return gather(query({ prompt: t.input, options: base }), (m) => { if (m.type === "result") t.next(); });
  },
  async resume() {
    return gather(query({ prompt: "again", options: { ...base, resume: session } }));
  },
  async fork() {
    return gather(query({ prompt: "again", options: { ...base, resume: session, forkSession: true } }));
  },
  async interrupt() {
    const t = turns("first", "second");
    const q = query({ prompt: t.input, options: { ...base, includePartialMessages: true } });
    return gather(q, async (m) => {
      if (m.type === "stream_event" && m.event.type === "content_block_delta" && m.event.delta.text === "waiting") await q.interrupt();
      if (m.type === "result") t.next();
    });
  },
  async control() {
    const t = turns("first", "second");
    const q = query({ prompt: t.input, options: base });
    messages.push({ type: "told", ...(await q.initializationResult()) });
    return gather(q, async (m) => {
      if (m.type !== "result") return;
      await q.setPermissionMode("plan");
      await q.setModel("other-model");
      t.next();
    });
  },
  async prompts() {
    const systemPrompt = { type: "preset", preset: "claude_code", append: "Speak of whales." };
    return gather(query({ prompt: "go", options: { ...base, systemPrompt, model: "some-model", maxTurns: 1 } }));
  },
  async schema() {
    const outputFormat = { type: "json_schema", schema: { type: "object", properties: { n: { type: "number" } } } };
    return gather(query({ prompt: "go", options: { ...base, outputFormat } }));
  },
  async picture() {
    const source = { type: "base64", media_type: "image/png", data: process.env.PICTURE };
    const content = [{ type: "text", text: "what is this?" }, { type: "image", source }];
    const input = (async function* () { yield { type: "user", message: { role: "user", content }, parent_tool_use_id: null }; })();
    return gather(query({ prompt: input, options: base }));
  },
  async hooks() {
    const hooks = { PreToolUse: [{ hooks: [async () => ({ decision: "block" })] }] };
    return gather(query({ prompt: "go", options: { ...base, hooks } }));
  },
};

const error = await scenarios[scenario]();
console.log(JSON.stringify({ messages, asked, error, stderr }));
