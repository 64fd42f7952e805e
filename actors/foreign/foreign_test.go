package foreign_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/foreign"
	"eidolon/actors/tool"
)

// known are the tools of the tests.
func known() map[string]tool.Spec {
	ls := tool.Spec{Namespace: "Sys", Name: "ls", Params: []tool.Param{{Name: "path", Type: tool.String}}}
	todo := tool.Spec{Name: "todo", Params: []tool.Param{{Name: "items", Type: tool.Array}, {Name: "note", Type: tool.String}}}
	return map[string]tool.Spec{"Sys.ls": ls, "ls": ls, "todo": todo}
}

// scanned gives what is found in an answer that comes in pieces of a size: text as it is, calls in brackets.
func scanned(o foreign.Options, answer string, size int, whole bool) string {
	var b strings.Builder
	tell := func(e foreign.Event) {
		if e.Name == "" {
			b.Write(e.Text)
			return
		}
		fmt.Fprintf(&b, "[%s %s]", e.Name, e.Input)
	}
	s := foreign.New(o)
	for at := 0; at < len(answer); {
		n := size
		for at+n < len(answer) && answer[at+n]&0xc0 == 0x80 { // whole characters
			n++
		}
		n = min(n, len(answer)-at)
		s.Write([]byte(answer[at:at+n]), at+n, tell)
		at += n
	}
	s.Close(whole, tell)
	return b.String()
}

func TestScanner(t *testing.T) {
	const fence = "```"
	for _, test := range []struct{ name, answer, want string }{
		{"nothing", "", ""},
		{"text", "Hello <b>you</b>,\n<div> 1 < 2 {}\n", "Hello <b>you</b>,\n<div> 1 < 2 {}\n"},
		{"Hermes", "Look:\n<tool_call>\n{\"name\": \"ls\", \"arguments\": {\"path\": \"a\"}}\n</tool_call>\ndone", "Look:\n[ls {\"path\": \"a\"}]done"},
		{
			"two of them", `<tool_call>{"name":"ls","arguments":{}}</tool_call><tool_call>{"name":"todo","arguments":"{\"note\":\"x\"}"}</tool_call>`,
			`[ls {}][todo {"note":"x"}]`,
		},
		{"name last, with an id", `<tool_call>{"id":"1","parameters":{"path":"a"},"tool":"Sys.ls"}</tool_call>`, `[Sys.ls {"path":"a"}]`},
		{"as a function of the API", `<tool_call>{"type":"function","function":{"name":"ls","arguments":"{}"}}</tool_call>`, `[ls {}]`},
		{"prefix of the name", `<tool_call>{"name":"functions.ls","arguments":{}}</tool_call>`, `[ls {}]`},
		{"closer inside the input", `<tool_call>{"name":"ls","arguments":{"path":"</tool_call>\n\u00e9\\"}}</tool_call>`, `[ls {"path":"</tool_call>\n\u00e9\\"}]`},
		{"unknown tool", `<tool_call>{"name":"rm","arguments":{}}</tool_call>`, `<tool_call>{"name":"rm","arguments":{}}</tool_call>`},
		{"no closer", `<tool_call>{"name":"ls","arguments":{}}`, `<tool_call>{"name":"ls","arguments":{}}`},
		{"input is no object", `<tool_call>{"name":"ls","arguments":[1]}</tool_call>`, `<tool_call>{"name":"ls","arguments":[1]}</tool_call>`},
		{"two inputs", `<tool_call>{"name":"ls","arguments":{},"input":{}}</tool_call>`, `<tool_call>{"name":"ls","arguments":{},"input":{}}</tool_call>`},
		{"broken, then a call", "<tool_call>{\"name\":\n<tool_call>{\"name\":\"ls\",\"arguments\":{}}</tool_call>", "<tool_call>{\"name\":\n[ls {}]"},
		{"in a line", `Write <tool_call>{"name":"ls","arguments":{}}</tool_call> like this.`, `Write <tool_call>{"name":"ls","arguments":{}}</tool_call> like this.`},
		{"in a line as code", "`<tool_call>{\"name\":\"ls\",\"arguments\":{}}</tool_call>`", "`<tool_call>{\"name\":\"ls\",\"arguments\":{}}</tool_call>`"},
		{"indented", `   <tool_call>{"name":"ls","arguments":{}}</tool_call>`, `   [ls {}]`},
		{"indented as code", `    <tool_call>{"name":"ls","arguments":{}}</tool_call>`, `    <tool_call>{"name":"ls","arguments":{}}</tool_call>`},
		{"an example in a fence", fence + "xml\n<tool_call>{\"name\":\"ls\",\"arguments\":{}}</tool_call>\n" + fence, fence + "xml\n<tool_call>{\"name\":\"ls\",\"arguments\":{}}</tool_call>\n" + fence},
		{"after an example", "~~~\n<ls>{}</ls>\n```\n~~~\n<ls>{}</ls>", "~~~\n<ls>{}</ls>\n```\n~~~\n[ls {}]"},
		{
			"Qwen", "<tool_call>\n<function=todo>\n<parameter=items>\n[1, 2]\n</parameter>\n<parameter=note>\nline\n\n</parameter>\n</function>\n</tool_call>",
			`[todo {"items":[1, 2],"note":"line\n"}]`,
		},
		{"Llama", `<function=ls>{"path": "a"}</function>`, `[ls {"path": "a"}]`},
		{"Llama, no parameters", "<function=ls>\n</function>", "[ls {}]"},
		{"function of no tool", `<function=rm>{"path": "a"}</function>`, `<function=rm>{"path": "a"}</function>`},
		{
			"invocations", "<function_calls>\n<invoke name=\"ls\">\n<parameter name=\"path\">a <b>\n</parameter>\n</invoke>\n<invoke name=\"todo\">\n</invoke>\n</function_calls>.",
			`[ls {"path":"a <b>\n"}][todo {}].`,
		},
		{"a lone invocation", `<invoke name="ls"><parameter name="path">5</parameter></invoke>`, `[ls {"path":"5"}]`},
		{
			"the second of no tool", `<function_calls><invoke name="ls"></invoke> <invoke name="rm"></invoke></function_calls>`,
			`[ls {}] <invoke name="rm"></invoke></function_calls>`,
		},
		{"no invocation", "<function_calls></function_calls>", "<function_calls></function_calls>"},
		{
			"with bars", `<｜DSML｜function_calls><｜DSML｜invoke name="ls"><｜DSML｜parameter name="path" string="true">a</｜DSML｜parameter></｜DSML｜invoke></｜DSML｜function_calls>`,
			`[ls {"path":"a"}]`,
		},
		{
			"sections", `On it.<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>ls<｜tool▁sep｜>{"path":"a"}<｜tool▁call▁end｜><｜tool▁call▁begin｜>ls<｜tool▁sep｜>{}<｜tool▁call▁end｜><｜tool▁calls▁end｜>`,
			`On it.[ls {"path":"a"}][ls {}]`,
		},
		{
			"older sections", "<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>function<｜tool▁sep｜>ls\n```json\n{\"path\":\"a\"}\n```<｜tool▁call▁end｜><｜tool▁calls▁end｜>",
			`[ls {"path":"a"}]`,
		},
		{"bars in a line", "a <｜ b <｝ c <é", "a <｜ b <｝ c <é"},
		{"tag of a tool", `<ls>{"path":"a"}</ls> and`, `[ls {"path":"a"}] and`},
		{"tag of a tool around text", "<ls>all files</ls>", "<ls>all files</ls>"},
		{"fence", "So:\n" + fence + "json\n{\"tool\": \"ls\", \"input\": {\"path\": \"a\"}}\n" + fence + "\nok", "So:\n[ls {\"path\": \"a\"}]ok"},
		{"fence at the end", fence + "tool_call\n{\"name\": \"ls\", \"args\": {}}\n" + fence, "[ls {}]"},
		{"longer fence", fence + "`json\n{\"tool\": \"ls\", \"input\": {}}\n" + fence + "\n````\n", fence + "`json\n{\"tool\": \"ls\", \"input\": {}}\n" + fence + "\n````\n"},
		{"fence with something else", fence + "json\n{\"name\": \"ls\", \"version\": {}}\n" + fence + "\n<ls>{}</ls>", fence + "json\n{\"name\": \"ls\", \"version\": {}}\n" + fence + "\n[ls {}]"},
		{"fence with more behind", fence + "json\n{\"name\": \"ls\", \"args\": {}}\n{}\n" + fence, fence + "json\n{\"name\": \"ls\", \"args\": {}}\n{}\n" + fence},
		{"fence of another language", fence + "js\n{\"name\": \"ls\", \"args\": {}}\n" + fence, fence + "js\n{\"name\": \"ls\", \"args\": {}}\n" + fence},
		{"the whole answer", "\n {\"name\": \"ls\", \"parameters\": {}} \n", "\n [ls {}]"},
		{"an object and text", "{\"name\": \"ls\", \"parameters\": {}} is it", "{\"name\": \"ls\", \"parameters\": {}} is it"},
		{"text and an object", "It is {\"name\": \"ls\", \"parameters\": {}}", "It is {\"name\": \"ls\", \"parameters\": {}}"},
		{"broken number", `<ls>{"a":01}</ls>`, `<ls>{"a":01}</ls>`},
		{"values of all kinds", `<ls>{"a":[-1.5e3,true,null,{"b":[]},"\""],"c":{}}</ls>`, `[ls {"a":[-1.5e3,true,null,{"b":[]},"\""],"c":{}}]`},
	} {
		t.Run(test.name, func(t *testing.T) {
			for _, size := range []int{1, 2, 3, 7, 1 << 20} {
				if diff := cmp.Diff(test.want, scanned(foreign.Options{Tools: known()}, test.answer, size, true)); diff != "" {
					t.Errorf("in pieces of %d: %s", size, diff)
				}
			}
		})
	}
}

// The offset of a call is that of the byte behind it.
func TestEnd(t *testing.T) {
	const answer = "Look:\n<ls>{}</ls> and\n<function_calls><invoke name=\"ls\"></invoke></function_calls>"
	s := foreign.New(foreign.Options{Tools: known()})
	var ends []string
	tell := func(e foreign.Event) {
		if e.Name != "" {
			ends = append(ends, answer[:e.End])
		}
	}
	s.Write([]byte(answer[:10]), 10, tell)
	s.Write([]byte(answer[10:]), len(answer), tell)
	want := []string{"Look:\n<ls>{}</ls>", strings.TrimSuffix(answer, "</function_calls>")}
	if diff := cmp.Diff(want, ends); diff != "" {
		t.Error(diff)
	}
}

// What only the end of an answer completes does not count in one that was cut.
func TestCutAnswer(t *testing.T) {
	for _, answer := range []string{"{\"name\": \"ls\", \"parameters\": {}}", "```json\n{\"name\": \"ls\", \"parameters\": {}}\n```"} {
		if got := scanned(foreign.Options{Tools: known()}, answer, 5, false); got != answer {
			t.Errorf("%s gives %s", answer, got)
		}
	}
}

func TestLimit(t *testing.T) {
	long := `<ls>{"path":"` + strings.Repeat("é", 100) + `"}</ls>`
	if got := scanned(foreign.Options{Tools: known(), Max: 50}, long+"\n<ls>{}</ls>", 3, true); got != long+"\n[ls {}]" {
		t.Errorf("got %s", got)
	}
}

// Something else than text ends what has begun.
func TestBreak(t *testing.T) {
	var got strings.Builder
	tell := func(e foreign.Event) { got.WriteString(e.Name + string(e.Text)) }
	s := foreign.New(foreign.Options{Tools: known()})
	s.Write([]byte("<ls>{"), 5, tell)
	s.Break(tell)
	s.Write([]byte("}</ls>\n<ls>{}</ls>"), 30, tell)
	s.Close(true, tell)
	if got.String() != "<ls>{}</ls>\nls" {
		t.Errorf("got %q", got.String())
	}
}

// FuzzScanner shows that it does not matter in which pieces an answer comes, and that all of it that is no
// call comes out as it went in.
func FuzzScanner(f *testing.F) {
	for _, seed := range []string{
		"a\n<tool_call>{\"name\":\"ls\",\"arguments\":{}}</tool_call>", "<function=ls><parameter=path>é</parameter></function>x",
		"<function_calls><invoke name=\"ls\"></invoke></function_calls>", "```json\n{\"tool\":\"ls\",\"input\":{}}\n```\n",
		"<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>ls<｜tool▁sep｜>{}<｜tool▁call▁end｜>", "{\"name\":\"ls\",\"args\":{}}", "~~~\n<ls>{}</ls>\n~~~\n<ls>{}</ls>",
	} {
		f.Add(seed, uint8(1))
	}
	f.Fuzz(func(t *testing.T, answer string, size uint8) {
		answer = strings.ToValidUTF8(answer, "")
		for _, o := range []foreign.Options{{Tools: known()}, {Tools: known(), Max: 30}} {
			want := scanned(o, answer, len(answer)+1, true)
			if got := scanned(o, answer, int(size)%9+1, true); got != want {
				t.Errorf("%q gives %q whole and %q in pieces", answer, want, got)
			}
			if got := scanned(foreign.Options{Max: o.Max}, answer, int(size)%9+1, true); got != answer {
				t.Errorf("%q gives %q without tools", answer, got)
			}
		}
	})
}
