package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"
)

// Sources says where configuration comes from.
type Sources struct {
	BaseDir   string                   // the user's directory, see BaseDir; need not exist; "" means no user files
	Home      string                   // the user's home, for ~ and the legacy file; may be ""
	Workspace string                   // absolute; "" means no workspace files
	Trusted   bool                     // the user trusts the workspace: its files may set nearly everything
	Env       func(name string) string // like os.Getenv; empty counts as unset
	Flags     []Flag                   // later ones win

	// Servers are files in the form of .mcp.json, or their texts, that the user gave for this run. What is in them
	// counts before everything else, and with OnlyServers nothing else does.
	Servers     []ServersFile
	OnlyServers bool

	// Instead has what counts in place of the content of files of the user's directory, by path: it is how a
	// change is tried before it is written.
	Instead map[string][]byte

	// Same is told every file of the workspace that is read, by its name there, and says whether it is as
	// it was when the user trusted the workspace. Data is nil for a file that does not exist. One file
	// that is not the same makes the whole configuration of the workspace one that nobody trusts. Nil
	// stands for a function that always says yes.
	Same func(name string, data []byte) bool
}

// ServersFile is a text in the form of .mcp.json.
type ServersFile struct {
	Name string // shown as the origin
	Data []byte
}

// Flag is a command line flag that sets a key.
type Flag struct {
	Name  string // as typed, such as "--permission-mode"; shown as the origin
	Key   string // such as "permissions.mode"
	Value string
}

// Code names a kind of notice; the codes are stable.
type Code string

// The kinds of notice.
const (
	OldSpelling    Code = "config_old_spelling" // a key was read under a former name
	Unused         Code = "config_unused"       // a key or a file that this version does nothing with
	BadServer      Code = "config_server"       // a server that brings tools along cannot be used
	HeldBack       Code = "config_held_back"    // a workspace's key was not applied
	OutsideLink    Code = "config_outside_link" // a workspace's file is a link to the outside; not read
	TwoFiles       Code = "config_two_files"    // two files of one place were merged
	ReadableKey    Code = "config_readable_key" // others on this computer can read a key
	BadLine        Code = "config_bad_line"     // a line of .env was skipped
	URLReplaced    Code = "config_url_replaced" // a variable overrides the base URL of the active profile
	KeyReplaced    Code = "config_key_replaced" // a variable overrides the key of the active profile
	BadModels      Code = "config_models"       // models.yaml cannot be read
	FallbackAbsent Code = "config_fallback"     // models.fallback names no profile
)

// Notice tells the user about something that was read differently from how it was written.
type Notice struct {
	Code    Code
	Where   string // file, file:line or variable
	Message string // a sentence without a full stop, and without a secret
}

// String gives "where: message".
func (n Notice) String() string { return n.Where + ": " + n.Message }

// BaseDir gives the user's directory: EIDOLON_HOME, which must be absolute or begin with "~", else
// .eidolon in home. It is not created.
func BaseDir(env func(string) string, home string) (string, error) {
	dir := env("EIDOLON_HOME")
	if dir == "" {
		if home == "" {
			return "", errors.New("there is no home directory: set HOME or EIDOLON_HOME")
		}
		dir = filepath.Join(home, ".eidolon")
	}
	if dir = expandHome(dir, home); !filepath.IsAbs(dir) {
		return "", fmt.Errorf("the base directory %q would be another one in each workspace: "+
			"set EIDOLON_HOME to an absolute path, such as /home/you/.eidolon", dir)
	}
	return filepath.Clean(dir), nil
}

// expandHome replaces a leading "~" by home, as a shell would have.
func expandHome(path, home string) string {
	rest, ok := strings.CutPrefix(path, "~")
	if !ok || home == "" || rest != "" && rest[0] != '/' && rest[0] != filepath.Separator {
		return path
	}
	return filepath.Join(home, rest)
}
