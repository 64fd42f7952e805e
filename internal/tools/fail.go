package tools

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"eidolon/actors/tool"
	"eidolon/fsapi"
	"eidolon/internal/leaf/nearest"
)

// The older names of failures, which stand in details.kind.
const (
	kindInvalid = "invalid_input"
	kindPath    = "path_error"
	kindRead    = "read_error"
	kindWrite   = "write_error"
	kindMkdir   = "mkdir_error"
	kindMissing = "old_not_found"
	kindCount   = "replacement_count_mismatch"
	kindTimeout = "timeout"
)

// failure makes the result of an error. The kind is the one of failed work; the context, the input
// and the path have kinds of their own.
func failure(ctx context.Context, err error, kind string) tool.Result {
	if r, ended := stopped(ctx); ended {
		return r
	}
	var in *tool.InputError
	switch code := fsapi.CodeOf(err); {
	case errors.As(err, &in):
		kind = kindInvalid
	case code == fsapi.OutsideWorkspace, code == fsapi.InvalidPath:
		kind = kindPath
	case code == fsapi.Timeout:
		kind = kindTimeout
	}
	return tool.FailWith(plain(err)).WithKind(kind)
}

// plain drops a cause that says in other words what the code says already.
func plain(err error) error {
	fe, ok := err.(*fsapi.FileError) //nolint:errorlint // a wrapper has words of its own
	if ok && (errors.Is(fe.Err, fs.ErrNotExist) || errors.Is(fe.Err, fs.ErrExist) || errors.Is(fe.Err, fs.ErrPermission)) {
		return &fsapi.FileError{Code: fe.Code, Op: fe.Op, Path: fe.Path}
	}
	return err
}

// stopped gives the result of a call whose context has ended.
func stopped(ctx context.Context) (tool.Result, bool) {
	switch err := ctx.Err(); {
	case err == nil:
		return tool.Result{}, false
	case errors.Is(err, context.DeadlineExceeded):
		return tool.Fail(tool.Timeout, "the call ran out of time; ask for less at once").WithKind(kindTimeout), true
	}
	return tool.Fail(tool.Interrupted, "the call was cancelled before it was done"), true
}

// invalid makes the error of an input that is well-formed and still makes no sense.
func invalid(param, format string, args ...any) error {
	return &tool.InputError{Param: param, Message: fmt.Sprintf(format, args...)}
}

// fileFailure is failure for a file that could not be used, with a hint on what to try instead.
func fileFailure(ctx context.Context, files fsapi.Files, name string, err error, kind string) tool.Result {
	r := failure(ctx, err, kind)
	switch {
	case r.Code == tool.NotFound:
		if near := similar(ctx, files, name); near != "" {
			r.Text += fmt.Sprintf("; did you mean %q?", near)
		}
	case r.Code == tool.NotRegular:
		if e, err := files.Stat(ctx, name); err == nil && e.IsDir() {
			r.Text = strings.TrimSuffix(r.Text, ": it is a directory") + ": it is a directory, which ls and glob show"
		}
	case r.Code == tool.NotText:
		r.Text += "; bash has programs for such files, for example file, xxd or strings"
	}
	return r
}

// similar gives a file beside name with nearly the same name, or "".
func similar(ctx context.Context, files fsapi.Files, name string) string {
	rel, err := files.Resolve(name)
	if err != nil {
		return ""
	}
	entries, err := files.List(ctx, path.Dir(rel))
	if err != nil {
		return ""
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name
	}
	near := nearest.Name(path.Base(rel), names)
	if near == "" {
		return ""
	}
	return path.Join(path.Dir(rel), near)
}
