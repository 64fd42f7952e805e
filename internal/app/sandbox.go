package app

import (
	"path/filepath"
	"slices"

	"eidolon/fslocal/proc"
	"eidolon/fslocal/sandbox"
	"eidolon/internal/config"
	"eidolon/internal/leaf/lang"
)

// newSandbox makes what confines the commands of a workspace.
func newSandbox(o Options, root string) *sandbox.Box {
	s := o.Config.Sandbox
	return sandbox.New(sandbox.Options{
		Level: sandbox.Level(s.Bash), Workspace: root, Home: o.Home, Environ: proc.Environ(o.Environ, s.PassEnv),
		AllowWrite: s.AllowWrite, ForbidRead: s.ForbidRead, Own: o.Base, Network: s.Network,
	})
}

// forbiddenBelow lists what nobody reads, for files below some directories. The secrets in the base directory
// are left out where they are somewhere else: a list that is empty costs the reading of files nothing.
func forbiddenBelow(o Options, roots ...string) []string {
	paths := o.Config.Sandbox.ForbidRead
	base := realName(o.Base)
	if o.Base == "" || slices.ContainsFunc(roots, func(root string) bool {
		rel, err := filepath.Rel(realName(root), base)
		return err != nil || filepath.IsLocal(rel)
	}) {
		return paths
	}
	return withoutOwn(paths, o.Base)
}

// withoutOwn leaves out what is forbidden without anybody's asking for it: the secrets in the base directory.
func withoutOwn(paths []string, base string) []string {
	own := config.SecretFiles(base)
	return slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return slices.Contains(own, p) })
}

// realName is a name without links, as far as it can be told.
func realName(name string) string {
	if to, err := filepath.EvalSymlinks(name); err == nil {
		return to
	}
	return name
}

// unconfined says what the user should know of a sandbox that does not do all it is there for, or "".
func unconfined(in lang.Table, c config.Sandbox, base string, reach sandbox.Reach) string {
	switch {
	case reach.Files:
		return ""
	case c.Bash != string(sandbox.Off):
		return in.F("commands are not confined to the workspace: %s; `sandbox: {bash: off}` says that you know", reach.Lacks)
	case len(withoutOwn(c.ForbidRead, base)) > 0:
		return in.T("sandbox.forbidRead holds for the file tools; with `sandbox.bash: off` a shell command can still read these paths")
	}
	return ""
}
