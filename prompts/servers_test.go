package prompts_test

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"eidolon/prompts"
)

// brought are the tools of a server, each of which says much of itself.
func brought(server string, n int) (all []prompts.Tool) {
	for i := range n {
		name := fmt.Sprintf("mcp__%s__do_thing_number_%03d", server, i)
		all = append(all, prompts.Tool{Name: name, Main: "text", Summary: strings.Repeat("Does \"it\"\n<well>. ", 40)})
	}
	return all
}

// However many tools the servers have, they are told in bounds: by cards where there is room, else by names.
//
// Covers: R21
func TestToolsOfServersAreToldInBounds(t *testing.T) {
	if got := prompts.Servers(nil, nil); got != "" {
		t.Errorf("without any: %q", got)
	}
	var hundred []prompts.Tool
	for i := range 100 {
		hundred = append(hundred, brought(fmt.Sprintf("server%d", i), 60)...)
	}
	for name, c := range map[string]struct {
		tools []prompts.Tool
		cards int
		lines []string // as they stand
	}{
		"a few":              {append(brought("b", 3), brought("a", 2)...), 5, nil},
		"sixty":              {brought("forge", 60), 0, []string{"\nmcp__forge__: do_thing_number_000 do_thing_number_001 "}},
		"sixty beside a few": {append(brought("forge", 60), brought("a", 2)...), 2, []string{"\nmcp__forge__: do_thing_number_000 "}},
		"five hundred":       {brought("forge", 500), 0, []string{" and 296 more"}},
		"from everywhere":    {hundred, 0, []string{"\nmcp__server99__: do_thing_number_000 and 59 more"}},
	} {
		t.Run(name, func(t *testing.T) {
			got := prompts.Servers(c.tools, nil)
			if n := strings.Count(got, "<tool {"); n != c.cards {
				t.Errorf("%d cards, want %d", n, c.cards)
			}
			if len(got) > 6<<10 {
				t.Errorf("%d bytes", len(got))
			}
			for line := range strings.Lines(got) {
				if strings.HasPrefix(line, "<tool {") && len(line) > 151 {
					t.Errorf("a card of %d bytes: %s", len(line), line)
				}
			}
			for _, want := range c.lines {
				if !strings.Contains(got, want) {
					t.Errorf("%q is not in\n%s", want, got)
				}
			}
			if !strings.HasPrefix(got, "# Tools of servers\n") {
				t.Errorf("it begins %.40q", got)
			}
		})
	}
	own := fstest.MapFS{"servers.md": {Data: []byte("Theirs:\n")}}
	if got := prompts.Servers(brought("a", 1), own); !strings.HasPrefix(got, "Theirs:\n<tool { name = \"mcp__a__do_thing") {
		t.Errorf("with words of the user: %s", got)
	}
}
