package fsapitest

import (
	"runtime"
	"strings"
	"testing"

	"eidolon/fsapi"
)

// testOddNames uses names that are legal and that careless code takes for something else.
func testOddNames(t *testing.T, open Open) {
	if runtime.GOOS == "windows" {
		t.Skip("most of these are no names there")
	}
	files, root := open(t)
	ctx := t.Context()
	for _, name := range []string{
		"new\nline", "tab\there", "esc\x1b[31m", " blank ", "-rf", "~", "~root", "$HOME", "`id`", "a;b", "a\\..\\..\\b", "%2e%2e",
		"...", ".. ", "..\u200b", "\uff0e\uff0e", "\u202etxt.exe", "COM1", "a:b", "*", "\"quoted\"", strings.Repeat("n", 255),
	} {
		for _, full := range []string{name, "dir " + name + "/" + name} {
			if len(full) > 300 {
				continue
			}
			change, err := files.Write(ctx, full, []byte(name), fsapi.WriteOptions{})
			if err != nil || change.Path != full {
				t.Errorf("write %q: %+v, %v", full, change, err)
				continue
			}
			if got := content(t, root, full); got != name {
				t.Errorf("%q holds %q", full, got)
			}
			if got, err := files.Read(ctx, full, fsapi.ReadOptions{}); err != nil || string(got.Data) != name {
				t.Errorf("read %q: %+v, %v", full, got, err)
			}
		}
	}
	tooLong, tooDeep := strings.Repeat("n", 256), strings.Repeat("d/", 4000)+"f"
	for op, err := range every(t, files, tooLong) {
		if op != "move to" { // what would be moved is missing
			wantCode(t, op, err, fsapi.InvalidPath)
		}
	}
	if got, err := files.Read(ctx, tooDeep, fsapi.ReadOptions{}); err == nil {
		t.Errorf("a name that is too deep gives %+v", got)
	}
}
