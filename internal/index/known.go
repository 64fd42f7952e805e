package index

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"eidolon/internal/store"
)

// stamp is what the index remembers of a session.
type stamp struct {
	no            int64
	size          int64
	mtime         int64
	began, active int64
}

// key names a session: its project and its id, which a copy in another project shares.
type key struct{ project, id string }

// keyOf gives the key of a session on disk, <base>/projects/<project>/sessions/<id>.
func keyOf(s store.Stored) key {
	project := s.Dir[:max(0, len(s.Dir)-len("/sessions/")-len(s.ID))]
	return key{project[strings.LastIndexByte(project, filepath.Separator)+1:], s.ID}
}

// known gives the stamps of all sessions of the index, with their times only if these are wanted. They
// come as one text: ten thousand rows one by one would take twice as long.
func (d *database) known(ctx context.Context, times bool) (map[key]stamp, error) {
	projects, err := d.projects(ctx)
	if err != nil {
		return nil, judge(err)
	}
	fields := `no, project, id, size, mtime`
	if times {
		fields += `, began, active`
	}
	var n int
	var text string
	row := d.conn.QueryRowContext(ctx, `SELECT count(*), coalesce(group_concat(concat_ws(' ', `+fields+`), x'0a'), '') FROM sessions`)
	if err := row.Scan(&n, &text); err != nil {
		return nil, judge(err)
	}
	all := make(map[key]stamp, n)
	for line := range strings.Lines(text) {
		project, id, s, err := parseStamp(strings.TrimSuffix(line, "\n"))
		if err != nil {
			return nil, err
		}
		all[key{projects[project], id}] = s
	}
	return all, nil
}

// projects gives the names of the projects by their numbers.
func (d *database) projects(ctx context.Context) (map[int64]string, error) {
	rows, err := d.conn.QueryContext(ctx, `SELECT no, name FROM projects`)
	if err != nil {
		return nil, err
	}
	names := map[int64]string{}
	for rows.Next() {
		var no int64
		var name string
		if err := rows.Scan(&no, &name); err != nil {
			return nil, errors.Join(err, rows.Close())
		}
		names[no] = name
	}
	return names, rows.Err()
}

// one gives the stamp of a session, if the index knows it.
func (d *database) one(ctx context.Context, k key) (map[key]stamp, error) {
	var s stamp
	row := d.conn.QueryRowContext(ctx, `SELECT no, size, mtime, began, active FROM sessions
		WHERE project = (SELECT no FROM projects WHERE name = ?) AND id = ?`, k.project, k.id)
	err := row.Scan(&s.no, &s.size, &s.mtime, &s.began, &s.active)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	return map[key]stamp{k: s}, judge(err)
}

// parseStamp reads a line of known.
func parseStamp(line string) (project int64, id string, s stamp, err error) {
	for i := 0; line != ""; i++ {
		var field string
		field, line, _ = strings.Cut(line, " ")
		if i == 2 {
			id = field
			continue
		}
		n, err := strconv.ParseInt(field, 10, 64)
		if err != nil {
			return 0, "", stamp{}, fmt.Errorf("%w: %w", errDamaged, err)
		}
		*[...]*int64{&s.no, &project, nil, &s.size, &s.mtime, &s.began, &s.active}[i] = n
	}
	return project, id, s, nil
}

// view is the sessions that are searched, beside what the index knows of them.
type view struct {
	logs   []store.LogFile
	stamps []stamp // of each; zero for one that the index does not know
	byNo   []int32 // place in logs and one, by the number of the session; 0 for others

	changed []change
	gone    []int64 // numbers of sessions that are there no more
	bytes   int64   // of logs that have to be read
}

// session gives the place in logs of the session with a number, or -1 when it is not searched.
func (v *view) session(no int64) int {
	if no < 0 || no >= int64(len(v.byNo)) {
		return -1
	}
	return int(v.byNo[no]) - 1
}

// compare sets logs beside what is known. With all, the logs are those of all sessions there are; else
// they are all those of their projects. What is known and has no log is gone.
func compare(logs []store.LogFile, known map[key]stamp, all bool) *view {
	v := &view{logs: logs, stamps: make([]stamp, len(logs))}
	highest, seen := int64(0), 0
	for _, s := range known {
		highest = max(highest, s.no)
	}
	v.byNo = make([]int32, highest+1)
	projects := map[string]bool{}
	last := ""
	for i, l := range logs {
		k := keyOf(l.Stored)
		if k.project != last {
			projects[k.project], last = true, k.project
		}
		s, ok := known[k]
		if ok {
			v.stamps[i], v.byNo[s.no] = s, int32(i)+1
			seen++
		}
		if !ok || s.size != l.Size || s.mtime != l.Modified.UnixNano() {
			v.changed = append(v.changed, change{log: l, key: k, known: s})
			v.bytes += max(l.Size-s.size, 0)
		}
	}
	if seen == len(known) {
		return v
	}
	for k, s := range known {
		if v.session(s.no) < 0 && (all || projects[k.project]) {
			v.gone = append(v.gone, s.no)
		}
	}
	return v
}

// tailLength is how many bytes before a place tell whether a log is still the one that was read. Two
// lines fit in it, with their times.
const tailLength = 512

// tail gives a sum over the bytes before a place.
func tail(s store.Stored, offset int64) (int64, error) {
	part, err := s.Before(offset, tailLength)
	return int64(crc32.ChecksumIEEE(part)), err
}

// within says whether a session counts for a time: something of it happened before the end, and
// something after the beginning. A zero time is no bound.
func within(began, active, from, to time.Time) bool {
	return (from.IsZero() || !active.Before(from)) && (to.IsZero() || began.Before(to))
}
