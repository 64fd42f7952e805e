package nearest

// maxPairs is the number of bytes of a line that are compared.
const maxPairs = 400

// pairSet counts the pairs of neighbouring bytes in a line, by a hash that may merge pairs. Two lines
// that share most pairs look alike; unlike an edit distance this takes linear time.
type pairSet struct {
	count [1 << 12]uint16
	line  string // the line that count is about
	used  []uint16
}

func pairHash(a, b byte) uint16 { return (uint16(a)<<4 ^ uint16(b)) & (1<<12 - 1) }

// fill forgets the line it had and takes another.
func (s *pairSet) fill(line string) {
	for i := 1; i < len(s.line); i++ {
		s.count[pairHash(s.line[i-1], s.line[i])] = 0
	}
	s.line = line[:min(len(line), maxPairs)]
	for i := 1; i < len(s.line); i++ {
		s.count[pairHash(s.line[i-1], s.line[i])]++
	}
}

// alike gives the share of pairs that the set's line and other have in common, in percent.
func (s *pairSet) alike(other string) int {
	other = other[:min(len(other), maxPairs)]
	total := len(s.line) + len(other) - 2
	if len(s.line) < 2 || len(other) < 2 {
		if s.line == other {
			return 100
		}
		return 0
	}
	common := 0
	s.used = s.used[:0]
	for i := 1; i < len(other); i++ {
		if h := pairHash(other[i-1], other[i]); s.count[h] > 0 {
			s.count[h]--
			s.used = append(s.used, h)
			common++
		}
	}
	for _, h := range s.used {
		s.count[h]++
	}
	return 200 * common / total
}
