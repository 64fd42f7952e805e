package index

import (
	"strings"
	"testing"

	"eidolon/actors/event"
)

// A request can leave a session out, be about one alone, ask for more of each, and for what is about as
// good as the best. It is the same with the index and without.
//
// Covers: R36
func TestRequestsThatNarrow(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, event.Title{Title: "walrus"}, said("a walrus"), said("b walrus"), said("c walrus"), said("d walrus"))
	makeSession(t, base, idB, answered(strings.Repeat("many other words ", 300)+"walrus"), said("nothing"), said("of"), said("interest"))
	for _, c := range []struct {
		name   string
		change func(*Request)
		want   string // sessions by the beginnings of their ids, with how many hits
	}{
		{"all", func(*Request) {}, "1b4e:3 9c85:1"},
		{"without one", func(r *Request) { r.Without = idA }, "9c85:1"},
		{"one alone", func(r *Request) { r.Only = idA }, "1b4e:3"},
		{"more of each", func(r *Request) { r.Hits = 5 }, "1b4e:5 9c85:1"},
		{"as good as the best", func(r *Request) { r.Floor = 0.5 }, "1b4e:3"},
		{"the best alone", func(r *Request) { r.Floor = 1 }, "1b4e:1"},
		{"the best of the rest", func(r *Request) { r.Floor, r.Without = 1, idA }, "9c85:1"},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := request(t, "walrus")
			c.change(&r)
			x := New(Options{Base: base})
			indexed, err := x.Search(t.Context(), r)
			must(t, err)
			scanned, err := (&search{x: x, r: r}).scan(t.Context(), logsOf(t, base))
			must(t, err)
			for how, res := range map[string]Result{"index": indexed, "scan": scanned} {
				var got []string
				for _, f := range res.Sessions {
					got = append(got, f.ID[:4]+":"+string(rune('0'+len(f.Hits))))
				}
				if all := strings.Join(got, " "); all != c.want {
					t.Errorf("%s: got %s, want %s", how, all, c.want)
				}
				if want := 2 - len(r.Without+r.Only)/len(idA); res.Searched != want {
					t.Errorf("%s: %d sessions were searched, want %d", how, res.Searched, want)
				}
			}
		})
	}
}

// A session that does not count is not waited for: the index is brought up to date when it does.
func TestOthersNeedNotBeUpToDate(t *testing.T) {
	base := makeBase(t)
	makeSession(t, base, idA, said("a walrus"))
	makeSession(t, base, idB, said("another walrus"))
	same(t, find(t, base, "another walrus"), "9c85 user: [another] [walrus]")
	goOn(t, base, idA, said("yet another walrus"))
	known := func() int64 {
		d, err := openDatabase(t.Context(), base)
		must(t, err)
		defer func() { must(t, d.Close()) }()
		all, err := d.known(t.Context(), false)
		must(t, err)
		return all[keyOf(logsOf(t, base)[0].Stored)].size + all[keyOf(logsOf(t, base)[1].Stored)].size
	}
	before := known()
	for _, c := range []struct {
		name   string
		change func(*Request)
		grown  bool
	}{
		{"without it", func(r *Request) { r.Without = idA }, false},
		{"another alone", func(r *Request) { r.Only = idB }, false},
		{"it alone", func(r *Request) { r.Only = idA }, true},
	} {
		r := request(t, "another walrus")
		c.change(&r)
		res, err := New(Options{Base: base}).Search(t.Context(), r)
		if err != nil || len(res.Sessions) != 1 {
			t.Errorf("%s: %d sessions, %v", c.name, len(res.Sessions), err)
		}
		if grown := known() > before; grown != c.grown {
			t.Errorf("%s: the index has grown: %v", c.name, grown)
		}
	}
}

func TestFinder(t *testing.T) {
	for _, c := range []struct {
		query, text, want string
	}{
		{"walrus zebra", "A Zebra and\na walrus", "A [Zebra] and a [walrus]"},
		{"walrus zebra", "a walrus", ""},
		{"walrus -zebra", "a walrus and a zebra", ""},
		{`"a walrus" ze*`, "zebras; a\x1b walrus", "[zebras]; [a␛ walrus]"},
	} {
		got := ""
		if h, ok := request(t, c.query).Query.Finder()(said(c.text)); ok {
			got = bracketed(h.Snippet, h.Marks)
		}
		same(t, got, c.want)
	}
	if _, ok := request(t, "walrus").Query.Finder()(event.Message{Role: event.RoleUser, Text: "walrus", Hidden: true}); ok {
		t.Error("what is hidden is found")
	}
}
