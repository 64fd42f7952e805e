package login_test

import (
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/actors/model"
	"eidolon/internal/login"
	"eidolon/internal/login/logintest"
)

// edit changes the record of the login "test" in the file.
func edit(t testing.TB, base string, change func(map[string]any)) {
	t.Helper()
	var d map[string]any
	data, err := os.ReadFile(login.File(base))
	if err == nil {
		err = json.Unmarshal(data, &d)
	}
	if err != nil {
		t.Fatal(err)
	}
	change(d["logins"].(map[string]any)["test"].(map[string]any))
	put(t, base, d)
}

func put(t testing.TB, base string, content any) {
	t.Helper()
	data, ok := content.(string)
	if !ok {
		text, err := json.Marshal(content)
		if err != nil {
			t.Fatal(err)
		}
		data = string(text)
	}
	if err := os.MkdirAll(base, 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(login.File(base), []byte(data), 0o600); err != nil {
		t.Fatal(err)
	}
}

// What is not ours in the file stays as it is: other logins, and what another version writes.
func TestOthersInTheFile(t *testing.T) {
	s := (&logintest.Service{}).Start(t)
	w := open(t, at(s, login.Loopback))
	put(t, w.base, `{"version": 7, "else": {"a": [1, 2.50]}, "logins": {"other": {"access_token": "o", "new": 1}, "odd": "text", "test": 5}}`)
	w.logIn()
	if _, err := w.store.LogOut(t.Context(), "test"); err != nil {
		t.Fatal(err)
	}
	var compact strings.Builder
	for _, r := range w.content() {
		if !strings.ContainsRune(" \n", r) {
			compact.WriteRune(r)
		}
	}
	want := `{"else":{"a":[1,2.50]},"logins":{"odd":"text","other":{"access_token":"o","new":1}},"version":7}`
	if got := compact.String(); got != want {
		t.Errorf("the file is %s", got)
	}
	list, err := w.store.List()
	if err != nil || len(list) != 2 || list[0].State != login.None || list[1].Name != "other" || list[1].State != login.Unknown {
		t.Errorf("the list is %+v, %v", list, err)
	}
	if found, err := w.store.LogOut(t.Context(), "other"); !found || err != nil {
		t.Errorf("tokens that nothing describes any more: %v, %v", found, err)
	}
	if found, err := w.store.LogOut(t.Context(), "nothing"); found || err == nil {
		t.Errorf("a login that is none: %v, %v", found, err)
	}
}

// A file that cannot be read is neither taken for an empty one nor written over, and nothing in it is quoted.
func TestUnreadable(t *testing.T) {
	for name, tt := range map[string]struct {
		content string
		ok      bool
	}{
		"empty":        {"", true},
		"nothing":      {"null", true},
		"no logins":    {`{"logins":null}`, true},
		"torn":         {`{"logins":{"test":{"access_token":"torn-secret`, false},
		"no object":    {`["torn-secret"]`, false},
		"other logins": {`{"logins":["torn-secret"]}`, false},
		"large":        {strings.Repeat(" ", 1<<20+1), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := (&logintest.Service{}).Start(t)
			w := open(t, at(s, login.Loopback))
			put(t, w.base, tt.content)
			failure := failed(t, w.source())
			if failure.Kind != model.Auth || strings.Contains(failure.Message, "torn-secret") || tt.ok != strings.HasPrefix(failure.Message, "Nobody is logged in") {
				t.Errorf("%+v", failure)
			}
			if _, err := w.store.List(); (err == nil) != tt.ok {
				t.Errorf("the list: %v", err)
			}
			_, err := w.store.LogIn(t.Context(), "test", w.person(logintest.Browser(t)), login.Way{})
			if (err == nil) != tt.ok || !tt.ok && w.content() != tt.content {
				t.Errorf("then logging in: %v", err)
			}
		})
	}
}

// A pipe in the place of the file is not waited for.
func TestNoFile(t *testing.T) {
	w := open(t, at(&logintest.Service{}, login.Loopback))
	if err := os.MkdirAll(login.File(w.base), 0o700); err != nil {
		t.Fatal(err)
	}
	if got := failed(t, w.source()); !strings.Contains(got.Message, "it is not a regular file") {
		t.Errorf("%+v", got)
	}
}

// Rights of others are taken away, and the user hears of it.
func TestRights(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("files have other rights there")
	}
	w := begin(t, &logintest.Service{})
	for _, mode := range []fs.FileMode{0o644, 0o660, 0o604, 0o777} {
		w.told = nil
		if err := os.Chmod(login.File(w.base), mode); err != nil {
			t.Fatal(err)
		}
		token(t, w.source())
		info, err := os.Stat(login.File(w.base))
		if err != nil || info.Mode().Perm() != 0o600 || len(w.told) != 1 || !strings.Contains(w.told[0], "could be used by others on this computer") {
			t.Errorf("from %v to %v, told %q, %v", mode, info.Mode(), w.told, err)
		}
	}
}

// What one who died left behind is cleared away by the next, and is no way to have the tokens written
// elsewhere.
func TestLeftBehind(t *testing.T) {
	w := begin(t, &logintest.Service{})
	trap := filepath.Join(t.TempDir(), "trap")
	if err := os.Symlink(trap, login.File(w.base)+".tmp"); err != nil {
		t.Skip(err)
	}
	w.logIn()
	if _, err := os.Lstat(trap); err == nil {
		t.Error("the tokens were written through a link")
	}
	if diff := cmp.Diff([]string{"oauth.json"}, leftovers(t, w.base)); diff != "" {
		t.Error(diff)
	}
}
