package prompts_test

import (
	"io/fs"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/google/go-cmp/cmp"

	"eidolon/prompts"
	"eidolon/xnl"
)

var (
	bash  = prompts.Tool{Namespace: "SysBuiltIn", Name: "bash", Main: "command", Summary: "Run."}
	ls    = prompts.Tool{Namespace: "SysBuiltIn", Name: "ls", Summary: "List."}
	patch = prompts.Tool{Namespace: "SysBuiltIn", Name: "apply_patch", Main: "patch"}
)

func names(p prompts.Prompt) []string {
	var list []string
	for _, part := range p.Parts {
		list = append(list, part.Name)
	}
	return list
}

func part(t *testing.T, p prompts.Prompt, name string) string {
	t.Helper()
	for _, part := range p.Parts {
		if part.Name == name {
			return part.Text
		}
	}
	t.Fatalf("no part %q in %v", name, names(p))
	return ""
}

// Covers: E12, E14
func TestAssembleOrder(t *testing.T) {
	tests := map[string]struct {
		opts prompts.Options
		want []string
	}{
		"all": {
			prompts.Options{Agents: "Use tabs.", Tools: []prompts.Tool{bash, ls}},
			[]string{"system", "agents", "xnl", "calls", "tools/bash", "tools/ls"},
		},
		"a tool told in brief": {
			prompts.Options{Tools: []prompts.Tool{bash, {Namespace: "SysBuiltIn", Name: "tool_help"}}},
			[]string{"system", "xnl", "calls", "help", "tools/bash", "tools/tool_help"},
		},
		"patches alone": {
			prompts.Options{Tools: []prompts.Tool{patch}},
			[]string{"system", "xnl", "calls", "help", "patching", "tools/apply_patch"},
		},
		"patches beside edits": {
			prompts.Options{Tools: []prompts.Tool{patch, {Namespace: "SysBuiltIn", Name: "edit"}}},
			[]string{"system", "xnl", "calls", "help", "tools/apply_patch", "tools/edit"},
		},
		"no AGENTS.md": {
			prompts.Options{Agents: " \n", Tools: []prompts.Tool{ls}},
			[]string{"system", "xnl", "calls", "tools/ls"},
		},
		"native": {
			prompts.Options{Native: true, Agents: "x", Tools: []prompts.Tool{bash, ls}},
			[]string{"system", "agents"},
		},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := prompts.Assemble(tt.opts)
			if diff := cmp.Diff(tt.want, names(p)); diff != "" {
				t.Errorf("parts (-want +got):\n%s", diff)
			}
			if len(p.Warnings) > 0 {
				t.Errorf("warnings %q", p.Warnings)
			}
			for _, part := range p.Parts {
				if strings.TrimSpace(part.Text) != part.Text || part.Text == "" {
					t.Errorf("part %s is empty or has blanks around it", part.Name)
				}
				if part.Tokens() != (len(part.Text)+3)/4 {
					t.Errorf("part %s: %d tokens for %d bytes", part.Name, part.Tokens(), len(part.Text))
				}
			}
		})
	}
}

func TestAssembleText(t *testing.T) {
	p := prompts.Assemble(prompts.Options{System: "Be kind.", Facts: "Workspace: /w", Agents: "# Project Context\n\n## /w/AGENTS.md\n\nUse tabs.\n", Native: true})
	want := "Be kind.\n\nWorkspace: /w\n\n# Project Context\n\n## /w/AGENTS.md\n\nUse tabs."
	if got := p.String(); got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// The brief card names the tool as a call must name it; the detail follows it.
//
// Covers: E13
func TestCards(t *testing.T) {
	text := part(t, prompts.Assemble(prompts.Options{Tools: []prompts.Tool{bash}}), "tools/bash")
	doc, err := xnl.Parse([]byte(text), xnl.Options{})
	if err != nil {
		t.Fatal(err)
	}
	var tags []string
	for _, e := range doc.Nodes {
		tags = append(tags, e.Tag)
	}
	if diff := cmp.Diff([]string{"tool", "tool_detail"}, tags); diff != "" {
		t.Errorf("cards (-want +got):\n%s", diff)
	}
}

// A tool that is not told in full has its brief card alone, unless it is the one way to change files.
func TestBriefCards(t *testing.T) {
	for name, tt := range map[string]struct {
		tools []prompts.Tool
		full  bool
	}{
		"beside edits": {[]prompts.Tool{patch, {Namespace: "SysBuiltIn", Name: "edit"}}, false},
		"alone":        {[]prompts.Tool{patch}, true},
	} {
		text := part(t, prompts.Assemble(prompts.Options{Tools: tt.tools}), "tools/apply_patch")
		if strings.Contains(text, "<tool_detail") != tt.full {
			t.Errorf("%s: %s", name, text)
		}
	}
	// Another's tool of the same name has none of our cards.
	other := prompts.Tool{Namespace: "mcp", Name: "bash", Inputs: "x string", Example: `{"x":"1"}`}
	if detail := prompts.Detail(other, nil); !prompts.Brief(other) || strings.Contains(detail, "timeoutMs") || !strings.Contains(detail, "mcp.bash") {
		t.Errorf("brief %v, detail %s", prompts.Brief(other), detail)
	}
}

// Covers: E13
func TestOverrides(t *testing.T) {
	const brief = `<tool { namespace = "SysBuiltIn" name = "bash" description = "Mine." main = "command" }>`
	const detail = "<tool_detail SysBuiltIn.bash ( <type_def #t>mine</#t> )>"
	file := func(text string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(text)} }
	tests := map[string]struct {
		name string
		file *fstest.MapFile
		part string
		has  string
		warn string
	}{
		"a system prompt":      {"system.md", file("My own."), "system", "My own.", ""},
		"the XNL text":         {"xnl.md", file("My XNL."), "xnl", "My XNL.", ""},
		"a brief card":         {"tools/bash.brief.xnl", file(brief), "tools/bash", "Mine.", ""},
		"a detail card":        {"tools/bash.detail.xnl", file(detail), "tools/bash", "mine", ""},
		"an empty text":        {"system.md", file(" \n"), "system", "You are eidolon", "prompts/system.md is not used: it is empty"},
		"no text at all":       {"calls.md", file("\xff"), "calls", "!unquote_start", "not valid UTF-8"},
		"a NUL byte":           {"calls.md", file("a\x00"), "calls", "!unquote_start", "NUL byte"},
		"a directory":          {"system.md", &fstest.MapFile{Mode: fs.ModeDir}, "system", "You are eidolon", "not a regular file"},
		"too much":             {"system.md", file(strings.Repeat("x", 300<<10)), "system", "You are eidolon", "the limit is"},
		"a broken card":        {"tools/bash.brief.xnl", file("<tool { name = }>"), "tools/bash", "Run a shell command", "tools/bash.brief.xnl is not used"},
		"another tool's card":  {"tools/bash.brief.xnl", file(strings.Replace(brief, "bash", "ls", 1)), "tools/bash", "Run a shell command", `its name is "ls" instead of "bash"`},
		"another card":         {"tools/bash.brief.xnl", file(detail), "tools/bash", "Run a shell command", "begins with <tool_detail"},
		"another tool's long":  {"tools/bash.detail.xnl", file(strings.Replace(detail, "bash", "ls", 1)), "tools/bash", "timeoutMs", `the card of "SysBuiltIn.ls"`},
		"a card without types": {"tools/bash.detail.xnl", file("<tool_detail SysBuiltIn.bash>"), "tools/bash", "timeoutMs", "no type_def"},
		"two cards in one":     {"tools/bash.brief.xnl", file(brief + brief), "tools/bash", "Run a shell command", "is not used"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			p := prompts.Assemble(prompts.Options{Tools: []prompts.Tool{bash}, Override: fstest.MapFS{tt.name: tt.file}})
			if text := part(t, p, tt.part); !strings.Contains(text, tt.has) {
				t.Errorf("part %s lacks %q:\n%s", tt.part, tt.has, text)
			}
			warnings := strings.Join(p.Warnings, "\n")
			if (tt.warn == "") != (warnings == "") || !strings.Contains(warnings, tt.warn) {
				t.Errorf("warnings %q, want %q", warnings, tt.warn)
			}
		})
	}
}

// A tool without a card of its own gets a short one that parses.
func TestMadeCards(t *testing.T) {
	tests := map[string]struct {
		tool prompts.Tool
		desc string
	}{
		"as it is":    {prompts.Tool{Namespace: "mcp", Name: "look", Summary: "Look\n it \"up\"."}, `Look it "up".`},
		"a main text": {prompts.Tool{Namespace: "mcp", Name: "say", Main: "text", Summary: "Say."}, "Say."},
		"long":        {prompts.Tool{Namespace: "mcp", Name: "long", Summary: strings.Repeat("wörd ", 500)}, ""},
		"no text":     {prompts.Tool{Namespace: "mcp", Name: "raw", Summary: "a\xffb"}, "ab"},
		"quotes only": {prompts.Tool{Namespace: "mcp", Name: "quotes", Summary: strings.Repeat(`"`, 500)}, ""},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			text := part(t, prompts.Assemble(prompts.Options{Tools: []prompts.Tool{tt.tool}}), "tools/"+tt.tool.Name)
			if len(text) > 150 {
				t.Errorf("%d bytes: %s", len(text), text)
			}
			card, _, err := xnl.ParseOne([]byte(text), xnl.Options{})
			if err != nil {
				t.Fatalf("%v in %s", err, text)
			}
			desc, _ := card.Attrs.Get("description")
			if got, _ := desc.(xnl.String); tt.desc != "" && string(got) != tt.desc || got == "" {
				t.Errorf("description %q, want %q", got, tt.desc)
			}
			if mainParam, _ := card.Attrs.Get("main"); tt.tool.Main != "" && mainParam != xnl.String(tt.tool.Main) {
				t.Errorf("main %v, want %q", mainParam, tt.tool.Main)
			}
		})
	}
}

// Covers: E18, E19
func TestReminder(t *testing.T) {
	due := map[int]bool{1: true, 11: true, 21: true}
	for n := -1; n <= 25; n++ {
		text, ok := prompts.Reminder(n, nil)
		if ok != due[n] || ok != strings.Contains(text, "todo_write") {
			t.Errorf("message %d: %q, %v", n, text, ok)
		}
	}
	if text, _ := prompts.Reminder(1, fstest.MapFS{"reminder.md": {Data: []byte("Plan!\n")}}); text != "Plan!" {
		t.Errorf("overridden: %q", text)
	}
	system := part(t, prompts.Assemble(prompts.Options{Native: true}), "system")
	if !strings.Contains(system, "two or more steps") || !strings.Contains(system, "todo_write") {
		t.Error("the root prompt does not ask for a task list")
	}
}

// What the protocol text shows as a call is a call, and what it calls bad is none.
func TestProtocolTextIsItsOwnExample(t *testing.T) {
	text := part(t, prompts.Assemble(prompts.Options{}), "calls")
	scanner := xnl.NewScanner(xnl.ScanOptions{MainParam: func(tool string) (string, bool) {
		return "content", tool == "SysBuiltIn.write_file"
	}})
	var calls []string
	emit := func(e xnl.Event) {
		switch e.Kind {
		case xnl.EventCall:
			args, err := e.Args.MarshalJSON()
			if err != nil {
				t.Error(err)
			}
			calls = append(calls, e.Name+" "+string(args))
		case xnl.EventCallError, xnl.EventNotice, xnl.EventBlockUnclosed:
			t.Errorf("the protocol text has a flaw: %s %s at %d", e.Code, e.Msg, e.Offset)
		case xnl.EventText, xnl.EventQuote, xnl.EventBlockBegin, xnl.EventCallBegin, xnl.EventBody, xnl.EventBlockEnd:
		}
	}
	scanner.Write([]byte(text), emit)
	scanner.Close(emit)
	want := []string{
		`SysBuiltIn.write_file {"path":"notes.txt","content":"any text: \"quotes\", \\backslashes, </tags>\n"}`,
		`SysBuiltIn.edit {"path":"a.go","old":"x := 1","new":"x := 2"}`,
	}
	if diff := cmp.Diff(want, calls); diff != "" {
		t.Errorf("calls (-want +got):\n%s", diff)
	}
}

func TestRetryKnowsTheCodesOfCalls(t *testing.T) {
	for _, code := range []xnl.Code{
		xnl.UnexpectedEOF, xnl.UnexpectedToken, xnl.InvalidLiteral, xnl.InvalidContent, xnl.MismatchedTag,
		xnl.LimitExceeded, xnl.UnclosedCall, xnl.UnsupportedLang, xnl.BadCall, xnl.BadArgs, xnl.NameMismatch,
		xnl.NoMainParam, xnl.DuplicateParam, xnl.JSSyntax, xnl.JSNotLiteral, xnl.MultipleCalls, xnl.StrayEnd,
		xnl.FencedMarker, xnl.UnclosedQuote, xnl.StrayText, xnl.UnwrappedCall, xnl.IgnoredElement, xnl.MissingID,
		xnl.DuplicateID, xnl.DuplicateCall, xnl.JSMissingComma, "BLOCK_UNCLOSED", "SUPERSEDED",
	} {
		if text := prompts.Retry(string(code)); text == "" || len(text) > 160 {
			t.Errorf("%s: %q", code, text)
		}
	}
	if text := prompts.Retry("NoSuchCode"); text != "" {
		t.Errorf("an unknown code has %q", text)
	}
}

// Covers: R56
func TestTheLanguageOfThoughtsIsOneSentenceMore(t *testing.T) {
	base := prompts.Assemble(prompts.Options{System: "Be kind.", Native: true}).String()
	for in, want := range map[string]string{"": "", "zh": "\n\nThink and reason in Simplified Chinese", "en": "\n\nThink and reason in English"} {
		got := prompts.Assemble(prompts.Options{System: "Be kind.", Native: true, Reason: in}).String()
		if rest, ok := strings.CutPrefix(got, base); !ok || !strings.HasPrefix(rest, want) || (want == "") != (rest == "") {
			t.Errorf("%q: %q", in, got)
		}
	}
}
