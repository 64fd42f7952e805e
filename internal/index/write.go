package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
)

// transactionBytes is how much text goes into a transaction, more or less.
const transactionBytes = 8 << 20

// writer brings batches into the index.
type writer struct {
	d       *database
	insert  *sql.Stmt
	nos     map[key]int64 // of the sessions that are new
	open    bool          // a transaction is
	waiting int           // bytes of text in it
}

// update does what the view says is to be done. Progress, unless nil, is called with how many sessions
// are done.
func (d *database) update(ctx context.Context, v *view, progress func(done int)) (err error) {
	insert, err := d.conn.PrepareContext(ctx, `INSERT OR REPLACE INTO words (rowid, title, said, done) VALUES (?, ?, ?, ?)`)
	if err != nil {
		return judge(err)
	}
	w := &writer{d: d, insert: insert, nos: map[key]int64{}}
	defer func() {
		err = judge(errors.Join(err, w.finish(ctx, err), insert.Close()))
	}()
	for i := range v.changed {
		if err := d.place(ctx, &v.changed[i]); err != nil {
			return err
		}
	}
	for _, no := range v.gone {
		if err := w.drop(ctx, no); err != nil {
			return err
		}
	}
	done := 0
	return readAll(ctx, v.changed, func(b batch) error {
		if b.last {
			if done++; progress != nil {
				progress(done)
			}
		}
		return w.write(ctx, b)
	})
}

// place fills in how far the log of a known session was read.
func (d *database) place(ctx context.Context, c *change) error {
	if c.known.no == 0 {
		return nil
	}
	row := d.conn.QueryRowContext(ctx, `SELECT seq, offset, tail FROM sessions WHERE no = ?`, c.known.no)
	return row.Scan(&c.place.Seq, &c.place.Offset, &c.tail)
}

// begin opens a transaction unless one is open.
func (w *writer) begin(ctx context.Context) error {
	if w.open {
		return nil
	}
	_, err := w.d.conn.ExecContext(ctx, `BEGIN IMMEDIATE`)
	w.open = err == nil
	return err
}

// finish ends the open transaction: it keeps what is in it, unless something failed.
func (w *writer) finish(ctx context.Context, failed error) error {
	if !w.open {
		return nil
	}
	w.open, w.waiting = false, 0
	if failed == nil {
		_, failed = w.d.conn.ExecContext(ctx, `COMMIT`)
		if failed == nil {
			return nil
		}
	}
	_, err := w.d.conn.ExecContext(context.WithoutCancel(ctx), `ROLLBACK`)
	return errors.Join(failed, err)
}

// drop forgets a session.
func (w *writer) drop(ctx context.Context, no int64) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	if err := w.empty(ctx, no); err != nil {
		return err
	}
	_, err := w.d.conn.ExecContext(ctx, `DELETE FROM sessions WHERE no = ?`, no)
	return err
}

// empty forgets the words of a session.
func (w *writer) empty(ctx context.Context, no int64) error {
	_, err := w.d.conn.ExecContext(ctx, `DELETE FROM words WHERE rowid BETWEEN ? AND ?`, no<<placeBits, no<<placeBits|maxOffset)
	return err
}

// write brings in a batch.
func (w *writer) write(ctx context.Context, b batch) error {
	if err := w.begin(ctx); err != nil {
		return err
	}
	no, err := w.session(ctx, b)
	if err != nil {
		return err
	}
	for _, r := range b.rows {
		if _, err := w.insert.ExecContext(ctx, no<<placeBits|r.offset, r.title, r.said, r.done); err != nil {
			return fmt.Errorf("index session %s: %w", b.log.ID, err)
		}
		w.waiting += len(r.title) + len(r.said) + len(r.done)
	}
	if w.waiting < transactionBytes {
		return nil
	}
	return w.finish(ctx, nil)
}

// session keeps the row of a session and gives its number. Until the last batch the row does not fit
// the file, so that whoever comes after a sudden end goes on from there.
func (w *writer) session(ctx context.Context, b batch) (int64, error) {
	size, mtime := b.upTo.Offset, int64(0)
	if b.last {
		size, mtime = b.log.Size, b.log.Modified.UnixNano()
	}
	no := b.known.no
	if no == 0 {
		no = w.nos[b.key]
	}
	if no == 0 {
		_, err := w.d.conn.ExecContext(ctx, `INSERT OR IGNORE INTO projects (name) VALUES (?)`, b.key.project)
		if err != nil {
			return 0, err
		}
		result, err := w.d.conn.ExecContext(ctx,
			`INSERT INTO sessions (project, id, size, mtime, seq, offset, tail, began, active)
				VALUES ((SELECT no FROM projects WHERE name = ?), ?, ?, ?, ?, ?, ?, ?, ?)`,
			b.key.project, b.key.id, size, mtime, b.upTo.Seq, b.upTo.Offset, b.tail, b.began, b.active)
		if err != nil {
			return 0, err
		}
		no, err = result.LastInsertId()
		w.nos[b.key] = no
		return no, err
	}
	if b.anew {
		if err := w.empty(ctx, no); err != nil {
			return 0, err
		}
	}
	_, err := w.d.conn.ExecContext(ctx,
		`UPDATE sessions SET size = ?, mtime = ?, seq = ?, offset = ?, tail = ?,
			began = iif(? <> 0, ?, began), active = iif(? <> 0, ?, active) WHERE no = ?`,
		size, mtime, b.upTo.Seq, b.upTo.Offset, b.tail, b.began, b.began, b.active, b.active, no)
	return no, err
}
