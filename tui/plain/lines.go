package plain

import (
	"bufio"
	"context"
	"io"
)

// maxLine is how long a line may be that is taken for a prompt, in bytes.
const maxLine = 4 << 20

// typed is a line, or why there is none any more.
type typed struct {
	text string
	err  error // io.EOF at the end
}

// readLines reads in the background. A read that waits for a person ends with the program.
func readLines(ctx context.Context, in io.Reader) <-chan typed {
	lines := make(chan typed)
	go func() {
		s := bufio.NewScanner(in)
		s.Buffer(nil, maxLine)
		next := func() (t typed) {
			if s.Scan() {
				return typed{text: s.Text()}
			}
			if t.err = s.Err(); t.err == nil {
				t.err = io.EOF
			}
			return t
		}
		for t := (typed{}); t.err == nil; {
			t = next()
			select {
			case lines <- t:
			case <-ctx.Done():
				return
			}
		}
	}()
	return lines
}
