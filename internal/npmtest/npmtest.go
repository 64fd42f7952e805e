// Package npmtest lets tests run other people's JavaScript libraries against the program. The packages
// are fetched from the registry when a test first wants them, in exact versions, and are kept in the
// user's cache directory, outside of the repository. Where there is no node, or the registry cannot be
// reached, the tests that need them are skipped with a line that says so.
package npmtest

import (
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// How long things may take. A registry that is slow is one that is not there.
const (
	installTime = 2 * time.Minute
	scriptTime  = time.Minute
)

// exact is the form in which packages are asked for: what is fetched must not change by itself.
const exact = `^(@[a-z0-9-]+/)?[a-z0-9.-]+@\d+\.\d+\.\d+$`

// Dir gives a new directory of the test's own in which node finds the packages, each given as
// name@version. Optional dependencies, which are mostly programs for one system each, are left out, and
// nothing of the packages runs while they are installed.
func Dir(t testing.TB, packages ...string) string {
	t.Helper()
	for _, name := range packages {
		if !regexp.MustCompile(exact).MatchString(name) {
			t.Fatalf("%q is no package with an exact version", name)
		}
	}
	needs(t, "node")
	recent(t)
	base, err := os.UserCacheDir()
	if err != nil {
		t.Skipf("there is no place for npm packages: %v", err)
	}
	packages = slices.Sorted(slices.Values(packages))
	sum := sha256.Sum256([]byte(strings.Join(packages, " ")))
	kept := filepath.Join(base, "eidolon-tests", "npm", hex.EncodeToString(sum[:8]))
	if _, err := os.Stat(kept); errors.Is(err, os.ErrNotExist) {
		install(t, kept, packages)
	}
	dir := t.TempDir()
	if err := os.Symlink(filepath.Join(kept, "node_modules"), filepath.Join(dir, "node_modules")); err != nil {
		t.Skipf("the packages cannot be linked to: %v", err)
	}
	return dir
}

// install fetches the packages into a directory that is there when all of them are. Of two tests that do
// so at the same time, the second finds the work of the first.
func install(t testing.TB, dir string, packages []string) {
	t.Helper()
	needs(t, "npm")
	if testing.Short() {
		t.Skip("short tests fetch nothing: " + strings.Join(packages, " "))
	}
	if err := os.MkdirAll(filepath.Dir(dir), 0o700); err != nil {
		t.Fatal(err)
	}
	fresh, err := os.MkdirTemp(filepath.Dir(dir), "new") //nolint:usetesting // it is renamed into its place, so it has to be beside it
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = os.RemoveAll(fresh) }() // it was moved away, or is of no use
	ctx, cancel := context.WithTimeout(t.Context(), installTime)
	defer cancel()
	args := []string{
		"install", "--prefix", fresh, "--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--no-package-lock",
		"--no-update-notifier", "--loglevel=error", "--fetch-retries=1", "--fetch-timeout=20000",
	}
	cmd := exec.CommandContext(ctx, "npm", append(args, packages...)...)
	cmd.Dir = fresh
	said, err := cmd.CombinedOutput()
	switch {
	case unknown(said):
		t.Fatalf("the registry does not have %s:\n%s", strings.Join(packages, " "), said)
	case err != nil:
		t.Skipf("%s cannot be fetched: %v\n%s", strings.Join(packages, " "), err, said)
	}
	if err := os.Rename(fresh, dir); err != nil {
		if _, there := os.Stat(dir); there != nil {
			t.Fatal(err)
		}
	}
}

// unknown says whether npm complained of a package or a version that does not exist. That is a mistake
// of the test and no lack of the machine.
func unknown(said []byte) bool {
	return bytes.Contains(said, []byte("code E404")) || bytes.Contains(said, []byte("code ETARGET"))
}

// oldest is the oldest node that the libraries promise to work with.
const oldest = 20

// recent skips a test where node is older than that.
func recent(t testing.TB) {
	t.Helper()
	said, err := exec.CommandContext(t.Context(), "node", "--version").Output()
	major, _, _ := strings.Cut(strings.TrimPrefix(string(said), "v"), ".")
	if n, bad := strconv.Atoi(major); err != nil || bad != nil || n < oldest {
		t.Skipf("node %d or newer is needed, and there is %q (%v)", oldest, strings.TrimSpace(string(said)), err)
	}
}

// needs skips a test without a program.
func needs(t testing.TB, program string) {
	t.Helper()
	if _, err := exec.LookPath(program); err != nil {
		t.Skipf("there is no %s, which this test needs: install nodejs and npm (.ci/run does)", program)
	}
}

// Run runs a JavaScript module in a directory of [Dir] and gives what it wrote to standard output.
// Further variables are added to the test's own environment. The test fails when the module does.
func Run(t testing.TB, dir, module string, env []string, args ...string) string {
	t.Helper()
	file := filepath.Join(dir, "run.mjs")
	if err := os.WriteFile(file, []byte(module), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), scriptTime)
	defer cancel()
	cmd := exec.CommandContext(ctx, "node", append([]string{file}, args...)...)
	cmd.Dir, cmd.Env = dir, append(cmd.Environ(), env...)
	var out, errs bytes.Buffer
	cmd.Stdout, cmd.Stderr = &out, &errs
	cmd.WaitDelay = time.Second // a grandchild may hold the pipes open
	if err := cmd.Run(); err != nil {
		t.Fatalf("node: %v\n%s%s", err, out.Bytes(), errs.Bytes())
	}
	return out.String()
}
