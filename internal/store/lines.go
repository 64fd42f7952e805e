package store

import (
	"bufio"
	"errors"
	"io"
)

// maxLine is the longest line that is written or read. It is four times the longest answer a model
// may give, which leaves room for escapes, and keeps a file full of anything else out of memory.
const maxLine = 256 << 20

// line is a line of a file. The text has no line break and is valid until the next one is read.
type line struct {
	number     int64 // from 1
	start, end int64 // bytes of the file, line break included
	text       []byte
	whole      bool // it has its line break
}

// lineReader cuts a file into lines. Of a line longer than max it gives the beginning.
type lineReader struct {
	r    *bufio.Reader
	max  int
	long []byte // a line that is longer than the buffer of r
	last line
}

func newLineReader(r io.Reader, offset int64) *lineReader {
	return &lineReader{r: bufio.NewReaderSize(r, 64<<10), max: maxLine, last: line{end: offset}}
}

// next gives the next line, or io.EOF after the last one.
func (l *lineReader) next() (line, error) {
	now := line{number: l.last.number + 1, start: l.last.end, end: l.last.end}
	l.long = l.long[:0]
	for {
		part, err := l.r.ReadSlice('\n')
		now.end += int64(len(part))
		if err == nil {
			now.whole, part = true, part[:len(part)-1]
		}
		now.text = part
		if errors.Is(err, bufio.ErrBufferFull) || len(l.long) > 0 {
			l.long = append(l.long, part[:min(len(part), l.max-len(l.long))]...)
			now.text = l.long
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err != nil && !errors.Is(err, io.EOF):
			return line{}, err
		case err != nil && now.end == now.start:
			return line{}, io.EOF
		}
		l.last = now
		return now, nil
	}
}
