package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/index/corpus"
	"eidolon/internal/store"
)

// Covers: Y19
func TestIndexFollowsTheLogs(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"), answered("no zebra"))
	same(t, find(t, base, "walrus"), "1b4e user: a [walrus]")

	goOn(t, base, idA, said("another walrus"), event.Title{Title: "walrus"})
	makeSession(t, base, idB, said("about a walrus and more"))
	same(t, find(t, base, "walrus"), "1b4e title: [walrus]\n1b4e user: a [walrus]\n1b4e user: another [walrus]\n9c85 user: about a [walrus] and more")

	edit(t, base, func(s string) string { return strings.ReplaceAll(s, "walrus", "kangaroo") })
	same(t, find(t, base, "walrus"), "9c85 user: about a [walrus] and more")
	same(t, find(t, base, `"another kangaroo"`), "1b4e user: [another kangaroo]")
	if n := rowsWith(t, base, "walrus"); n != 1 {
		t.Errorf("%d rows have the old word", n)
	}
	edit(t, base, func(s string) string { return strings.ReplaceAll(s, "kangaroo", "k") })
	same(t, find(t, base, "kangaroo"), "")
	edit(t, base, func(s string) string { return strings.ReplaceAll(s, `"k"`, `"koala"`) }) // grows, but not at its end
	same(t, find(t, base, "koala"), "1b4e title: [koala]")
	same(t, find(t, base, `"another k"`), "1b4e user: [another k]")

	must(t, os.RemoveAll(dirOf(t, base, idA)))
	same(t, find(t, base, "koala"), "")
	if n, words := stamps(t, base), rowsWith(t, base, "koala"); n != 1 || words != 0 {
		t.Errorf("the index still knows %d sessions, and %d of their words", n, words)
	}
}

// stamps tells how many sessions the index knows.
func stamps(t *testing.T, base string) int {
	t.Helper()
	d, err := openDatabase(t.Context(), base)
	must(t, err)
	defer d.Close()
	known, err := d.known(t.Context(), true)
	must(t, err)
	return len(known)
}

// What was read once is not read again: here it could not be, for it is not there any more.
func TestOnlyTheRestOfALogIsRead(t *testing.T) {
	base := makeBase(t)
	filler := strings.Repeat("x ", tailLength)
	makeSession(t, base, idA, said("a walrus"), said(filler))
	same(t, find(t, base, "walrus"), "1b4e user: a [walrus]")
	goOn(t, base, idA, said("a zebra"))
	edit(t, base, func(s string) string { return strings.Replace(s, "walrus", "kitten", 1) })
	same(t, find(t, base, "zebra"), "1b4e user: a [zebra]")
	same(t, find(t, base, "kitten"), "")
}

// A line that is just being written is found when it is whole.
func TestTornEnd(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"), said("a zebra"))
	path := filepath.Join(dirOf(t, base, idA), "events.jsonl")
	whole, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, whole[:len(whole)-5], 0o600))
	same(t, find(t, base, "zebra walrus*"), "1b4e user: a [walrus]") // some of the words
	must(t, os.WriteFile(path, whole, 0o600))
	same(t, find(t, base, "zebra"), "1b4e user: a [zebra]")
}

// A long log goes into the index in several parts, and a sudden end between them costs nothing.
func TestLongLog(t *testing.T) {
	base := makeBase(t)
	var long []event.Journalled
	filler := strings.Repeat("lorem ", maxSaid/7)
	for i := range 2 + transactionBytes/len(filler) {
		long = append(long, said(fmt.Sprintf("walrus%d %s", i, filler)))
	}
	makeSession(t, base, idA, long...)
	ctx, cancel := context.WithCancel(t.Context())
	x := New(Options{Base: base, Progress: func(int, int, int64) { cancel() }}) // before the last part is in
	if _, err := x.Search(ctx, request(t, "walrus0")); !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	if rowsWith(t, base, "walrus0") != 1 || rowsWith(t, base, fmt.Sprintf("walrus%d", len(long)-1)) != 0 {
		t.Error("not just the first part is in the index")
	}
	for _, i := range []int{0, len(long) - 1} {
		if res := searched(t, base, fmt.Sprintf("walrus%d", i)); len(res.Sessions) != 1 || len(res.Notices) > 0 {
			t.Errorf("%d: found %d sessions, notices %q", i, len(res.Sessions), res.Notices)
		}
	}
	for i := range long {
		if n := rowsWith(t, base, fmt.Sprintf("walrus%d", i)); n != 1 {
			t.Errorf("%d is in the index %d times", i, n)
		}
	}
}

// rowsWith tells how many rows of the index have a word.
func rowsWith(t *testing.T, base, word string) (n int) {
	t.Helper()
	d, err := openDatabase(t.Context(), base)
	must(t, err)
	err = d.conn.QueryRowContext(t.Context(), `SELECT count(*) FROM words WHERE words MATCH ?`, word).Scan(&n)
	must(t, errors.Join(err, d.Close()))
	return n
}

func TestDays(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"), said("a zebra")) // from start to two minutes later
	x := New(Options{Base: base})
	for _, c := range []struct {
		name     string
		from, to time.Duration
		want     int
	}{
		{"around", -time.Hour, time.Hour, 1}, {"in between", time.Minute, 90 * time.Second, 1}, {"before", -time.Hour, 0, 0}, {"after", time.Hour, 2 * time.Hour, 0},
	} {
		r := request(t, "walrus")
		r.From, r.To = start.Add(c.from), start.Add(c.to)
		res, err := x.Search(t.Context(), r)
		scanned, scanErr := (&search{x: x, r: r}).scan(t.Context(), logsOf(t, base))
		if err != nil || scanErr != nil || len(res.Sessions) != c.want || len(scanned.Sessions) != c.want {
			t.Errorf("%s: %d and %d sessions, want %d (%v, %v)", c.name, len(res.Sessions), len(scanned.Sessions), c.want, err, scanErr)
		}
	}
}

// Whatever happened to the file, the next search makes it anew.
func TestDamage(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"))
	path := filepath.Join(base, fileName)
	for name, damage := range map[string]func(){
		"it is missing":     func() { must(t, os.Remove(path)) },
		"it is empty":       func() { must(t, os.WriteFile(path, nil, 0o600)) },
		"it is no database": func() { must(t, os.WriteFile(path, []byte(strings.Repeat("nonsense ", 1000)), 0o600)) },
		"its pages are wrong": func() {
			content, err := os.ReadFile(path)
			must(t, err)
			for i := 200; i < len(content); i++ {
				content[i] ^= 0x55
			}
			must(t, os.WriteFile(path, content, 0o600))
		},
		"it is of another version": func() { execute(t, base, `PRAGMA user_version = 99`) },
		"a table is missing":       func() { execute(t, base, `DROP TABLE sessions`) },
		"the words are missing":    func() { execute(t, base, `DROP TABLE words`) },
	} {
		t.Run(name, func(t *testing.T) {
			same(t, find(t, base, "walrus"), "1b4e user: a [walrus]")
			damage()
			same(t, find(t, base, "walrus"), "1b4e user: a [walrus]")
			if info, err := os.Stat(path); err != nil || info.Mode().Perm() != 0o600 {
				t.Errorf("the new index: %v, %v", info, err)
			}
		})
	}
}

func execute(t *testing.T, base, statement string) {
	t.Helper()
	d, err := openDatabase(t.Context(), base)
	must(t, err)
	_, err = d.conn.ExecContext(t.Context(), statement)
	must(t, errors.Join(err, d.Close()))
}

// While another process makes the index, the logs are read; while it only brings it up to date, what
// there is has to do.
func TestAnotherProcess(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"))
	claimed := func(notice string) {
		t.Helper()
		release, err := New(Options{Base: base}).claim()
		must(t, err)
		res := searched(t, base, "walrus")
		must(t, release())
		same(t, lines(res), "1b4e user: a [walrus]")
		if len(res.Notices) != 1 || !strings.Contains(res.Notices[0], notice) {
			t.Errorf("notices %q", res.Notices)
		}
	}
	claimed("another eidolon is making it")
	must(t, corpus.Write(base, workspace, 20))
	same(t, find(t, base, "walrus"), "1b4e user: a [walrus]")
	makeSession(t, base, idB, said("another walrus"))
	claimed("the latest may be missing")
}

// Searches and updates at once, as from many processes: each has its own connection.
func TestManyAtOnce(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"))
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			x := New(Options{Base: base})
			if i%2 == 0 {
				if err := x.Update(context.Background(), dirOf(t, base, idA)); err != nil {
					t.Error(err)
				}
				return
			}
			res, err := x.Search(context.Background(), request(t, "walrus"))
			if got := lines(res); err != nil || got != "1b4e user: a [walrus]" {
				t.Errorf("found %q, %v", got, err)
			}
		})
	}
	all.Wait()
	same(t, find(t, base, "walrus"), "1b4e user: a [walrus]")
}

func TestUpdate(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"))
	makeSession(t, base, idB, said("a zebra"))
	x := New(Options{Base: base})
	must(t, x.Update(t.Context(), dirOf(t, base, idA)))
	if n := stamps(t, base); n != 1 {
		t.Fatalf("the index knows %d sessions", n)
	}
	must(t, x.Update(t.Context(), dirOf(t, base, idB)))
	if n := stamps(t, base); n != 2 {
		t.Fatalf("the index knows %d sessions", n)
	}
	must(t, os.WriteFile(filepath.Join(base, fileName), []byte(strings.Repeat("nonsense ", 1000)), 0o600))
	must(t, x.Update(t.Context(), dirOf(t, base, idB)))
	same(t, find(t, base, "walrus"), "1b4e user: a [walrus]")
	must(t, x.Update(t.Context(), filepath.Join(base, "projects", "p", "sessions", idA))) // deleted
	release, err := store.Claim(filepath.Join(base, lockName))
	must(t, err)
	must(t, x.Update(t.Context(), dirOf(t, base, idA))) // somebody else's work
	must(t, release())
}

// A base directory that nothing can be written to is searched all the same.
func TestNoIndexPossible(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"))
	must(t, os.MkdirAll(filepath.Join(base, fileName), 0o700))
	res := searched(t, base, "walrus")
	same(t, lines(res), "1b4e user: a [walrus]")
	if len(res.Notices) != 1 || !strings.HasSuffix(res.Notices[0], "so all logs are read, which takes longer") {
		t.Errorf("notices %q", res.Notices)
	}
}
