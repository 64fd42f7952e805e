package xnl

import "strings"

// stringPool makes the many small strings of a tree cheap. Names repeat, so they are shared; other
// short strings are cut from common blocks, which costs one allocation for many of them and at most
// poolBlock bytes kept alive by the last one.
type stringPool struct {
	names [64]string
	block strings.Builder
}

const (
	poolBlock = 2048
	poolShort = 64 // longer strings get memory of their own
)

// name returns b as a string, the same one for the same name as far as the table remembers.
func (p *stringPool) name(b []byte) string {
	if len(b) == 0 {
		return ""
	}
	slot := &p.names[(len(b)*7+int(b[0])+int(b[len(b)-1])*3)%len(p.names)]
	if *slot != string(b) {
		*slot = string(b)
	}
	return *slot
}

// text returns b as a string.
func (p *stringPool) text(b []byte) string {
	if len(b) > poolShort || len(b) < 2 { // the runtime has strings of one byte at hand
		return string(b)
	}
	if p.block.Cap()-p.block.Len() < len(b) {
		p.block = strings.Builder{}
		p.block.Grow(poolBlock)
	}
	start := p.block.Len()
	p.block.Write(b) // never beyond the capacity, so strings cut before stay where they are
	return p.block.String()[start:]
}
