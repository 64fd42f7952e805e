package conformance

import (
	"io"
	"strings"

	"eidolon/xnl"
)

// MainParam returns the parameter that takes the text body of a built-in tool.
func MainParam(tool string) (param string, ok bool) {
	switch strings.TrimPrefix(tool, "SysBuiltIn.") {
	case "bash":
		return "command", true
	case "write_file":
		return "content", true
	case "edit_text":
		return "newText", true
	}
	return "", false
}

// WriteEvents scans a message in pieces of chunk bytes, all at once when chunk is 0 or less, and
// writes one JSON object a line for each event. Neighbouring texts and neighbouring bodies are
// joined, so what is written does not depend on chunk.
func WriteEvents(w io.Writer, message []byte, chunk int) error {
	for _, e := range events(message, cutEvery(chunk)) {
		if _, err := w.Write(append(e, '\n')); err != nil {
			return err
		}
	}
	return nil
}

// cutting returns the size of the next piece of a message of which n bytes are left and at have
// been given.
type cutting func(at, n int) int

func cutEvery(chunk int) cutting {
	return func(_, n int) int {
		if chunk <= 0 {
			return n
		}
		return min(chunk, n)
	}
}

// cutOnce cuts a message in two.
func cutOnce(where int) cutting {
	return func(at, n int) int {
		if at == 0 && where > 0 {
			return min(where, n)
		}
		return n
	}
}

// events scans a message cut in some way and returns its joined events as JSON.
func events(message []byte, cut cutting) [][]byte {
	var j joiner
	s := xnl.NewScanner(xnl.ScanOptions{MainParam: MainParam})
	for at := 0; at < len(message); {
		n := cut(at, len(message)-at)
		s.Write(message[at:at+n], j.add)
		at += n
	}
	s.Close(j.add)
	j.flush()
	return j.out
}

// joiner joins neighbouring texts and bodies.
type joiner struct {
	out  [][]byte
	open xnl.Event // with a Text of its own, while joining
	busy bool
}

func (j *joiner) add(e xnl.Event) {
	if e.Kind != xnl.EventText && e.Kind != xnl.EventBody {
		j.flush()
		j.out = append(j.out, event(e))
		return
	}
	if !j.busy || j.open.Kind != e.Kind {
		j.flush()
		j.busy, j.open = true, xnl.Event{Kind: e.Kind}
	}
	j.open.Text = append(j.open.Text, e.Text...)
}

func (j *joiner) flush() {
	if j.busy {
		j.out = append(j.out, event(j.open))
		j.busy = false
	}
}
