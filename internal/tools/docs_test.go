package tools_test

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"eidolon/actors/tool"
	"eidolon/xnl"
)

// sections gives the parts of the reference by tool.
func sections(t *testing.T) map[string]string {
	t.Helper()
	text, err := os.ReadFile("../../docs/tools.md")
	if err != nil {
		t.Fatal(err)
	}
	found := map[string]string{}
	for _, part := range strings.Split("\n"+string(text), "\n## ")[1:] {
		title, body, _ := strings.Cut(part, "\n")
		found[title] = body
	}
	return found
}

// The reference names every tool and every parameter, and no other.
func TestReferenceAgreesWithSpecs(t *testing.T) {
	all := sections(t)
	for _, h := range handlers() {
		s := h.Spec()
		t.Run(s.Name, func(t *testing.T) {
			section := all[s.Name]
			names := s.Aliases
			for _, p := range params(s.Params) {
				names = append(names, p.Name)
				names = append(names, p.Enum...)
			}
			for _, name := range append(names, s.Main) {
				if name != "" && !strings.Contains(section, "`"+name+"`") {
					t.Errorf("the reference says nothing of `%s`", name)
				}
			}
		})
		delete(all, s.Name)
	}
	delete(all, "The tools of a session")
	delete(all, "What holds for all of them")
	for title := range all {
		t.Errorf("the reference has a section on %q, which is no tool", title)
	}
}

// params lists parameters with the fields inside them.
func params(list []tool.Param) []tool.Param {
	var all []tool.Param
	for _, p := range list {
		all = append(all, p)
		all = append(all, params(p.Fields)...)
		if p.Items != nil {
			all = append(all, params(p.Items.Fields)...)
		}
	}
	return all
}

// Every example in the reference is a call that its tool takes.
func TestReferenceExamplesAreCalls(t *testing.T) {
	specs := map[string]tool.Spec{}
	for _, h := range handlers() {
		specs[h.Spec().FullName()] = h.Spec()
	}
	fenced := regexp.MustCompile("(?s)```\n(.*?)```")
	for name, section := range sections(t) {
		for _, example := range fenced.FindAllStringSubmatch(section, -1) {
			text := example[1]
			if !strings.HasPrefix(text, "!unquote_start") {
				text = "!unquote_start\n" + text + "!unquote_end\n"
			}
			checkCalls(t, name, text, specs)
		}
	}
}

// checkCalls reports what is wrong with the one call that text must hold.
func checkCalls(t *testing.T, name, text string, specs map[string]tool.Spec) {
	t.Helper()
	calls := 0
	scanner := xnl.NewScanner(xnl.ScanOptions{MainParam: func(tool string) (string, bool) {
		return specs[tool].Main, specs[tool].Main != ""
	}})
	emit := func(e xnl.Event) {
		switch e.Kind {
		case xnl.EventCall:
			calls++
			args, err := e.Args.MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if _, err := specs[e.Name].Decode(args); err != nil {
				t.Errorf("%s: %v", name, err)
			}
		case xnl.EventCallError, xnl.EventNotice, xnl.EventBlockUnclosed:
			t.Errorf("%s: %s %s at %d in\n%s", name, e.Code, e.Msg, e.Offset, text)
		case xnl.EventText, xnl.EventQuote, xnl.EventBlockBegin, xnl.EventCallBegin, xnl.EventBody, xnl.EventBlockEnd:
		}
	}
	scanner.Write([]byte(text), emit)
	scanner.Close(emit)
	if calls != 1 {
		t.Errorf("%s: %d calls in\n%s", name, calls, text)
	}
}
