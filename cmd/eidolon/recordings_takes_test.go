//go:build unix

package main

import "syscall"

var notes = map[string]string{"notes.txt": "buy milk\n", "plan.txt": "first\nsecond\n"}

// foreignConfig has calls in other notations than ours understood.
const foreignConfig = "models: {active: p, profiles: [{name: p, apiKind: openai, model: stub-model, apiKeyEnv: OPENAI_API_KEY, foreignCalls: true}]}\n"

// takes are the recorded sessions.
var takes = []take{
	{
		name: "several-calls", files: notes, steps: []step{prompt("What do my notes say?\n")}, script: `
answers:
  - parts:
      - {reasoning: "Two files are to be read.", deltas: 3, signature: proof}
      - {text: "I read both — and list them: ünïcödé 🙂.\n", deltas: 4}
      - calls:
          - {name: SysBuiltIn.read_file, id: a, input: {path: notes.txt}}
          - {name: SysBuiltIn.read_file, id: b, input: {path: plan.txt}}
          - {name: SysBuiltIn.ls, id: c}
      - {text: "In the meantime I go on.\n"}
      - call: {name: SysBuiltIn.grep, id: d, input: {pattern: milk}}
      - {text: "That is all.\n"}
    usage: {input: 900, output: 60, cached: 300, reasoning: 7}
  - parts: [{text: "You want to buy milk.\n"}]
`,
	},
	{
		name: "native", files: notes, steps: []step{prompt("What do my notes say?", "--tool-protocol", "native"), goOn("Thanks.", "--tool-protocol", "native")}, script: `
answers:
  - parts:
      - {reasoning: "Reading first.", signature: proof}
      - {text: "I read both.", deltas: 3}
      - call: {name: read_file, id: a, input: {path: notes.txt}}
      - call: {name: read_file, id: a, input: {path: plan.txt, start_line: "2"}}
      - call: {name: write_file, id: c, input: {path: new.txt}, body: {content: "some text\n"}}
      - call: {name: bash, id: d, input: {command: "cat new.txt"}}
      - call: {name: nothing, id: e, input: {x: 1}}
    usage: {input: 900, output: 60}
  - expect: {results: 5}
    parts: [{text: "You want to buy milk."}]
`,
	},
	{
		name: "foreign", files: notes, config: foreignConfig, steps: []step{prompt("What do my notes say?"), goOn("Thanks.")}, script: `
answers:
  - parts:
      - {raw: "I read both.\n<tool_call>\n{\"name\": \"read_file\", \"arguments\": {\"path\": \"notes.txt\"}}\n</tool_call>\n"}
      - {raw: "<function_calls>\n<invoke name=\"read_file\"><parameter name=\"path\">plan.txt</parameter></invoke>\n</function_calls>\nAnd write.\n"}
      - call: {name: SysBuiltIn.ls, id: c}
      - {raw: "<tool_call>\n<function=write_file>\n<parameter=path>\nnew.txt\n</parameter>\n<parameter=content>\nsome text\n\n</parameter>\n</function>\n</tool_call>"}
  - expect: {results: 4}
    parts: [{raw: "\x60\x60\x60json\n{\"tool\": \"bash\", \"input\": {\"command\": \"cat new.txt\"}}\n\x60\x60\x60"}]
  - parts: [{raw: "{\"name\": \"read_file\", \"arguments\": {\"path\": \"missing.txt\"}}"}]
  - parts: [{text: "You want to buy milk. Write <tool_call> yourself.\n"}]
`,
	},
	{
		name: "foreign-native", files: notes, config: foreignConfig, script: `
answers:
  - parts:
      - {raw: "<read_file>{\"path\": \"notes.txt\"}</read_file>"}
  - parts:
      - {raw: "<|tool_call|>\n<function=read_file>{\"path\": \"plan.txt\"}</function>"}
      - call: {name: ls, id: a, input: {}}
  - parts: [{text: "You want to buy milk."}]
`, steps: []step{prompt("What do my notes say?", "--tool-protocol", "native"), goOn("Thanks.", "--tool-protocol", "native")},
	},
	{
		name: "reads-while-talking", files: notes, steps: []step{prompt("go")}, script: `
answers:
  - parts:
      - call: {name: SysBuiltIn.read_file, id: a, input: {path: notes.txt}}
      - {text: "It is being read while I talk. ", deltas: 4, until: 150ms}
      - call: {name: SysBuiltIn.bash, id: b, input: {command: "sleep 0.2; echo done >>log.txt"}}
      - {text: "So is this. ", deltas: 4, until: 200ms}
      - calls:
          - {name: SysBuiltIn.read_file, id: c, input: {path: log.txt}}
          - {name: SysBuiltIn.bash, id: d, input: {command: "echo again >>log.txt; cat log.txt"}}
          - {name: SysBuiltIn.read_file, id: e, input: {path: log.txt}}
      - {text: "The end. "}
  - parts: [{text: "Done."}]
`,
	},
	{
		name: "bad-calls", files: notes, steps: []step{prompt("go")}, script: `
answers:
  - parts:
      - call: {name: SysBuiltIn.read_file, id: a, input: {path: missing.txt}}
      - call: {name: SysBuiltIn.read_files, id: b, input: {path: notes.txt}}
      - call: {name: SysBuiltIn.read_file, id: c, input: {file: notes.txt}}
      - call: {name: SysBuiltIn.bash, id: d, input: {command: "rm -rf /"}}
      - call: {name: SysBuiltIn.edit, id: e, input: {path: notes.txt, old: nowhere, new: there}}
  - parts:
      - {raw: "!unquote_start\n<tool_call SysBuiltIn.read_file id=\"a\" {path = }>\n!unquote_end\nAnd then <tool_call SysBuiltIn.ls id=\"q\" {}>\n"}
  - parts:
      - {raw: "Look:\n<tool_call SysBuiltIn.ls id=\"x\" {}>\n"}
  - parts:
      - calls:
          - {name: SysBuiltIn.read_file, id: s, input: {path: notes.txt}}
          - {name: SysBuiltIn.read_file, id: s, input: {path: plan.txt}}
  - parts: [{text: "Enough."}]
`,
	},
	{
		name: "unclosed-block", files: notes, steps: []step{prompt("go")}, script: `
answers:
  - parts:
      - {raw: "Now:\n!unquote_start\n<tool_call SysBuiltIn.read_file id=\"a\" {path = \"notes.txt\"}>\n<tool_call SysBuiltIn.bash id=\"b\" {command = \"touch no.txt\"}>\n"}
      - {pause: 100ms}
  - parts: [{text: "I stop here."}]
`,
	},
	{
		name: "todos", files: notes, steps: []step{prompt("go")}, script: `
answers:
  - parts:
      - call: {name: SysBuiltIn.todo_write, id: a, input: {items: [{content: Read, status: in_progress}, {content: Write, status: pending}]}}
  - parts:
      - call: {name: SysBuiltIn.read_file, id: b, input: {path: notes.txt}}
      - call: {name: SysBuiltIn.todo_write, id: c, input: {items: [{content: Read, status: completed}, {content: Write, status: completed}]}}
  - parts: [{text: "All done."}]
`,
	},
	{
		name: "recovered", files: notes, steps: []step{prompt("go")}, script: `
answers:
  - parts:
      - {text: "I begin.\n"}
      - call: {name: SysBuiltIn.read_file, id: a, input: {path: notes.txt}}
      - {text: "And in the middle of"}
      - {pause: 50ms}
      - {fault: {kind: truncated}}
  - parts: [{text: " the sentence it went on."}]
`,
	},
	{
		name: "refused", steps: []step{prompt("go").fails(), goOn("again")}, script: `
answers:
  - attempts:
      - parts: [{fault: {kind: auth}}]
    parts: [{text: "Now it works."}]
`,
	},
	{
		name: "tried-again", steps: []step{prompt("go")}, script: `
answers:
  - attempts:
      - parts:
          - {reasoning: "A thought that is lost.", signature: one}
          - {pause: 20ms}
          - {fault: {kind: truncated}}
    parts:
      - {reasoning: "A thought that counts.", signature: two}
      - {text: "Now it works."}
`,
	},
	{
		name: "interrupted-waiting", steps: []step{
			prompt("go").stopped(`eidolon\.retry`, syscall.SIGINT, 130),
			goOn("again").stopped(`eidolon\.retry`, syscall.SIGINT, 130),
			goOn("once more"),
		}, script: `
position: requests
answers:
  - parts: [{fault: {kind: overloaded, retryAfter: 20s}}]
  - parts:
      - {text: "It breaks off in the"}
      - {pause: 20ms}
      - {fault: {kind: overloaded, retryAfter: 20s}}
  - parts: [{text: "Now it works."}]
`,
	},
	{
		name: "output-limit", steps: []step{prompt("go")}, script: `
answers:
  - parts: [{text: "This is too long to"}]
    end: {reason: length}
  - parts: [{text: " end."}]
`,
	},
	{
		name: "empty-answers", steps: []step{prompt("go").fails(), goOn("again")}, script: `
answers:
  - parts: [{text: ""}]
  - parts: [{text: "Here I am."}]
`,
	},
	{
		name: "interrupted", files: notes, steps: []step{
			prompt("go").stopped(`eidolon\.tool_started`, syscall.SIGINT, 130),
			goOn("talk").stopped(`Many`, syscall.SIGINT, 130),
			goOn("once more"),
		}, script: `
answers:
  - parts:
      - {text: "This takes a while.\n"}
      - call: {name: SysBuiltIn.bash, id: a, input: {command: "echo begun; sleep 20"}}
      - {text: "It runs."}
  - parts:
      - {text: "Many words. ", deltas: 2}
      - {fault: {kind: hang}}
  - parts: [{text: "Fine now."}]
`,
	},
	{
		name: "killed", files: notes, steps: []step{
			prompt("go").stopped(`t1r1c2.*eidolon\.tool_started`, syscall.SIGKILL, -1),
			goOn("talk").stopped(`eidolon\.tool_result`, syscall.SIGKILL, -1),
			goOn("and now").stopped(`eidolon\.tool_result`, syscall.SIGKILL, -1),
			goOn("once more"),
		}, script: `
answers:
  - parts:
      - {text: "This takes a while.\n"}
      - call: {name: SysBuiltIn.read_file, id: a, input: {path: notes.txt}}
      - call: {name: SysBuiltIn.bash, id: b, input: {command: "sleep 20"}}
      - {text: "It runs."}
  - parts:
      - {text: "Many words. ", deltas: 2}
      - call: {name: SysBuiltIn.read_file, id: a, input: {path: notes.txt}}
      - {text: "More. "}
      - {fault: {kind: hang}}
  - parts:
      - {text: "Writing:\n"}
      - call: {name: SysBuiltIn.write_file, id: a, input: {path: new.txt}, body: {content: "x\n"}}
      - {text: "More to come.", every: 20s}
  - parts: [{text: "Fine now."}]
`,
	},
	{
		name: "several-turns", files: notes, steps: []step{
			prompt("one"), goOn("two"), {args: []string{"threads", "rename", "SESSION", "Out and in"}}, goOn("three"), goOn("four"),
		}, script: `
answers:
  - parts:
      - call: {name: SysBuiltIn.write_file, id: a, input: {path: out.txt}, body: {content: "text with\n!unquote_end\nin it\n"}}
  - parts: [{text: "Written."}]
  - parts:
      - call: {name: SysBuiltIn.read_file, id: a, input: {path: out.txt}}
  - parts: [{text: "Read."}]
`,
	},
	{
		name: "native-bad", files: notes, steps: []step{prompt("go", "--tool-protocol", "native")}, script: `
answers:
  - parts:
      - {text: "Three of them."}
      - wire: "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"id\":\"a\",\"function\":{\"name\":\"read_file\",\"arguments\":\"{\\\"path\\\":\\\"notes.txt\\\"}\"}}]}}]}\n\n"
      - wire: "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":0,\"function\":{\"arguments\":\" and more\"}}]}}]}\n\n"
      - wire: "data: {\"choices\":[{\"index\":0,\"delta\":{\"tool_calls\":[{\"index\":1,\"id\":\"b\",\"function\":{\"name\":\"ls\",\"arguments\":\"{\\\"path\\\": \"}}]}}]}\n\n"
      - call: {name: read_file, id: c, input: {path: plan.txt}}
  - parts: [{text: "Enough."}]
`,
	},
	{
		name: "going-round", files: notes, steps: []step{prompt("go").fails()}, script: `
answers:
  - repeat: 6
    parts:
      - {raw: "!unquote_start\n<tool_call SysBuiltIn.read_file id=\"a\" {path = }>\n!unquote_end\n"}
`,
	},
	{
		name: "refused-by-mode", files: notes, steps: []step{prompt("go", "--permission-mode", "plan"), goOn("again")}, script: `
answers:
  - parts:
      - {text: "Writing."}
      - call: {name: SysBuiltIn.write_file, id: a, input: {path: new.txt}, body: {content: "x\n"}}
      - call: {name: SysBuiltIn.bash, id: b, input: {command: "ls; touch y"}}
      - call: {name: SysBuiltIn.write_file, id: c, input: {path: .git/config}, body: {content: "x\n"}}
  - parts: [{text: "I may not."}]
  - parts:
      - call: {name: SysBuiltIn.write_file, id: c, input: {path: .git/config}, body: {content: "x\n"}}
  - parts: [{text: "Still not."}]
`,
	},
	{
		name: "max-turns", files: notes, steps: []step{prompt("go", "--max-turns", "2").fails(), goOn("continue")}, script: `
answers:
  - repeat: 3
    parts:
      - call: {name: SysBuiltIn.read_file, id: a, input: {path: notes.txt}}
  - parts: [{text: "At last."}]
`,
	},
	{
		name: "hooks", files: notes, steps: []step{
			prompt("go"),
			goOn("wait").stopped(`eidolon\.usage`, syscall.SIGINT, 130),
			goOn("wait again").stopped(`eidolon\.usage`, syscall.SIGKILL, -1),
			goOn("on and on"),
		}, config: `
hooks:
  preToolUse:
    - {matcher: Bash, command: "echo 'no commands today' >&2; exit 2"}
  postToolUse:
    - {matcher: Edit, command: "echo 'well formatted' >&2; exit 2"}
  userPromptSubmit:
    - {command: "cat >../prompt.json; echo 'the branch is main'"}
  stop:
    - command: |
        case $(cat ../prompt.json) in
          *wait*) sleep 20;;
          *go*) case $(cat) in *'_active":false'*) echo 'run the tests' >&2; exit 2;; esac;;
          *) echo 'and on' >&2; exit 2;;
        esac
`, script: `
answers:
  - parts:
      - {text: "I will.\n"}
      - call: {name: SysBuiltIn.write_file, id: a, input: {path: new.txt}, body: {content: "x\n"}}
      - call: {name: SysBuiltIn.bash, id: b, input: {command: "cat new.txt"}}
  - parts: [{text: "Done."}]
  - parts: [{text: "Tested."}]
  - parts: [{text: "I wait."}]
  - parts: [{text: "I wait again."}]
  - parts: [{text: "On."}]
  - parts: [{text: "And on."}]
  - parts: [{text: "And further."}]
  - parts: [{text: "The end."}]
`,
	},
}
