package index

import (
	"cmp"
	"context"
	"runtime"
	"sync"
	"sync/atomic"

	"eidolon/actors/event"
	"eidolon/internal/store"
)

const (
	// batchBytes is how much text of a log goes to the writer at once, more or less.
	batchBytes = 512 << 10
	// maxOffset bounds the part of a log that a row can name.
	maxOffset = 1<<placeBits - 1
	placeBits = 36
)

// change is a session whose log is not what the index knows.
type change struct {
	log   store.LogFile
	key   key
	known stamp       // zero for a new session
	place store.Place // from which on the log was not read
	tail  int64       // sum over the bytes before it
}

// row is a line of a log in words, with a blank after each.
type row struct {
	offset            int64
	title, said, done string
}

// batch is a part of a log that is indexed in one transaction.
type batch struct {
	change
	anew   bool // what the index has of the session goes first
	rows   []row
	upTo   store.Place // where the next batch begins
	tail   int64
	began  int64 // time of the first event, or 0 when it is not among these
	active int64 // time of the last one, or 0 when there is none
	last   bool  // of the log
}

// readAll reads the changed logs, on all processors, and hands over what is in them. The batches of a
// log come in order. A log that cannot be read is passed over: its session is gone by now, or
// whoever opens it is told why. What is held in memory is a batch for each processor and a few more.
func readAll(ctx context.Context, changed []change, write func(batch) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	n := min(runtime.GOMAXPROCS(0), len(changed))
	batches := make(chan batch, n)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range n {
		workers.Go(func() {
			r := reader{tok: newTokenizer()}
			for i := next.Add(1) - 1; int(i) < len(changed); i = next.Add(1) - 1 {
				if r.read(ctx, changed[i], batches) != nil {
					return
				}
			}
		})
	}
	go func() {
		workers.Wait()
		close(batches)
	}()
	var failed error
	for b := range batches {
		if failed == nil {
			failed = write(b)
		}
		if failed != nil {
			cancel() // the workers end, and the channel with them
		}
	}
	return cmp.Or(failed, ctx.Err())
}

// reader cuts logs into words.
type reader struct {
	tok  *tokenizer
	text []byte // of a row, kept for its space
}

// read hands over what is new in a log.
func (r *reader) read(ctx context.Context, c change, out chan<- batch) error {
	b := batch{change: c}
	from := c.place
	if c.known.no != 0 && !c.grew() {
		from, b.anew = store.Place{}, true
	}
	waiting := 0
	flush := func(upTo store.Place) error {
		var err error
		if b.upTo = upTo; upTo.Offset > 0 {
			if b.tail, err = tail(c.log.Stored, upTo.Offset); err != nil {
				return err
			}
		}
		select {
		case out <- b:
		case <-ctx.Done():
			return ctx.Err()
		}
		b, waiting = batch{change: c}, 0
		return nil
	}
	end, err := c.log.ReadFrom(ctx, from, func(e event.Envelope, offset int64) error {
		if waiting > batchBytes {
			if err := flush(store.Place{Seq: e.Seq, Offset: offset}); err != nil {
				return err
			}
		}
		if offset > maxOffset {
			return nil
		}
		b.active = e.Time.Unix()
		if offset == 0 {
			b.began = b.active
		}
		if p, ok := extract(e.Event); ok {
			row := r.row(p, offset)
			b.rows = append(b.rows, row)
			waiting += len(row.title) + len(row.said) + len(row.done)
		}
		return nil
	})
	if err == nil {
		b.last = true
		_ = flush(end) // see below
	}
	return ctx.Err() // one log that cannot be read does not keep the others from being found
}

// grew tells whether the log is the one that was read, and longer.
func (c change) grew() bool {
	if c.log.Size <= c.known.size {
		return false
	}
	sum, err := tail(c.log.Stored, c.place.Offset)
	return err == nil && sum == c.tail
}

func (r *reader) row(p passage, offset int64) row {
	r.text, _ = r.tok.appendWords(r.text[:0], p.text)
	line := row{offset: offset}
	switch words := string(r.text); p.role {
	case Title:
		line.title = words
	case User, Assistant:
		line.said = words
	case Call, Output:
		line.done = words
	}
	return line
}
