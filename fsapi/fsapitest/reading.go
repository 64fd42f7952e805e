package fsapitest

import (
	"bytes"
	"net"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"eidolon/fsapi"
)

func testRead(t *testing.T, open Open) {
	files, root := open(t)
	put(t, root, "dir/a.txt", "0123456789")
	put(t, root, "empty", "")
	put(t, root, "wide", "aé€😀z")
	for _, c := range []struct {
		name string
		file string
		opts fsapi.ReadOptions
		want fsapi.Content
	}{
		{"whole", "dir/a.txt", fsapi.ReadOptions{}, fsapi.Content{Path: "dir/a.txt", Data: []byte("0123456789"), Size: 10}},
		{"other spelling", "./dir//a.txt", fsapi.ReadOptions{}, fsapi.Content{Path: "dir/a.txt", Data: []byte("0123456789"), Size: 10}},
		{"limited", "dir/a.txt", fsapi.ReadOptions{Limit: 4}, fsapi.Content{Path: "dir/a.txt", Data: []byte("0123"), Size: 10, Truncated: true}},
		{"limit is the size", "dir/a.txt", fsapi.ReadOptions{Limit: 10}, fsapi.Content{Path: "dir/a.txt", Data: []byte("0123456789"), Size: 10}},
		{"limit above", "dir/a.txt", fsapi.ReadOptions{Limit: 99}, fsapi.Content{Path: "dir/a.txt", Data: []byte("0123456789"), Size: 10}},
		{"empty", "empty", fsapi.ReadOptions{Text: true}, fsapi.Content{Path: "empty", Data: []byte{}}},
		{"cut in a character", "wide", fsapi.ReadOptions{Limit: 5, Text: true}, fsapi.Content{Path: "wide", Data: []byte("aé"), Size: 11, Truncated: true}},
		{"cut after a character", "wide", fsapi.ReadOptions{Limit: 6, Text: true}, fsapi.Content{Path: "wide", Data: []byte("aé€"), Size: 11, Truncated: true}},
		{"cut in four bytes", "wide", fsapi.ReadOptions{Limit: 9, Text: true}, fsapi.Content{Path: "wide", Data: []byte("aé€"), Size: 11, Truncated: true}},
		{"cut bytes", "wide", fsapi.ReadOptions{Limit: 2}, fsapi.Content{Path: "wide", Data: []byte("a\xc3"), Size: 11, Truncated: true}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := files.Read(t.Context(), c.file, c.opts)
			if err != nil {
				t.Fatal(err)
			}
			same := got.Path == c.want.Path && got.Size == c.want.Size && got.Truncated == c.want.Truncated
			if !same || !bytes.Equal(got.Data, c.want.Data) {
				t.Errorf("got %+v, want %+v", got, c.want)
			}
		})
	}
	t.Run("missing", func(t *testing.T) {
		_, err := files.Read(t.Context(), "nope/none.txt", fsapi.ReadOptions{})
		wantCode(t, "read", err, fsapi.NotFound)
	})
	t.Run("under a file", func(t *testing.T) {
		_, err := files.Read(t.Context(), "empty/x", fsapi.ReadOptions{})
		wantCode(t, "read", err, fsapi.NotDirectory)
	})
	t.Run("name too long", func(t *testing.T) {
		_, err := files.Read(t.Context(), strings.Repeat("x", 10_000), fsapi.ReadOptions{})
		wantCode(t, "read", err, fsapi.InvalidPath)
	})
}

func testText(t *testing.T, open Open) {
	files, root := open(t)
	for _, c := range []struct {
		name, content string
		code          fsapi.Code
	}{
		{"ascii", "hello\n", ""},
		{"all line ends", "a\r\nb\nc\rd", ""},
		{"byte order mark", "\xef\xbb\xbfhello", ""},
		{"controls", "\x1b[31m\x01\x7f", ""},
		{"wide", strings.Repeat("€", 5000), ""},
		{"replacement character itself", "\uFFFD", ""},
		{"NUL", "abc\x00def", fsapi.NotText},
		{"NUL far behind", strings.Repeat("x", 100_000) + "\x00", fsapi.NotText},
		{"Latin-1", "caf\xe9 au lait", fsapi.NotText},
		{"cut character", "abc\xe2\x82", fsapi.NotText},
		{"surrogate", "\xed\xa0\x80", fsapi.NotText},
		{"UTF-16 little end", "\xff\xfeh\x00i\x00", fsapi.NotText},
		{"UTF-16 big end", "\xfe\xff\x00h\x00i", fsapi.NotText},
	} {
		t.Run(c.name, func(t *testing.T) {
			put(t, root, "f", c.content)
			_, err := files.Read(t.Context(), "f", fsapi.ReadOptions{Text: true})
			wantCode(t, "read", err, c.code)
			_, err = files.Edit(t.Context(), "f", func(old []byte) ([]byte, error) { return old, nil })
			wantCode(t, "edit", err, c.code)
			if got := content(t, root, "f"); got != c.content {
				t.Errorf("the file became %q", got)
			}
			if _, err := files.Read(t.Context(), "f", fsapi.ReadOptions{}); err != nil {
				t.Errorf("reading bytes: %v", err)
			}
		})
	}
}

func testNotRegular(t *testing.T, open Open) {
	files, root := open(t)
	put(t, root, "dir/x", "")
	t.Run("directory", func(t *testing.T) {
		for _, name := range []string{"dir", ".", "dir/.."} {
			errs := through(t, files, name)
			delete(errs, "list")
			for op, err := range errs {
				wantCode(t, op+" "+name, err, fsapi.NotRegular)
			}
		}
	})
	t.Run("list a file", func(t *testing.T) {
		_, err := files.List(t.Context(), "dir/x")
		wantCode(t, "list", err, fsapi.NotDirectory)
	})
	t.Run("socket", func(t *testing.T) {
		if runtime.GOOS == "windows" {
			t.Skip("sockets are no files here")
		}
		short := filepath.Join(root, "s")
		if len(short) > 100 {
			t.Skip("the directory's name is too long for a socket")
		}
		listener, err := new(net.ListenConfig).Listen(t.Context(), "unix", short)
		if err != nil {
			t.Fatal(err)
		}
		defer listener.Close()
		errs := through(t, files, "s")
		wantCode(t, "list", errs["list"], fsapi.NotDirectory)
		delete(errs, "list")
		for op, err := range errs {
			wantCode(t, op, err, fsapi.NotRegular)
		}
	})
}

func testList(t *testing.T, open Open) {
	files, root := open(t)
	put(t, root, "b.txt", "12345")
	put(t, root, "B.txt", "")
	put(t, root, "a/inner.txt", "")
	put(t, root, ".hidden", "")
	put(t, root, "z\nodd", "")
	link(t, root, "link", "a")
	link(t, root, "dead", "nowhere")
	entries, err := files.List(t.Context(), ".")
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, e := range entries {
		got = append(got, e.Name)
		if e.Path != e.Name {
			t.Errorf("path %q of %q", e.Path, e.Name)
		}
	}
	if want := ".hidden B.txt a b.txt dead link z\nodd"; strings.Join(got, " ") != want {
		t.Errorf("listed %q, want %q", got, want)
	}
	entry, err := files.Stat(t.Context(), "b.txt")
	if err != nil || entry.Size != 5 || entry.IsDir() || entry.ModTime.IsZero() {
		t.Errorf("stat %+v, %v", entry, err)
	}
	entry, err = files.Stat(t.Context(), "link")
	if err != nil || entry.Mode&os.ModeSymlink == 0 || entry.IsDir() {
		t.Errorf("stat of a link %+v, %v", entry, err)
	}
	inner, err := files.List(t.Context(), "link")
	if err != nil || len(inner) != 1 || inner[0].Path != "link/inner.txt" {
		t.Errorf("listed through a link %+v, %v", inner, err)
	}
	_, err = files.List(t.Context(), "none")
	wantCode(t, "list", err, fsapi.NotFound)
}
