package screen_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/theme"
	"eidolon/tui/view"
)

// chat has an item of each look: a prompt, an answer with everything that Markdown has, calls in all
// states, a diff, notices.
func chat() []*view.Item {
	text := func(s string) *view.Block { return &view.Block{Text: s, Gap: true} }
	role := func(from, to int, r theme.Role) view.Span {
		return view.Span{Start: from, End: to, Style: view.Style{Role: r}}
	}
	code := func(s string, spans ...view.Span) *view.Block {
		return &view.Block{Text: s, Spans: spans, Fill: theme.Code, First: view.Gutter{Text: "  "}, Rest: view.Gutter{Text: "  "}}
	}
	tool := func(name, input string) *view.Block {
		return &view.Block{
			Text: name + " " + input, Gap: true,
			Spans: []view.Span{role(0, len(name), theme.Tool), role(len(name)+1, len(name)+1+len(input), theme.Input)},
			First: view.Gutter{Text: "⏺ ", Role: theme.OK}, Rest: view.Gutter{Text: "  "},
		}
	}
	output := func(s string) *view.Block {
		return &view.Block{
			Text: s, Spans: []view.Span{role(0, len(s), theme.Dim)},
			First: view.Gutter{Text: "  ⎿ ", Role: theme.Dim}, Rest: view.Gutter{Text: "    "},
		}
	}
	row := func(n, mark, s string, r, word theme.Role) *view.Block {
		return &view.Block{
			Text: s, Fill: r, Spans: []view.Span{role(7, len(s), word)},
			First: view.Gutter{Text: fmt.Sprintf("    %4s %s ", n, mark), Role: theme.Hunk},
			Rest:  view.Gutter{Text: "           ", Role: theme.Hunk},
		}
	}
	full := "package calc\n\nfunc TestAdd(t *testing.T) {\n    if Add(1, 2) != 3 {"
	return []*view.Item{
		{ID: 1, Kind: view.UserItem, Source: "fix", Blocks: []*view.Block{{
			Text: "fix the failing test in @file:calc/calc.go", Gap: true, Spans: []view.Span{role(24, 42, theme.Mention)},
			First: view.Gutter{Text: "❯ ", Role: theme.User}, Rest: view.Gutter{Text: "  "},
		}}},
		{ID: 2, Kind: view.AnswerItem, Blocks: []*view.Block{
			{Text: "The plan", Gap: true, Spans: []view.Span{role(0, 8, theme.Heading)}},
			{
				Text: "I will look at the test first. It says that 1 + 2 is 3, and Add says -1: 足し算がおかしい。 See the documentation.", Gap: true,
				Spans: []view.Span{
					{Start: 30, End: 33, Style: view.Style{Attr: view.Bold}},
					{Start: 99, End: 124, Style: view.Style{Role: theme.Link, Link: "https://example.org/", Attr: view.Underline}},
				},
			},
			{Text: "read the test", First: view.Gutter{Text: "  • ", Role: theme.Dim}, Rest: view.Gutter{Text: "    "}},
			{Text: "then mend the function, and say in some more words what was wrong with it so that it wraps", First: view.Gutter{Text: "  • ", Role: theme.Dim}, Rest: view.Gutter{Text: "    "}},
			{Text: "a quotation", Gap: true, First: view.Gutter{Text: "│ ", Role: theme.Quote}, Rest: view.Gutter{Text: "│ ", Role: theme.Quote}, Spans: []view.Span{role(0, 11, theme.Quote)}},
			code("func Add(a, b int) int {\n    return a - b // which is not what it should be, by far\n}", role(0, 4, theme.Keyword), role(29, 35, theme.Keyword)),
			{Text: "name       | description of what stands behind it | unit", NoWrap: true, Gap: true},
		}},
		{
			ID: 3, Kind: view.ToolItem, Call: "t1r1c1", State: view.State{Text: "ok 12 ms", Role: theme.OK},
			Blocks: []*view.Block{
				tool("SysBuiltIn.read_file", `{ path = "calc/calc_test.go" }`), output("package calc …  +38 lines (Ctrl+O)"),
			},
			More: []*view.Block{tool("SysBuiltIn.read_file", `{ path = "calc/calc_test.go" }`), output(full)},
		},
		{ID: 4, Kind: view.ToolItem, State: view.State{Text: "running", Role: theme.Running, Since: midday.Add(-2 * time.Second)}, Blocks: []*view.Block{
			tool("SysBuiltIn.edit_text", `{ path = "calc/calc.go", action = "replace", find = "return a - b", replace = "return a + b", expected = 1 }`),
			row("12", "-", "return a - b", theme.Removed, theme.RemovedWord),
			row("12", "+", "return a + b", theme.Added, theme.AddedWord),
		}},
		{ID: 5, Kind: view.ToolItem, State: view.State{Text: "refused by guard", Role: theme.Error}, Blocks: []*view.Block{
			tool("SysBuiltIn.bash", `rm -rf /`),
		}},
		{ID: 6, Kind: view.ToolItem, State: view.State{Text: "exit 1", Role: theme.Error}, Blocks: []*view.Block{
			tool("SysBuiltIn.bash", `go test ./...`),
			{
				Text: "FAIL calc 0.01s", First: view.Gutter{Text: "  ⎿ ", Role: theme.Dim}, Rest: view.Gutter{Text: "    "},
				Spans: []view.Span{
					{Start: 0, End: 4, Style: view.Style{FG: view.Palette(1)}},
					{Start: 5, End: 9, Style: view.Style{FG: view.RGB(1, 2, 3)}},
				},
				Right: view.Gutter{Text: "stderr", Role: theme.Warn},
			},
		}},
		{ID: 7, Kind: view.ErrorItem, Blocks: []*view.Block{{
			Text: "error: the model's address does not answer; try again with Enter", Gap: true,
			Spans: []view.Span{role(0, 6, theme.Error)},
		}}},
		{ID: 8, Kind: view.TurnItem, Blocks: []*view.Block{text("")}},
		{ID: 9, Kind: view.TurnItem, Blocks: []*view.Block{{
			Text: "1.2k tokens · 12 s", Spans: []view.Span{role(0, 19, theme.Dim)},
		}}},
	}
}

// Covers: Y1, E38
func TestFrames(t *testing.T) {
	for _, size := range []struct{ w, h int }{{200, 50}, {100, 30}, {40, 10}, {20, 5}} {
		at := fmt.Sprintf("%dx%d", size.w, size.h)
		t.Run(at, func(t *testing.T) {
			f := newFixture(t, size.w, size.h)
			f.Put(chat())
			f.golden(t, "end-"+at)
			f.Home()
			f.golden(t, "home-"+at)
			f.PageBy(1)
			f.Mark(1)
			f.Find("CALC")
			f.golden(t, "marked-and-found-"+at)
		})
	}
}

// What can be unfolded is shown whole, where the reader is.
func TestFrameUnfolded(t *testing.T) {
	f := newFixture(t, 100, 30)
	f.Put(chat())
	f.Home()
	f.draw()
	f.ToggleLatest()
	f.golden(t, "unfolded-100x30")
}

// Where the terminal shows nothing else, what the history itself draws is ASCII.
func TestFrameInASCII(t *testing.T) {
	f := newFixture(t, 60, 3)
	f.ascii()
	f.Put(numbered(9))
	f.Put([]*view.Item{{ID: 10, Blocks: []*view.Block{{Text: strings.Repeat("-", 99), NoWrap: true}}}})
	f.Mark(-1)
	want := []string{
		" line 8",
		" line 9" + strings.Repeat(" ", 52) + "|",
		"|" + strings.Repeat("-", 56) + "> |",
	}
	if diff := cmp.Diff(want, f.draw()); diff != "" {
		t.Error(diff)
	}
}
