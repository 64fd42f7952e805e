package tools

import (
	"strings"
	"unicode/utf8"

	"eidolon/actors/tool"
	"eidolon/fsapi"
)

// pieces passes the output of a command on as it comes, as valid text: a character that arrives in
// two parts is held back until it is complete.
type pieces struct {
	emit func(tool.Progress)
	held map[fsapi.Stream][]byte // the beginning of a character, less than four bytes
}

func newPieces(emit func(tool.Progress)) *pieces {
	return &pieces{emit: emit, held: map[fsapi.Stream][]byte{}}
}

func (p *pieces) add(o fsapi.Output) {
	data := append(p.held[o.Stream], o.Data...)
	whole := len(data) - incomplete(data)
	p.held[o.Stream] = append([]byte(nil), data[whole:]...)
	p.send(o.Stream, data[:whole])
}

// flush passes on what is still held back. The command has ended.
func (p *pieces) flush() {
	for _, s := range []fsapi.Stream{fsapi.Stdout, fsapi.Stderr} {
		p.send(s, p.held[s])
		p.held[s] = nil
	}
}

func (p *pieces) send(s fsapi.Stream, data []byte) {
	if len(data) == 0 || p.emit == nil {
		return
	}
	p.emit(tool.Progress{Stream: string(s), Text: strings.ToValidUTF8(string(data), "\ufffd")})
}

// incomplete is the number of bytes at the end of data that begin a character and do not end it.
func incomplete(data []byte) int {
	for n := 1; n < utf8.UTFMax && n <= len(data); n++ {
		tail := data[len(data)-n:]
		if utf8.RuneStart(tail[0]) {
			if utf8.FullRune(tail) {
				return 0
			}
			return n
		}
	}
	return 0
}
