// Package protected knows the names that programs act on: hooks, settings, files that shells and editors
// load. Tools that change files and the guard of commands ask about them; both read one table.
package protected

import (
	"path"
	"strings"
	"unicode"
)

// who is asked about a name: about some, usual commands write, and only tools that change files are asked.
type who int

const (
	everyone who = iota
	tools        // files that git, package managers and editors write when a command starts them
	commands     // what of such a directory no usual command writes
)

// row is a name or a path, in lower case.
type row struct {
	name string
	who  who
}

// table has what programs run, load or obey without being told to: writing one of them is more than
// writing a file. A row matches at any depth of the workspace. It covers everything below it, and, for
// tools, what lies above its first part's end too, so that a directory cannot be put in its place with
// the file already inside. In the last part, "*" stands for anything.
var table = []row{
	// git runs hooks, and its configuration names programs.
	{".git", tools},
	{".git/hooks", commands},
	{".git/config", commands},
	{".git/info/attributes", commands},
	{".git/modules", commands},
	{".gitconfig", everyone},
	{".gitmodules", tools},
	{".config/git", everyone},
	{".husky", everyone},
	{".githooks", everyone},
	{".pre-commit-config.yaml", tools},
	{"lefthook.yml", tools},
	{"lefthook.yaml", tools},

	// This program and its kind: settings, hooks, servers to start.
	{".eidolon", everyone},
	{".mcp.json", everyone},
	{".claude", everyone},
	{".codex", everyone},
	{".cursor", everyone},
	{".gemini", everyone},
	{".windsurf", everyone},
	{".aider.conf.yml", everyone},

	// Shells read these when they start.
	{".profile", everyone},
	{".login", everyone},
	{".logout", everyone},
	{".inputrc", everyone},
	{".hushlogin", everyone},
	{".bashrc", everyone},
	{".bash_profile", everyone},
	{".bash_login", everyone},
	{".bash_logout", everyone},
	{".bash_aliases", everyone},
	{".zshrc", everyone},
	{".zshenv", everyone},
	{".zprofile", everyone},
	{".zlogin", everyone},
	{".zlogout", everyone},
	{".kshrc", everyone},
	{".mkshrc", everyone},
	{".cshrc", everyone},
	{".tcshrc", everyone},
	{".config/fish", everyone},
	{".config/nushell", everyone},

	// Tools that load a file when a directory is entered.
	{".envrc", everyone},
	{".direnvrc", everyone},
	{".config/direnv", everyone},
	{"mise.toml", tools},
	{".mise.toml", tools},
	{".autoenv", everyone},

	// Editors run tasks and settings of a project.
	{".vscode/tasks.json", everyone},
	{".vscode/launch.json", everyone},
	{".vscode/settings.json", everyone},
	{".vscode/mcp.json", everyone},
	{"*.code-workspace", tools},
	{".devcontainer", everyone},
	{".devcontainer.json", everyone},
	{".idea", tools},
	{".idea/workspace.xml", commands},
	{".idea/runconfigurations", commands},
	{".fleet", tools},
	{".zed", tools},
	{"*.sublime-project", tools},
	{".helix", tools},
	{".vimrc", everyone},
	{".nvimrc", everyone},
	{".exrc", everyone},
	{".nvim.lua", everyone},
	{".vim", tools},
	{".config/nvim", everyone},
	{".emacs", everyone},
	{".emacs.d", tools},
	{".dir-locals.el", everyone},
	{".dir-locals-2.el", everyone},

	// Debuggers and build tools obey a file in the directory they start in.
	{".gdbinit", everyone},
	{".lldbinit", everyone},
	{".cargo/config", everyone},
	{".cargo/config.toml", everyone},
	{".npmrc", tools},
	{".yarnrc", tools},
	{".yarnrc.yml", tools},
	{".pnpmfile.cjs", tools},
	{".bazelrc", tools},

	// The session and the machine start these, when the workspace is somebody's home.
	{".ssh", everyone},
	{".xinitrc", everyone},
	{".xprofile", everyone},
	{".xsession", everyone},
	{".xsessionrc", everyone},
	{".pam_environment", everyone},
	{".config/autostart", everyone},
	{".config/systemd", everyone},
	{".config/environment.d", everyone},
	{"library/launchagents", everyone},
}

// aliases are names under which Windows file systems also know a directory.
var aliases = map[string]string{"git~1": ".git"}

// Name says whether rel, a slash-separated name in the workspace or an absolute one, is one that
// programs act on. It looks at the name alone, so it answers for files that do not exist yet, and it
// compares as the most forgiving file system does: without case, without invisible characters, without
// the dots, blanks and stream names that Windows ignores at the end. The wide forms of ASCII count as
// ASCII: no file system takes them for it, but people do.
func Name(rel string) bool {
	parts := strings.Split(path.Clean(strings.ReplaceAll(rel, `\`, "/")), "/")
	for i, part := range parts {
		parts[i] = foldName(part)
	}
	for start := range parts {
		for _, r := range table {
			if r.who != commands && matches(strings.Split(r.name, "/"), parts[start:]) {
				return true
			}
		}
	}
	return false
}

// matches compares as many parts as both have.
func matches(row, parts []string) bool {
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
	if full, ok := aliases[name]; ok {
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

// ForCommands gives the names and paths that a command is asked about when it writes them, in lower case.
func ForCommands() []string {
	var names []string
	for _, r := range table {
		if r.who != tools {
			names = append(names, r.name)
		}
	}
	return names
}
