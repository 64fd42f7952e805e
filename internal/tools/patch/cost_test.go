package patch_test

import (
	"strings"
	"testing"

	"eidolon/internal/tools/patch"
)

// What a patch and a file are made of does not decide how long applying it takes. Each of these would take
// minutes to days if all were looked through that could be.
func TestCostIsBounded(t *testing.T) {
	tests := map[string]struct{ text, hunks, says string }{
		"hunks that begin anew":   {strings.Repeat("x\n", 500_000) + "last\n", strings.Repeat("@@ last\n+b\n", 5000), "takes too long"},
		"empty lines at the end":  {strings.Repeat("a\n", 100_000), "@@\n-b\n" + strings.Repeat(" \n", 20_000), "is not there"},
		"nothing but line breaks": {strings.Repeat("\n", 5_000_000), "@@\n \n+b", "more than 4000000 lines"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := apply(t, tt.text, tt.hunks); err == nil || !strings.Contains(err.Error(), tt.says) {
				t.Errorf("error %v, want one that says %q", err, tt.says)
			}
		})
	}
	// Hunks that are where they should be cost next to nothing, however many they are.
	var text, hunks strings.Builder
	for range 20_000 {
		text.WriteString("a\n\tb  \nc\n")
		hunks.WriteString("@@\n a\n-\tb  \n+B\n")
	}
	if _, err := apply(t, text.String(), hunks.String()); err != nil {
		t.Error(err)
	}
}

func TestFilesAreBounded(t *testing.T) {
	_, err := patch.Parse("*** Begin Patch\n" + strings.Repeat("*** Delete File: a\n", 200_000) + "*** End Patch\n")
	if err == nil || !strings.Contains(err.Error(), "1000 files at most") {
		t.Errorf("error %v", err)
	}
}
