package store

import "sort"

// indexStep is how many bytes of a journal lie between two marks of its index, at least.
const indexStep = 64 << 10

// index finds the place of an event without reading all that comes before it.
type index []mark

// mark says that the line of event seq starts at offset, and that no event of that number or above
// starts earlier.
type mark struct {
	seq    int64
	offset int64
}

// add notes a line. Lines are added in the order of the file.
func (x *index) add(seq, offset int64) {
	if n := len(*x); n == 0 || offset-(*x)[n-1].offset >= indexStep {
		*x = append(*x, mark{seq, offset})
	}
}

// before gives a mark from which on all events with a number of at least seq are found.
func (x *index) before(seq int64) mark {
	i := sort.Search(len(*x), func(i int) bool { return (*x)[i].seq > seq })
	if i == 0 {
		return mark{}
	}
	return (*x)[i-1]
}
