package index

import (
	"context"
	"errors"
	"io/fs"
	"slices"
	"time"

	"eidolon/internal/store"
)

// Request says what is searched, and where.
type Request struct {
	Query     Query
	Workspace string    // "" for all
	From, To  time.Time // of sessions with something between these; zero for no bound
	Limit     int       // sessions, 0 for all
	Hits      int       // of each session, 0 for three
	// Floor leaves out what scores less than this part of the best hit, which is always kept; 0 is no bound.
	Floor float64
	// Without is the id of a session that does not count, and Only that of the one that does; "" for none.
	Without, Only string
}

// counts says whether a session is one of those that are searched.
func (r Request) counts(s store.Stored) bool {
	return s.ID != r.Without && (r.Only == "" || s.ID == r.Only)
}

// Result is what was found.
type Result struct {
	Sessions []Found // the best first
	More     bool    // there may be others
	Any      bool    // nothing had all the words, so these have some of them
	Searched int     // how many sessions there were to look in
	Notices  []string
}

// Found is a session with hits.
type Found struct {
	store.Stored
	Score float64 // of the best hit; higher is better
	Hits  []Hit   // the best first
}

// Hit is a line of a log with what was looked for.
type Hit struct {
	Seq     int64
	Turn    int
	Role    Role
	Time    time.Time
	Snippet string   // one line, harmless for a terminal
	Marks   [][2]int // what was found in it: from and to, in bytes
}

// Search finds the sessions in which the query's words occur together in a message, a call, a result
// or a title. It brings the index up to date with them first, and does without the index where that cannot
// be used.
func (x *Index) Search(ctx context.Context, r Request) (Result, error) {
	s := &search{x: x, r: r}
	listing := make(chan listed, 1)
	go func() { // while the index is opened and read
		logs, err := store.Logs(store.Options{Base: x.o.Base, Workspace: r.Workspace})
		listing <- listed{logs, err}
	}()
	d, known, failed := s.open(ctx)
	list := <-listing
	if list.err != nil || len(list.logs) == 0 {
		return Result{}, errors.Join(list.err, d.Close())
	}
	var res Result
	if failed == nil {
		res, failed = s.indexed(ctx, d, list.logs, known)
	}
	if errors.Is(failed, errDamaged) || errors.Is(failed, fs.ErrNotExist) {
		res, failed = s.anew(ctx, list.logs, failed)
	}
	if failed == nil || ctx.Err() != nil {
		return res, failed
	}
	res, err := s.scan(ctx, list.logs)
	res.Notices = append(res.Notices, "the search index cannot be used ("+reason(failed)+"), so all logs are read, which takes longer")
	return res, err
}

type listed struct {
	logs []store.LogFile
	err  error
}

// search is one call of Search.
type search struct {
	x *Index
	r Request
}

// dated says that the times of sessions matter.
func (s *search) dated() bool { return !s.r.From.IsZero() || !s.r.To.IsZero() }

// open opens the index and reads what it knows.
func (s *search) open(ctx context.Context) (*database, map[key]stamp, error) {
	d, err := openDatabase(ctx, s.x.o.Base)
	if err != nil {
		return nil, nil, err
	}
	known, err := d.known(ctx, s.dated())
	if err != nil {
		return nil, nil, errors.Join(err, d.Close())
	}
	return d, known, nil
}

// anew searches after the index was missing, or failed and was thrown away.
func (s *search) anew(ctx context.Context, logs []store.LogFile, failed error) (Result, error) {
	if err := s.x.make(ctx, failed); err != nil {
		return Result{}, err
	}
	d, known, err := s.open(ctx)
	if err != nil {
		return Result{}, err
	}
	return s.indexed(ctx, d, logs, known)
}

// indexed searches by the index, and closes it.
func (s *search) indexed(ctx context.Context, d *database, logs []store.LogFile, known map[key]stamp) (res Result, err error) {
	defer func() { err = errors.Join(err, d.Close()) }()
	v := compare(logs, known, s.r.Workspace == "")
	var notices []string
	if s.behind(v) {
		if v, notices, err = s.catchUp(ctx, d, v); err != nil {
			return Result{}, err
		}
	}
	res, err = s.ranked(ctx, d, v, false)
	if err == nil && len(res.Sessions) == 0 && len(s.r.Query.want) > 1 {
		res, err = s.ranked(ctx, d, v, true)
		res.Any = len(res.Sessions) > 0
	}
	res.Notices = append(notices, res.Notices...)
	return res, err
}

// behind says that the index lacks what is searched. The words of a session that does not count can wait:
// as a rule it is the one that searches, which writes down that it does.
func (s *search) behind(v *view) bool {
	return len(v.gone) > 0 || slices.ContainsFunc(v.changed, func(c change) bool { return s.r.counts(c.log.Stored) })
}

// catchUp brings the index up to date, unless another process is doing that. Then what there is has to
// do, if it is nearly all: nine sessions of ten.
func (s *search) catchUp(ctx context.Context, d *database, v *view) (*view, []string, error) {
	release, err := s.x.claim()
	if errors.Is(err, store.ErrClaimed) {
		if 10*len(v.changed) > len(v.logs) {
			return nil, nil, err
		}
		return v, []string{"another eidolon is bringing the search index up to date, so the latest may be missing"}, nil
	}
	if err != nil {
		return nil, nil, err
	}
	all := s.r.Workspace == ""
	known, err := d.known(ctx, s.dated()) // another process may have been faster
	if err == nil {
		v = compare(v.logs, known, all)
		err = d.update(ctx, v, s.progress(v))
	}
	if err == nil {
		known, err = d.known(ctx, s.dated())
	}
	if err = errors.Join(err, release()); err != nil {
		return nil, nil, err
	}
	return compare(v.logs, known, all), nil, nil
}

func (s *search) progress(v *view) func(done int) {
	if s.x.o.Progress == nil {
		return nil
	}
	total, bytes := len(v.changed), v.bytes
	return func(done int) { s.x.o.Progress(done, total, bytes) }
}

// reason gives an error on one line.
func reason(err error) string {
	if errors.Is(err, store.ErrClaimed) {
		return "another eidolon is making it"
	}
	return firstLine(err.Error())
}

// ranked asks the index: for all words, or for some.
func (s *search) ranked(ctx context.Context, d *database, v *view, some bool) (Result, error) {
	rows, err := d.conn.QueryContext(ctx,
		`SELECT rowid, rank FROM words WHERE words MATCH ? AND rank MATCH ? ORDER BY rank`, s.r.Query.expression(some), rankFunction())
	if err != nil {
		return Result{}, judge(err)
	}
	c := newCollector(s.r)
	for !c.full() && rows.Next() {
		var id int64
		var score float64
		if err := rows.Scan(&id, &score); err != nil {
			return Result{}, errors.Join(judge(err), rows.Close())
		}
		i := v.session(id >> placeBits)
		if i < 0 || !s.r.counts(v.logs[i].Stored) || s.dated() && !within(time.Unix(v.stamps[i].began, 0), time.Unix(v.stamps[i].active, 0), s.r.From, s.r.To) {
			continue
		}
		c.add(ranking{i, id & maxOffset, -score})
	}
	if err := errors.Join(rows.Err(), rows.Close()); err != nil {
		return Result{}, judge(err)
	}
	return c.result(v.logs, s.r.Query), nil
}
