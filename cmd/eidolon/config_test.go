package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/internal/config"
)

// One long value does not push the origins of all others off the screen.
func TestSettingTable(t *testing.T) {
	got := settingTable([]config.Setting{
		{Key: "tools.bashTimeout", Value: "2m", Origin: "default"},
		{Key: "agent.systemPrompt", Value: "You are a very careful reader of code.", Origin: "/c.yaml:3"},
		{Key: "tui.theme", Value: "", Origin: "default"},
	})
	want := "" +
		"tools.bashTimeout   2m                                default\n" +
		"agent.systemPrompt  You are a very careful reader of code.  /c.yaml:3\n" +
		"tui.theme                                             default\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
