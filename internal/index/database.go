package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"

	"modernc.org/sqlite"
	codes "modernc.org/sqlite/lib"
)

const (
	fileName = "index.db"
	lockName = "index.lock"
	// version is that of the tables and of what a word is. An index of another one is made anew.
	version = 1
)

const tables = `
CREATE TABLE projects (
	no   INTEGER PRIMARY KEY,
	name TEXT NOT NULL UNIQUE -- of the directory
);
CREATE TABLE sessions (
	no      INTEGER PRIMARY KEY,
	project INTEGER NOT NULL,
	id      TEXT NOT NULL,
	size    INTEGER NOT NULL, -- of the log when it was looked at
	mtime   INTEGER NOT NULL, -- in nanoseconds
	seq     INTEGER NOT NULL, -- number of the event that is read next
	offset  INTEGER NOT NULL, -- and the byte of its line
	tail    INTEGER NOT NULL, -- sum over the bytes before it
	began   INTEGER NOT NULL, -- time of the first event, in seconds
	active  INTEGER NOT NULL, -- and of the last one
	UNIQUE (project, id)
);
CREATE VIRTUAL TABLE words USING fts5 (
	title, said, done, content = '', contentless_delete = 1, tokenize = 'ascii'
);
`

// weights say how much a word counts in a title, in what the user or the model said, and in a call.
var weights = [...]float64{8, 2, 1}

// errDamaged is an index that has to be made anew.
var errDamaged = errors.New("the search index is damaged")

// database is an open index: one connection, for one goroutine.
type database struct {
	pool *sql.DB
	conn *sql.Conn
}

// openDatabase opens the index that is there. Without one it fails with [fs.ErrNotExist].
func openDatabase(ctx context.Context, base string) (*database, error) {
	path := filepath.Join(base, fileName)
	if info, err := os.Stat(path); err != nil {
		return nil, err
	} else if !info.Mode().IsRegular() {
		return nil, fmt.Errorf("%s is not a file", path)
	}
	pool, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return nil, err
	}
	d := &database{pool: pool}
	var found int
	if d.conn, err = pool.Conn(ctx); err == nil {
		err = d.conn.QueryRowContext(ctx, `PRAGMA user_version`).Scan(&found)
	}
	if err == nil && found != version {
		err = fmt.Errorf("%w: it has version %d, this program knows %d", errDamaged, found, version)
	}
	if err != nil {
		return nil, errors.Join(judge(err), d.Close())
	}
	return d, nil
}

// makeDatabase opens the index and makes it first when it is missing, for the user alone. The caller
// holds the lock.
func makeDatabase(ctx context.Context, base string) (*database, error) {
	d, err := openDatabase(ctx, base)
	if !errors.Is(err, fs.ErrNotExist) {
		return d, err
	}
	path := filepath.Join(base, fileName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return nil, err
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil { // whatever the umask took away
		return nil, err
	}
	pool, err := sql.Open("sqlite", dataSource(path))
	if err != nil {
		return nil, err
	}
	d = &database{pool: pool}
	if d.conn, err = pool.Conn(ctx); err == nil {
		_, err = d.conn.ExecContext(ctx, `PRAGMA journal_mode = wal`)
	}
	if err == nil { // all of it or nothing
		_, err = d.conn.ExecContext(ctx, `BEGIN IMMEDIATE;`+tables+fmt.Sprintf(`PRAGMA user_version = %d; COMMIT`, version))
	}
	if err != nil {
		return nil, errors.Join(err, d.Close())
	}
	return d, nil
}

func dataSource(path string) string {
	path = filepath.ToSlash(path)
	if path[0] != '/' {
		path = "/" + path // C:/...
	}
	pragmas := url.Values{"_pragma": {"busy_timeout(250)", "synchronous(normal)", "cache_size(-16000)"}}
	return (&url.URL{Scheme: "file", Path: path, RawQuery: pragmas.Encode()}).String()
}

// Close ends the connection, if there is one.
func (d *database) Close() error {
	if d == nil {
		return nil
	}
	var err error
	if d.conn != nil {
		err = d.conn.Close()
	}
	return errors.Join(err, d.pool.Close())
}

// judge tells errors of a damaged file from those of its surroundings.
func judge(err error) error {
	failure, ok := errors.AsType[*sqlite.Error](err)
	if !ok {
		return err
	}
	switch failure.Code() & 0xff {
	case codes.SQLITE_CORRUPT, codes.SQLITE_NOTADB, codes.SQLITE_FORMAT, codes.SQLITE_ERROR: // a table is missing
		return fmt.Errorf("%w: %w", errDamaged, err)
	}
	return err
}

// removeDatabase takes an index away, to be made anew.
func removeDatabase(base string) error {
	var all error
	for _, suffix := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(filepath.Join(base, fileName+suffix)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			all = errors.Join(all, err)
		}
	}
	return all
}
