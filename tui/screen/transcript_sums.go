package screen

import "math/bits"

// sums is a list of numbers that knows the sum of its beginning up to anywhere, in logarithmic time
// (a Fenwick tree: node i has the sum of as many numbers up to i as its lowest bit says).
type sums []int

// push adds a number at the end.
func (s *sums) push(n int) {
	i := len(*s) + 1
	for step := 1; step < i&-i; step <<= 1 {
		n += (*s)[i-step-1]
	}
	*s = append(*s, n)
}

// add changes a number.
func (s *sums) add(i, by int) {
	for i++; i <= len(*s); i += i & -i {
		(*s)[i-1] += by
	}
}

// before is the sum of the first i numbers.
func (s *sums) before(i int) int {
	n := 0
	for ; i > 0; i -= i & -i {
		n += (*s)[i-1]
	}
	return n
}

// total is the sum of all.
func (s *sums) total() int { return s.before(len(*s)) }

// find says which number reaches over n, when the numbers are laid end to end.
func (s *sums) find(n int) int {
	i := 0
	for step := 1 << bits.Len(uint(len(*s))); step > 0; step >>= 1 {
		if i+step <= len(*s) && (*s)[i+step-1] <= n {
			i += step
			n -= (*s)[i-1]
		}
	}
	return i
}
