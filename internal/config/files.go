package config

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"

	"eidolon/internal/leaf/yamldoc"
)

// Names of configuration files. Within one place a later file lies over an earlier one.
const (
	legacyName  = ".eidolon.json"
	jsonName    = "config.json"
	yamlName    = "config.yaml"
	projectDir  = ".eidolon"
	dotenvName  = ".env"
	loginsName  = "oauth.json"
	maxFileSize = yamldoc.MaxBytes
)

// layer is the content of one file.
type layer struct {
	path  string
	tree  *yamldoc.Node
	loose bool // others on this computer may read the file
	info  fs.FileInfo
}

// SecretFiles are the files of the base directory that nobody but the program itself reads: the user's keys,
// and the tokens of logins, also while they are being written.
func SecretFiles(baseDir string) []string {
	logins := filepath.Join(baseDir, loginsName)
	return []string{filepath.Join(baseDir, dotenvName), logins, logins + ".tmp"}
}

// UserFile is the user's configuration file: the one that exists, else the one to create.
func UserFile(baseDir string) string {
	for _, name := range []string{yamlName, jsonName} {
		if path := filepath.Join(baseDir, name); exists(path) {
			return path
		}
	}
	return filepath.Join(baseDir, yamlName)
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

// userLayers reads the files of the user that exist, weakest first.
func (l *loader) userLayers() []layer {
	var paths []string
	if l.src.Home != "" {
		paths = append(paths, filepath.Join(l.src.Home, legacyName))
	}
	if base := l.src.BaseDir; base != "" {
		paths = append(paths, filepath.Join(base, jsonName), filepath.Join(base, yamlName))
		if other := filepath.Join(base, "config.yml"); exists(other) {
			l.note(Unused, other, "is not read; name it %s", yamlName)
		}
	}
	var out []layer
	for _, path := range paths {
		data, info, err := l.readOwn(path)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		out = append(out, l.parse(path, data, info, err)...)
	}
	l.noteTwoFiles(out)
	return out
}

// projectLayers reads the files of the workspace that exist, weakest first. They are opened below
// the workspace, so a link that leads out of it is not followed. A file that is one of the user's
// own, because the workspace is the home directory, is not read a second time.
func (l *loader) projectLayers(user []layer) []layer {
	if l.src.Workspace == "" {
		return nil
	}
	root, err := os.OpenRoot(l.src.Workspace)
	if err != nil {
		l.problem(yamldoc.Problem{File: l.src.Workspace, Message: "cannot be read: " + reason(err)})
		return nil
	}
	defer func() { _ = root.Close() }()
	var out []layer
	for _, name := range []string{legacyName, projectDir + "/" + jsonName, projectDir + "/" + yamlName} {
		path := filepath.Join(l.src.Workspace, filepath.FromSlash(name))
		data, info, err := readFile(name, root.Stat, root.Open)
		switch {
		case errors.Is(err, fs.ErrNotExist):
			l.compare(name, nil)
			continue
		case err != nil && leavesRoot(root, name):
			l.compare(name, nil)
			l.note(OutsideLink, path, "is a link that leads out of the workspace, so it is not read")
			continue
		}
		if !isOneOf(info, user) {
			l.compare(name, data)
			out = append(out, l.parse(path, data, info, err)...)
		}
	}
	l.readForeign(root)
	l.noteTwoFiles(out)
	return out
}

// compare withdraws the trust in the workspace when a file is not the one that was trusted.
func (l *loader) compare(name string, data []byte) {
	if l.src.Same != nil && !l.src.Same(name, data) {
		l.src.Trusted = false
	}
}

// parse makes the layer of a file that was read, or no layer and a problem.
func (l *loader) parse(path string, data []byte, info fs.FileInfo, err error) []layer {
	if err != nil {
		l.problem(yamldoc.Problem{File: path, Message: "cannot be read: " + reason(err)})
		return nil
	}
	tree, err := yamldoc.Parse(path, data)
	if err != nil {
		l.problem(problemsOf(err)...)
		return nil
	}
	if tree.Kind != yamldoc.Null && tree.Kind != yamldoc.Map {
		l.problem(tree.Problem("a configuration file holds keys and values, such as \"agent: {maxSteps: 10}\""))
		return nil
	}
	return []layer{{path: path, tree: tree, info: info, loose: othersMayRead(info)}}
}

func (l *loader) noteTwoFiles(layers []layer) {
	if n := len(layers); n > 1 {
		l.note(TwoFiles, layers[n-2].path, "is merged with %s, which wins where both set a key", layers[n-1].path)
	}
}

// readFile reads a regular file of bounded size. The kind is looked at before the file is opened,
// since opening a pipe would wait for its other end.
func readFile(
	name string, stat func(string) (fs.FileInfo, error), open func(string) (*os.File, error),
) ([]byte, fs.FileInfo, error) {
	info, err := stat(name)
	switch {
	case err != nil:
		return nil, nil, err
	case info.IsDir():
		return nil, info, errors.New("it is a directory, and a file is expected")
	case !info.Mode().IsRegular():
		return nil, info, errors.New("it is not a regular file")
	case info.Size() > maxFileSize:
		return nil, info, fmt.Errorf("it is larger than %v", Bytes(maxFileSize))
	}
	f, err := open(name)
	if err != nil {
		return nil, info, err
	}
	defer func() { _ = f.Close() }()
	data, err := io.ReadAll(io.LimitReader(f, maxFileSize+1)) // one more: the parser refuses what grew meanwhile
	return data, info, err
}

// readOwn reads a file of the user.
func (l *loader) readOwn(path string) ([]byte, fs.FileInfo, error) {
	if data, ok := l.src.Instead[path]; ok {
		return data, nil, nil
	}
	return readFile(path, os.Stat, os.Open)
}

// leavesRoot reports whether a link stands at name or at its directory. It is asked after opening
// failed, so a link that stays inside does not get here unless its target is unreadable.
func leavesRoot(root *os.Root, name string) bool {
	for _, part := range []string{filepath.Dir(name), name} {
		if info, err := root.Lstat(part); err == nil && info.Mode()&fs.ModeSymlink != 0 {
			return true
		}
	}
	return false
}

func isOneOf(info fs.FileInfo, layers []layer) bool {
	for _, other := range layers {
		if info != nil && os.SameFile(info, other.info) {
			return true
		}
	}
	return false
}

// othersMayRead reports whether the mode lets other users read the file. Windows has no such bits.
func othersMayRead(info fs.FileInfo) bool {
	return info != nil && runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0
}

// reason is the cause of an error of the file system without the operation and the path.
func reason(err error) string {
	if pathError, ok := errors.AsType[*fs.PathError](err); ok {
		return pathError.Err.Error()
	}
	return err.Error()
}

func problemsOf(err error) []yamldoc.Problem {
	if e, ok := errors.AsType[*yamldoc.Error](err); ok {
		return e.Problems
	}
	return []yamldoc.Problem{{File: "configuration", Message: err.Error()}}
}

// placeOf tells where a problem is.
func placeOf(p yamldoc.Problem) string {
	n := yamldoc.Node{Source: p.File, Line: p.Line}
	return n.Where()
}
