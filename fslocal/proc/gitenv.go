package proc

import (
	"slices"
	"strconv"
)

// setting is one setting of git.
type setting struct{ key, value string }

// gitAlways holds for every command. A file monitor is a program that the repository names, and
// git starts it just to look.
var gitAlways = []setting{{"core.fsmonitor", "false"}}

// gitReading holds for commands that only read: no program that the repository names may run. Other
// commands need them, as in a commit with hooks and a signature.
var gitReading = []setting{
	{"core.hooksPath", "/dev/null"},
	{"log.showSignature", "false"},
	{"gpg.program", "false"},
	{"gpg.openpgp.program", "false"},
	{"gpg.x509.program", "false"},
	{"gpg.ssh.program", "false"},
}

// gitVariables are variables that give git its settings: these win over those of the repository. A
// reader also fetches nothing, as a partial clone would where an object is missing: the address of a
// remote can be a program.
func gitVariables(reader bool) []string {
	settings, env := gitAlways, []string(nil)
	if reader {
		settings = append(slices.Clip(settings), gitReading...)
		env = append(env, "GIT_NO_LAZY_FETCH=1", "GIT_ALLOW_PROTOCOL=none")
	}
	env = append(env, "GIT_CONFIG_COUNT="+strconv.Itoa(len(settings)))
	for i, s := range settings {
		n := strconv.Itoa(i)
		env = append(env, "GIT_CONFIG_KEY_"+n+"="+s.key, "GIT_CONFIG_VALUE_"+n+"="+s.value)
	}
	return env
}
