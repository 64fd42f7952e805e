package sandbox

import (
	"os"
	"path/filepath"
	"runtime"
	"strings"
)

// cache is where a tool keeps what it can make or fetch again.
type cache struct {
	tool  string // program that has it, or "" for everybody's
	at    string // "~" is the home, "$NAME" a variable; an alternative after "|" counts when the variable is unset
	files string // names in that directory, separated by blanks, instead of all of it
}

// caches are the places that commands may write to besides the workspace, because hardly a build ends
// without. Programs that a person starts, and settings, are no caches and are not listed: ~/go/bin,
// ~/.cargo/bin, ~/.gradle/init.d. A directory is made when it is missing and its tool is there.
var caches = []cache{
	{at: "$XDG_CACHE_HOME|~/.cache"}, // pip, uv, yarn, deno, composer, ccache, bazel and many more
	{tool: "go", at: "$GOCACHE"},     // below ~/.cache when nobody says otherwise
	{tool: "go", at: "$GOMODCACHE"},
	{tool: "go", at: "$GOPATH|~/go", files: "pkg"},
	{tool: "npm", at: "~/.npm"},
	{tool: "pnpm", at: "~/.local/share/pnpm", files: "store"},
	{tool: "yarn", at: "~/.yarn", files: "berry"},
	{tool: "bun", at: "$BUN_INSTALL|~/.bun", files: "install/cache"},
	{tool: "cargo", at: "$CARGO_HOME|~/.cargo", files: "registry git"},
	{tool: "rustup", at: "$RUSTUP_HOME|~/.rustup"},
	{tool: "gradle", at: "$GRADLE_USER_HOME|~/.gradle", files: "caches wrapper daemon native jdks notifications workers .tmp"},
	{tool: "mvn", at: "~/.m2", files: "repository wrapper"},
	{tool: "sbt", at: "~/.sbt", files: "boot"},
	{tool: "sbt", at: "~/.ivy2", files: "cache"},
	{tool: "dotnet", at: "~/.nuget", files: "packages http-cache"},
	{tool: "dotnet", at: "~/.local/share/NuGet"},
	{tool: "pip", at: "$PIP_CACHE_DIR"},
	{tool: "uv", at: "$UV_CACHE_DIR"},
	{tool: "gem", at: "$GEM_HOME|~/.gem"},
	{tool: "bundle", at: "~/.bundle", files: "cache"},
	{tool: "composer", at: "$COMPOSER_HOME|~/.composer", files: "cache"},
	{tool: "ccache", at: "$CCACHE_DIR|~/.ccache"},
	{tool: "sccache", at: "$SCCACHE_DIR"},
	{tool: "cabal", at: "~/.cabal", files: "packages store logs"},
	{tool: "stack", at: "~/.stack", files: "pantry snapshots setup-exe-cache"},
	{tool: "mix", at: "~/.hex"},
	{tool: "dart", at: "~/.pub-cache"},
	{tool: "conan", at: "~/.conan2", files: "p"},
}

// cachesOfMac are those of programs that keep to the customs of macOS.
var cachesOfMac = []cache{
	{at: "~/Library/Caches"},
	{tool: "pnpm", at: "~/Library/pnpm", files: "store"},
	{tool: "xcodebuild", at: "~/Library/Developer/Xcode/DerivedData"},
}

// findCaches gives the places of the table under absolute names, whether they are there or not.
func findCaches(home string, environ []string) []string {
	rows := caches
	if runtime.GOOS == "darwin" {
		rows = append(cachesOfMac, rows...)
	}
	path := filepath.SplitList(variable(environ, "PATH"))
	var names []string
	for _, row := range rows {
		for _, name := range row.places(home, environ) {
			if row.tool == "" || !isDir(name) && installed(row.tool, path) {
				_ = os.MkdirAll(name, 0o700) // where it cannot be made, it is not there
			}
			names = append(names, name)
		}
	}
	return names
}

// places gives the directories that a row means.
func (c cache) places(home string, environ []string) []string {
	at := ""
	for choice := range strings.SplitSeq(c.at, "|") {
		if name, ok := strings.CutPrefix(choice, "$"); ok {
			at = variable(environ, name)
		} else if home != "" {
			at = filepath.Join(home, strings.TrimPrefix(choice, "~"))
		}
		if filepath.IsAbs(at) {
			break
		}
		at = ""
	}
	switch {
	case at == "":
		return nil
	case c.files == "":
		return []string{filepath.Clean(at)}
	}
	var names []string
	for name := range strings.FieldsSeq(c.files) {
		names = append(names, filepath.Join(at, name))
	}
	return names
}

// installed says whether a program is on the search path.
func installed(tool string, path []string) bool {
	for _, dir := range path {
		info, err := os.Stat(filepath.Join(dir, tool))
		if err == nil && info.Mode().IsRegular() && info.Mode().Perm()&0o111 != 0 {
			return true
		}
	}
	return false
}

func isDir(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.IsDir()
}
