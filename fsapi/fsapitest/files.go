package fsapitest

import (
	"testing"

	"eidolon/fsapi"
)

// Open makes an empty workspace that lives as long as the test, and gives its directory.
type Open func(t *testing.T) (files fsapi.Files, root string)

// Run checks one implementation of [fsapi.Files].
func Run(t *testing.T, open Open) {
	t.Helper()
	for _, c := range []struct {
		name string
		test func(*testing.T, Open)
	}{
		{"names", testNames},
		{"odd names", testOddNames},
		{"escapes by link", testEscapes},
		{"escapes by swapping", testSwaps},
		{"reading", testRead},
		{"reading text", testText},
		{"what is no file", testNotRegular},
		{"writing", testWrite},
		{"appending", testAppend},
		{"attributes kept", testKept},
		{"readers during writes", testAtomic},
		{"editing", testEdit},
		{"changed meanwhile", testChanged},
		{"protected names", testProtected},
		{"moving", testMove},
		{"refused moves", testMoveRefused},
		{"removing", testRemove},
		{"listing", testList},
		{"ended context", testContext},
	} {
		t.Run(c.name, func(t *testing.T) { c.test(t, open) })
	}
}
