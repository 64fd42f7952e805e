package threads

import (
	"fmt"
	"io"
	"strings"
	"time"
)

const (
	barWidth = 30
	barEvery = 100 * time.Millisecond
	// Less work than this is done before anybody could read about it.
	worthTelling = 500     // sessions
	worthBytes   = 8 << 20 // of their logs
)

// progress shows how far the search index has come: a bar on a terminal, else one line.
type progress struct {
	out   io.Writer
	now   func() time.Time
	bar   bool
	told  bool
	drawn time.Time
}

// show takes how many of the sessions are done.
func (p *progress) show(done, total int, bytes int64) {
	if total < worthTelling && bytes < worthBytes {
		return
	}
	if !p.bar {
		if !p.told {
			fmt.Fprintf(p.out, "notice: %d sessions are being indexed for the search; the next one is faster\n", total)
		}
		p.told = true
		return
	}
	now := p.now()
	if p.told && now.Sub(p.drawn) < barEvery {
		return
	}
	p.told, p.drawn = true, now
	full := barWidth * done / total
	fmt.Fprintf(p.out, "\rindexing sessions [%s%s] %d of %d", strings.Repeat("#", full), strings.Repeat(".", barWidth-full), done, total)
}

// end takes the bar away.
func (p *progress) end() {
	if p.bar && p.told {
		fmt.Fprint(p.out, "\r\x1b[K")
	}
}
