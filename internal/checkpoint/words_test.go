package checkpoint

import "testing"

func TestOmissionsString(t *testing.T) {
	for _, c := range []struct {
		o    Omissions
		want string
	}{
		{Omissions{}, ""},
		{Omissions{Ignored: 2}, ""},
		{
			Omissions{Count: 2, Examples: []LeftOut{{"big.iso", TooLarge}, {"a\nb", Special}}},
			`2 left out: big.iso (too large), "a\nb" (no regular file)`,
		},
		{
			Omissions{Count: 1234, Ignored: 2, Examples: []LeftOut{{"x", Unreadable}, {"y", "newer"}}},
			"1,234 left out: x (cannot be read), y (newer), …; 2 directories that git ignores",
		},
		{
			Omissions{Incomplete: true, Limit: 50_000},
			"more entries than the limit of 50,000, so going back deletes nothing",
		},
		{
			Omissions{Incomplete: true, Count: 1, Ignored: 1, Examples: []LeftOut{{"f", Unkept}}},
			"more entries than the limit, so going back deletes nothing; " +
				"1 left out: f (not kept as it is now); 1 directory that git ignores",
		},
	} {
		if got := c.o.String(); got != c.want {
			t.Errorf("%+v:\ngot  %s\nwant %s", c.o, got, c.want)
		}
	}
}

// TestReasonWords has words for users for every reason.
func TestReasonWords(t *testing.T) {
	for _, r := range []Reason{Git, Ignored, Skipped, TooLarge, OverTotal, TooDeep, Special, Unreadable, Unkept, Filled} {
		if r.words() == string(r) {
			t.Errorf("%s has none", r)
		}
	}
}

// TestIncompleteWords says how many entries were too many, when a checkpoint is taken, when nothing
// has changed since and when one is gone back to.
func TestIncompleteWords(t *testing.T) {
	w := newWorld(t)
	w.opts.MaxEntries = 1
	s := w.open()
	w.write("a", "x")
	w.write("b", "x")
	const want = "more entries than the limit of 1, so going back deletes nothing"
	p := w.take(s)
	again := w.take(w.open())
	_, kept, err := s.Changes(t.Context(), p.Name)
	w.must(err)
	for _, got := range []Omissions{p.LeftOut, again.LeftOut, kept, w.back(s, p.Name).Kept} {
		if got.String() != want {
			t.Errorf("%s", got)
		}
	}
}
