package xnl_test

import (
	"testing"

	"eidolon/xnl"
)

func TestVisible(t *testing.T) {
	for _, c := range []struct{ name, answer, want string }{
		{"text", "one\ntwo", "one\ntwo"},
		{"calls are not seen", "I look.\n!unquote_start\n<tool_call SysBuiltIn.ls id=\"a\">\n!unquote_end\nDone.", "I look.\nDone."},
		{"quotes are", "!quote_start\n<tool_call x>\n!quote_end\n", "<tool_call x>\n"},
		{"nothing", "", ""},
	} {
		if got := xnl.Visible(c.answer); got != c.want {
			t.Errorf("%s: %q, want %q", c.name, got, c.want)
		}
	}
}
