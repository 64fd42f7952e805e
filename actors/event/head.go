package event

import (
	"bytes"
	"strconv"
	"time"
)

// head is what all lines have in common.
type head struct {
	Seq   *int64    `json:"seq"`
	Time  time.Time `json:"ts"`
	Type  string    `json:"type"`
	Turn  int       `json:"turn"`
	Round int       `json:"round"`
}

// fixedHead reads the head of a line that begins exactly as Encode writes it, which saves a pass
// over the whole line. It says nothing about the rest. Any other spelling is left to the JSON
// decoder.
func fixedHead(line []byte) (head, bool) {
	var h head
	seq, rest := field(line, `{"seq":`, `,`)
	ts, rest := field(rest, `"ts":"`, `",`)
	kind, rest := field(rest, `"type":"`, `",`)
	turn, rest := field(rest, `"turn":`, `,`)
	round, rest := field(rest, `"round":`, `,`)
	if rest == nil || bytes.ContainsAny(kind, `"\\`) {
		return h, false
	}
	n, err := strconv.ParseInt(string(seq), 10, 64)
	if err != nil {
		return h, false
	}
	h.Seq, h.Type = &n, string(kind)
	if h.Time, err = time.Parse(time.RFC3339Nano, string(ts)); err != nil {
		return h, false
	}
	if h.Turn, err = strconv.Atoi(string(turn)); err != nil {
		return h, false
	}
	h.Round, err = strconv.Atoi(string(round))
	return h, err == nil
}

// field gives what stands between open, with which b must begin, and the next end. The rest is nil
// when b is not of that form.
func field(b []byte, open, end string) (value, rest []byte) {
	b, ok := bytes.CutPrefix(b, []byte(open))
	if !ok {
		return nil, nil
	}
	value, rest, ok = bytes.Cut(b, []byte(end))
	if !ok {
		return nil, nil
	}
	return value, rest
}
