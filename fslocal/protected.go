package fslocal

import (
	"path"
	"strings"
	"unicode"
)

// protectedNames are what programs run, load or obey without being told to: writing one of them is
// more than writing a file. A row matches at any depth of the workspace. It covers everything below
// it, and what lies above its first part's end too, so that a directory cannot be put in its place
// with the file already inside. In the last part, "*" stands for anything.
var protectedNames = [][]string{
	// git runs hooks, and its configuration names programs.
	{".git"},
	{".gitconfig"},
	{".gitmodules"},
	{".config", "git"},
	{".husky"},
	{".githooks"},
	{".pre-commit-config.yaml"},
	{"lefthook.yml"},
	{"lefthook.yaml"},

	// This program and its kind: settings, hooks, servers to start.
	{".eidolon"},
	{".mcp.json"},
	{".claude"},
	{".codex"},
	{".cursor"},
	{".gemini"},
	{".windsurf"},
	{".aider.conf.yml"},

	// Shells read these when they start.
	{".profile"},
	{".login"},
	{".logout"},
	{".inputrc"},
	{".hushlogin"},
	{".bashrc"},
	{".bash_profile"},
	{".bash_login"},
	{".bash_logout"},
	{".bash_aliases"},
	{".zshrc"},
	{".zshenv"},
	{".zprofile"},
	{".zlogin"},
	{".zlogout"},
	{".kshrc"},
	{".mkshrc"},
	{".cshrc"},
	{".tcshrc"},
	{".config", "fish"},
	{".config", "nushell"},

	// Tools that load a file when a directory is entered.
	{".envrc"},
	{".direnvrc"},
	{".config", "direnv"},
	{"mise.toml"},
	{".mise.toml"},
	{".autoenv"},

	// Editors run tasks and settings of a project.
	{".vscode", "tasks.json"},
	{".vscode", "launch.json"},
	{".vscode", "settings.json"},
	{".vscode", "mcp.json"},
	{"*.code-workspace"},
	{".devcontainer"},
	{".devcontainer.json"},
	{".idea"},
	{".fleet"},
	{".zed"},
	{"*.sublime-project"},
	{".helix"},
	{".vimrc"},
	{".nvimrc"},
	{".exrc"},
	{".nvim.lua"},
	{".vim"},
	{".config", "nvim"},
	{".emacs"},
	{".emacs.d"},
	{".dir-locals.el"},
	{".dir-locals-2.el"},

	// Debuggers and build tools obey a file in the directory they start in.
	{".gdbinit"},
	{".lldbinit"},
	{".cargo", "config"},
	{".cargo", "config.toml"},
	{".npmrc"},
	{".yarnrc"},
	{".yarnrc.yml"},
	{".pnpmfile.cjs"},
	{".bazelrc"},

	// The session and the machine start these, when the workspace is somebody's home.
	{".ssh"},
	{".xinitrc"},
	{".xprofile"},
	{".xsession"},
	{".xsessionrc"},
	{".pam_environment"},
	{".config", "autostart"},
	{".config", "systemd"},
	{".config", "environment.d"},
	{"library", "launchagents"},
}

// protectedAliases are names under which Windows file systems also know a directory.
var protectedAliases = map[string]string{"git~1": ".git"}

// Protected says whether rel, a slash-separated name in the workspace or an absolute one, is one that
// programs act on. It looks at the name alone, so it answers for files that do not exist yet, and it
// compares as the most forgiving file system does: without case, without invisible characters, without
// the dots, blanks and stream names that Windows ignores at the end. The wide forms of ASCII count as
// ASCII: no file system takes them for it, but people do.
func Protected(rel string) bool {
	parts := strings.Split(path.Clean(strings.ReplaceAll(rel, `\`, "/")), "/")
	for i, part := range parts {
		parts[i] = foldName(part)
	}
	for start := range parts {
		for _, row := range protectedNames {
			if matchesRow(row, parts[start:]) {
				return true
			}
		}
	}
	return false
}

// matchesRow compares as many parts as both have.
func matchesRow(row, parts []string) bool {
	for i := range min(len(row), len(parts)) {
		suffix, wild := strings.CutPrefix(row[i], "*")
		if wild && !strings.HasSuffix(parts[i], suffix) || !wild && parts[i] != suffix {
			return false
		}
	}
	return true
}

// foldName brings every spelling of a name that some file system takes for the same to one form.
func foldName(name string) string {
	if name, _, _ = strings.Cut(name, ":"); name == "" {
		return ""
	}
	name = strings.Map(foldRune, name)
	name = strings.TrimRight(name, ". ")
	if full, ok := protectedAliases[name]; ok {
		return full
	}
	return name
}

// foldRune gives one rune for all that differ in case or width only: the lower case of the smallest of
// them, which makes an "s" of the long s too. Characters that show nothing are dropped.
func foldRune(r rune) rune {
	switch {
	case unicode.Is(unicode.Cf, r), unicode.Is(unicode.Variation_Selector, r), r == '\u034F', unicode.IsControl(r):
		return -1
	case r >= '\uFF01' && r <= '\uFF5E': // full width
		r -= '\uFF01' - '!'
	case r == '\u2024' || r == '\uFE52': // dots
		r = '.'
	}
	smallest := r
	for next := unicode.SimpleFold(r); next != r; next = unicode.SimpleFold(next) {
		smallest = min(smallest, next)
	}
	return unicode.ToLower(smallest)
}
