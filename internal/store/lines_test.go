package store

import (
	"errors"
	"io"
	"strings"
	"testing"
)

func TestLongLinesAreNotHeldInMemory(t *testing.T) {
	const most = 100_000
	for _, length := range []int{64<<10 - 1, 64 << 10, most - 1, most, most + 1, 3 * most} {
		r := newLineReader(strings.NewReader("a\n"+strings.Repeat("x", length)+"\nb\n"), 0)
		r.max = most
		var got []int
		for {
			l, err := r.next()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil || !l.whole {
				t.Fatalf("%+v, %v", l, err)
			}
			got = append(got, len(l.text))
		}
		if len(got) != 3 || got[0] != 1 || got[1] != min(length, most) || got[2] != 1 {
			t.Errorf("a line of %d bytes is read as %v", length, got)
		}
	}
}

func TestReadErrorsAreTold(t *testing.T) {
	r := newLineReader(io.MultiReader(strings.NewReader("a\nb"), failing{}), 0)
	if l, err := r.next(); err != nil || string(l.text) != "a" {
		t.Fatalf("%+v, %v", l, err)
	}
	if l, err := r.next(); !errors.Is(err, io.ErrClosedPipe) {
		t.Fatalf("%+v, %v", l, err)
	}
}

type failing struct{}

func (failing) Read([]byte) (int, error) { return 0, io.ErrClosedPipe }
