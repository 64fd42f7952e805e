package index

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"eidolon/actors/event"
	"eidolon/internal/store"
)

// Parameters of the ranking BM25, as FTS5 has them.
const (
	saturation = 1.2  // how soon more of the same word counts no more
	longer     = 0.75 // how much a long text counts less
	leastWorth = 1e-6 // of a word that is nearly everywhere
)

// perScan is how many passages of a session a scan keeps until it knows how much a word is worth.
const perScan = 16

// sighting is a passage with at least one of the words.
type sighting struct {
	session int
	offset  int64
	length  int       // words
	often   []float64 // how often each term occurs, by weight
	terms   int       // that occur at all
}

// tally is what a scan counts over all passages, for what a word is worth.
type tally struct {
	passages, length int
	with             []int // passages with each term
}

// scan searches the logs themselves. What it holds is bounded by the number of sessions.
func (s *search) scan(ctx context.Context, logs []store.LogFile) (Result, error) {
	n := max(1, min(runtime.GOMAXPROCS(0), len(logs)))
	scanners := make([]*scanner, n)
	var next atomic.Int64
	var workers sync.WaitGroup
	for w := range n {
		sc := &scanner{search: s, tok: newTokenizer(), tally: tally{with: make([]int, len(s.r.Query.want))}}
		scanners[w] = sc
		workers.Go(func() {
			for i := next.Add(1) - 1; int(i) < len(logs) && ctx.Err() == nil; i = next.Add(1) - 1 {
				sc.session(ctx, int(i), logs[i])
			}
		})
	}
	workers.Wait()
	if err := ctx.Err(); err != nil {
		return Result{}, err
	}
	all := scanners[0]
	for _, other := range scanners[1:] {
		all.join(other)
	}
	return all.result(logs), nil
}

// scanner reads logs.
type scanner struct {
	*search
	tok   *tokenizer
	words words
	tally
	seen []sighting
}

// session reads one log. One that cannot be read is passed over, as the index does.
func (sc *scanner) session(ctx context.Context, i int, l store.LogFile) {
	if !sc.r.counts(l.Stored) {
		return
	}
	var mine []sighting
	var began, active time.Time
	_, _ = l.ReadFrom(ctx, store.Place{}, func(e event.Envelope, offset int64) error {
		if active = e.Time; offset == 0 {
			began = e.Time
		}
		if p, ok := extract(e.Event); ok {
			if f, ok := sc.look(p); ok {
				f.session, f.offset = i, offset
				if mine = append(mine, f); len(mine) == 2*perScan {
					mine = keep(mine, perScan)
				}
			}
		}
		return nil
	})
	if within(began, active, sc.r.From, sc.r.To) {
		sc.seen = append(sc.seen, keep(mine, perScan)...)
	}
}

// keep gives the most promising n, in any order.
func keep(all []sighting, n int) []sighting {
	slices.SortStableFunc(all, func(a, b sighting) int {
		return cmp.Or(cmp.Compare(b.terms, a.terms), cmp.Compare(a.length, b.length))
	})
	return all[:min(n, len(all))]
}

// look counts the words of a passage, and tells whether it is one to show.
func (sc *scanner) look(p passage) (sighting, bool) {
	sc.words.read(sc.tok, p.text)
	sc.passages++
	sc.length += len(sc.words.folded)
	f := sighting{length: len(sc.words.folded), often: make([]float64, len(sc.r.Query.want))}
	for k, t := range sc.r.Query.want {
		n := t.count(&sc.words)
		if n > 0 {
			sc.with[k]++
			f.terms++
			f.often[k] = weight(p.role) * float64(n)
		}
	}
	if f.terms == 0 {
		return f, false
	}
	for _, t := range sc.r.Query.avoid {
		if t.count(&sc.words) > 0 {
			return f, false
		}
	}
	return f, true
}

func weight(r Role) float64 {
	switch r {
	case Title:
		return weights[0]
	case User, Assistant:
		return weights[1]
	case Call, Output:
	}
	return weights[2]
}

// rankFunction is the ranking in the words of FTS5.
func rankFunction() string {
	return fmt.Sprintf("bm25(%g, %g, %g)", weights[0], weights[1], weights[2])
}

func (sc *scanner) join(other *scanner) {
	sc.seen = append(sc.seen, other.seen...)
	sc.passages += other.passages
	sc.length += other.length
	for k, n := range other.with {
		sc.with[k] += n
	}
}

// result ranks what was seen: what has all words, or else any.
func (sc *scanner) result(logs []store.LogFile) Result {
	terms := len(sc.r.Query.want)
	anyWord := !slices.ContainsFunc(sc.seen, func(f sighting) bool { return f.terms == terms })
	var ranked []ranking
	for _, f := range sc.seen {
		if anyWord || f.terms == terms {
			ranked = append(ranked, ranking{f.session, f.offset, sc.score(f)})
		}
	}
	slices.SortFunc(ranked, func(a, b ranking) int {
		return cmp.Or(cmp.Compare(b.score, a.score), cmp.Compare(a.session, b.session), cmp.Compare(a.offset, b.offset))
	})
	c := newCollector(sc.r)
	for _, r := range ranked {
		if c.full() {
			break
		}
		c.add(r)
	}
	res := c.result(logs, sc.r.Query)
	res.Any = anyWord && terms > 1 && len(res.Sessions) > 0
	return res
}

// score is BM25 of a passage.
func (sc *scanner) score(f sighting) float64 {
	average := float64(sc.length) / float64(max(1, sc.passages))
	sum := 0.0
	for k, often := range f.often {
		with := float64(sc.with[k])
		worth := max(leastWorth, math.Log((float64(sc.passages)-with+0.5)/(with+0.5)))
		sum += worth * often * (saturation + 1) / (often + saturation*(1-longer+longer*float64(f.length)/average))
	}
	return sum
}

func firstLine(s string) string {
	line, _, _ := strings.Cut(s, "\n")
	return line
}
