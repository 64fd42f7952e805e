package fsapitest

import (
	"strings"
	"testing"

	"eidolon/fsapi"
)

// testInput gives commands something to read, whether they read it or not, and variables.
func testInput(t *testing.T, open OpenRunner) {
	r, _ := open(t)
	long := strings.Repeat("0123456789abcde\n", 1<<16) // more than any pipe holds
	for _, c := range []struct {
		name, text, stdin string
		env               []string
		want              string
	}{
		{"nothing", "cat; echo end", "", nil, "end\n"},
		{"a line", "cat; echo end", "{}\n", nil, "{}\nend\n"},
		{"bytes", "od -An -tx1 | tr -d ' \\n'", "a\x00\xff", nil, "6100ff"},
		{"more than a pipe holds", "wc -c | tr -d ' '", long, nil, "1048576\n"},
		{"not read at all", "echo end", long, nil, "end\n"},
		{"read in part", "head -n 1", long, nil, "0123456789abcde\n"},
		{"closed", "exec <&-; echo end", long, nil, "end\n"},
		{"a variable", "echo $PLACE", "", []string{"PLACE=/a b"}, "/a b\n"},
	} {
		t.Run(c.name, func(t *testing.T) {
			exit := run(t, r, fsapi.Command{Text: c.text, Stdin: []byte(c.stdin), Env: c.env}, nil)
			if exit.Stdout.Text != c.want || exit.Code != 0 {
				t.Errorf("exit %d, printed %q, want %q; %s", exit.Code, exit.Stdout.Text, c.want, exit.Stderr.Text)
			}
		})
	}
}
