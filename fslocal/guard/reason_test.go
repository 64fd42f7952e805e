package guard

import (
	"strings"
	"testing"

	"eidolon/fsapi"
)

// TestReasonNamesSource wants the words of the command where what they stand for is not known.
func TestReasonNamesSource(t *testing.T) {
	g := New(testOptions)
	for command, want := range map[string]string{
		`rm -rf "$X"`:            `"$X"`,
		`rm -rf /etc/$X`:         `/etc/$X`,
		"rm -rf `cat x`":         "`cat x`",
		`bash -c 'rm -rf "$X"'`:  `"$X"`,
		`$CMD a`:                 `$CMD`,
		`kill $PPID`:             `kill $PPID`,
		`cd sub && rm -rf ${Y%}`: `${Y%}`,
	} {
		v := g.Judge(fsapi.Command{Text: command})
		if !strings.Contains(v.Reason, want) || strings.Contains(v.Reason, "…") {
			t.Errorf("%q: %q does not name %q", command, v.Reason, want)
		}
	}
}
