package screen_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"eidolon/tui/screen"
	"eidolon/tui/view"
)

func TestFind(t *testing.T) {
	f := newFixture(t, 20, 3)
	f.Put([]*view.Item{plain(1, "Apple", "pear"), plain(2, "apple apple"), plain(3, "plum"), plain(4, "pear"), plain(5, "plum")})
	f.draw()
	check := func(got, want screen.Hits, top string) {
		t.Helper()
		if diff := cmp.Diff(want, got); diff != "" {
			t.Error(diff)
		}
		if got := f.rows()[0]; got != top {
			t.Errorf("%q is at the top, want %q", got, top)
		}
	}
	check(f.Find("APP"), screen.Hits{Count: 3, Current: 3, Done: true}, "pear")
	if got := f.styles()[1]; got != "???.. !!!..        K" {
		t.Errorf("styles %q", got)
	}
	check(f.FindNext(-1), screen.Hits{Count: 3, Current: 2, Done: true}, "pear")
	check(f.FindNext(-1), screen.Hits{Count: 3, Current: 1, Done: true}, "Apple")
	check(f.FindNext(-1), screen.Hits{Count: 3, Current: 3, Done: true}, "Apple")
	check(f.FindNext(1), screen.Hits{Count: 3, Current: 1, Done: true}, "Apple")
	f.Put([]*view.Item{plain(1, "Apple", "apple tree"), plain(6, "pineapple")})
	check(f.Hits(), screen.Hits{Count: 5, Current: 1, Done: true}, "Apple")
	check(f.FindNext(1), screen.Hits{Count: 5, Current: 2, Done: true}, "Apple")
	f.Prepend([]*view.Item{plain(0, "an apple")})
	check(f.FindNext(1), screen.Hits{Count: 6, Current: 4, Done: true}, "Apple")
	check(f.Find("apple a"), screen.Hits{Count: 1, Current: 1, Done: true}, "Apple")
	check(f.Find("nothing"), screen.Hits{Done: true}, "Apple")
	check(f.FindNext(1), screen.Hits{Done: true}, "Apple")
	check(f.Find(""), screen.Hits{Done: true}, "Apple")
	f.ClearFind()
	check(f.Hits(), screen.Hits{Done: true}, "Apple")
	f.draw()
	if strings.ContainsAny(strings.Join(f.styles(), ""), "?!") {
		t.Error("hits are still highlighted")
	}
}

// What is found in a folded item is shown.
func TestFindUnfolds(t *testing.T) {
	f := newFixture(t, 20, 5)
	item := plain(1, "folded")
	item.More = plain(1, "one", "needle", "three").Blocks
	f.Put([]*view.Item{item, plain(2, "end")})
	f.draw()
	if got := f.Find("needle"); got != (screen.Hits{Count: 1, Current: 1, Done: true}) {
		t.Errorf("%+v", got)
	}
	f.want(t, "one", "needle", "three", "end", "")
}

// A call looks at a part only, and begins near to where the reader is.
func TestFindInSteps(t *testing.T) {
	f := newFixture(t, 80, 10)
	text := strings.Repeat(strings.Repeat("x", 79)+"\n", 50)
	var items []*view.Item
	for i := range 5000 { // 20 MB
		items = append(items, plain(i+1, fmt.Sprint("item ", i), text))
	}
	f.Put(items)
	f.draw()
	hits, calls := f.Find("item 4"), 1
	if hits.Done || hits.Current == 0 {
		t.Errorf("at first %+v", hits)
	}
	if top := strings.Join(f.rows(), "\n"); !strings.Contains(top, "item 4999") {
		t.Errorf("shows\n%s", top)
	}
	for ; !hits.Done; calls++ {
		hits = f.FindMore()
	}
	if hits != (screen.Hits{Count: 1111, Current: 1111, Done: true}) || calls < 4 {
		t.Errorf("after %d calls %+v", calls, hits)
	}
	f.ClearFind()
	f.Home()
	f.draw()
	for hits = f.Find("item 4999"); !hits.Done; {
		hits = f.FindMore()
	}
	if hits != (screen.Hits{Count: 1, Current: 1, Done: true}) {
		t.Errorf("from the top %+v", hits)
	}
}
