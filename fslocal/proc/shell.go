package proc

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// shell is a program that runs the text of a command.
type shell struct {
	path string // absolute; "" when there is none
	args []string
}

// argv is the argument list for one command. After "--" a text that begins with a dash is no option.
func (s shell) argv(text string) []string {
	return append(slices.Clip(s.args), "-c", "--", text)
}

// shell gives the shell that is asked for.
func (o Options) shell(search string) shell {
	switch {
	case o.Shell == "":
		found := findShell(search)
		if o.NeedBash && found.path != "" && found.args[0] != "bash" {
			return shell{}
		}
		return found
	case !isProgram(o.Shell):
		return shell{}
	case strings.TrimSuffix(filepath.Base(o.Shell), programSuffix) == "bash":
		return shell{path: o.Shell, args: bash}
	}
	return shell{path: o.Shell, args: []string{"sh"}}
}

// bash are the arguments of a bash that reads no start files.
var bash = []string{"bash", "--noprofile", "--norc"}

// findShell gives bash, and sh where bash is missing. The system's own directories come first, so that
// a workspace which got itself into the search path supplies no shell.
func findShell(search string) shell {
	dirs := append(slices.Clip(systemDirs), filepath.SplitList(search)...)
	for _, candidate := range []shell{
		{path: "bash", args: bash},
		{path: "sh", args: []string{"sh"}},
	} {
		for _, dir := range dirs {
			path := filepath.Join(dir, candidate.path+programSuffix)
			if isProgram(path) {
				return shell{path: path, args: candidate.args}
			}
		}
	}
	return shell{}
}

func isProgram(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular() && (programSuffix != "" || info.Mode().Perm()&0o111 != 0)
}

// searchPath gives the PATH of an environment.
func searchPath(env []string) string {
	for _, entry := range env {
		if value, ok := strings.CutPrefix(entry, "PATH="); ok {
			return value
		}
	}
	return ""
}
