package screen

import (
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/gdamore/tcell/v2/terminfo"
)

// Background is what colour text stands on.
type Background uint8

// The backgrounds.
const (
	UnknownBackground Background = iota
	DarkBackground
	LightBackground
)

// patience is how long a terminal has for the answer. The first frame does not wait for it.
const patience = 250 * time.Millisecond

// Background gives one value: what the terminal answered, else what the environment says. It comes
// within a quarter of a second.
func (t *Terminal) Background() <-chan Background { return t.back }

// askBackground asks the terminal for its background. tcell swallows the answer, so it is read on the
// way in.
func (t *Terminal) askBackground(env func(string) string, info *terminfo.Terminfo) {
	guess := fromEnvironment(env("COLORFGBG"))
	if !info.XTermLike || env("STY") != "" {
		t.back <- guess
		return
	}
	var once sync.Once
	tell := func(b Background) {
		once.Do(func() {
			t.tty.answers.Store(nil)
			t.back <- b
		})
	}
	timer := time.AfterFunc(patience, func() { tell(guess) })
	t.tty.answers.Store(&answers{found: func(color string) {
		if b := fromAnswer(color); b != UnknownBackground {
			timer.Stop()
			tell(b)
		}
	}})
	t.say("\x1b]11;?\x1b\\")
}

// fromEnvironment understands COLORFGBG, which some terminals set: "15;0", "0;default;15".
func fromEnvironment(value string) Background {
	_, last, found := strings.Cut(value, ";")
	if i := strings.LastIndexByte(last, ';'); i >= 0 {
		last = last[i+1:]
	}
	n, err := strconv.Atoi(last)
	switch {
	case !found || err != nil || n < 0 || n > 15:
		return UnknownBackground
	case n == 7 || n >= 9:
		return LightBackground
	}
	return DarkBackground
}

// fromAnswer understands the colour of an answer: "rgb:1e1e/1e1e/1e1e", "rgba:..." with one to four
// digits each.
func fromAnswer(color string) Background {
	_, parts, found := strings.Cut(color, ":")
	if !found || !strings.HasPrefix(color, "rgb") {
		return UnknownBackground
	}
	fields := strings.Split(parts, "/")
	if len(fields) < 3 {
		return UnknownBackground
	}
	var part [3]float64
	for i := range part {
		digits := fields[i]
		n, err := strconv.ParseUint(digits, 16, 16)
		if err != nil {
			return UnknownBackground
		}
		part[i] = float64(n) / float64(uint64(1)<<(4*len(digits))-1)
	}
	if 0.299*part[0]+0.587*part[1]+0.114*part[2] > 0.5 { // as bright as the eye takes it for
		return LightBackground
	}
	return DarkBackground
}

// answers looks for the answer in what comes in, in pieces of any size.
type answers struct {
	found func(color string)
	text  []byte // of an answer that has begun
}

const (
	answerBegin = "\x1b]11;"
	maxAnswer   = 64
)

// scan looks at a piece of input.
func (a *answers) scan(p []byte) {
	for _, c := range p {
		if len(a.text) < len(answerBegin) {
			if c != answerBegin[len(a.text)] {
				a.text = a.text[:0]
			}
			if c == answerBegin[len(a.text)] {
				a.text = append(a.text, c)
			}
			continue
		}
		switch {
		case c == '\a' || c == '\x1b':
			a.found(string(a.text[len(answerBegin):]))
			a.text = a.text[:0]
		case len(a.text) > maxAnswer:
			a.text = a.text[:0]
		default:
			a.text = append(a.text, c)
		}
	}
}
