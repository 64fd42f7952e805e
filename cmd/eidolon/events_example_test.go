//go:build unix

package main

import (
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The documented example gives lines of the documented shape: the same types with the same fields.
//
// Covers: W34, W36
func TestDocumentedExample(t *testing.T) {
	page, err := os.ReadFile("../../docs/exec.md")
	if err != nil {
		t.Fatal(err)
	}
	parts := regexp.MustCompile("(?s)```sh\neidolon (.*?)\n```\n\nprints\n\n```\n(.*?)```").FindSubmatch(page)
	if parts == nil {
		t.Fatal("there is no example")
	}
	var args []string
	for _, m := range regexp.MustCompile(`'([^']*)'|\S+`).FindAllSubmatch(parts[1], -1) {
		if m[1] != nil {
			m[0] = m[1]
		}
		args = append(args, string(m[0]))
	}
	p := newSite(t, "answers: [{parts: [{text: unused}]}]").start(args...)
	if got := p.wait(); got != 0 {
		t.Fatalf("exit code %d: %s", got, p.stderr.String())
	}
	if diff := cmp.Diff(shapes(t, string(parts[2])), shapes(t, p.stdout.String())); diff != "" {
		t.Errorf("documented and printed differ:\n%s", diff)
	}
}

// shapes gives what stays the same between two runs: every value but those that name the run.
func shapes(t *testing.T, lines string) []string {
	t.Helper()
	var all []string
	for line := range strings.Lines(lines) {
		if err := checkLine([]byte(line)); err != nil {
			t.Errorf("%v: %s", err, line)
		}
		all = append(all, regexp.MustCompile(`"created_at":\d+|"id":"resp_[^"]*"`).ReplaceAllString(line, "-"))
	}
	return all
}
