package guard

import (
	"slices"
	"strings"
)

// commandVariables hold a shell command that some program runs.
var commandVariables = map[string]bool{
	"PAGER": true, "GIT_PAGER": true, "MANPAGER": true, "SYSTEMD_PAGER": true, "AWS_PAGER": true,
	"EDITOR": true, "VISUAL": true, "GIT_EDITOR": true, "GIT_SEQUENCE_EDITOR": true, "FCEDIT": true,
	"SUDO_EDITOR": true, "KUBE_EDITOR": true, "BROWSER": true, "GIT_SSH_COMMAND": true, "GIT_SSH": true,
	"GIT_EXTERNAL_DIFF": true, "GIT_ASKPASS": true, "SSH_ASKPASS": true, "SUDO_ASKPASS": true,
	"GIT_PROXY_COMMAND": true, "RSYNC_RSH": true, "CVS_RSH": true, "PROMPT_COMMAND": true,
	"LESSOPEN": true, "LESSCLOSE": true, "RUSTC_WRAPPER": true, "FZF_DEFAULT_COMMAND": true,
	"NPM_CONFIG_SCRIPT_SHELL": true, "npm_config_script_shell": true,
}

// sourcedVariables name a file that shells run when they start.
var sourcedVariables = map[string]bool{"BASH_ENV": true, "ENV": true, "PYTHONSTARTUP": true}

// promptVariables are expanded again, command substitutions included.
var promptVariables = map[string]bool{"PS0": true, "PS1": true, "PS2": true, "PS3": true, "PS4": true}

// loaderVariables put code into every program that is started.
var loaderVariables = map[string]bool{
	"LD_PRELOAD": true, "LD_AUDIT": true, "DYLD_INSERT_LIBRARIES": true, "GIT_CONFIG_PARAMETERS": true,
	"GIT_CONFIG_COUNT": true, "GIT_CONFIG_GLOBAL": true, "GIT_CONFIG_SYSTEM": true, "GIT_TEMPLATE_DIR": true,
	"GIT_EXEC_PATH": true,
}

// plainVariables never change what a reader does, beyond how its output looks.
var plainVariables = map[string]bool{
	"LANG": true, "LANGUAGE": true, "TZ": true, "TERM": true, "COLUMNS": true, "LINES": true,
	"NO_COLOR": true, "CLICOLOR": true, "FORCE_COLOR": true, "CLICOLOR_FORCE": true, "COLORTERM": true,
	"IFS": true, "OPTIND": true, "REPLY": true, "GIT_OPTIONAL_LOCKS": true,
}

// environment judges an assignment by what programs do with the variable.
func (e *eval) environment(st *state, name, value string) {
	at := span{}
	if e.here != nil {
		at = *e.here
	}
	switch {
	case value == "" || name == "":
	case commandVariables[name]:
		e.nested(st.child(e), strings.TrimLeft(value, "|-"), at)
	case strings.HasPrefix(name, "BASH_FUNC_"):
		e.nested(st.child(e), "f"+value, at) // a function that the next shell knows
	case sourcedVariables[name]:
		e.sourceFile(st.fork(), field{text: value, at: at})
	case promptVariables[name]:
		e.hiddenCode(st, value, at)
	case loaderVariables[name] || strings.HasPrefix(name, "GIT_CONFIG_KEY_"):
		e.report(ruleLoader, at, name)
	}
	if !harmlessVariable(name) {
		e.reads = false
	}
}

// inheritedNames are how the names of those variables begin that commands get from the environment of
// the user. All others are not set for them, unless the configuration says so.
var inheritedNames = []string{
	"HOME", "USER", "LOGNAME", "SHELL", "PATH", "TMP", "TEMP", "TZ", "LANG", "LC_", "XDG_", "CI", "TERM", "PAGER", "GIT_", "EIDOLON_",
	"SSL_", "CURL_", "REQUESTS_", "HTTP", "http", "ALL_PROXY", "all_proxy", "NO_PROXY", "no_proxy",
	"GO", "CGO_", "CC", "CXX", "AR", "CFLAGS", "CPPFLAGS", "LDFLAGS", "PKG_CONFIG", "CMAKE_", "MAKEFLAGS", "CCACHE_", "SDKROOT", "DEVELOPER_DIR",
	"CARGO_", "RUST", "JAVA_", "MAVEN_", "GRADLE_", "DOTNET_", "ANDROID_", "VIRTUAL_ENV", "CONDA_", "PYENV_", "PYTHON", "UV_", "PIP_", "NVM_",
	"NODE_", "PNPM_", "BUN_", "VOLTA_", "GEM_", "RBENV_", "BUNDLE_", "COMPOSER_", "PERL5LIB", "HOMEBREW_", "NIX_", "MANPATH", "INFOPATH",
	"PWD", "OLDPWD",
}

// inherited tells whether a variable may be set before the command runs. The shell's own count, too:
// their names begin with BASH, or are numbers and signs.
func inherited(name string) bool {
	if name == "" || !letter(name[0]) || strings.HasPrefix(name, "BASH") {
		return true
	}
	return slices.ContainsFunc(inheritedNames, func(n string) bool { return strings.HasPrefix(name, n) })
}

// equips notes that a variable is set. Programs see it if it is exported, and also if the environment
// already holds one of that name, which for a name without small letters is likely.
func (st *state) equips(name string, exported bool) {
	st.equipped = st.equipped || exported || strings.ToUpper(name) == name && !plainVariables[name]
}

// harmlessVariable tells whether setting the variable leaves readers what they are. Names with a
// small letter belong to the script itself: no reader looks at them.
func harmlessVariable(name string) bool {
	if plainVariables[name] || strings.HasPrefix(name, "LC_") {
		return true
	}
	return strings.ToUpper(name) != name && !strings.HasPrefix(strings.ToLower(name), "npm_")
}
