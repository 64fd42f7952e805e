package index

import "eidolon/internal/store"

// perSession is how many hits of a session are shown, unless more are asked for.
const perSession = 3

// ranking is a hit before its line is read.
type ranking struct {
	session int // in the view
	offset  int64
	score   float64
}

// collector picks from hits, which come the best first, those that are shown.
type collector struct {
	Request
	order    []int // sessions, the best first
	hits     map[int][]ranking
	complete int  // sessions with as many hits as are shown
	after    int  // hits since there were enough sessions
	more     bool // there was a hit of another session
	best     float64
	low      bool // the rest scores too little
}

// patience is how many hits are looked at, once there are enough sessions, to find more of these.
const patience = 1000

func newCollector(r Request) *collector {
	if r.Hits == 0 {
		r.Hits = perSession
	}
	return &collector{Request: r, hits: map[int][]ranking{}}
}

func (c *collector) full() bool {
	return c.low || c.enough() && (c.complete == c.Limit || c.after > patience)
}

// enough says that there are as many sessions as are wanted.
func (c *collector) enough() bool { return c.Limit > 0 && len(c.order) == c.Limit }

func (c *collector) add(r ranking) {
	if len(c.order) == 0 {
		c.best = r.score
	}
	if c.low = r.score < c.Floor*c.best; c.low {
		return
	}
	have, ok := c.hits[r.session]
	switch {
	case !ok && c.enough():
		c.more = true
	case !ok:
		c.order = append(c.order, r.session)
	}
	if c.enough() {
		c.after++
	}
	if !ok && c.more || len(have) == c.Hits {
		return
	}
	have = append(have, r)
	c.hits[r.session] = have
	if len(have) == c.Hits {
		c.complete++
	}
}

// result reads the lines of the hits. One that is not there any more is left out.
func (c *collector) result(logs []store.LogFile, q Query) Result {
	res := Result{More: c.more || !c.low && c.full()}
	for _, l := range logs {
		if c.counts(l.Stored) {
			res.Searched++
		}
	}
	tok := newTokenizer()
	for _, i := range c.order {
		f := Found{Stored: logs[i].Stored, Score: c.hits[i][0].score}
		for _, r := range c.hits[i] {
			if h, ok := q.hit(tok, f.Stored, r.offset); ok {
				f.Hits = append(f.Hits, h)
			}
		}
		if len(f.Hits) > 0 {
			res.Sessions = append(res.Sessions, f)
		}
	}
	return res
}

// hit reads the line of a hit.
func (q Query) hit(tok *tokenizer, s store.Stored, offset int64) (Hit, bool) {
	e, err := s.At(offset)
	if err != nil {
		return Hit{}, false
	}
	p, ok := extract(e.Event)
	if !ok {
		return Hit{}, false
	}
	h := Hit{Seq: e.Seq, Turn: e.Turn, Role: p.role, Time: e.Time}
	h.Snippet, h.Marks = q.snippet(tok, p.text)
	return h, len(h.Marks) > 0
}
