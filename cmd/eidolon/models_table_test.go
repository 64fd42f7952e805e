package main

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/app"
	"eidolon/internal/leaf/width"
)

// One long name leaves the others their columns.
func TestModelTableLongName(t *testing.T) {
	long := "gateway/a-model-of-many-words-that-goes-on-and-on-instruct-2507-awq"
	got := modelTable([]app.ModelRow{
		{Name: "ok", Model: "qwen3-coder", Active: true, Window: 128_000},
		{Name: long, Model: long[8:], Window: 32_000},
		{Name: "two", Model: long[8:], Window: 32_000},
	}, 60)
	want := `  NAME  MODEL        WINDOW  PRICE  OUTPUT  CAN  KNOWN FROM
* ok    qwen3-coder  128k    -      -       -    -
  ` + long + `
                     32k     -      -       -    -
  two   a-model-of…  32k     -      -       -    -
`
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

// Covers: Y42
func TestModelTable(t *testing.T) {
	rows := []app.ModelRow{
		{Name: "home", Model: "qwen3-coder-480b-a35b-instruct", Active: true, Window: 128_000},
		{Name: "claude", Model: "claude-sonnet-5", Window: 1_000_000, Output: 128_000, Price: &app.Prices{Input: 2, Output: 10}, Images: new(true), Native: new(true), Thinking: []string{"low"}, Source: "registry of 2026-11-10"},
		{Name: "anthropic/claude-opus-5", Model: "claude-opus-5", Window: 1_048_576, Price: &app.Prices{Input: 0.0875, Output: 25}, Thinking: []string{"none"}, Problem: "needs ANTHROPIC_API_KEY"},
	}
	for columns, want := range map[int]string{
		200: `  NAME                     MODEL                           WINDOW  PRICE      OUTPUT  CAN                    KNOWN FROM
* home                     qwen3-coder-480b-a35b-instruct  128k    -          -       -                      -
  claude                   claude-sonnet-5                 1M      2/10       128k    images,thinking,tools  registry of 2026-11-10
  anthropic/claude-opus-5                                  1M      0.0875/25  -       -                      needs ANTHROPIC_API_KEY
`,
		60: `  NAME                     MODEL
* home                     qwen3-coder-480b-a35b-instruct
  claude                   claude-sonnet-5
  anthropic/claude-opus-5
`,
		20: `  NAME
* home
  claude
  anthropic/claude-opus-5
`,
	} {
		got := modelTable(rows, columns)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%d columns:\n%s", columns, diff)
		}
		for line := range strings.SplitSeq(got, "\n") {
			if columns >= 60 && width.Of(line) > columns {
				t.Errorf("%d columns: %q", columns, line)
			}
		}
	}
}
