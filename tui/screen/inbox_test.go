package screen_test

import (
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/gdamore/tcell/v2"
	"github.com/google/go-cmp/cmp"

	"eidolon/tui/screen"
)

// inboxTest types on a terminal and notes the events that come of it.
type inboxTest struct {
	tty  *fakeTTY
	diff *screen.Diff
	mu   sync.Mutex
	seen []string
}

// types runs a test in virtual time. Events are taken as fast as they come.
func types(t *testing.T, test func(t *testing.T, in *inboxTest)) {
	t.Helper()
	synctest.Test(t, func(t *testing.T) {
		in := &inboxTest{tty: newFakeTTY(80, 24)}
		in.diff = diffScreen(t, in.tty)
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			for ev := in.diff.PollEvent(); ev != nil; ev = in.diff.PollEvent() {
				in.mu.Lock()
				in.seen = append(in.seen, in.describe(ev))
				in.mu.Unlock()
			}
		}()
		in.passes(time.Second)
		in.events() // the first size
		test(t, in)
		in.diff.Fini()
		<-ended
	})
}

// describe says in a word what an event is.
func (in *inboxTest) describe(ev tcell.Event) string {
	switch ev := ev.(type) {
	case *tcell.EventPaste:
		if ev.Start() {
			return "<"
		}
		return ">"
	case *tcell.EventKey:
		switch ev.Key() {
		case tcell.KeyRune:
			return string(ev.Rune())
		case tcell.KeyEnter:
			return "Enter"
		}
		return ev.Name()
	case *tcell.EventMouse:
		_, y := ev.Position()
		return fmt.Sprintf("mouse %d at %d, %d steps", ev.Buttons(), y, in.diff.Steps(ev))
	}
	return fmt.Sprintf("%T", ev)
}

func (in *inboxTest) types(text string) { in.tty.in <- []byte(text) }

// passes lets virtual time pass.
func (in *inboxTest) passes(d time.Duration) {
	time.Sleep(d) //nolint:forbidigo // virtual: the pauses of a person
	synctest.Wait()
}

// events gives what was seen since the last time, texts joined.
func (in *inboxTest) events() string {
	synctest.Wait()
	in.mu.Lock()
	defer in.mu.Unlock()
	all := strings.Join(in.seen, "")
	in.seen = nil
	return all
}

// Covers: Y1
func TestTypedAndPastedText(t *testing.T) {
	long := strings.Repeat("x", 300)
	tests := map[string]struct {
		pieces []string // 1 ms apart
		want   string
	}{
		"one key":                         {[]string{"a"}, "a"},
		"fast typing":                     {[]string{"a", "b", "c", "\r"}, "abcEnter"},
		"eight keys at once":              {[]string{"1234567\r"}, "1234567Enter"},
		"nine keys at once":               {[]string{"12345678\r"}, "<12345678Enter>"},
		"line feeds count as text":        {[]string{"12345678\n"}, "<12345678Enter>"},
		"a burst in pieces":               {[]string{long, long, "ake\r"}, "<" + long + long + "akeEnter>"},
		"its last piece alone":            {[]string{long, "\r"}, "<" + long + "Enter>"},
		"a burst, then an order":          {[]string{"123456789", "\x1b[A"}, "<123456789>Up"},
		"an order in the middle":          {[]string{"123456789\x1b[A987654321"}, "<123456789>Up<987654321>"},
		"few keys, then an order":         {[]string{"12\x1b[A"}, "12Up"},
		"alt is no text":                  {[]string{"\x1ba\x1bb\x1bc\x1bd\x1be\x1bf\x1bg\x1bh\x1bi"}, "Alt+Rune[a]Alt+Rune[b]Alt+Rune[c]"},
		"control keys are no text":        {[]string{strings.Repeat("\x01", 12)}, strings.Repeat("Ctrl+A", 12)},
		"bracketed":                       {[]string{"\x1b[200~a\nb\rc\r\nd\r\re\x1b[201~"}, "<aEnterbEntercEnterdEnterEntere>"},
		"bracketed, short":                {[]string{"\x1b[200~a\r\x1b[201~", "b"}, "<aEnter>b"},
		"bracketed, long, in pieces":      {[]string{"\x1b[200~" + long, "\r", "\nx\x1b[201~"}, "<" + long + "Enterx>"},
		"half a line end in each bracket": {[]string{"\x1b[200~a\r\x1b[201~\x1b[200~\nb\x1b[201~"}, "<aEnter><Enterb>"},
		"typed line feed":                 {[]string{"\n"}, "Ctrl+J"},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			types(t, func(t *testing.T, in *inboxTest) {
				t.Helper()
				for _, piece := range tt.pieces {
					in.types(piece)
					in.passes(time.Millisecond)
				}
				in.passes(time.Second)
				got := in.events()
				if name == "alt is no text" {
					if strings.ContainsAny(got, "<>") {
						t.Errorf("a paste: %q", got)
					}
					return
				}
				if diff := cmp.Diff(tt.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		})
	}
}

func TestAKeyIsGivenAtOnce(t *testing.T) {
	types(t, func(t *testing.T, in *inboxTest) {
		t.Helper()
		began := time.Now()
		in.types("a")
		if got := in.events(); got != "a" || time.Since(began) != 0 {
			t.Errorf("got %q after %v", got, time.Since(began))
		}
	})
}

// TestTheTailOfABurst has a slow connection deliver the end of a text late: less than nine keys, but
// together, and soon after.
func TestTheTailOfABurst(t *testing.T) {
	types(t, func(t *testing.T, in *inboxTest) {
		t.Helper()
		in.types("make all the th")
		in.passes(50 * time.Millisecond)
		in.types("ings\r")
		in.passes(time.Second)
		if got := in.events(); got != "<make all the th><ingsEnter>" {
			t.Errorf("got %q", got)
		}
		in.types("make all the things")
		in.passes(50 * time.Millisecond)
		in.types("\r") // a person's
		in.passes(time.Second)
		in.types("go\r")
		in.passes(time.Second)
		if got := in.events(); got != "<make all the things>EntergoEnter" {
			t.Errorf("got %q", got)
		}
	})
}

func TestWheel(t *testing.T) {
	const up, down = "\x1b[<64;1;1M", "\x1b[<65;1;5M"
	types(t, func(t *testing.T, in *inboxTest) {
		t.Helper()
		in.types(up)
		if got := in.events(); got != "mouse 256 at 0, 1 steps" {
			t.Errorf("the first turn: %q", got)
		}
		for range 20 { // while the screen is busy with it
			in.types(up)
		}
		if got := in.events(); got != "" {
			t.Errorf("while the screen is busy: %q", got)
		}
		in.diff.Show()
		if got := in.events(); got != "mouse 256 at 0, 20 steps" {
			t.Errorf("after the frame: %q", got)
		}
		in.types(up + up + down + "k")
		if got := in.events(); got != "mouse 256 at 0, 2 stepsmouse 512 at 4, 1 stepsk" {
			t.Errorf("with a key behind: %q", got)
		}
		in.types(down)
		in.passes(49 * time.Millisecond)
		if got := in.events(); got != "" {
			t.Errorf("early: %q", got)
		}
		in.passes(time.Millisecond)
		if got := in.events(); got != "mouse 512 at 4, 1 steps" {
			t.Errorf("without a frame: %q", got)
		}
	})
}

func TestButtonsAreNotMerged(t *testing.T) {
	types(t, func(t *testing.T, in *inboxTest) {
		t.Helper()
		in.types("\x1b[<0;1;1M\x1b[<32;1;2M\x1b[<32;1;3M\x1b[<0;1;3m")
		want := "mouse 1 at 0, 1 stepsmouse 1 at 1, 1 stepsmouse 1 at 2, 1 stepsmouse 0 at 2, 1 steps"
		if got := in.events(); got != want {
			t.Errorf("got %q", got)
		}
	})
}

func TestOnlyButtonsAndDragAreReported(t *testing.T) {
	tty := newFakeTTY(20, 3)
	d := diffScreen(t, tty)
	tty.taken()
	d.EnableMouse(tcell.MouseMotionEvents) // as tview does
	got := tty.taken()
	if !strings.Contains(got, "\x1b[?1002h") || strings.Contains(got, "\x1b[?1003h") {
		t.Errorf("sent %q", got)
	}
}

func TestTheLastSizeCounts(t *testing.T) {
	types(t, func(t *testing.T, in *inboxTest) {
		t.Helper()
		for w := range 50 {
			in.tty.resize(20+w, 10)
		}
		in.passes(time.Second)
		if got := in.events(); !strings.HasPrefix(got, "*tcell.EventResize") {
			t.Errorf("got %q", got)
		}
		if w, _ := in.diff.Size(); w != 69 {
			t.Errorf("the width is %d", w)
		}
	})
}

// BenchmarkPaste takes a paste of a megabyte.
func BenchmarkPaste(b *testing.B) {
	text := []byte("\x1b[200~" + strings.Repeat("some text that was pasted\n", 40_000) + "\x1b[201~")
	run := func(b *testing.B, s tcell.Screen, tty *fakeTTY) {
		b.Helper()
		b.SetBytes(int64(len(text)))
		for b.Loop() {
			tty.in <- text
			for {
				if ev, ok := s.PollEvent().(*tcell.EventPaste); ok && ev.End() {
					break
				}
			}
		}
	}
	b.Run("diff", func(b *testing.B) {
		tty := newFakeTTY(80, 24)
		run(b, diffScreen(b, tty), tty)
	})
	b.Run("plain", func(b *testing.B) {
		tty := newFakeTTY(80, 24)
		s := plainScreen(b, tty)
		if err := s.Init(); err != nil {
			b.Fatal(err)
		}
		defer s.Fini()
		run(b, s, tty)
	})
}

// A paste in which the terminal is given away ends there: what follows is typed again.
func TestAPasteThatIsCutShort(t *testing.T) {
	types(t, func(t *testing.T, in *inboxTest) {
		t.Helper()
		in.types("\x1b[200~abc")
		in.passes(time.Second)
		if err := in.diff.Suspend(); err != nil {
			t.Fatal(err)
		}
		if err := in.diff.Resume(); err != nil {
			t.Fatal(err)
		}
		in.passes(time.Second)
		in.types("x")
		in.passes(time.Second)
		if got := in.events(); !strings.HasPrefix(got, "<abc>") || !strings.HasSuffix(got, "x") {
			t.Errorf("got %q", got)
		}
	})
}
