package login

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"runtime"

	"eidolon/internal/leaf/clean"
	"eidolon/internal/private"
)

// Names in the base directory. The unfinished file has a name that the model is kept from too.
const (
	fileName = "oauth.json"
	tempName = fileName + ".tmp"
	lockName = "oauth.lock"
)

// maxFile is more than the logins of a person.
const maxFile = 1 << 20

// file is oauth.json. What it holds that is not known, of other versions or of other logins, is kept as it
// is.
type file struct {
	base   string
	notice func(string)
	rename func(from, to string) error
}

// document is the content of the file.
type document struct {
	rest   map[string]json.RawMessage // by the keys at the top
	logins map[string]json.RawMessage
}

const (
	loginsKey  = "logins"
	versionKey = "version"
	version    = "1"
)

// File is where the logins of a base directory are.
func File(base string) string { return filepath.Join(base, fileName) }

func (f file) path() string { return File(f.base) }

// read gives the content, which is empty when there is no file. Rights that others have are taken away.
func (f file) read() (document, error) {
	var d document
	data, err := f.load()
	if err == nil && len(data) > 0 {
		if err = json.Unmarshal(data, &d.rest); err == nil && d.rest[loginsKey] != nil {
			err = json.Unmarshal(d.rest[loginsKey], &d.logins)
		}
		if err != nil {
			err = errors.New("it is not the JSON that eidolon writes") // the decoder would quote it
		}
	}
	if err != nil {
		return document{}, fmt.Errorf("%s has your logins and cannot be read: %w; put it right or remove it, then log in again", f.path(), err)
	}
	return d, nil
}

func (f file) load() ([]byte, error) {
	info, err := os.Stat(f.path())
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, nil
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, errors.New("it is not a regular file") // reading a pipe would wait for its other end
	case info.Size() > maxFile:
		return nil, fmt.Errorf("it is larger than %d MiB", maxFile>>20)
	}
	if runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0 {
		f.repair(info)
	}
	in, err := os.Open(f.path())
	if err != nil {
		return nil, err
	}
	defer in.Close()
	return io.ReadAll(io.LimitReader(in, maxFile))
}

// repair takes the file away from others, and says so: they may have read it by now.
func (f file) repair(info fs.FileInfo) {
	text := fmt.Sprintf("%s has your logins and could be used by others on this computer (mode %04o)", f.path(), info.Mode().Perm())
	if err := os.Chmod(f.path(), private.FileMode); err != nil {
		f.notice(text + "; run: chmod 600 " + clean.Line(f.path()))
		return
	}
	f.notice(text + "; it is yours alone again. If somebody else uses this computer, log out and in again.")
}

// get gives the record of a login. One that cannot be read counts as none.
func (d document) get(name string) (r record, ok bool) {
	if json.Unmarshal(d.logins[name], &r) != nil || r.Access == "" && r.Kept != inKeyring {
		return record{}, false
	}
	return r, true
}

// with gives the content with another record of a login, or without it for nil. The lock is held from
// reading to writing.
func (d document) with(name string, r *record) (document, error) {
	next := document{rest: map[string]json.RawMessage{versionKey: json.RawMessage(version)}, logins: map[string]json.RawMessage{}}
	maps.Copy(next.rest, d.rest)
	maps.Copy(next.logins, d.logins)
	if delete(next.logins, name); r != nil {
		text, err := json.Marshal(r)
		if err != nil {
			return document{}, err
		}
		next.logins[name] = text
	}
	text, err := json.Marshal(next.logins)
	next.rest[loginsKey] = text
	return next, err
}

// write replaces the file in one step: whatever happens, there is the old one or the new one.
func (f file) write(d document) error {
	text, err := json.MarshalIndent(d.rest, "", " ")
	if err == nil {
		_, err = private.MakeDir(f.base)
	}
	if err == nil {
		err = f.replace(append(text, '\n'))
	}
	if err != nil {
		return fmt.Errorf("keep the login in %s: %w", f.path(), err)
	}
	return nil
}

func (f file) replace(text []byte) error {
	temp := filepath.Join(f.base, tempName)
	if err := os.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) { // of one who died here
		return err
	}
	out, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, private.FileMode)
	if err != nil {
		return err
	}
	_, err = out.Write(text)
	if err = errors.Join(err, out.Chmod(private.FileMode), out.Sync(), out.Close()); err == nil {
		err = f.rename(temp, f.path())
	}
	if err != nil {
		return errors.Join(err, os.Remove(temp))
	}
	return nil
}
