package proc

import (
	"path/filepath"
	"slices"
	"strings"
)

// passed are the variables that a command inherits. Everything else stays behind: keys and tokens,
// sockets of agents and daemons (SSH_AUTH_SOCK, DOCKER_HOST, DBUS_SESSION_BUS_ADDRESS), and what makes a
// shell or loader run code (BASH_ENV, ENV, SHELLOPTS, LD_PRELOAD, DYLD_INSERT_LIBRARIES, PYTHONSTARTUP).
// A trailing "*" stands for any ending.
var passed = []string{
	// The person and the place.
	"HOME", "USER", "LOGNAME", "SHELL", "PATH", "TMPDIR", "TZ", "LANG", "LANGUAGE", "LC_*",
	"XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "CI",

	// Certificates and the way out. Addresses that hold a password do not pass: see hasPassword.
	"SSL_CERT_FILE", "SSL_CERT_DIR", "CURL_CA_BUNDLE", "REQUESTS_CA_BUNDLE", "NODE_EXTRA_CA_CERTS",
	"HTTP_PROXY", "HTTPS_PROXY", "ALL_PROXY", "NO_PROXY", "http_proxy", "https_proxy", "all_proxy", "no_proxy",

	// Go.
	"GOROOT", "GOPATH", "GOBIN", "GOCACHE", "GOMODCACHE", "GOTMPDIR", "GOENV", "GOFLAGS", "GOPROXY",
	"GOSUMDB", "GONOSUMDB", "GONOSUMCHECK", "GONOPROXY", "GOPRIVATE", "GOINSECURE", "GOTOOLCHAIN", "GOWORK",
	"GOOS", "GOARCH", "GOARM", "GOAMD64", "GOEXPERIMENT", "GOMAXPROCS", "CGO_ENABLED",

	// C and its kin.
	"CC", "CXX", "AR", "CFLAGS", "CXXFLAGS", "CPPFLAGS", "LDFLAGS", "CGO_CFLAGS", "CGO_LDFLAGS",
	"PKG_CONFIG_PATH", "CMAKE_PREFIX_PATH", "MAKEFLAGS", "CCACHE_DIR", "SDKROOT", "DEVELOPER_DIR",

	// Rust, Java, .NET, Android.
	"CARGO_HOME", "CARGO_TARGET_DIR", "RUSTUP_HOME", "RUSTUP_TOOLCHAIN", "RUSTFLAGS", "RUST_BACKTRACE",
	"JAVA_HOME", "MAVEN_HOME", "GRADLE_HOME", "GRADLE_USER_HOME", "DOTNET_ROOT", "ANDROID_HOME",

	// Python, Node, Ruby, PHP, Perl.
	"VIRTUAL_ENV", "CONDA_PREFIX", "CONDA_DEFAULT_ENV", "PYENV_ROOT", "PYENV_VERSION", "PYTHONPATH",
	"UV_CACHE_DIR", "PIP_CACHE_DIR", "NVM_DIR", "NVM_BIN", "NODE_PATH", "NODE_ENV", "PNPM_HOME", "BUN_INSTALL",
	"VOLTA_HOME", "GEM_HOME", "GEM_PATH", "RBENV_ROOT", "BUNDLE_PATH", "COMPOSER_HOME", "PERL5LIB",

	// Package managers of the machine.
	"HOMEBREW_PREFIX", "HOMEBREW_CELLAR", "NIX_PATH", "NIX_PROFILES", "MANPATH", "INFOPATH",
}

// fixed are set for every command. No program is to wait for a person or paint a screen, and git
// is not to take a lock just to look.
var fixed = []string{
	"TERM=dumb",
	"PAGER=cat",
	"GIT_PAGER=cat",
	"GIT_OPTIONAL_LOCKS=0",
	"GIT_TERMINAL_PROMPT=0",
}

// markVariable names the variable whose value no two commands share. See [tree] for its use.
const markVariable = "EIDOLON_CALL"

// Environ gives the environment of a command from the one of the program: the variables on the
// allow list, those that the user wants passed on, and those with a fixed value. The first of two
// entries with the same name counts.
func Environ(own, pass []string) []string {
	env := slices.Clone(fixed)
	seen := make(map[string]bool)
	for _, entry := range own {
		name, value, ok := strings.Cut(entry, "=")
		wanted := listed(pass, name) && !NeverPassed(name)
		if !ok || seen[name] || strings.ContainsRune(value, 0) || !wanted && (!passes(name) || hasPassword(value)) {
			continue
		}
		seen[name] = true
		if name == "PATH" {
			value = absoluteOnly(value)
		}
		env = append(env, name+"="+value)
	}
	return env
}

func passes(name string) bool {
	return listed(passed, name) || slices.Contains(passedBySystem, strings.ToUpper(name))
}

// listed says whether a list has a name, or its beginning with a "*" behind.
func listed(list []string, name string) bool {
	return slices.ContainsFunc(list, func(row string) bool {
		if prefix, open := strings.CutSuffix(row, "*"); open {
			return strings.HasPrefix(name, prefix)
		}
		return name == row
	})
}

// dangerous are variables that nobody can have passed on: they make a shell or the loader of programs
// run code, in every command and unseen.
var dangerous = []string{
	"BASH_ENV", "ENV", "BASH_FUNC_*", "BASHOPTS", "SHELLOPTS", "PROMPT_COMMAND", "PS0", "PS1", "PS2", "PS4", "IFS", "CDPATH",
	"ZDOTDIR", "LD_*", "DYLD_*", "GLIBC_TUNABLES", "GCONV_PATH", "NLSPATH", "LOCPATH", "_RLD*", "LIBPATH", "SHLIB_PATH",
}

// NeverPassed says whether a variable is dangerous, or one that the program sets itself.
func NeverPassed(name string) bool {
	upper := strings.ToUpper(name)
	return listed(dangerous, upper) || upper == markVariable || strings.HasPrefix(upper, "GIT_CONFIG_") ||
		slices.ContainsFunc(fixed, func(entry string) bool { return strings.HasPrefix(entry, upper+"=") })
}

// hasPassword says whether a value holds an address with a user part, as in "https://me:secret@host",
// or "me:secret@host", which proxies may be given as. A path such as "/home/me@work" is none.
func hasPassword(value string) bool {
	for part := range strings.FieldsFuncSeq(value, func(r rune) bool { return strings.ContainsRune(",;| \t", r) }) {
		_, address, scheme := strings.Cut(part, "://")
		if !scheme {
			address = part
		}
		host, _, _ := strings.Cut(address, "/")
		user, _, found := strings.Cut(host, "@")
		if found && (scheme || strings.Contains(user, ":")) {
			return true
		}
	}
	return false
}

// absoluteOnly takes the entries off a search path that mean another directory in every place: with
// them, a repository could supply the "ls" of the next command.
func absoluteOnly(path string) string {
	dirs := slices.DeleteFunc(filepath.SplitList(path), func(dir string) bool { return !filepath.IsAbs(dir) })
	return strings.Join(dirs, string(filepath.ListSeparator))
}

// withTemp gives an environment in which temporary files go to a directory, or as it is without one.
func withTemp(env []string, dir string) []string {
	if dir == "" {
		return env
	}
	env = slices.DeleteFunc(slices.Clone(env), func(entry string) bool {
		return strings.HasPrefix(entry, "TMPDIR=") || strings.HasPrefix(entry, "GOTMPDIR=")
	})
	return append(env, "TMPDIR="+dir)
}
